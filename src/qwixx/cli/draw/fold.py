"""Lines for narrow terminals: a line breaks between its parts, never inside one."""

from collections.abc import Iterable

from rich.text import Text


def fold(parts: Iterable[Text], width: int | None, gap: str = "", indent: int = 3) -> list[Text]:
    """The parts on as many lines as they need, later ones indented; without a width, on one."""
    first, *rest = parts
    lines = [first.copy()]
    for part in rest:
        if width is not None and lines[-1].cell_len + len(gap) + part.cell_len > width:
            lines.append(Text(" " * indent))
        else:
            lines[-1].append(gap)
        lines[-1].append_text(part)
    return lines
