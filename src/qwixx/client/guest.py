"""A guest of a server: opens tables, finds tables and connects to them."""

import asyncio
import urllib.error
import urllib.parse
import urllib.request
from typing import TypeVar

import msgspec

from qwixx.dice.proof import RecordCheck, check
from qwixx.rules import Record
from qwixx.server.protocol import (
    Created,
    Error,
    Hint,
    Name,
    NewReport,
    NewTable,
    Options,
    Recovery,
    RecoveryKey,
    Summary,
    Working,
)
from qwixx.server.protocol import GuestProfile as Profile

from .dice_notes import DiceNotes
from .errors import ClientError, Refused
from .table import TableClient

T = TypeVar("T")


class Guest:
    """Keep `cookie` like a password: with it the guest is the same one next time."""

    def __init__(self, url: str, cookie: str = "") -> None:
        self.url = url.rstrip("/")
        self.cookie = cookie
        self.id = ""
        self.name = ""
        self._notes: dict[str, DiceNotes] = {}

    @classmethod
    async def arrive(cls, url: str, name: str, cookie: str = "") -> "Guest":
        guest = cls(url, cookie)
        profile = await guest._call("POST", "/api/me", Profile, Name(name))
        guest.id, guest.name = profile.id, profile.name
        return guest

    @classmethod
    async def recover(cls, url: str, key: str) -> "Guest":
        """The guest whose recovery key or link this is; the guest's old cookie is no longer valid."""
        guest = cls(url)
        wanted = Recovery(key.rpartition("#")[2])
        profile = await guest._call("POST", "/api/me/recover", Profile, wanted)
        guest.id, guest.name = profile.id, profile.name
        return guest

    async def recovery_key(self) -> str:
        """A new key for `recover`, which works once; the previous one is no longer valid."""
        return (await self._call("POST", "/api/me/key", RecoveryKey, {})).key

    async def create(self, options: Options | None = None, bots: tuple[str | None, ...] = ()) -> str:
        """Opens a table and returns its id."""
        new = NewTable(options or Options(), bots)
        return (await self._call("POST", "/api/tables", Created, new)).id

    async def report(self, table: str, text: str, guest: str = "") -> None:
        """Tells the host of the server about a guest at the table, or about no one guest."""
        await self._call("POST", f"/api/tables/{table}/report", type(None), NewReport(guest, text))

    async def hint(self, table: str, seat: int) -> Hint | Working:
        """What each choice of our own seat is worth, at a training table; `Working` means: ask again."""
        answer: bytes = await asyncio.to_thread(
            self._request, "GET", f"/api/tables/{table}/hint?seat={seat}", None
        )
        return msgspec.json.decode(answer, type=Hint | Working)

    async def open_tables(self) -> list[Summary]:
        return await self._call("GET", "/api/tables", list[Summary])

    async def games(self) -> list[Summary]:
        """The running and finished games of this guest."""
        return await self._call("GET", "/api/games", list[Summary])

    async def record(self, table: str) -> str:
        return (await asyncio.to_thread(self._request, "GET", f"/api/games/{table}/record", None)).decode()

    async def check_dice(self, table: str) -> RecordCheck:
        """Checks the dice of a game that is over against what we noted while we played.

        `table` is the name that we opened the table by. Raises `NotFair` if there is nothing to check.
        """
        notes = self._notes.get(table, DiceNotes())
        return check(Record.parse(await self.record(table)), notes.noted())

    def table(self, name: str) -> TableClient:
        """A client for the table with this id or short code; use it with `async with`."""
        scheme, _, rest = self.url.partition("://")
        return TableClient(
            f"{'wss' if scheme == 'https' else 'ws'}://{rest}/ws?table={urllib.parse.quote(name)}",
            self.cookie,
            name,
            self._notes.setdefault(name, DiceNotes()),
        )

    async def _call(self, method: str, path: str, kind: type[T], body: object = None) -> T:
        return msgspec.json.decode(await asyncio.to_thread(self._request, method, path, body), type=kind)

    def _request(self, method: str, path: str, body: object) -> bytes:
        data = None if body is None else msgspec.json.encode(body)
        request = urllib.request.Request(self.url + path, data, method=method)
        if self.cookie:
            request.add_header("Cookie", self.cookie)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                if cookie := response.headers.get("Set-Cookie"):
                    self.cookie = cookie.partition(";")[0]
                found: bytes = response.read()
                return found
        except urllib.error.HTTPError as error:
            raise _refusal(error.read()) from None
        except OSError as error:
            why = getattr(error, "reason", error)
            why = getattr(why, "strerror", None) or why
            raise ClientError(f"{self.url} cannot be reached ({why}).") from None


def _refusal(data: bytes) -> Exception:
    try:
        return Refused(msgspec.json.decode(data, type=Error))
    except msgspec.MsgspecError:
        return ClientError("This is not a qwixx server: check the address.")
