"""The `Store` protocol: games with their append-only logs, guests and chat; its rows and its errors."""

from collections.abc import Collection, Sequence
from typing import Protocol

from msgspec import Struct

from qwixx.rules import QwixxError

from ..protocol import Status, Visibility

EVENT_FORMAT = 2
"""Stored with each event; a program never reads events of a format it does not know."""
LAST_SEQ = 2**31 - 1
LISTED = 100
"""Most tables or games in a list."""
LISTED_PER_GUEST = 5


class StoreError(QwixxError):
    """The store cannot be used at all: a wrong address, or data of a newer version."""


class StoreNotReady(StoreError):
    """The database cannot be reached yet: trying again is right."""


class StoreUnavailable(Exception):
    """The disk is full or the database cannot be reached: nothing is acknowledged; a retry may succeed."""


class StoreReadOnly(StoreUnavailable):
    """The host has made the server read-only: nothing is acknowledged until that ends."""


NO_SUMMARY = b"{}"
"""The summary of a table that is not in the lists."""


class GameRow(Struct, frozen=True):
    id: str
    """Unguessable: it is all that a guest needs to open the table."""
    code: str
    """Short enough to read aloud; unique like the id."""
    visibility: Visibility
    seed: bytes
    """The secret of the fair dice. It leaves the server only when the game is over."""
    created: float
    status: Status = "lobby"
    updated: float = 0.0
    summary: bytes = NO_SUMMARY
    """What lists of tables show, as JSON."""
    opener: str = ""
    """The guest who opened the table; empty in games from before it was stored."""


class LogEvent(Struct, frozen=True):
    game: str
    seq: int
    data: bytes


class Listing(Struct, frozen=True):
    """What lists of tables show about a game, as of the time `updated`."""

    game: str
    status: Status
    updated: float
    summary: bytes
    guests: dict[str, str] = {}
    """The guests who hold seats, with their names."""


class GuestRow(Struct, frozen=True):
    id: str
    secret_hash: bytes
    """SHA-256 of the secret in the cookie; the secret itself is not stored."""
    name: str
    created: float
    banned: bool = False
    recovery_hash: bytes | None = None
    """SHA-256 of the key that carries the guest to another device; the key itself is not stored."""


class ChatRow(Struct, frozen=True):
    game: str
    guest: str
    text: str
    sent: float
    number: int = 0
    """Assigned by the store; rises with every line."""
    cmd: bytes | None = None
    """The id of the command that added the line, which shows when it is sent again."""


class Store(Protocol):
    """`qwixx.testing.check_store` tests every implementation. Times are seconds since 1970."""

    async def create_game(
        self, game: GameRow, events: Sequence[bytes] = (), also: "LogEvent | None" = None
    ) -> bool:
        """The game, the first events of its log, and an event of another log: all of them or nothing.

        False if the id or the code is taken, or if the other log does not end at `also.seq` - 1.
        """
        ...

    async def append(self, game: str, seq: int, events: Sequence[bytes]) -> bool:
        """Appends all events as seq, seq + 1, … and returns True once they are on the disk.

        Returns False and appends nothing if the log does not end at seq - 1. After `StoreUnavailable` they
        may be there or not: read the log.
        """
        ...

    async def events(self, game: str, after: int = 0, until: int = LAST_SEQ) -> list[bytes]:
        """The events with after < seq ≤ until."""
        ...

    async def heads(self, games: Collection[str]) -> dict[str, int]:
        """The last seq of each of these games that exists; 0 before its first event."""
        ...

    async def game(self, id_or_code: str) -> GameRow | None: ...

    async def open_games(self, limit: int = LISTED) -> list[GameRow]:
        """Open tables that wait for players or can be watched, the latest first.

        At most `LISTED_PER_GUEST` of one opener, so that nobody can hide the tables of the others.
        """
        ...

    async def count_unfinished(self, opener: str) -> int:
        """The number of unfinished games that the guest opened."""
        ...

    async def unfinished_games(self) -> list[GameRow]: ...

    async def games_of(self, guest: str, limit: int | None = LISTED) -> list[GameRow]:
        """The latest first."""
        ...

    async def set_status(self, listings: Sequence[Listing]) -> None:
        """Updates the lists of tables, with at most one listing per game; an older listing changes nothing.

        A guest who was once listed with a game keeps it in `games_of`. Guests who are not stored are
        left out.
        """
        ...

    async def player_names(self, game: str) -> dict[str, str]:
        """The names that the guests had when the game was last listed, as far as they are known."""
        ...

    async def guest(self, secret_hash: bytes) -> GuestRow | None: ...

    async def create_guest(self, guest: GuestRow) -> None: ...

    async def rename_guest(self, guest: str, name: str) -> None: ...

    async def set_recovery(self, guest: str, recovery_hash: bytes) -> None:
        """Replaces the guest's recovery key."""
        ...

    async def recover(self, recovery_hash: bytes, secret_hash: bytes) -> GuestRow | None:
        """Gives the guest with this recovery key a new secret, and uses up the key; returns the guest.

        Nothing changes, and None is returned, if there is no such key or the guest is banned.
        """
        ...

    async def names(self, guests: Collection[str]) -> dict[str, str]: ...

    async def add_chat(self, line: ChatRow) -> int | None:
        """Adds the line and returns its number; None if the guest's command has added a line there before."""
        ...

    async def chat(self, game: str, after: int = 0) -> list[ChatRow]: ...

    async def chat_heads(self, games: Collection[str]) -> dict[str, int]:
        """The number of the newest chat line of each of these games that has one."""
        ...

    async def expire(self, *, games_before: float, chat_before: float) -> list[str]:
        """Marks unfinished games without recent events as expired and returns their ids; deletes old chat."""
        ...

    async def prune(self, *, games_before: float | None, guests_before: float | None) -> list[str]:
        """Deletes some of the games that ended before, with all that belongs to them, and returns their ids.

        Also deletes guests who came before and have no game that is kept. None deletes nothing.
        """
        ...

    async def try_write(self) -> None:
        """Performs a write that changes no data; raises `StoreUnavailable` if it fails."""
        ...

    async def close(self) -> None: ...
