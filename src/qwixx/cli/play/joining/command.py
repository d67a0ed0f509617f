"""`qwixx join`: play at a server's table from the terminal."""

import json
import os
import re
import secrets
import urllib.parse
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import WrongUse
from ...language import Language
from ..options import Plain

if TYPE_CHECKING:
    from qwixx.client import Guest, TableClient
    from qwixx.locales import Catalogue

    from ..terminal import Terminal

HERE = "http://127.0.0.1:8000"
_CODE = re.compile(r"[A-Za-z0-9_-]+")


def join(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The link of the table, or its code.")],
    name: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Your name at the table.", show_default="that of your account"),
    ] = None,
    server: Annotated[
        str, typer.Option(metavar="URL", help="The address of the server, if TABLE is a code.")
    ] = HERE,
    plain: Plain = False,
    lang: Language = None,
) -> None:
    """Play at a table of a server, with people in browsers or terminals.

    Examples:
        qwixx join K7PQ4D
        qwixx join https://play.example.org/t/3f9a --name Ann
    """
    import asyncio

    from qwixx.client import ClientError, Refused
    from qwixx.rules import QwixxError

    from ...language import text_for
    from ..terminal import Terminal
    from .lobby import explained

    terminal = Terminal()
    text = text_for(lang, terminal.encoding)
    base, code = address(table, server)
    try:
        asyncio.run(_visit(terminal, text, base, code, name, plain))
    except (Refused, ClientError) as error:
        raise QwixxError(explained(text, error)) from None


def address(table: str, server: str) -> tuple[str, str]:
    """The address of the server and the name of the table: a link contains both."""
    if _CODE.fullmatch(table):
        if _parts(server) is None:
            raise WrongUse(f"--server {server!r} is not an address: it should look like {HERE}.")
        return server.rstrip("/"), table
    link = _parts(table)
    if link is None:
        raise WrongUse(
            f"{table!r} is neither a code nor a link: copy the link from the browser, with http:// or https://."
        )
    base, found, code = link.path.rpartition("/t/")
    if not found or not code.strip("/"):
        raise WrongUse(f"{table!r} is not the link of a table: it should end in /t/ and the table's id.")
    return f"{link.scheme}://{link.netloc}{base}", code.strip("/")


def _parts(address: str) -> urllib.parse.SplitResult | None:
    """The parts of a web address; nothing if it is not one."""
    try:
        link = urllib.parse.urlsplit(address)
        valid = link.scheme in ("http", "https") and link.hostname and (link.port is None or link.port > 0)
    except ValueError:
        return None
    return link if valid else None


async def _visit(
    terminal: "Terminal", text: "Catalogue", base: str, code: str, name: str | None, plain: bool
) -> None:
    import asyncio

    from qwixx.client import Guest

    from ...draw.glyphs import glyphs_for
    from ..terminal import InputEnded
    from ..terminal_game import Left
    from .lines import JoinLines

    notes = GuestNotes()
    known = notes.get(base)
    guest = await Guest.arrive(base, name or known.get("name") or _own_name(text), known.get("cookie", ""))
    notes.keep(base, {"name": guest.name, "cookie": guest.cookie})
    table: str | None = code
    while table:
        async with guest.table(table) as client:
            table = None
            try:
                if terminal.is_interactive and not plain:
                    table = await _full_screen(guest, client, text, terminal)
                else:
                    lines = JoinLines(terminal, guest, client, text, glyphs_for(terminal.encoding))
                    table = await lines.play()
                    continue
            except (InputEnded, Left):
                pass
            except (KeyboardInterrupt, asyncio.CancelledError):
                _say_goodbye(terminal, text, guest, client)
                raise
            _say_goodbye(terminal, text, guest, client)


async def _full_screen(
    guest: "Guest", client: "TableClient", text: "Catalogue", terminal: "Terminal"
) -> str | None:
    """Plays; the table of the next game if the players go on."""
    from ...draw.glyphs import glyphs_for
    from ..full_screen.app import GameApp
    from .screen import AnotherTable, LobbyScreen

    app = GameApp(LobbyScreen(guest, client, text, glyphs_for(terminal.encoding)), save=lambda: None)
    reason = await app.run_async()
    if isinstance(reason, AnotherTable):
        return reason.table
    if reason:
        raise reason
    return None


def _say_goodbye(terminal: "Terminal", text: "Catalogue", guest: "Guest", client: "TableClient") -> None:
    """The result of the game; otherwise how to come back to the table."""
    from ...console import program
    from ...draw.glyphs import glyphs_for
    from ..result_lines import result_lines
    from .remote_game import RemoteGame

    if client.over and client.game:
        game: RemoteGame = RemoteGame(guest, client, text, glyphs_for(terminal.encoding))
        terminal.show(*result_lines(game, terminal.width))
    elif client.table:
        terminal.show(text("join.back"))
        terminal.console.print(f"  {program()} join {guest.url}/t/{client.table.id}", soft_wrap=True)


def _own_name(text: "Catalogue") -> str:
    account = os.environ.get("USER") or os.environ.get("USERNAME")
    return account.capitalize() if account else text("guest.name", number=100 + secrets.randbelow(900))


class GuestNotes:
    """The name and the cookie of the guest at each server, in a file that only its owner can read.

    With the same cookie the guest is the same one next time, and finds the seat again.
    """

    def __init__(self) -> None:
        from ..saving import games_folder

        self.path: Path = games_folder() / "guests.json"

    def get(self, server: str) -> dict[str, str]:
        return self._read().get(server, {})

    def keep(self, server: str, known: dict[str, str]) -> None:
        found = self._read() | {server: known}
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            part = self.path.with_suffix(".part")
            part.unlink(missing_ok=True)
            with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                json.dump(found, file)
            part.replace(self.path)
        except OSError:  # then the guest is a new one next time
            return

    def _read(self) -> dict[str, dict[str, str]]:
        try:
            found: dict[str, dict[str, str]] = json.loads(self.path.read_text("utf-8"))
            return found
        except (OSError, ValueError):
            return {}
