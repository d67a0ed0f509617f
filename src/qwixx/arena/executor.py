"""Who does the work: this process, several processes, or a Dask cluster. The result is the same."""

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, TypeVar

from qwixx.rules import QwixxError

from .extras import need

Task = TypeVar("Task")
Result = TypeVar("Result")

MOST_TRIES = 4


class Crew:
    """An executor that can be had anew when its workers have died."""

    def __init__(self, hire: Callable[[], Executor], dismiss: Callable[[Executor], None], ahead: int) -> None:
        self._hire = hire
        self._dismiss = dismiss
        self.ahead = ahead
        """How many tasks are handed out before the first result is taken: enough to keep all busy."""
        self.executor = hire()

    def renew(self) -> None:
        self._dismiss(self.executor)
        self.executor = self._hire()

    def leave(self) -> None:
        self._dismiss(self.executor)

    def in_order(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """The results in the order of the tasks. Work lost with a worker is done again."""
        waiting: deque[tuple[Task, Future[Result]]] = deque()
        for task in tasks:
            waiting.append((task, self._submit(work, task)))
            if len(waiting) >= self.ahead:
                yield self._first(work, waiting)
        while waiting:
            yield self._first(work, waiting)

    def _first(self, work: Callable[[Task], Result], waiting: deque[tuple[Task, Future[Result]]]) -> Result:
        for _ in range(MOST_TRIES):
            try:
                result = waiting[0][1].result()
            except BrokenExecutor:
                self.renew()
                again = [(task, self._kept(work, task, future)) for task, future in waiting]
                waiting.clear()
                waiting.extend(again)
            else:
                waiting.popleft()
                return result
        raise QwixxError("The worker processes keep dying; try fewer with --workers.")

    def _kept(self, work: Callable[[Task], Result], task: Task, future: "Future[Result]") -> "Future[Result]":
        lost = not future.done() or future.cancelled() or isinstance(future.exception(), BrokenExecutor)
        return self._submit(work, task) if lost else future

    def _submit(self, work: Callable[[Task], Result], task: Task) -> "Future[Result]":
        try:
            return self.executor.submit(work, task)
        except BrokenExecutor as error:
            # A worker died between two tasks; whoever waits for this one learns it.
            future: Future[Result] = Future()
            future.set_exception(error)
            return future


class Here(Executor):
    """Does the work at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@contextmanager
def here() -> Iterator[Crew]:
    from .work import leave

    try:
        yield Crew(Here, lambda _: None, ahead=1)
    finally:
        leave()


@contextmanager
def processes(workers: int) -> Iterator[Crew]:
    def hire() -> Executor:
        # A fork would copy threads' locks in whatever state they are.
        pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_ignore_ctrl_c)
        with _ctrl_c_later():
            pool.submit(int)  # the first task starts the processes
        return pool

    crew = Crew(hire, _end_processes, ahead=3 * workers)
    try:
        yield crew
    finally:
        crew.leave()


def _ignore_ctrl_c() -> None:
    """The first process decides what Ctrl-C means for all."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _ctrl_c_later() -> Iterator[None]:
    """Processes started meanwhile never see it, not even before they can ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    usual = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, usual)


def _end_processes(executor: Executor) -> None:
    """At once, whatever they are at: what they have not handed over is not wanted any more."""
    assert isinstance(executor, ProcessPoolExecutor)
    alive = list((executor._processes or {}).values())
    executor.shutdown(wait=False, cancel_futures=True)
    for process in alive:
        process.terminate()
    for process in alive:
        process.join()


@contextmanager
def cluster(address: str) -> Iterator[Crew]:
    distributed = need("distributed", "cluster", "--cluster")
    try:
        client = distributed.Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise QwixxError(f"No Dask cluster answers at {address}: {error}.") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise QwixxError(f"The Dask cluster at {address} has no workers.")
        # Dask itself does the work of lost workers again.
        executor = client.get_executor(pure=False, retries=MOST_TRIES)
        try:
            yield Crew(lambda: executor, lambda _: None, ahead=max(4, 3 * threads))
        except ModuleNotFoundError as error:
            raise QwixxError(f"The workers at {address} cannot do it: {error}.") from None


@contextmanager
def threads(workers: int) -> Iterator[Crew]:
    """For compiled code, which lets go of the interpreter: there is nothing to start and nothing to copy."""
    with ThreadPoolExecutor(workers) as pool:
        try:
            yield Crew(lambda: pool, lambda _: None, ahead=3 * workers)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
