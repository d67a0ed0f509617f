"""Error codes: why something was refused."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from qwixx.rules import Reason


class Code(StrEnum):
    """Why something was refused. Choices and dice can also be refused with a `Reason` of the rules."""

    MALFORMED = "malformed"
    UNKNOWN = "unknown-message"
    TOO_LARGE = "too-large"
    TOO_FAST = "too-fast"
    TOO_MANY = "too-many"
    LOG_FULL = "log-full"
    HELLO_FIRST = "hello-first"
    NO_TABLE = "no-such-table"
    NO_SPECTATORS = "no-spectators"
    NO_GUEST = "no-guest"
    WRONG_ORIGIN = "wrong-origin"
    NOT_HOST = "not-host"
    NOT_SEATED = "not-seated"
    NOT_YOUR_SEAT = "not-your-seat"
    NO_SEAT = "no-such-seat"
    SEAT_TAKEN = "seat-taken"
    SEATS_EMPTY = "seats-empty"
    NOT_READY = "not-ready"
    NOT_LOBBY = "not-in-lobby"
    STARTING = "starting"
    NOT_PLAYING = "not-playing"
    NOT_FINISHED = "not-finished"
    BAD_OPTIONS = "bad-options"
    BAD_BOT = "bad-bot"
    BAD_NAME = "bad-name"
    REVEALED = "already-revealed"
    TOO_LATE = "too-late"
    TOO_EARLY = "too-early"
    OWN_DICE = "own-dice"
    SERVER_DICE = "server-dice"
    WRONG_NONCE = "wrong-nonce"
    WRONG_LINK = "wrong-link"
    NOT_AWAY = "not-away"
    NO_BOT_THERE = "no-bot-there"
    CHAT_OFF = "chat-off"
    CHAT_EMPTY = "chat-empty"
    CHAT_LONG = "chat-too-long"
    MUTED = "muted"
    BANNED = "banned"
    LOCKED = "locked"
    KICKED = "kicked"
    SHUT_OUT = "shut-out"
    EXPIRED = "expired"
    NOT_TRAINING = "not-training"
    NOT_PRACTICE = "not-practice"
    NOT_YOUR_TURN = "not-your-turn"
    BUSY = "busy"
    DAMAGED = "damaged"
    COACH_FAILED = "coach-failed"
    NO_VALUES = "no-values"
    STORAGE = "storage"
    FAULT = "server-fault"
    SHUTDOWN = "shutdown"
    NOT_FOUND = "not-found"


ERROR_CODES = [*(str(code) for code in Code), *(reason.value for reason in Reason)]
ErrorCode = Annotated[str, Meta(extra_json_schema={"enum": list(dict.fromkeys(ERROR_CODES))})]
