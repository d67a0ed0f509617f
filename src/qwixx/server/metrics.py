"""Figures for Prometheus, in its text form."""

from collections import Counter


class Metrics:
    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def count(self, name: str, by: int = 1) -> None:
        self._counts[name] += by

    def text(self, gauges: dict[str, float]) -> str:
        lines = []
        for name, value in sorted(self._counts.items()):
            lines += [f"# TYPE {name} counter", f"{name} {value}"]
        for name, figure in sorted(gauges.items()):
            lines += [f"# TYPE {name} gauge", f"{name} {figure:g}"]
        return "\n".join(lines) + "\n"
