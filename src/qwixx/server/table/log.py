"""The log of a table: commands that were carried out, dice, and decisions of the clock.

Everything else about a table is computed from its log. Guests are named by their ids. Times are milliseconds
since 1970.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from msgspec import Struct

from qwixx.rules import Choice, QwixxError
from qwixx.rules.actions import Colours, White
from qwixx.rules.records.ending import EarlyCause

from ..protocol import Options


class DamagedLog(QwixxError):
    """An entry of a stored log cannot be decoded, or does not follow from those before it."""


@contextmanager
def reading() -> Iterator[None]:
    """Raises `DamagedLog` for all that a damaged entry can raise when it is decoded and applied."""
    try:
        yield
    except (msgspec.MsgspecError, QwixxError, LookupError, AssertionError) as error:
        raise DamagedLog(str(error)) from error


class Opened(Struct, frozen=True, omit_defaults=True, tag="opened"):
    options: Options
    host: str
    wins: tuple[int, ...] = ()
    """A rematch: the earlier games of the series that each seat has won."""
    before: tuple[str, ...] = ()
    """A rematch: the ids of the tables before it, whose chat goes on here, the latest last."""


class Configured(Struct, frozen=True, omit_defaults=True, tag="configured"):
    options: Options


class Sat(Struct, frozen=True, omit_defaults=True, tag="sat"):
    seat: int
    guest: str
    nonce: str = ""
    """Given in the clear; empty if the seat promised one or brings none."""
    promise: str = ""


class Reserved(Struct, frozen=True, omit_defaults=True, tag="reserved"):
    """A seat of a rematch, kept for the guest who had it in the game before."""

    seat: int
    guest: str


class BotSat(Struct, frozen=True, omit_defaults=True, tag="bot-sat"):
    seat: int
    bot: str
    """The bot that plays, with its options."""
    nonce: str = ""
    """Only in logs from before version 2 of the fair dice."""
    level: str = ""
    """The level by which the bot was chosen."""


class Stood(Struct, frozen=True, omit_defaults=True, tag="stood"):
    seat: int


class Readied(Struct, frozen=True, omit_defaults=True, tag="readied"):
    guest: str
    ready: bool


class Hosted(Struct, frozen=True, omit_defaults=True, tag="hosted"):
    guest: str


class StartAsked(Struct, frozen=True, omit_defaults=True, tag="starting"):
    """The host starts the game: the seats are fixed, and those that promised a nonce reveal it."""


class NonceRevealed(Struct, frozen=True, omit_defaults=True, tag="revealed"):
    seat: int
    nonce: str


class Started(Struct, frozen=True, omit_defaults=True, tag="started"):
    first: int
    fair: int = 1
    """The version of the fair dice; absent in logs from before version 2."""


class DiceRolled(Struct, frozen=True, omit_defaults=True, tag="rolled"):
    white: White
    colours: Colours
    link: str = ""
    """The active player's contribution to the roll."""


class Corrected(Struct, frozen=True, omit_defaults=True, tag="corrected"):
    """Dice were typed in wrongly: this roll replaces the last one."""

    white: White
    colours: Colours


class ChoiceMade(Struct, frozen=True, omit_defaults=True, tag="chose"):
    choice: Choice
    why: str = ""
    """`bot` or `clock` if no person made it."""


class HandedOver(Struct, frozen=True, omit_defaults=True, tag="handed-over"):
    seat: int
    bot: str


class TakenBack(Struct, frozen=True, omit_defaults=True, tag="taken-back"):
    seat: int


class Resigned(Struct, frozen=True, omit_defaults=True, tag="resigned"):
    """The guest gives up the seat for good. The bot plays it to the end of the game."""

    seat: int
    bot: str


class EndProposed(Struct, frozen=True, omit_defaults=True, tag="end-proposed"):
    guest: str


class EndAccepted(Struct, frozen=True, omit_defaults=True, tag="end-accepted"):
    guest: str


class EndDeclined(Struct, frozen=True, omit_defaults=True, tag="end-declined"):
    guest: str


class GameStopped(Struct, frozen=True, omit_defaults=True, tag="stopped"):
    """The players ended the game before the rules did."""

    cause: EarlyCause


class Went(Struct, frozen=True, omit_defaults=True, tag="went"):
    guest: str
    left: bool = False
    """Whether the guest left for good."""


class Came(Struct, frozen=True, omit_defaults=True, tag="came"):
    guest: str


class Muted(Struct, frozen=True, omit_defaults=True, tag="muted"):
    guest: str
    muted: bool


class Kicked(Struct, frozen=True, omit_defaults=True, tag="kicked"):
    guest: str


class Banned(Struct, frozen=True, omit_defaults=True, tag="banned"):
    guest: str
    banned: bool


class Locked(Struct, frozen=True, omit_defaults=True, tag="locked"):
    locked: bool


class RematchOpened(Struct, frozen=True, omit_defaults=True, tag="rematched"):
    table: str


class Expired(Struct, frozen=True, omit_defaults=True, tag="expired"):
    pass


Event = (
    Opened
    | Configured
    | Sat
    | Reserved
    | BotSat
    | Stood
    | Readied
    | Hosted
    | StartAsked
    | NonceRevealed
    | Started
    | DiceRolled
    | Corrected
    | ChoiceMade
    | HandedOver
    | TakenBack
    | Resigned
    | EndProposed
    | EndAccepted
    | EndDeclined
    | GameStopped
    | Went
    | Came
    | Muted
    | Kicked
    | Banned
    | Locked
    | RematchOpened
    | Expired
)


class Entry(Struct, frozen=True, omit_defaults=True):
    at: int
    event: Event
    by: str = ""
    """The guest who sent the command; empty for the server's own."""
    cmd: str = ""
    """The id of the command, by which it is recognised when it is sent again."""


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Entry).decode
