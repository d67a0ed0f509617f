"""Metrics for Prometheus, in its text format."""

from collections import Counter

COUNTERS = (
    "qwixx_bad_messages_total",
    "qwixx_commands_total",
    "qwixx_conflicts_total",
    "qwixx_events_total",
    "qwixx_faults_total",
    "qwixx_storage_failures_total",
    "qwixx_tables_opened_total",
)


class Metrics:
    def __init__(self) -> None:
        # Every counter starts at 0: Prometheus does not see the first event of one that starts at 1.
        self._counts: Counter[str] = Counter(dict.fromkeys(COUNTERS, 0))

    def count(self, name: str, by: int = 1) -> None:
        self._counts[name] += by

    def text(self, gauges: dict[str, float]) -> str:
        lines = []
        for name, value in sorted(self._counts.items()):
            lines += [f"# TYPE {name} counter", f"{name} {value}"]
        for name, gauge in sorted(gauges.items()):
            lines += [f"# TYPE {name} gauge", f"{name} {gauge:g}"]
        return "\n".join(lines) + "\n"
