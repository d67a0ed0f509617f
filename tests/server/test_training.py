"""Training tables and reviews at a real server: marks, hints, exact verdicts, and every refusal."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import pytest
from live_server import Running
from seated import Person, play

from qwixx import Record
from qwixx.client import Guest
from qwixx.coach import Review
from qwixx.server.protocol import Hint, Options, Reviewed, TurnVerdict
from qwixx.server.settings import Settings
from qwixx.server.web import game_api

TRAINING = Options(seats=2, training=True)
SOLO = Options(seats=1, training=True)


async def get(person: Person | None, url: str, path: str) -> httpx2.Response:
    headers = {"Cookie": person.guest.cookie} if person else {}
    async with httpx2.AsyncClient(timeout=60) as client:
        return await client.get(url + path, headers=headers)


async def answer(person: Person, url: str, path: str) -> httpx2.Response:
    """As a browser asks: again, while it is being worked out."""
    while True:
        found = await get(person, url, path)
        if found.status_code != 202:
            return found
        assert found.json()["type"] == "working"


async def code(person: Person | None, url: str, path: str) -> tuple[int, str]:
    found = await get(person, url, path)
    return found.status_code, found.json()["code"]


def active_first(people: list[Person]) -> list[Person]:
    """The active person and the other, and with it who has which seat."""
    return people if people[0].game["active"] == 0 else people[::-1]


def test_a_training_table_is_marked_in_lists_view_and_record(server: Running) -> None:
    async def story(people: list[Person]) -> None:
        ann = people[0]
        assert ann.table["options"]["training"] is True
        assert ann.table["practice"] is True
        assert [one.training for one in await ann.guest.games()] == [True]
        await ann.pass_to_the_end(0)
        record = Record.parse(await ann.guest.record(ann.id))
        assert record.headers["Training"] == "yes"

    play(server.url, 1, SOLO, story)


def test_other_tables_are_not_marked(server: Running) -> None:
    async def story(people: list[Person]) -> None:
        ann = people[0]
        assert [one.training for one in await ann.guest.games()] == [False]
        assert "practice" not in ann.table
        await ann.pass_to_the_end(0)
        assert "Training" not in Record.parse(await ann.guest.record(ann.id)).headers

    play(server.url, 1, Options(seats=1), story)


def test_a_hint_has_every_choice_of_the_seat_best_first(lasting: Running) -> None:
    async def story(people: list[Person]) -> None:
        active, _ = active_first(people)
        seat = active.game["active"]
        await active.ask("roll", turn=1)
        found = await answer(active, lasting.url, f"/api/tables/{active.id}/hint?seat={seat}")
        hint = msgspec.json.decode(found.content, type=Hint)
        assert (hint.seat, hint.turn, hint.action, hint.unit) == (seat, 1, 1, "win")
        offered = [option["choice"] for option in active.offers[seat]["options"]]
        assert sorted(map(str, offered)) == sorted(
            str(msgspec.to_builtins(option.choice)) for option in hint.options
        )
        assert [option.loss for option in hint.options] == sorted(option.loss for option in hint.options)
        assert hint.options[0].loss == 0

    play(lasting.url, 2, TRAINING, story)


def test_the_hint_does_not_change_with_what_the_other_has_chosen(lasting: Running) -> None:
    async def story(people: list[Person]) -> None:
        active, other = active_first(people)
        seat, theirs = active.game["active"], 1 - active.game["active"]
        await active.ask("roll", turn=1)
        await other.turn(1)
        path = f"/api/tables/{active.id}/hint?seat={seat}"
        before = (await answer(active, lasting.url, path)).content
        for option in range(len(other.offers[theirs]["options"])):
            await other.choose(theirs, option)
            assert (await answer(active, lasting.url, path)).content == before

    play(lasting.url, 2, TRAINING, story)


def test_refusals_of_hints(lasting: Running) -> None:
    async def story(people: list[Person]) -> None:
        url, path = lasting.url, f"/api/tables/{people[0].id}/hint?seat="
        active, other = active_first(people)
        seat = active.game["active"]
        assert await code(active, url, f"{path}{seat}") == (409, "not-your-turn")
        await active.ask("roll", turn=1)
        assert await code(other, url, f"{path}{seat}") == (403, "not-your-seat")
        assert await code(active, url, f"{path}4") == (400, "no-such-seat")
        for bad in ("", "-1", "x", "1.0", "99999999999", "²"):
            assert await code(active, url, f"{path}{bad}") == (400, "malformed")
        assert await code(None, url, f"{path}{seat}") == (401, "no-guest")
        assert await code(active, url, "/api/tables/nowhere/hint?seat=0") == (404, "no-such-table")
        await active.choose(seat)
        assert await code(active, url, f"{path}{seat}") == (409, "not-your-turn")
        assert await code(active, url, path.replace("hint?seat=", "verdict?turn=1")) == (400, "not-practice")

    play(lasting.url, 2, TRAINING, story)


def test_no_hints_at_other_tables(lasting: Running) -> None:
    async def story(people: list[Person]) -> None:
        ann = people[0]
        await ann.ask("roll", turn=1)
        for path in ("hint?seat=0", "verdict?turn=1"):
            found = await code(ann, lasting.url, f"/api/tables/{ann.id}/{path}")
            assert found == (400, "not-training")

    play(lasting.url, 1, Options(seats=1), story)


@pytest.fixture
def strict(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server that answers three questions."""
    monkeypatch.setattr(game_api, "COACH_RATE", (0, 3))
    running = Running(Settings(database=database, pace=0)).start()
    yield running
    running.stop()


def test_asking_too_often_is_refused_but_known_answers_are_sent_again(strict: Running) -> None:
    async def story(people: list[Person]) -> None:
        ann = people[0]
        await ann.ask("roll", turn=1)
        asked = [f"/api/tables/{ann.id}/hint?seat={seat}" for seat in range(5)]
        for path in asked[:3]:
            # Asking how far it is, or once more, costs nothing.
            for _ in range(3):
                assert (await answer(ann, strict.url, path)).status_code == 200
        assert await code(ann, strict.url, asked[3]) == (429, "too-fast")
        assert (await answer(ann, strict.url, asked[0])).status_code == 200

    play(strict.url, 1, Options(seats=5, training=True), story)


def test_a_practice_adds_up_turn_by_turn(lasting: Running) -> None:
    async def story(people: list[Person]) -> None:
        ann = people[0]
        path = f"/api/tables/{ann.id}/verdict?turn="
        assert await code(ann, lasting.url, f"{path}1") == (400, "too-early")
        luck = errors = 0.0
        for turn in (1, 2, 3):
            await ann.ask("roll", turn=turn)
            while ann.game["phase"] != "roll":
                await ann.choose(0, -1)
            found = (await answer(ann, lasting.url, f"{path}{turn}")).content
            verdict = msgspec.json.decode(found, type=TurnVerdict)
            luck += verdict.roll
            errors += sum(decision.loss for decision in verdict.decisions)
            assert all(decision.turn == turn for decision in verdict.decisions)
            assert verdict.luck == pytest.approx(luck)
            assert verdict.errors == pytest.approx(errors)
        await ann.pass_to_the_end(0)
        found = (await answer(ann, lasting.url, path + str(ann.game["turn"]))).content
        verdict = msgspec.json.decode(found, type=TurnVerdict)
        assert verdict.start + verdict.luck - verdict.errors == pytest.approx(ann.game["scores"][0])

    play(lasting.url, 1, SOLO, story)


# Reviews


async def finished(url: str, bots: tuple[str | None, ...], **options: Any) -> tuple[Guest, str]:
    """A game of a guest who passes, and bots."""
    from live_server import wire

    guest = await Guest.arrive(url, "Ann")
    table = await guest.create(Options(seats=len(bots), **options), bots)
    async with wire(url, guest.cookie) as line:
        person = Person(guest, line, table)
        await person.hello()
        await person.ask("sit", seat=0)
        await person.ask("start")
        await person.pass_to_the_end(0)
    return guest, table


def reviewed(found: httpx2.Response) -> Review:
    return msgspec.json.decode(found.content, type=Reviewed).review


@pytest.mark.parametrize(
    ("variant", "bots"),
    [("classic", (None, "gap")), ("longo", (None,)), ("onboard-b", (None, "gap", "random"))],
)
def test_anyone_with_the_link_may_read_the_review(
    lasting: Running, variant: str, bots: tuple[str | None, ...]
) -> None:
    async def story() -> None:
        _, table = await finished(lasting.url, bots, variant=variant)
        stranger = Person(await Guest.arrive(lasting.url, "Bob"), line=None, table=table)  # type: ignore[arg-type]
        found = await answer(stranger, lasting.url, f"/api/games/{table}/review")
        review = reviewed(found)
        assert review.finished
        assert review.variant == variant
        assert len(review.seats) == len(bots)
        # It is kept, and comes out the same.
        again = await get(None, lasting.url, f"/api/games/{table}/review")
        assert again.status_code == 200
        assert again.content == found.content

    asyncio.run(story())


def test_there_is_no_review_of_an_unfinished_or_unknown_game(lasting: Running) -> None:
    async def story(people: list[Person]) -> None:
        ann = people[0]
        assert await code(ann, lasting.url, f"/api/games/{ann.id}/review") == (409, "not-finished")
        assert await code(ann, lasting.url, "/api/games/nowhere/review") == (404, "no-such-table")

    play(lasting.url, 1, SOLO, story)


def test_a_game_whose_log_is_damaged_is_refused_in_plain_words(server: Running, tmp_path: Path) -> None:
    async def story() -> None:
        _, table = await finished(server.url, (None,))
        with sqlite3.connect(tmp_path / "qwixx.sqlite") as database:
            database.execute("UPDATE events SET data = x'7b' WHERE game = ? AND seq = 7", (table,))
        database.close()
        for what in ("review", "replay", "record"):
            assert await code(None, server.url, f"/api/games/{table}/{what}") == (400, "damaged")

    asyncio.run(story())


def test_the_server_itself_never_loads_what_the_coach_computes_with() -> None:
    """So a review can never hold up a game."""
    program = "import sys, qwixx.server.app; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
