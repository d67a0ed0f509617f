"""The program of a coach worker, a process beside the server, so that no game waits for a hint or a review.

It reads one job per line and writes progress and one answer per line. It ends when its input is closed.
"""

import logging
import os
import signal
import sys
from typing import BinaryIO

import msgspec
from msgspec import Raw, Struct

from qwixx.coach import evaluator_for, exact_ready, review, unit_of
from qwixx.coach.evaluator import LEAST
from qwixx.kernel.engine.quiet import COMPILE_QUIETLY
from qwixx.kernel.exact.solvable import is_solved
from qwixx.rules import QwixxError, Record, Rules, parse_position

from ..logs import set_up_logs
from ..protocol import Hint, Reviewed, TurnVerdict

logger = logging.getLogger("qwixx.server")


HINT_GAMES = 1000
"""Games for a hint: more than for each choice of a whole game, because it is only one."""


class AskHint(Struct, frozen=True, tag="hint"):
    position: str
    """As the seat sees it; the worker knows nothing else of the table."""
    seat: int
    turn: int
    action: int


class AskVerdict(Struct, frozen=True, tag="verdict"):
    record: str
    """The game up to the end of the turn."""
    turn: int


class AskReview(Struct, frozen=True, tag="review"):
    record: str


class BuildValues(Struct, frozen=True, tag="values"):
    """Builds the exact values of solo games and stores them on disk."""


class Compile(Struct, frozen=True, tag="compile"):
    """Compiles what hints and reviews need, and stores it on disk."""


Job = AskHint | AskVerdict | AskReview | BuildValues | Compile


class Progress(Struct, frozen=True, tag="progress"):
    done: int
    total: int


class Answered(Struct, frozen=True, tag="done"):
    answer: Raw


class Missing(Struct, frozen=True, tag="missing"):
    """The exact values have to be built first."""


class Failed(Struct, frozen=True, tag="failed"):
    damaged: bool
    """Whether the game is at fault, not the worker."""


Reply = Progress | Answered | Missing | Failed


class CoachWorker:
    def __init__(self, out: BinaryIO) -> None:
        self._out = out

    def say(self, reply: Reply) -> None:
        self._out.write(msgspec.json.encode(reply) + b"\n")
        self._out.flush()

    def progress(self, done: int, total: int) -> None:
        self.say(Progress(done, total))

    def work(self, job: Job) -> Reply:
        try:
            found = self._answer(job)
        except QwixxError:
            logger.exception("the coach was asked about an impossible game")
            return Failed(damaged=True)
        except Exception:
            logger.exception("the coach failed")
            return Failed(damaged=False)
        return found if isinstance(found, Missing) else Answered(Raw(msgspec.json.encode(found)))

    def _answer(self, job: Job) -> Hint | TurnVerdict | Reviewed | Missing | None:
        match job:
            case AskHint():
                return hint(job)
            case AskVerdict():
                return verdict(job)
            case AskReview(record=text):
                return Reviewed(review(Record.parse(text), progress=self.progress))
            case BuildValues():
                evaluator_for(Rules("classic", 1), progress=self.progress)
                return None
            case Compile():
                rules = Rules("classic", 2)  # the same code serves every game
                evaluator_for(rules, games=LEAST).estimates(rules.start())
                return None


def hint(job: AskHint) -> Hint | Missing:
    rules, state = parse_position(job.position)
    if _lacks_values(rules):
        return Missing()
    evaluator = evaluator_for(rules, games=HINT_GAMES)
    return Hint(
        seat=job.seat,
        turn=job.turn,
        action=job.action,
        unit=unit_of(rules),
        evaluator=evaluator.name,
        games=evaluator.games,
        options=evaluator.options(state, job.seat),
    )


def verdict(job: AskVerdict) -> TurnVerdict | Missing:
    record = Record.parse(job.record)
    if _lacks_values(record.rules()):
        return Missing()
    found = review(record, reasons=False)
    return TurnVerdict(
        turn=job.turn,
        decisions=tuple(one for one in found.decisions if one.turn == job.turn),
        roll=sum(one.luck[0] for one in found.rolls if one.turn == job.turn),
        luck=found.seats[0].luck,
        errors=found.seats[0].errors,
        start=found.start[0].score,
    )


def _lacks_values(rules: Rules) -> bool:
    """Whether this game has exact values that have not been built yet."""
    return is_solved(rules) and not exact_ready(rules)


def main(niceness: int = 0) -> None:
    """Ignores Ctrl-C, which the server handles, and keeps what libraries print out of the answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    set_up_logs()
    os.environ[COMPILE_QUIETLY] = (
        "1"  # the server's output is its log, and players see that the coach prepares
    )
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    worker = CoachWorker(out)
    read = msgspec.json.Decoder(Job).decode
    for line in sys.stdin.buffer:
        worker.say(worker.work(read(line)))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
