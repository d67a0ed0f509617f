"""The pool of coach workers does each job once, and answers the next one whatever happened to a worker.

The worker here is a small program that obeys its job: the record of the job says what it has to do.
"""

import asyncio
import os
import sys
import textwrap
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from qwixx.server.coaching import pool
from qwixx.server.coaching.pool import Coaching
from qwixx.server.coaching.worker import AskReview, AskVerdict
from qwixx.server.protocol import Working
from qwixx.server.table.checks import CommandRefused

PROGRAM = """
import json, os, pathlib, sys, time
folder = pathlib.Path(sys.argv[1])
with (folder / "started").open("a") as file:
    file.write("x")
(folder / "pid").write_text(str(os.getpid()))

def say(**reply):
    print(json.dumps(reply), flush=True)

for line in sys.stdin:
    job = json.loads(line)
    order = job.get("record", "")
    with (folder / "orders").open("a") as file:
        file.write((order or job["type"]) + "\\n")
    if job["type"] == "compile":
        while not (folder / "go").exists():
            time.sleep(0.01)
        say(type="done", answer=None)
    elif job["type"] == "values":
        say(type="progress", done=1, total=4)
        while not (folder / "go").exists():
            time.sleep(0.01)
        (folder / "built").touch()
        say(type="done", answer=None)
    elif order.startswith("exact") and not (folder / "built").exists() or order.endswith("never"):
        say(type="missing")
    elif order == "die":
        sys.exit(3)
    elif order == "noise":
        print("not JSON", flush=True)
    elif order == "damaged":
        say(type="failed", damaged=True)
    elif order == "broken":
        say(type="failed", damaged=False)
    elif order.startswith("slow"):
        say(type="progress", done=3, total=4)
        while not (folder / "go").exists():
            time.sleep(0.01)
        say(type="done", answer=order)
    else:
        say(type="done", answer=order)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "worker.py").write_text(textwrap.dedent(PROGRAM))
    monkeypatch.setattr(pool, "WAIT", 0.3)
    return tmp_path


def coach(folder: Path, story: Callable[[Coaching], Awaitable[None]]) -> None:
    async def run() -> None:
        coaching = Coaching((sys.executable, str(folder / "worker.py"), str(folder)))
        try:
            await story(coaching)
        finally:
            await coaching.close()

    asyncio.run(asyncio.wait_for(run(), 60))


async def review(coaching: Coaching, order: str) -> str | Working:
    """Asks until there is an answer, except where the test has to let the worker go on first."""
    while True:
        answer = await coaching.review(order, AskReview(order))
        if not isinstance(answer, Working):
            return str(msgspec.json.decode(answer))
        if order.startswith("slow"):
            return answer


async def refusal(answer: Awaitable[object]) -> str:
    with pytest.raises(CommandRefused) as caught:
        await answer
    return caught.value.refusal.code


def orders(folder: Path) -> list[str]:
    return (folder / "orders").read_text().split()


def test_a_job_is_done_once_and_its_answer_is_cached(folder: Path) -> None:
    async def story(coaching: Coaching) -> None:
        assert await review(coaching, "one") == "one"
        assert coaching.knows("one")
        assert await review(coaching, "one") == "one"

    coach(folder, story)
    assert orders(folder) == ["one"]


def test_only_the_latest_answers_are_cached(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "CACHED_ANSWERS", 2)

    async def story(coaching: Coaching) -> None:
        for order in ("one", "two", "one", "three"):
            await review(coaching, order)
        assert [coaching.knows(order) for order in ("one", "two", "three")] == [True, False, True]

    coach(folder, story)


def test_a_waiting_client_sees_the_progress_and_asking_again_does_not_start_the_job_again(
    folder: Path,
) -> None:
    async def story(coaching: Coaching) -> None:
        answer = Working("thinking")
        while not answer.done:
            found = await review(coaching, "slow")
            assert isinstance(found, Working)
            answer = found
        assert answer == Working("thinking", 0.75)
        assert await review(coaching, "slow-two") == Working("waiting", 0.0)
        (folder / "go").touch()
        while isinstance(found, Working):
            found = await review(coaching, "slow")
        assert found == "slow"

    coach(folder, story)
    assert orders(folder).count("slow") == 1


def test_an_answer_that_comes_while_no_request_waits_is_cached(folder: Path) -> None:
    async def story(coaching: Coaching) -> None:
        assert isinstance(await review(coaching, "slow"), Working)
        job = coaching.slow.jobs["slow"]
        (folder / "go").touch()
        await job.answer
        assert coaching.knows("slow")
        assert await review(coaching, "slow") == "slow"

    coach(folder, story)
    assert orders(folder) == ["slow"]


def test_one_review_at_a_time_and_a_hint_does_not_wait_for_it(folder: Path) -> None:
    async def story(coaching: Coaching) -> None:
        await review(coaching, "slow")
        found: object = Working("waiting")
        while isinstance(found, Working):
            found = await coaching.quickly("hint", AskVerdict("hint", 1))
        assert found == b'"hint"'

    coach(folder, story)
    assert (folder / "started").read_text() == "xx"


def test_too_many_questions_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "WAITING", 2)

    async def story(coaching: Coaching) -> None:
        for number in range(3):
            await review(coaching, f"slow-{number}")
        assert await refusal(review(coaching, "slow-3")) == "busy"
        # A job that is already in the queue can still be asked for.
        assert await review(coaching, "slow-2") == Working("waiting", 0.0)

    coach(folder, story)


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("die", "coach-failed"),
        ("noise", "coach-failed"),
        ("broken", "coach-failed"),
        ("damaged", "damaged"),
    ],
)
def test_after_a_failure_the_next_job_is_done(folder: Path, order: str, code: str) -> None:
    async def story(coaching: Coaching) -> None:
        assert await refusal(review(coaching, order)) == code
        assert await review(coaching, "next") == "next"

    coach(folder, story)


def test_a_job_that_takes_for_ever_is_given_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(coaching: Coaching) -> None:
        async def until_refused() -> None:
            while True:
                await review(coaching, "slow")

        with monkeypatch.context() as patched:
            # Long enough for a busy machine to start the worker.
            patched.setattr("qwixx.server.coaching.pool.LONGEST", 3.0)
            assert await refusal(until_refused()) == "coach-failed"
        assert await review(coaching, "next") == "next"

    coach(folder, story)
    assert (folder / "started").read_text() == "xx"


def test_an_idle_worker_is_ended_and_started_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "IDLE", 0.05)

    async def story(coaching: Coaching) -> None:
        assert await review(coaching, "one") == "one"
        await asyncio.sleep(0.5)
        assert await review(coaching, "two") == "two"

    coach(folder, story)
    assert (folder / "started").read_text() == "xx"


def test_closing_ends_a_busy_worker(folder: Path) -> None:
    async def story(coaching: Coaching) -> None:
        while not isinstance(found := await review(coaching, "slow"), Working) or not found.done:
            pass

    coach(folder, story)
    with pytest.raises(ProcessLookupError):
        os.kill(int((folder / "pid").read_text()), 0)


def test_code_is_compiled_when_a_training_begins_and_a_hint_waits_for_it(folder: Path) -> None:
    ask = AskVerdict("hint", 1)

    async def story(coaching: Coaching) -> None:
        for _ in range(2):
            coaching.prepare(training=True, practice=False)
        found = await coaching.quickly(ask, ask)
        assert found == Working("thinking")
        (folder / "go").touch()
        while isinstance(found, Working):
            found = await coaching.quickly(ask, ask)
        assert found == b'"hint"'

    coach(folder, story)
    assert orders(folder) == ["compile", "hint"]


def test_code_for_a_review_is_compiled_while_the_first_game_is_played(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "COMPILE_AFTER", 0.01)
    (folder / "go").touch()

    async def story(coaching: Coaching) -> None:
        for _ in range(2):
            coaching.prepare(training=False, practice=False)
        assert not coaching.slow.jobs
        while not coaching.slow.jobs:
            await asyncio.sleep(0.01)
        assert await review(coaching, "one") == "one"

    coach(folder, story)
    assert orders(folder) == ["compile", "one"]


def test_exact_values_are_built_when_a_practice_begins_and_the_verdict_then_appears(folder: Path) -> None:
    ask = AskVerdict("exact", 1)

    async def story(coaching: Coaching) -> None:
        coaching.prepare(training=True, practice=True)
        found = await coaching.quickly(ask, ask)
        while found == Working("values", 0.0):
            found = await coaching.quickly(ask, ask)
        assert found == Working("values", 0.25)
        (folder / "go").touch()
        while isinstance(found, Working):
            found = await coaching.quickly(ask, ask)
        assert found == b'"exact"'
        coaching.prepare(training=True, practice=True)

    coach(folder, story)
    assert orders(folder) == ["values", "exact"]


def test_missing_values_are_built_on_the_first_question(folder: Path) -> None:
    ask = AskVerdict("exact", 1)
    (folder / "go").touch()

    async def story(coaching: Coaching) -> None:
        found = await coaching.quickly(ask, ask)
        assert isinstance(found, Working)
        while isinstance(found, Working):
            found = await coaching.quickly(ask, ask)
        assert found == b'"exact"'

    coach(folder, story)
    assert orders(folder) == ["exact", "values", "exact"]


def test_a_server_that_cannot_store_the_values_says_so(folder: Path) -> None:
    ask = AskVerdict("exact-never", 1)
    (folder / "go").touch()

    async def story(coaching: Coaching) -> None:
        async def until_refused() -> None:
            while True:
                await coaching.quickly(ask, ask)

        assert await refusal(until_refused()) == "no-values"

    coach(folder, story)
    assert orders(folder).count("values") == 1


def test_asking_costs_nothing_while_the_code_is_compiled() -> None:
    async def run() -> tuple[bool, bool]:
        coaching = Coaching((sys.executable, "-c", "import time; time.sleep(600)"))
        before = coaching.preparing
        coaching.prepare(training=True, practice=False)
        after = coaching.preparing
        await coaching.close()
        return before, after

    assert asyncio.run(run()) == (False, True)
