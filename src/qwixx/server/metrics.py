"""Metrics for Prometheus, in its text format, summed over the processes of a server."""

import sys
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from qwixx import __version__

from .protocol import ERROR_CODES

COUNTERS = {
    "qwixx_bad_messages_total": "Messages that broke the protocol.",
    "qwixx_commands_total": "Commands of players.",
    "qwixx_conflicts_total": "Steps that another process had written first.",
    "qwixx_events_total": "Entries appended to logs.",
    "qwixx_faults_total": "Errors of the server's own.",
    "qwixx_refusals_total": "Refused commands and requests, by reason.",
    "qwixx_storage_failures_total": "Failures to read or store.",
    "qwixx_tables_opened_total": "Tables opened.",
    "qwixx_unreadable_requests_total": "Requests that were not readable as HTTP.",
}
HISTOGRAMS = {
    "qwixx_command_seconds": "From a player's command to the frame that everyone is sent.",
    "qwixx_commit_seconds": "The part of it that the store takes to put it on the disk.",
}
GAUGES = {
    "qwixx_build_info": "1, with the version as a label.",
    "qwixx_coach_waiting": "Jobs waiting for the coach, by queue.",
    "qwixx_connections": "Open WebSockets.",
    "qwixx_games": "Games being played at tables in memory.",
    "qwixx_memory_bytes": "Memory of the server's processes, without the coach.",
    "qwixx_processes": "Server processes.",
    "qwixx_tables": "Tables in memory.",
}
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper limits of the histograms' buckets, in seconds."""
REASONS = frozenset(ERROR_CODES)


class Measured(Struct, frozen=True):
    """The metrics of one process at one moment, by the name of the sample with its labels."""

    counters: dict[str, float] = {}
    gauges: dict[str, float] = {}


class Metrics:
    def __init__(self) -> None:
        # Every counter starts at 0: Prometheus does not see the first event of one that starts at 1.
        self._counts: Counter[str] = Counter(
            dict.fromkeys([name for name in COUNTERS if name != "qwixx_refusals_total"], 0)
            | {_refusals(reason): 0 for reason in sorted(REASONS)}
        )
        self._histograms = {name: _Histogram() for name in HISTOGRAMS}
        self._before: dict[str, float] = {}

    def count(self, name: str, by: int = 1) -> None:
        self._counts[name] += by

    def refused(self, reason: str) -> None:
        if reason in REASONS:
            self._counts[_refusals(reason)] += 1

    def observe(self, name: str, seconds: float) -> None:
        self._histograms[name].add(seconds)

    def go_on_from(self, before: Measured) -> None:
        """Adds the counts of the process whose place this one takes, so that no sum ever falls."""
        self._before = before.counters

    def measured(self, gauges: dict[str, float]) -> Measured:
        counters: dict[str, float] = dict(self._counts)
        for name, histogram in self._histograms.items():
            counters |= histogram.samples(name)
        for name, value in self._before.items():
            counters[name] = counters.get(name, 0) + value
        return Measured(counters, gauges)


class _Histogram:
    def __init__(self) -> None:
        self._counts = [0] * (len(BUCKETS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(BUCKETS, seconds)] += 1
        self._sum += seconds

    def samples(self, name: str) -> dict[str, float]:
        found: dict[str, float] = {}
        count = 0
        for limit, number in zip([*BUCKETS, "+Inf"], self._counts, strict=True):
            count += number
            found[f'{name}_bucket{{le="{limit}"}}'] = count
        return found | {f"{name}_sum": self._sum, f"{name}_count": count}


def _refusals(reason: str) -> str:
    return f'qwixx_refusals_total{{reason="{reason}"}}'


def memory() -> int:
    """The resident memory of this process in bytes; where the system does not say, the most it has had."""
    with suppress(OSError):
        import resource

        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
    with suppress(ImportError):
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return 0


def prometheus_text(processes: Iterable[Measured]) -> str:
    """The sums over all processes."""
    sums: Counter[str] = Counter()
    for one in processes:
        sums.update(one.counters)
        sums.update(one.gauges)
    sums[f'qwixx_build_info{{version="{__version__}"}}'] = 1
    families: dict[str, list[str]] = {}
    for sample, value in sums.items():
        families.setdefault(_family(sample), []).append(f"{sample} {_number(value)}")
    lines = []
    for kind, described in (("counter", COUNTERS), ("histogram", HISTOGRAMS), ("gauge", GAUGES)):
        for name, description in described.items():
            lines += [f"# HELP {name} {description}", f"# TYPE {name} {kind}", *families.get(name, [])]
    return "\n".join(lines) + "\n"


def _family(sample: str) -> str:
    """The metric that a sample belongs to: a histogram has several kinds of samples."""
    name = sample.partition("{")[0]
    for ending in ("_bucket", "_sum", "_count"):
        if name.removesuffix(ending) in HISTOGRAMS:
            return name.removesuffix(ending)
    return name


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)
