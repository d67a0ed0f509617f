"""Figures in columns, for a terminal or a file of text."""

from collections.abc import Iterator, Sequence
from math import isfinite


def span(low: float, high: float, form: str) -> str:
    return f"{low:{form}} to {high:{form}}" if isfinite(low) else "unknown"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The first column to the left, figures to the right."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        first, *rest = (
            f"{text:<{width}}" if n == 0 else f"{text:>{width}}"
            for n, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join([first, *rest]).rstrip()
