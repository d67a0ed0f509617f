"""`qwixx join`: a server's table from the terminal."""

import asyncio
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Queue

import pytest
from command_line import Qwixx
from live_server import Running, lasting
from textual.pilot import Pilot

from qwixx.cli.draw.glyphs import UNICODE
from qwixx.cli.play.full_screen.app import GameApp
from qwixx.cli.play.joining.command import address
from qwixx.cli.play.joining.screen import JoinScreen, LobbyScreen
from qwixx.client import Guest
from qwixx.locales import catalogue
from qwixx.server.protocol import Choice, GameView, Options, SeatOffers

__all__ = ["lasting"]

FIRST_OPTION = ["", "1"] * 400


@pytest.mark.parametrize(
    ("table", "found"),
    [
        ("K7PQ4D", ("http://home:8000", "K7PQ4D")),
        ("https://play.example.org/t/3f9a", ("https://play.example.org", "3f9a")),
        ("https://play.example.org/qwixx/t/3f9a?now", ("https://play.example.org/qwixx", "3f9a")),
    ],
)
def test_a_link_or_a_code_names_the_table(table: str, found: tuple[str, str]) -> None:
    assert address(table, "http://home:8000/") == found


def test_what_is_neither_a_link_nor_a_code_is_refused(qwixx: Qwixx) -> None:
    for wrong in ("https://play.example.org/rules", "play.example.org/t/3f9a"):
        assert qwixx("join", wrong).code == 2
    done = qwixx("join", "K7PQ4D", "--server", "http://127.0.0.1:9")
    assert (done.code, "cannot be reached" in done.err) == (2, True)


def second(offers: SeatOffers, _game: GameView) -> Choice:
    """The first option that is not the pass."""
    return offers.options[min(1, len(offers.options) - 1)].choice


@contextmanager
def hosted(url: str, variant: str = "classic") -> Iterator[str]:
    """The code of a table whose host, in another thread, starts the game and plays it to the end."""
    codes: Queue[str] = Queue()

    async def host() -> None:
        guest = await Guest.arrive(url, "Hosty")
        async with guest.table(await guest.create(Options(variant=variant, seats=2))) as client:
            await client.sit(0)
            await client.ready()
            assert client.table is not None
            codes.put(client.table.code)
            await client.until(lambda: all(seat.ready for seat in client.table.seats))  # type: ignore[union-attr]
            await client.start()
            await client.play(second)

    loop = asyncio.new_event_loop()
    hosting = loop.create_task(host())

    def run() -> None:
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(hosting)
        loop.close()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield codes.get(timeout=30)
    finally:
        # Otherwise the host of a game that was left would try to reconnect for ever.
        with suppress(RuntimeError):  # the game is over, and the loop is closed
            loop.call_soon_threadsafe(hosting.cancel)
        thread.join(30)


def test_a_whole_game_in_plain_lines(lasting: Running, qwixx: Qwixx, games: Path) -> None:
    with hosted(lasting.url, "onboard-a") as code:
        done = qwixx(
            "join", code, "--server", lasting.url, "--name", "Ann", "--lang", "de", typed=FIRST_OPTION
        )
    text = catalogue("de")
    assert done.code == 0, done.err
    assert text("score.total") in done.out
    assert "Hosty" in done.out
    notes = games / "guests.json"
    assert stat.S_IMODE(notes.stat().st_mode) == 0o600
    assert "Ann" in notes.read_text("utf-8")


def test_leaving_says_how_to_come_back_and_the_seat_is_kept(lasting: Running, qwixx: Qwixx) -> None:
    with hosted(lasting.url) as code:
        done = qwixx("join", code, "--server", lasting.url, "--name", "Ann", typed=["q", "b", "q", "y"])
        link = done.out.rpartition("qwixx join ")[2].strip()
        assert (done.code, f"{lasting.url}/t/" in link) == (0, True)
        done = qwixx("join", link, typed=[])
        assert "Ann" in done.out, "the same guest at the same seat"


def test_the_screen_follows_the_table(lasting: Running, games: Path) -> None:
    assert not games.exists()

    async def run(code: str) -> None:
        guest = await Guest.arrive(lasting.url, "Ann")
        async with guest.table(code) as client:
            application = GameApp(LobbyScreen(client, catalogue("en"), UNICODE), save=lambda: None)
            async with application.run_test(size=(80, 24)) as pilot:
                await _choose(pilot, application)

    async def _choose(pilot: "Pilot[BaseException]", application: GameApp) -> None:
        while not isinstance(application.screen, JoinScreen) or not application.screen.choosing:
            await pilot.pause(0.02)
            await pilot.press("enter")
        screen = application.screen
        state = screen.game.state
        (offers,) = screen.game.client.offers
        assert screen.choosing is not None
        assert [offer.choice for offer in offers.options] == list(screen.choosing.options)
        await pilot.press("1", "1")
        while screen.game.state == state:
            await pilot.pause(0.02)
        await pilot.press("q", "y")

    with hosted(lasting.url) as code:
        asyncio.run(run(code))


def test_the_host_starts_the_game_with_enter(lasting: Running, games: Path) -> None:
    assert not games.exists()

    async def run() -> None:
        guest = await Guest.arrive(lasting.url, "Ann")
        table = await guest.create(Options(seats=2), bots=(None, "gap"))
        async with guest.table(table) as client:
            application = GameApp(LobbyScreen(client, catalogue("en"), UNICODE), save=lambda: None)
            async with application.run_test() as pilot:
                while not isinstance(application.screen, JoinScreen):
                    await pilot.pause(0.02)
                    await pilot.press("enter")

    asyncio.run(run())
