"""Writes the tables of docs/protocol.md from the constants and docstrings in the source.

    .venv/bin/python scripts/protocol

writes these and the schemas. What is between a table's two markers is replaced.
"""

from collections.abc import Iterable
from pathlib import Path

from qwixx.rules import Reason
from qwixx.server.live.chat import SHOWN_LINES
from qwixx.server.live.connection import WAITING_BYTES, WAITING_FRAMES
from qwixx.server.live.housekeeping import GAME_DAYS, LOBBY_HOURS
from qwixx.server.live.resume import KEPT_FRAMES
from qwixx.server.process.http_timeout import REQUEST_SECONDS
from qwixx.server.process.run import LARGEST_FRAME, PING_SECONDS, PONG_SECONDS
from qwixx.server.protocol import CHAT_LENGTH, MESSAGE_BYTES, NAME_LENGTH, CloseCode, Code
from qwixx.server.reference.descriptions import members
from qwixx.server.store.store import LISTED, LISTED_PER_GUEST
from qwixx.server.table.chat import LINES_PER_GUEST, RATE_SECONDS
from qwixx.server.table.decide import MOST_ENTRIES
from qwixx.server.table.duties import IDLE_TIMES, REVEAL_TIME
from qwixx.server.table.host_tools import MOST_BANNED
from qwixx.server.table.in_lobby import MOST_MUTED
from qwixx.server.table.table import COMMANDS_KEPT
from qwixx.server.table.views import SPECTATORS_NAMED
from qwixx.server.web.game_api import COACH_RATE
from qwixx.server.web.guest_api import EXPORT_RATE, KEY_RATE, NAME_RATE, RECOVERY_RATE
from qwixx.server.web.rate_limits import (
    COMMANDS_OF_ADDRESS,
    COMMANDS_OF_GUEST,
    CONNECTIONS_PER_ADDRESS,
    CONNECTIONS_PER_GUEST,
)
from qwixx.server.web.requests import REPLAY_RATE, STATUS_OF_CODE
from qwixx.server.web.session import HELLO_SECONDS, STRIKES
from qwixx.server.web.table_api import REPORT_RATE, TABLE_RATE, TABLES_PER_GUEST
from qwixx.server.web.table_codes import PATIENCE, WRONG_OF_ADDRESS, WRONG_OF_GUEST

PAGE = Path(__file__).parent.parent / "docs" / "protocol.md"


def table(*rows: Iterable[object]) -> str:
    head, *body = [[str(cell).replace("|", r"\|") for cell in row] for row in rows]
    return "".join(f"| {' | '.join(row)} |\n" for row in [head, ["---"] * len(head), *body])


def bytes_of(number: int) -> str:
    return f"{number // 1024} KiB"


def rate(limit: tuple[float, float]) -> str:
    """`(0.5, 20)`: 20 at once, then one every 2 s."""
    per_second, burst = limit
    then = f"{per_second:g} a second" if per_second >= 1 else f"one every {1 / per_second:g} s"
    return f"{burst:g} at once, then {then}"


def sizes() -> str:
    large = f"`{Code.TOO_LARGE}`"
    return table(
        ("what", "at most", "beyond that"),
        ("a command, or the body of a request", bytes_of(MESSAGE_BYTES), large),
        ("a frame", bytes_of(LARGEST_FRAME), f"closed with {CloseCode.TOO_BIG:d}"),
        ("a name", f"{NAME_LENGTH} characters", "cut"),
        ("a chat line", f"{CHAT_LENGTH} characters", f"`{Code.CHAT_LONG}`"),
        ("a report", f"{CHAT_LENGTH} characters", f"cut; beyond 1,000 `{Code.MALFORMED}`"),
        ("frames that wait for a slow client", f"{WAITING_FRAMES}, or {bytes_of(WAITING_BYTES)}", "cut off"),
        ("connections of a guest", CONNECTIONS_PER_GUEST, f"`bye` with `{Code.TOO_MANY}`"),
        ("connections from an address", CONNECTIONS_PER_ADDRESS, f"`bye` with `{Code.TOO_MANY}`"),
        ("bad messages of a connection", STRIKES - 1, f"closed with {CloseCode.POLICY:d}"),
        ("unfinished games that a guest has opened", TABLES_PER_GUEST, f"`{Code.TOO_MANY}`"),
        ("entries in the log of a table", f"{MOST_ENTRIES:,}", f"`{Code.LOG_FULL}`"),
        ("guests who are muted at a table", MOST_MUTED, large),
        ("guests who are banned from a table", MOST_BANNED, large),
        ("lines in a list of tables or games", LISTED, "the newest are listed"),
        ("tables of one guest in the list of open tables", LISTED_PER_GUEST, "the newest are listed"),
        ("spectators named at a table", SPECTATORS_NAMED, "the others are counted"),
        ("chat lines in a snapshot", SHOWN_LINES, "the newest are sent"),
        ("updates that a returning client is sent", KEPT_FRAMES, "a snapshot"),
        ("commands of a guest that are recognised when sent again", f"{COMMANDS_KEPT // 2} or more", "—"),
        ("chat lines of a table that are recognised when sent again", "all that are kept", "—"),
    )


def rates() -> str:
    return table(
        ("what", "for", "limit"),
        ("commands", "a guest, over all connections", rate(COMMANDS_OF_GUEST)),
        ("commands", "an address", rate(COMMANDS_OF_ADDRESS)),
        ("chat lines", "a guest at a table", f"{LINES_PER_GUEST} in {RATE_SECONDS:g} s"),
        ("new guests, new names", "an address", rate(NAME_RATE)),
        ("new tables", "an address", rate(TABLE_RATE)),
        ("wrong table codes", "a guest", rate(WRONG_OF_GUEST)),
        ("wrong table codes", "an address", rate(WRONG_OF_ADDRESS)),
        ("hints and verdicts", "a guest", rate(COACH_RATE)),
        ("reviews", "an address", rate(COACH_RATE)),
        ("records, replays, checks of dice", "an address", rate(REPLAY_RATE)),
        ("reports", "a guest", rate(REPORT_RATE)),
        ("exports", "a guest", rate(EXPORT_RATE)),
        ("new recovery keys", "a guest", rate(KEY_RATE)),
        ("uses of a recovery key", "an address", rate(RECOVERY_RATE)),
    )


def times() -> str:
    return table(
        ("what", "time", "after that"),
        ("a request to arrive", f"{REQUEST_SECONDS:g} s", "cut off"),
        ("`hello` to arrive", f"{HELLO_SECONDS} s", f"`bye` with `{Code.HELLO_FIRST}`"),
        ("from one ping of the server to the next", f"{PING_SECONDS} s", "—"),
        ("the answer to a ping", f"{PONG_SECONDS} s", f"closed with {CloseCode.NO_PONG:d}"),
        ("a table code to wait for its turn", f"{PATIENCE:g} s", f"`{Code.TOO_FAST}`"),
        ("`reveal` to arrive, from `start`", f"{REVEAL_TIME // 1000} s", "the seat gets a derived nonce"),
        (
            "a connected player to act",
            f"{IDLE_TIMES} times `away_after`",
            "the others may send `hand-over`",
        ),
        ("a table before its game, without anybody there", f"{LOBBY_HOURS} hours", "`expired`"),
        ("a game without anybody acting", f"{GAME_DAYS} days", "`expired`"),
    )


def close_codes() -> str:
    return table(("code", "when"), *members(CloseCode).items())


def error_codes() -> str:
    rows = [
        (f"`{code}`", STATUS_OF_CODE.get(Code(code), ""), meaning) for code, meaning in members(Code).items()
    ]
    return table(("code", "status", "meaning"), *rows)


def rule_codes() -> str:
    rows = [(f"`{reason.value}`", reason.rule, f"{reason.sentence.capitalize()}.") for reason in Reason]
    return table(("code", "rule", "meaning"), *rows)


TABLES = {
    "sizes": sizes,
    "rates": rates,
    "times": times,
    "close codes": close_codes,
    "error codes": error_codes,
    "codes of the rules": rule_codes,
}


def page() -> str:
    """The page with its tables as they should be."""
    text = PAGE.read_text(encoding="utf-8")
    for name, made in TABLES.items():
        start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
        head, rest = text.split(start)
        text = f"{head}{start}\n{made()}\n{end}{rest.split(end)[1]}"
    return text


def write() -> None:
    PAGE.write_text(page(), encoding="utf-8")
