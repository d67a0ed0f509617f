"""A process pool that survives the death of any of its processes.

The pool of the standard library gives up when a process dies, and may wait for ever for the rest of a result
that was being sent. Here each process has its own pipe, which closes when the process ends.
"""

import ctypes
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import ModuleType
from typing import Any

from qwixx.kernel.engine.quiet import COMPILE_QUIETLY
from qwixx.rules import QwixxError

MOST_TRIES = 4
"""Number of dead workers after which a task is abandoned."""


NOBODY = -1
GRACE = 5.0
"""Timeout in seconds for a process to end after it has closed its pipe."""


class CrewLost(QwixxError):
    """All workers are lost; the results so far are good."""


class BotDeath(QwixxError):
    """A batched bot ended the process twice in the same task; `number` is what the task had noted."""

    def __init__(self, number: int, problem: str) -> None:
        self.number = number
        self.problem = problem
        super().__init__(problem)


Task = tuple[Callable[..., Any], tuple[Any, ...]]
Answer = tuple[Any, Exception | None]


class Worker:
    """A process that runs one task after the other."""

    def __init__(self, quiet: bool = False) -> None:
        # A fork would copy the locks of other threads in whatever state they are in.
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._asked = context.RawValue(ctypes.c_int, NOBODY)
        self.process = context.Process(target=serve, args=(theirs, self._asked), daemon=False)
        with _ctrl_c_later(), _variables(quiet), _without_main():
            self.process.start()
        theirs.close()

    def do(self, task: Task) -> Answer:
        """Raises EOFError or OSError if the process is gone, even in the middle of the answer."""
        self.pipe.send(task)
        answer: Answer = self.pipe.recv()
        return answer

    @property
    def asked(self) -> int:
        """The bot that was asked last in this task, or NOBODY."""
        return int(self._asked.value)

    def how_it_ended(self) -> str:
        self.process.join(GRACE)
        code = self.process.exitcode
        return how_it_ended(-9 if code is None else code)  # `end` is about to kill it

    def end(self) -> None:
        """Kills the process, whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.process.close()
        self.pipe.close()


def how_it_ended(code: int) -> str:
    """The exit code of a process in words, as the end of a sentence about a bot."""
    return f"its process ended ({f'signal {-code}' if code < 0 else f'exit code {code}'})"


_asked: Any = None


def note_asked(number: int) -> None:
    """Notes which bot is asked, in case it ends the process. Does nothing outside of a worker."""
    if _asked is not None:
        _asked.value = number


def serve(pipe: Connection, asked: Any) -> None:
    """Runs tasks from the pipe. Ctrl-C is ignored: the main process handles it."""
    global _asked  # noqa: PLW0603
    _asked = asked
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            work, arguments = pipe.recv()
        except EOFError:
            return
        note_asked(NOBODY)
        answer: Answer
        try:
            answer = work(*arguments), None
        except Exception as error:  # noqa: BLE001  (the main process raises it)
            answer = None, error
        pipe.send(answer)


THREAD_LIMITS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""The variables that say how many threads NumPy and PyTorch use in a process."""


@contextmanager
def _variables(quiet: bool) -> Iterator[None]:
    """A process started meanwhile computes in one thread, unless set otherwise: each core has a process.

    If it is to be quiet, it does not say that it compiles.
    """
    wanted = (*THREAD_LIMITS, COMPILE_QUIETLY) if quiet else THREAD_LIMITS
    missing = [name for name in wanted if name not in os.environ]
    os.environ.update(dict.fromkeys(missing, "1"))
    try:
        yield
    finally:
        for name in missing:
            os.environ.pop(name, None)


@contextmanager
def _ctrl_c_later() -> Iterator[None]:
    """Blocks Ctrl-C, so that a process started meanwhile never gets it, not even before it ignores it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    usual = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, usual)


@contextmanager
def _without_main() -> Iterator[None]:
    """Hides the main module, which a process started meanwhile would otherwise import.

    No task needs it, and a script without `if __name__ == "__main__"` would begin again in every worker.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


class Processes(Executor):
    """A thread for each process gives it tasks, and replaces it when it dies."""

    def __init__(self, workers: int) -> None:
        self._tasks: queue.SimpleQueue[tuple[Task, Future[Any]] | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._closing = False
        self._workers: dict[int, Worker] = {}
        self._threads = [threading.Thread(target=self._run, args=(n,), daemon=True) for n in range(workers)]
        for thread in self._threads:
            thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        assert not kwargs
        future: Future[Any] = Future()
        self._tasks.put(((fn, args), future))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:  # noqa: ARG002
        """Kills the processes at once; results that have not been taken are dropped."""
        with self._lock:
            self._closing = True
            for worker in self._workers.values():
                worker.process.kill()
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join()

    def _run(self, number: int) -> None:
        while (item := self._tasks.get()) is not None and not self._closing:
            task, future = item
            try:
                result, error = self._do(number, task)
            except OSError as problem:  # no process could be started
                result, error = None, problem
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)
        self._dismiss(number)

    def _do(self, number: int, task: Task) -> Answer:
        before = NOBODY
        for _ in range(MOST_TRIES):
            worker = self._worker(number)
            if worker is None:
                return None, QwixxError("The work was cancelled.")
            try:
                return worker.do(task)
            except (EOFError, OSError):
                asked, end = worker.asked, worker.how_it_ended()
                self._dismiss(number)
                if asked == before != NOBODY:  # once, the process may have been ended from outside
                    return None, BotDeath(asked, end)
                before = asked
        return None, CrewLost("The worker processes keep dying: try fewer with --workers.")

    def _worker(self, number: int) -> Worker | None:
        with self._lock:
            if self._closing:
                return None
            if number not in self._workers:
                self._workers[number] = Worker(quiet=number > 0)
            return self._workers[number]

    def _dismiss(self, number: int) -> None:
        with self._lock:
            worker = self._workers.pop(number, None)
        if worker is not None:
            worker.end()
