"""Isolation of third-party bots: they play in a process of their own, which may crash or hang.

That process writes every action into shared memory. So the watching process sees when a decision takes too
long, and has the record of the game, whatever the bot does to its own process.
"""

import mmap
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

import msgspec

from qwixx.rules import QwixxError

from ..game import BotFailure
from ..match_setting import MatchSetting
from ..outcomes import Outcome
from ..reference_games import Failure, failed, opening
from .processes import GRACE, how_it_ended

WORD = 8
PULSE = 0.25
"""The longest time in seconds between two checks of the bots' progress."""
START = 60.0
"""Timeout in seconds for creating the bots."""


class Made(msgspec.Struct, frozen=True, tag="made"):
    """The answer to a setting: the bots are made, or this problem prevented it."""

    problem: str = ""


class Played(msgspec.Struct, frozen=True, tag="played"):
    outcome: Outcome | None = None
    failure: Failure | None = None


Answer = Made | Played


class Stall(Exception):
    pass


class Death(Exception):
    pass


def memory_size(setting: MatchSetting) -> int:
    """Room for the number of actions and their codes: per turn a roll, every seat's choice and two more."""
    rules = setting.rules()
    cells = sum(map(len, rules.variant.rows)) + rules.variant.max_penalties
    return WORD * (1 + rules.players * cells * (rules.players + 3))


class IsolatedBots:
    """Plays games as `SeatedBots` does, with the bots in another process."""

    def __init__(self, setting: MatchSetting) -> None:
        self.setting = setting
        self.rules = setting.rules()
        self.process: subprocess.Popen[bytes] | None = None
        self.folder = tempfile.TemporaryDirectory(prefix="qwixx-")
        path = Path(self.folder.name, "actions")
        path.write_bytes(bytes(memory_size(setting)))
        with path.open("r+b") as file:
            self.memory = mmap.mmap(file.fileno(), 0)
        self.actions = memoryview(self.memory).cast("q")

    def renew(self) -> None:
        """Makes new bots, so that nothing carries over from one piece of work to the next."""
        if self.process is None:
            self._start()
        self._ask(self.setting)
        try:
            answer = self._answer(max(START, self.setting.patience))
        except (Stall, Death) as error:
            self._end()
            raise QwixxError(
                f"The bots {' '.join(self.setting.bots)} could not be created: {error}."
            ) from None
        if isinstance(answer, Made) and answer.problem:
            raise QwixxError(answer.problem)

    def play(self, deal: int, seating: int) -> Outcome | Failure:
        try:
            return self._play(deal, seating)
        except Death:
            pass  # perhaps not the bot's fault: the process may have been ended from outside
        try:
            return self._play(deal, seating)
        except Death as error:
            return self._failure(deal, seating, str(error))

    def close(self) -> None:
        self._end()
        self.actions.release()
        self.memory.close()
        self.folder.cleanup()

    def _play(self, deal: int, seating: int) -> Outcome | Failure:
        if self.process is None:
            self.renew()
        self.actions[0] = 0
        self._ask([deal, seating])
        try:
            answer = self._answer(self.setting.patience)
        except Stall:
            self._end()
            return self._failure(deal, seating, f"did not choose within {self.setting.patience:g} s", True)
        assert isinstance(answer, Played)
        result = answer.outcome or answer.failure
        assert result is not None
        return result

    def _start(self) -> None:
        path = os.pathsep.join(str(Path(entry).absolute()) for entry in sys.path)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "qwixx.arena.workers.isolated", str(Path(self.folder.name, "actions"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,  # Ctrl-C is handled here
        )
        self.answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        assert self.process.stdout is not None
        threading.Thread(target=_pass_on, args=(self.process.stdout, self.answers), daemon=True).start()

    def _ask(self, question: object) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        with suppress(OSError):  # if the process is gone, the answer will say so
            self.process.stdin.write(msgspec.json.encode(question) + b"\n")
            self.process.stdin.flush()

    def _answer(self, patience: float) -> Answer:
        """Waits for an answer as long as actions keep coming."""
        seen, since = self.actions[0], time.monotonic()
        while True:
            try:
                line = self.answers.get(timeout=min(PULSE, patience / 4))
            except queue.Empty:
                now = time.monotonic()
                if self.actions[0] != seen:
                    seen, since = self.actions[0], now
                elif now - since >= patience:
                    raise Stall(f"no answer within {patience:g} s") from None
                continue
            if line:
                answer: Answer = msgspec.json.decode(line, type=Answer)
                return answer
            raise Death(self._end(grace=GRACE))

    def _failure(self, deal: int, seating: int, problem: str, stalled: bool = False) -> Failure:
        """The failure of the bot that had to choose next."""
        state = self.setting.opening().opening()
        actions = [self.rules.decode(code) for code in self.actions[1 : 1 + self.actions[0]]]
        for action in actions:
            state, _ = self.rules.step(state, action)
        seat = min(self.rules.to_act(state), default=state.active)
        record = msgspec.structs.replace(opening(self.setting, deal, seating), actions=tuple(actions))
        failure = BotFailure(record.seats[seat], seat, record, problem)
        return failed(failure, deal, seating, stalled=stalled)

    def _end(self, grace: float = 0.0) -> str:
        """Ends the process, after a grace period if it may be ending by itself, and says how it ended."""
        process, self.process = self.process, None
        if process is None:
            return ""
        try:
            code = process.wait(timeout=grace)
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            _close(pipe)
        return how_it_ended(code)


def _pass_on(pipe: IO[bytes], answers: "queue.SimpleQueue[bytes]") -> None:
    """Puts each line into the queue, and an empty one at the end."""
    with suppress(ValueError):  # closed by `_end`
        for line in pipe:
            answers.put(line)
    answers.put(b"")


def _close(pipe: IO[bytes]) -> None:
    with suppress(OSError):  # it was broken
        pipe.close()
