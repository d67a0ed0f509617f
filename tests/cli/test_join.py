"""`qwixx join`: a server's table from the terminal."""

import asyncio
import io
import os
import stat
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from queue import Queue

import pytest
from command_line import Qwixx
from live_server import Running, lasting
from rich.console import Console
from textual.pilot import Pilot

from qwixx.cli.draw.glyphs import UNICODE
from qwixx.cli.play.full_screen.app import GameApp
from qwixx.cli.play.joining.command import address
from qwixx.cli.play.joining.lines import JoinLines, line_typed
from qwixx.cli.play.joining.screen import JoinScreen, LobbyScreen
from qwixx.cli.play.terminal import Terminal
from qwixx.client import Guest, TableClient
from qwixx.coach.report import Option
from qwixx.locales import catalogue
from qwixx.rules import Pass
from qwixx.server.protocol import Choice, GameView, Hint, Options, SeatOffers, Working

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
    wrong = ["https://play.example.org/rules", "play.example.org/t/3f9a", "http://127.0.0.1:8123/", "", "?a"]
    for table in [*wrong, "http://[::1/t/a", "http://127.0.0.1:99999/t/a", "ftp://127.0.0.1/t/a"]:
        done = qwixx("join", table)
        assert (done.code, done.err.count("\n")) == (2, 1), table
    done = qwixx("join", "K7PQ4D", "--server", "nonsense")
    assert (done.code, "is not an address" in done.err) == (2, True)
    done = qwixx("join", "K7PQ4D", "--server", "http://127.0.0.1:9", "--lang", "pl")
    assert done.code == 2
    assert done.err.startswith(
        "qwixx: Nie można połączyć się ze stołem. http://127.0.0.1:9 cannot be reached (C"
    )


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
            application = GameApp(LobbyScreen(guest, client, catalogue("en"), UNICODE), save=lambda: None)
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
            application = GameApp(LobbyScreen(guest, client, catalogue("en"), UNICODE), save=lambda: None)
            async with application.run_test() as pilot:
                while not isinstance(application.screen, JoinScreen):
                    await pilot.pause(0.02)
                    await pilot.press("enter")

    asyncio.run(run())


@asynccontextmanager
async def two_at_a_table(url: str) -> AsyncIterator[tuple[Guest, TableClient, TableClient]]:
    """Ann and Ben, who has rolled: both have to choose in action 1."""
    ann, ben = await Guest.arrive(url, "Ann"), await Guest.arrive(url, "Ben")
    table = await ben.create(Options(seats=2))
    async with ben.table(table) as bens, ann.table(table) as anns:
        for seat, client in enumerate((bens, anns)):
            await client.sit(seat)
            await client.ready()
        await bens.start()
        while not (bens.game and bens.game.phase == "white"):
            for client in (bens, anns):
                if client.game and client.game.active in client.my_seats():
                    await client.roll(1)
            await asyncio.sleep(0.01)
        await anns.until(lambda: bool(anns.offers))
        yield ann, anns, bens


async def shows(pilot: "Pilot[BaseException]", condition: Callable[[], bool]) -> None:
    while not condition():
        await pilot.pause(0.02)


@asynccontextmanager
async def choosing(
    url: str,
) -> AsyncIterator[tuple["Pilot[BaseException]", JoinScreen, TableClient, TableClient]]:
    """Ann's screen, where she has to choose in action 1; her client and Ben's."""
    async with two_at_a_table(url) as (ann, anns, bens):
        application = GameApp(LobbyScreen(ann, anns, catalogue("en"), UNICODE), save=lambda: None)
        async with application.run_test(size=(80, 24)) as pilot:
            await shows(pilot, lambda: isinstance(application.screen, JoinScreen))
            screen = application.screen
            assert isinstance(screen, JoinScreen)
            await shows(pilot, lambda: screen.choosing is not None)
            yield pilot, screen, anns, bens


def test_a_hidden_choice_is_changed_and_the_chat_is_read_and_used(lasting: Running, games: Path) -> None:
    assert not games.exists()

    async def run() -> None:
        async with choosing(lasting.url) as (pilot, screen, anns, bens):
            await screen.play(anns.offers[0].options[1].choice)
            await shows(pilot, lambda: "You can still change it." in screen.question())
            await pilot.press("u")
            await shows(pilot, lambda: screen.choosing is not None)
            await screen.play(Pass(1))
            await shows(pilot, lambda: anns.picked == (Pass(1),))
            await pilot.press("c", "h", "i", "enter")
            await bens.until(lambda: [line.text for line in bens.chat] == ["hi"])
            await bens.say("hello")
            await shows(pilot, lambda: "Ben: hello" in screen.news)

    asyncio.run(run())


def test_a_lost_connection_is_shown_and_an_answer_waits_for_the_next(lasting: Running, games: Path) -> None:
    assert not games.exists()

    async def run() -> None:
        async with choosing(lasting.url) as (pilot, screen, anns, _bens):
            connect, anns._connect = anns._connect, refuse  # type: ignore[method-assign]
            assert anns._socket is not None
            await anns._socket.close()
            await shows(pilot, lambda: "Connection lost" in screen.line())
            await pilot.press("0")
            await shows(pilot, lambda: screen.choosing is None)
            assert screen.question().startswith("Connection lost")
            await pilot.press("q")  # other keys work meanwhile
            await shows(pilot, lambda: bool(screen.pages))
            await pilot.press("escape")
            anns._connect = connect  # type: ignore[method-assign]
            await shows(pilot, lambda: anns.picked == (Pass(1),))
            await shows(pilot, lambda: "pass: You can still change it." in screen.question())

    asyncio.run(run())


async def refuse() -> None:
    raise OSError("nobody answers")


def test_chat_hint_and_another_game_in_plain_lines(
    lasting: Running, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The coach itself has its own tests; here it need not be compiled."""
    assert not games.exists()
    answers: list[Hint | Working] = [Working("thinking", 0.5)]

    async def hint(_guest: Guest, _table: str, seat: int) -> Hint | Working:
        option = Option(choice=Pass(seat), win=0.5, score=60.0, loss=0.0, error=0.0)
        return answers.pop() if answers else Hint(seat, 1, 1, "win", "exact", 0, (option,))

    monkeypatch.setattr(Guest, "hint", hint)
    monkeypatch.setattr("qwixx.cli.play.joining.remote_game.HINT_SECONDS", 0)

    async def run() -> str:
        guest, loop = await Guest.arrive(lasting.url, "Ann"), asyncio.get_running_loop()
        table = await guest.create(Options(seats=2, training=True), bots=(None, "gap"))
        async with guest.table(table) as client:
            await client.sit(0)
            await client.ready()
            await client.start()
            typed = iter(["c", "good luck", "h", "", "c", ""])

            def read() -> str:
                if not client.over and client.game and client.game.phase == "roll":
                    return ""
                for line in typed:
                    return line
                if client.over:
                    return "n"
                asyncio.run_coroutine_threadsafe(client.propose_end(), loop).result()
                return "0"

            console = Console(file=io.StringIO(), width=80)
            lines = JoinLines(Terminal(console, read), guest, client, catalogue("en"), UNICODE)
            following = await lines.play()
            assert client.table is not None
            assert following == client.table.rematch != ""
            return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]

    shown = asyncio.run(run())
    assert "Ann: good luck" in shown
    assert catalogue("en")("review.exact") in shown
    assert catalogue("en")("score.total") in shown


def test_a_line_can_be_typed_while_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = os.openpty()
    with open(theirs, encoding="utf-8") as keyboard:  # noqa: PTH123
        monkeypatch.setattr("sys.stdin", keyboard)
        terminal = Terminal(Console(file=io.StringIO()))
        monkeypatch.setattr(terminal, "read", keyboard.readline)

        async def run() -> str:
            typed = asyncio.ensure_future(line_typed(terminal))
            await asyncio.sleep(0)
            assert not typed.done()
            os.write(ours, b"u\n")
            return await typed

        assert asyncio.run(run()) == "u"
    os.close(ours)
