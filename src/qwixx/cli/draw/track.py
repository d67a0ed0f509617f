"""The track of On Board: at most ten spaces a line, with their points and the pawns below."""

from collections.abc import Collection

from msgspec import structs
from rich.style import Style
from rich.text import Text

from qwixx.rules import State

from .glyphs import STYLES
from .words import Words

SPACES_A_LINE = 10
MARGIN = 5
CELL = 7


def track(
    words: Words,
    state: State,
    reachable: Collection[int] = (),
    chosen: int | None = None,
    near: int | None = None,
    width: int | None = None,
) -> list[Text]:
    """The whole track, or with `near` only the lines that this seat's pawn can reach."""
    board = words.rules.variant.board
    assert board is not None
    pawns = {sheet.pawn: seat for seat, sheet in enumerate(state.sheets) if sheet.pawn}
    lines = []
    step = SPACES_A_LINE if width is None else min(max((width - MARGIN) // CELL, 1), SPACES_A_LINE)
    for start in range(1, len(board.spaces) + 1, step):
        spaces = range(start, min(start + step, len(board.spaces) + 1))
        if near is not None and not set(spaces) & _ahead(words, state, near):
            continue
        top, below = Text(f"{f'@{start}':>{MARGIN - 1}} "), Text(" " * MARGIN)
        for space in spaces:
            _space(words, top, below, space, space in reachable, space == chosen, pawns.get(space))
        lines += [top, below]
    return lines


def _ahead(words: Words, state: State, seat: int) -> set[int]:
    """The space of the seat's pawn and the spaces it could reach if the seat were active."""
    assert words.rules.track is not None
    return {state.sheets[seat].pawn, *words.rules.track.reachable(structs.replace(state, active=seat))}


def _space(
    words: Words, top: Text, below: Text, space: int, reachable: bool, chosen: bool, pawn: int | None
) -> None:
    board = words.rules.variant.board
    assert board is not None
    place = board.spaces[space - 1]
    label = f"{words.glyphs.shapes[place.row]}{place.number}"
    style = STYLES[place.row]
    if chosen:
        label, style = f"({label})", f"bold reverse {style}"
    elif reachable:
        label, style = f"[{label}]", f"bold reverse {style}"
    else:
        label = f" {label} "
    top.append(label, Style.parse(style) + Style(meta={"space": space}) if reachable else style)
    top.append(" " * (CELL - len(label)))
    points = f" +{place.points}"
    below.append(points, "bold" if words.rules.track and words.rules.track.is_last(space) else "dim")
    standing = "" if pawn is None else f" {words.glyphs.pawn}{pawn}"
    below.append(standing, "bold reverse" if standing else "")
    below.append(" " * (CELL - len(points) - len(standing)))
