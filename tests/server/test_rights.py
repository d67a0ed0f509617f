"""The table of rights, cell by cell, asked over HTTP and WebSocket of a real server."""

import asyncio
import contextlib
from pathlib import Path
from typing import NamedTuple

import httpx2
import pytest
from live_server import Running, wire
from seated import Person
from websockets.exceptions import InvalidStatus

from qwixx.client import Guest
from qwixx.server.protocol import Options
from qwixx.server.table.checks import CommandRefused
from qwixx.server.table.rights import RIGHTS, Access, Asker, Right, check_report, right, rights_table
from qwixx.server.table.table import Table

REFUSALS = {"no-guest", "no-such-table", "no-spectators", "not-your-seat"}
SEEING = {Access.LOBBY: "lobby", Access.GAME: "playing", Access.ENDED: "finished", Access.RECORD: "finished"}


class Party(NamedTuple):
    """The guests of a server, and its tables by stage, full or not, and with spectators or without."""

    url: str
    cookies: dict[Asker, str]
    tables: dict[tuple[str, bool, bool], tuple[str, str]]

    def name(self, stage: str, full: bool, spectators: bool, asker: Asker) -> str:
        id, code = self.tables[stage, full, spectators]
        return code if asker in (Asker.CODE_GUEST, Asker.CODE_VISITOR) else id

    def get(self, asker: Asker, path: str) -> set[str]:
        """The refusal, if it was refused for lack of a right."""
        cookie = self.cookies.get(asker)
        answer = httpx2.get(self.url + path, headers={"Cookie": cookie} if cookie else {})
        if answer.status_code < 400:
            return set()
        return {answer.json()["code"]} & REFUSALS

    def hello(self, asker: Asker, table: str) -> set[str]:
        async def run() -> set[str]:
            try:
                async with wire(self.url, self.cookies.get(asker, "")) as line:
                    return {(await line.hello(table)).get("code", "")} & REFUSALS
            except InvalidStatus:
                return {"no-guest"}

        return asyncio.run(asyncio.wait_for(run(), 60))


async def prepare(url: str) -> Party:
    host, player, eve = [await Guest.arrive(url, name) for name in ("Hanna", "Paul", "Eve")]
    tables = {}
    for spectators in (True, False):
        for stage, full in (("lobby", False), ("lobby", True), ("playing", True), ("finished", True)):
            table = await host.create(Options(seats=3, spectators=spectators), bots=(None, "gap", None))
            async with wire(url, host.cookie) as hers, wire(url, player.cookie) as his:
                hanna, paul = Person(host, hers, table), Person(player, his, table)
                await hanna.hello()
                await paul.hello()
                tables[stage, full, spectators] = (table, hanna.table["code"])
                await paul.ask("sit", seat=0)
                await paul.ask("ready")
                if full:
                    await hanna.ask("seat-bot", seat=2, bot="gap")
                if stage in ("playing", "finished"):
                    await hanna.ask("start")
                    await paul.when(lambda paul=paul: paul.game)  # type: ignore[misc]
                if stage == "finished":
                    await paul.pass_to_the_end(0)
    cookies = {Asker.PLAYER: player, Asker.HOST: host, Asker.GUEST: eve, Asker.CODE_GUEST: eve}
    return Party(url, {asker: guest.cookie for asker, guest in cookies.items()}, tables)


@pytest.fixture(scope="module")
def party(lasting: Running) -> Party:
    return asyncio.run(asyncio.wait_for(prepare(lasting.url), 120))


def test_every_cell_has_a_right() -> None:
    assert list(RIGHTS) == list(Access)
    assert all(len(row) == len(Asker) for row in RIGHTS.values())


def test_the_docs_have_the_same_table() -> None:
    page = Path(__file__).parents[2] / "docs" / "rights.md"
    assert rights_table() in page.read_text(encoding="utf-8"), rights_table()


def expected(access: Access, asker: Asker, *, full: bool, spectators: bool) -> bool:
    found = right(access, asker)
    return found is Right.YES or (
        found is not Right.NO and (spectators or (found is Right.FREE_SEAT and not full))
    )


@pytest.mark.parametrize("spectators", [True, False], ids=["watched", "unwatched"])
@pytest.mark.parametrize("asker", Asker, ids=lambda asker: asker.name.lower())
@pytest.mark.parametrize(
    ("access", "full"),
    [
        (Access.LOBBY, False),
        *[(access, True) for access in (Access.LOBBY, Access.GAME, Access.ENDED, Access.RECORD)],
    ],
    ids=lambda value: value.name.lower() if isinstance(value, Access) else ("free", "full")[value],
)
def test_seeing_a_table(party: Party, access: Access, asker: Asker, full: bool, spectators: bool) -> None:
    name = party.name(SEEING[access], full, spectators, asker)
    if access is Access.RECORD:
        paths = [f"/api/games/{name}/{what}" for what in ("record", "replay", "dice", "review")]
        refusals = [party.get(asker, path) for path in paths]
    else:
        refusals = [party.get(asker, f"/api/tables/{name}{more}") for more in ("", "/qr.svg", "/log")]
        refusals.append(party.hello(asker, name))
    allowed = expected(access, asker, full=full, spectators=spectators)
    assert [not found for found in refusals] == [allowed] * len(refusals), refusals


@pytest.mark.parametrize("spectators", [True, False], ids=["watched", "unwatched"])
@pytest.mark.parametrize("asker", Asker, ids=lambda asker: asker.name.lower())
@pytest.mark.parametrize("access", [Access.HINT, Access.VERDICT], ids=lambda access: access.name.lower())
def test_asking_the_coach(party: Party, access: Access, asker: Asker, spectators: bool) -> None:
    name = party.name("playing", True, spectators, asker)
    question = "hint?seat=0" if access is Access.HINT else "verdict?turn=1"
    refusal = party.get(asker, f"/api/tables/{name}/{question}")
    assert bool(refusal) is not expected(access, asker, full=True, spectators=spectators), refusal


@pytest.mark.parametrize("asker", Asker, ids=lambda asker: asker.name.lower())
def test_lists_and_new_tables(party: Party, asker: Asker) -> None:
    for path in ("/api/tables", "/api/variants", "/api/bots"):
        assert not party.get(asker, path)
    assert right(Access.OPEN_TABLES, asker) is Right.YES
    allowed = expected(Access.OWN_GAMES, asker, full=True, spectators=True)
    cookie = party.cookies.get(asker)
    new = httpx2.post(
        f"{party.url}/api/tables", json={"options": {}}, headers={"Cookie": cookie} if cookie else {}
    )
    assert (not party.get(asker, "/api/games"), new.status_code == 201) == (allowed, allowed)


def test_a_refusal_says_why_and_a_code_after_the_game_is_like_one_that_never_existed(party: Party) -> None:
    def refusal(asker: Asker, stage: str, spectators: bool) -> set[str]:
        return party.get(asker, f"/api/tables/{party.name(stage, True, spectators, asker)}")

    assert refusal(Asker.GUEST, "playing", False) == {"no-spectators"}
    assert refusal(Asker.VISITOR, "playing", True) == {"no-guest"}
    for asker in (Asker.CODE_GUEST, Asker.CODE_VISITOR):
        assert refusal(asker, "finished", True) == {"no-such-table"}
        assert party.get(asker, "/api/tables/NOSUCH") == {"no-such-table"}


@pytest.mark.parametrize(
    ("guest", "name", "spoke", "code"),
    [
        ("bob", "id", False, ""),
        ("bob", "CODE22", True, ""),
        ("bob", "CODE22", False, "banned"),
        ("ann", "CODE22", False, ""),
        ("cem", "id", False, ""),
        ("cem", "CODE22", False, "locked"),
    ],
)
def test_guests_whom_a_tables_host_has_shut_out_can_report(
    guest: str, name: str, spoke: bool, code: str
) -> None:
    options = Options(seats=2, spectators=False)
    table = Table("id", "CODE22", bytes(32), options=options, host="ann", locked=True)
    table.banned = frozenset(["bob"])
    with pytest.raises(CommandRefused, match=code) if code else contextlib.nullcontext():
        check_report(table, guest, name, spoke=spoke)


def test_the_report_of_a_banned_guest_is_stored(lasting: Running) -> None:
    async def run() -> None:
        ann, bob = [await Guest.arrive(lasting.url, name) for name in ("Ann", "Bob")]
        table = await ann.create(Options(seats=2))
        async with wire(lasting.url, ann.cookie) as line:
            await line.hello(table)
            assert (await line.ask("ban", guest=bob.id)).get("code") is None
        async with httpx2.AsyncClient(base_url=lasting.url, headers={"Cookie": bob.cookie}) as client:
            seen = await client.get(f"/api/tables/{table}")
            report = {"guest": ann.id, "text": "rude"}
            told = await client.post(f"/api/tables/{table}/report", json=report)
        assert (seen.json()["code"], told.status_code) == ("banned", 201)

    asyncio.run(asyncio.wait_for(run(), 60))
