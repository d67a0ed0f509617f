"""Breaks lines for narrow terminals between their parts, never inside one."""

from collections.abc import Iterable

from rich.text import Text


def fold(parts: Iterable[Text], width: int | None, gap: str = "", indent: int = 3) -> list[Text]:
    """The parts on as many lines as they need, all but the first indented; without a width, on one line."""
    first, *rest = parts
    lines = [first.copy()]
    for part in rest:
        if width is not None and lines[-1].cell_len + len(gap) + part.cell_len > width:
            lines.append(Text(" " * indent))
        else:
            lines[-1].append(gap)
        lines[-1].append_text(part)
    return lines
