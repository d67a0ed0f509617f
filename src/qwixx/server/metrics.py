"""Metrics for Prometheus, in its text format, summed over the processes of a server."""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

COUNTERS = (
    "qwixx_bad_messages_total",
    "qwixx_commands_total",
    "qwixx_conflicts_total",
    "qwixx_events_total",
    "qwixx_faults_total",
    "qwixx_storage_failures_total",
    "qwixx_tables_opened_total",
)


class Measured(Struct, frozen=True):
    """The metrics of one process at one moment."""

    counters: dict[str, float] = {}
    gauges: dict[str, float] = {}


class Metrics:
    def __init__(self) -> None:
        # Every counter starts at 0: Prometheus does not see the first event of one that starts at 1.
        self._counts: Counter[str] = Counter(dict.fromkeys(COUNTERS, 0))

    def count(self, name: str, by: int = 1) -> None:
        self._counts[name] += by

    def go_on_from(self, before: Measured) -> None:
        """Adds the counts of the process whose place this one takes, so that no sum ever falls."""
        self._counts.update({name: int(value) for name, value in before.counters.items()})

    def measured(self, gauges: dict[str, float]) -> Measured:
        return Measured(dict(self._counts), gauges)


def prometheus_text(processes: Iterable[Measured]) -> str:
    """The sums over all processes."""
    counters: Counter[str] = Counter()
    gauges: Counter[str] = Counter()
    for one in processes:
        counters.update(one.counters)
        gauges.update(one.gauges)
    lines = []
    for kind, values in (("counter", counters), ("gauge", gauges)):
        for name, value in sorted(values.items()):
            lines += [f"# TYPE {name} {kind}", f"{name} {value:g}"]
    return "\n".join(lines) + "\n"
