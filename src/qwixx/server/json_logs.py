"""Logging as JSON, one object per line, without secrets or anything that people wrote."""

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
        line |= {key: value for key, value in record.__dict__.items() if key not in PLAIN}
        if record.exc_info and record.exc_info[0]:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def set_up_logs() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("qwixx").setLevel(logging.INFO)
    # At lower levels these log the addresses of clients.
    for name in ("uvicorn", "uvicorn.error", "websockets"):
        logging.getLogger(name).setLevel(logging.WARNING)
