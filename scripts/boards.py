"""Draws our two boards from their data: python scripts/boards.py [FOLDER], by default docs/images."""

import sys
from collections.abc import Iterator
from pathlib import Path

from qwixx.rules import VARIANTS, Board, Space

IMAGES = Path(__file__).parent.parent / "docs" / "images"
COLUMNS, PITCH, SIDE, MARGIN, TOP = 8, 92, 76, 58, 66

# Dark enough for white numbers, except yellow; each colour also has a shape and a letter.
FILL = ("#c0312f", "#f4c430", "#2b7a3d", "#2457a6")
INK = ("#ffffff", "#2a2205", "#ffffff", "#ffffff")
DARK = "#2d2a26"
LETTERS = "RYGB"
SHAPES = (
    '<circle r="7"/>',
    '<path d="M0-8 8 6H-8Z"/>',
    '<path d="M-6.5-6.5h13v13h-13Z"/>',
    '<path d="M0-9 8 0 0 9-8 0Z"/>',
)


def centre(space: int) -> tuple[int, int]:
    """The centre of a space. They count from 1; every second line runs from right to left; 0 is the start."""
    line, column = divmod(max(space - 1, 0), COLUMNS)
    column = COLUMNS - 1 - column if line % 2 else column
    return MARGIN + PITCH * column + SIDE // 2, TOP + PITCH * line + SIDE // 2


def draw(name: str, board: Board) -> str:
    return "\n".join(_lines(name, board)) + "\n"


def _lines(name: str, board: Board) -> Iterator[str]:
    width = 2 * MARGIN + PITCH * (COLUMNS - 1) + SIDE
    bottom = centre(len(board.spaces))[1] + SIDE // 2
    height = bottom + 50
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img"'
    yield '  aria-labelledby="title" font-family="system-ui, sans-serif" text-anchor="middle">'
    yield f'<title id="title">The track of {name}: {board}</title>'
    yield f'<rect width="{width}" height="{height}" rx="16" fill="#f6f3ec"/>'
    yield f'<g fill="{DARK}" text-anchor="start">'
    yield f'<text x="{MARGIN}" y="40" font-size="22" font-weight="700">{name}</text>'
    yield f'<text x="{MARGIN}" y="{bottom + 32}" font-size="14">{_legend(board)}</text>'
    yield "</g>"
    path = " ".join(f"{x},{y}" for x, y in map(centre, range(1, len(board.spaces) + 1)))
    start_x, start_y = centre(1)
    yield (
        f'<polyline points="{start_x - SIDE // 2 - 26},{start_y} {path}" fill="none" stroke="#d8d0c0" '
        f'stroke-width="26" stroke-linejoin="round" stroke-linecap="round"/>'
    )
    yield f'<path d="M{start_x - 64} {start_y - 8}v16l12-8Z" fill="{DARK}"/>'
    for number, space in enumerate(board.spaces, 1):
        yield from _space(number, space, is_last=number > len(board.spaces) - board.last)
    yield "</svg>"


def _space(number: int, space: Space, *, is_last: bool) -> Iterator[str]:
    x, y = centre(number)
    half = SIDE // 2
    yield f'<g transform="translate({x} {y})" fill="{INK[space.row]}">'
    edge = f' stroke="{DARK}" stroke-width="4"' if is_last else ""
    yield f'<rect x="{-half}" y="{-half}" width="{SIDE}" height="{SIDE}" rx="12"'
    yield f' fill="{FILL[space.row]}"{edge}/>'
    yield f'<text x="{8 - half}" y="{20 - half}" text-anchor="start" font-size="12">{number}</text>'
    yield f'<g transform="translate({half - 31} {17 - half})">{SHAPES[space.row]}</g>'
    yield f'<text x="{half - 12}" y="{22 - half}" font-size="14">{LETTERS[space.row]}</text>'
    yield f'<text y="13" font-size="30" font-weight="700">{space.number}</text>'
    yield f'<text y="{half - 7}" font-size="14">+{space.points}</text>'
    yield "</g>"


def _legend(board: Board) -> str:
    return f"large: the number to cross · +: bonus · framed: the last {board.last}, which begin the final lap"


def pictures() -> dict[str, str]:
    return {
        f"board-{name[-1]}.svg": draw(name, variant.board)
        for name, variant in VARIANTS.items()
        if variant.board
    }


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else IMAGES
    for file, picture in pictures().items():
        (folder / file).write_text(picture, encoding="utf-8")
