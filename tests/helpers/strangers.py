"""Bots as other people might write them, good and bad."""

import os
import signal
import time
from pathlib import Path
from typing import Any

import numpy.typing as npt

from qwixx.dice import Stream
from qwixx.rules import Choice, Cross, View

Legal = tuple[Choice, ...]
Numbers = npt.NDArray[Any]


class Last:
    """The last of the legal choices."""

    def choose(self, view: View, legal: Legal, rng: Stream) -> Choice:  # noqa: ARG002
        return legal[-1]


class BatchedLast:
    """The last of the legal choices, in many games at once."""

    def choose_many(self, observations: Numbers, masks: Numbers) -> Numbers:  # noqa: ARG002
        last: Numbers = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
        return last


class BatchedWrong(BatchedLast):
    """Chooses something illegal as soon as there are three crosses in a row."""

    def choose_many(self, observations: Numbers, masks: Numbers) -> Numbers:
        chosen = super().choose_many(observations, masks)
        chosen[observations[:, :11].sum(axis=1) > 2] = 11
        return chosen


class BatchedLeaving(BatchedLast):
    """Ends its process as soon as there are three crosses in a row."""

    def choose_many(self, observations: Numbers, masks: Numbers) -> Numbers:
        if (observations[:, :11].sum(axis=1) > 2).any():
            os._exit(3)
        return super().choose_many(observations, masks)


class Backwards:
    """As strong as `random`, and yet another player: it counts from the other end."""

    def choose(self, view: View, legal: Legal, rng: Stream) -> Choice:  # noqa: ARG002
        return legal[-1 - rng.below(len(legal))]


class Counting:
    """Carries something from game to game, against the rules of bots."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View, legal: Legal, rng: Stream) -> Choice:  # noqa: ARG002
        self.asked += 1
        return legal[self.asked % len(legal)]


class Talkative(Last):
    def choose(self, view: View, legal: Legal, rng: Stream) -> Choice:
        print("let me see")
        return super().choose(view, legal, rng)


def _third_turn(view: View) -> bool:
    return (
        view.is_active
        and sum(sheet.penalties for sheet in view.state.sheets) == 0
        and any(marks.bit_count() == 3 for marks in view.sheet.rows)
    )


class Raising(Last):
    def choose(self, view: View, legal: Legal, rng: Stream) -> Choice:
        if _third_turn(view):
            raise RuntimeError("I do not know")
        return super().choose(view, legal, rng)


class Leaving(Last):
    def choose(self, view: View, legal: Legal, rng: Stream) -> Choice:
        if _third_turn(view):
            raise SystemExit("I am\nleaving")
        return super().choose(view, legal, rng)


class Speechless(Last):
    class Error(Exception):
        def __str__(self) -> str:
            raise NotImplementedError

    def choose(self, view: View, legal: Legal, rng: Stream) -> Choice:
        if _third_turn(view):
            raise self.Error
        return super().choose(view, legal, rng)


class Cheating(Last):
    def choose(self, view: View, legal: Legal, rng: Stream) -> Choice:
        if _third_turn(view):
            return Cross(view.seat, 0, 12)
        return super().choose(view, legal, rng)


class Sleeping(Last):
    def choose(self, view: View, legal: Legal, rng: Stream) -> Choice:
        if _third_turn(view):
            time.sleep(3600)
        return super().choose(view, legal, rng)


class Crashing(Last):
    def choose(self, view: View, legal: Legal, rng: Stream) -> Choice:
        if _third_turn(view):
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(view, legal, rng)


class Unlucky(Last):
    """Its process is ended once, from outside; the file says that it has happened."""

    def __init__(self, file: str) -> None:
        self.file = Path(file)

    def choose(self, view: View, legal: Legal, rng: Stream) -> Choice:
        if not self.file.exists():
            self.file.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(view, legal, rng)


class Unmade:
    def __init__(self) -> None:
        raise RuntimeError("not today")

    def choose(self, view: View, legal: Legal, rng: Stream) -> Choice:
        raise NotImplementedError
