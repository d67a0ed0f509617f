"""Speeds: the best and the median of several runs."""

import statistics
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from concurrent.futures import Executor


class Speed(Struct, frozen=True):
    benchmark: str
    what: str
    unit: str
    cores: int
    best: float
    median: float

    def __str__(self) -> str:
        cores = "1 core" if self.cores == 1 else f"{self.cores} cores"
        numbers = f"best {self.best:>12,.0f}, median {self.median:>12,.0f} {self.unit}"
        return f"{self.benchmark:7} {self.what:24} {cores:8} {numbers}"


def speed(benchmark: str, what: str, unit: str, cores: int, runs: Iterable[float]) -> Speed:
    found = list(runs)
    return Speed(benchmark, what, unit, cores, round(max(found)), round(statistics.median(found)))


def rate(work: Callable[[], float], clock: Callable[[], float] = time.perf_counter) -> float:
    """The amount per second: `work` returns the amount that it did."""
    began = clock()
    amount = work()
    return amount / (clock() - began)


def clock_for(cores: int) -> Callable[[], float]:
    """Processor time for one core, which other programs do not change; wall time for several."""
    return time.process_time if cores == 1 else time.perf_counter


def side_by_side(threads: "Executor", cores: int, work: Callable[[int], float]) -> Callable[[], float]:
    """Work that runs the same work on each core, and adds up the amounts."""
    return lambda: sum(threads.map(work, range(cores)))


def cores() -> list[int]:
    """One core, and all that this process may use."""
    from qwixx.kernel.engine.cores import usable_cores

    return sorted({1, usable_cores()})
