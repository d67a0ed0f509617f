"""Tables of numbers as plain text, with aligned columns."""

from collections.abc import Iterator, Sequence
from math import isfinite


def span(low: float, high: float, form: str) -> str:
    """An interval; a single deal has none, and its bounds are not finite."""
    return f"{low:{form}} to {high:{form}}" if isfinite(low) else "unknown"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Lines with the first column aligned left and all others right."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        first, *rest = (
            f"{text:<{width}}" if n == 0 else f"{text:>{width}}"
            for n, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join([first, *rest]).rstrip()
