"""Figures for Prometheus, in its text form."""

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
        # A counter that begins with its first event hides that event from Prometheus.
        self._counts: Counter[str] = Counter(dict.fromkeys(COUNTERS, 0))

    def count(self, name: str, by: int = 1) -> None:
        self._counts[name] += by

    def text(self, gauges: dict[str, float]) -> str:
        lines = []
        for name, value in sorted(self._counts.items()):
            lines += [f"# TYPE {name} counter", f"{name} {value}"]
        for name, figure in sorted(gauges.items()):
            lines += [f"# TYPE {name} gauge", f"{name} {figure:g}"]
        return "\n".join(lines) + "\n"
