"""Crews of workers: this process, its threads, or other processes. The results are the same."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from .processes import Processes

Task = TypeVar("Task")
Result = TypeVar("Result")


class Crew:
    """An executor, and how many tasks it is given in advance to keep all workers busy."""

    def __init__(self, executor: Executor, ahead: int) -> None:
        self.executor = executor
        self.ahead = ahead

    def in_order(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """The results in the order of the tasks."""
        waiting: deque[Future[Result]] = deque()
        for task in tasks:
            waiting.append(self.executor.submit(work, task))
            if len(waiting) >= self.ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


class InlineExecutor(Executor):
    """Runs a task at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@contextmanager
def here() -> Iterator[Crew]:
    from .pieces import leave

    try:
        yield Crew(InlineExecutor(), ahead=1)
    finally:
        leave()


@contextmanager
def threads(workers: int) -> Iterator[Crew]:
    """For compiled code, which releases the interpreter's lock: nothing to start and nothing to copy."""
    with ThreadPoolExecutor(workers) as pool:
        try:
            yield Crew(pool, ahead=3 * workers)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def processes(workers: int) -> Iterator[Crew]:
    with Processes(workers) as pool:
        yield Crew(pool, ahead=3 * workers)
