"""The coach worker as the server runs it: a job per line in, progress and an answer per line out."""

import subprocess

import msgspec
import pytest

import qwixx
from qwixx.server.coaching.pool import COMMAND
from qwixx.server.coaching.worker import (
    Answered,
    AskHint,
    AskReview,
    AskVerdict,
    Failed,
    Job,
    Progress,
    Reply,
)
from qwixx.server.protocol import Hint, Reviewed

replies: msgspec.json.Decoder[Reply] = msgspec.json.Decoder(Reply)
GAME = qwixx.play("classic", ["gap", "random"], seed=4)
POSITION = "longo | r2,3 | y4 p1 | g16 | 0 white 5+1 8 2 3 4 : ? ? ?"


@pytest.fixture(scope="module")
def replies_by_job() -> list[list[Reply]]:
    """The replies of one worker to each of its jobs."""
    jobs: list[Job] = [
        AskHint(POSITION, 0, 7, 1),
        AskReview(str(GAME)),
        AskReview("not a record"),
        AskHint("classic | r99 | 0 roll", 0, 1, 1),
        AskVerdict(str(GAME).replace("r", "x"), 1),
        AskHint(POSITION, 0, 7, 1),
    ]
    lines = b"".join(msgspec.json.encode(job) + b"\n" for job in jobs)
    worker = subprocess.run(COMMAND, input=lines, capture_output=True, check=True, timeout=300)
    found: list[list[Reply]] = [[]]
    for line in worker.stdout.splitlines():
        reply = replies.decode(line)
        found[-1].append(reply)
        if not isinstance(reply, Progress):
            found.append([])
    assert found.pop() == []
    # It logs like the server: one JSON object per line.
    assert [msgspec.json.decode(line)["level"] for line in worker.stderr.splitlines()] == ["error"] * 3
    return found


def test_every_job_gets_one_answer(replies_by_job: list[list[Reply]]) -> None:
    assert [type(replies[-1]) for replies in replies_by_job] == [
        Answered,
        Answered,
        Failed,
        Failed,
        Failed,
        Answered,
    ]


def test_an_impossible_game_is_reported_as_damaged(replies_by_job: list[list[Reply]]) -> None:
    assert [replies[-1] for replies in replies_by_job[2:5]] == [Failed(damaged=True)] * 3


def test_a_hint_is_for_the_seat_that_asked_and_is_the_same_again(replies_by_job: list[list[Reply]]) -> None:
    first, again = replies_by_job[0][-1], replies_by_job[5][-1]
    assert isinstance(first, Answered)
    assert isinstance(again, Answered)
    assert bytes(first.answer) == bytes(again.answer)
    hint = msgspec.json.decode(first.answer, type=Hint)
    rules, state = qwixx.parse_position(POSITION)
    assert (hint.seat, hint.turn, hint.action) == (0, 7, 1)
    assert {option.choice for option in hint.options} == set(rules.legal(state, 0))


def test_a_review_reports_its_progress(replies_by_job: list[list[Reply]]) -> None:
    *progress, done = replies_by_job[1]
    shares = [one.done / one.total for one in progress if isinstance(one, Progress)]
    assert len(shares) > 2
    assert shares == sorted(shares)
    assert isinstance(done, Answered)
    assert msgspec.json.decode(done.answer, type=Reviewed).review.finished
