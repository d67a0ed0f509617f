"""The isolated process of third-party bots: `python -m qwixx.arena.workers.isolated FILE`."""

import mmap
import os
import queue
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path

import msgspec

from qwixx.rules import Action, QwixxError

from ..match_setting import MatchSetting
from ..outcomes import Outcome
from ..reference_games import SeatedBots
from .isolation import Answer, Made, Played

Lines = queue.SimpleQueue[bytes]


class IsolatedPlayer:
    """Answers requests: a setting makes new bots, a deal and a seating play a game."""

    def __init__(self, actions: "memoryview[int]") -> None:
        self.actions = actions
        self.table: SeatedBots | None = None

    def answer(self, line: bytes) -> Answer:
        question = msgspec.json.decode(line, type=MatchSetting | tuple[int, int])
        if isinstance(question, MatchSetting):
            return self.make(question)
        assert self.table is not None
        result = self.table.play(*question)
        return Played(outcome=result) if isinstance(result, Outcome) else Played(failure=result)

    def make(self, setting: MatchSetting) -> Made:
        try:
            self.table = SeatedBots(setting, self.tell)
        except QwixxError as error:
            return Made(str(error))
        return Made()

    def tell(self, action: Action) -> None:
        """The code is written before the count, so that a reader never sees a code that is missing."""
        assert self.table is not None
        number = self.actions[0] + 1
        self.actions[number] = self.table.rules.code(action)
        self.actions[0] = number


def listen(lines: Lines, memory: Path) -> None:
    """Ends the process when its parent ends, whatever the bot is doing, and removes the shared file."""
    for line in sys.stdin.buffer:
        lines.put(line)
    with suppress(OSError):
        memory.unlink()
        memory.parent.rmdir()
    os._exit(0)


def main(path: Path) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What a bot prints goes to standard error: standard output carries the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    lines: Lines = queue.SimpleQueue()
    threading.Thread(target=listen, args=(lines, path), daemon=True).start()
    with path.open("r+b") as file:
        memory = mmap.mmap(file.fileno(), 0)
    player = IsolatedPlayer(memoryview(memory).cast("q"))
    while True:
        answer = msgspec.json.encode(player.answer(lines.get())) + b"\n"
        with suppress(OSError):  # the parent has gone, and `listen` is about to notice
            answers.write(answer)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
