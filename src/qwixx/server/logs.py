"""Logging without secrets or anything that people wrote: in words on a terminal, elsewhere as JSON lines."""

import json
import logging
import sys
import time

PLAIN = set(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message"}


class Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, object] = {
            "time": f"{at}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line |= _details(record)
        if record.exc_info and record.exc_info[0]:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


class LogWords(logging.Formatter):
    """For a person at a terminal: the local time, a warning's or error's level, the event and its details."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%H:%M:%S", time.localtime(record.created))
        level = f"{record.levelname.lower()}: " if record.levelno > logging.INFO else ""
        details = ", ".join(f"{key} {value}" for key, value in _details(record).items())
        line = f"{at} {level}{record.getMessage()}{f' ({details})' if details else ''}"
        if record.exc_info and record.exc_info[0]:
            line += f"\n{self.formatException(record.exc_info)}"
        return "".join(sign if sign.isprintable() or sign in "\n\t" else "?" for sign in line)


def _details(record: logging.LogRecord) -> dict[str, object]:
    return {key: value for key, value in record.__dict__.items() if key not in PLAIN}


def set_up_logs() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(LogWords() if sys.stderr.isatty() else Json())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("qwixx").setLevel(logging.INFO)
    # At lower levels these log the addresses of clients.
    for name in ("uvicorn", "uvicorn.error", "websockets"):
        logging.getLogger(name).setLevel(logging.WARNING)
