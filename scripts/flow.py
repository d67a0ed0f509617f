"""Draws docs/images/flow.svg, the picture of docs/architecture.md: python scripts/flow.py [FOLDER]"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

IMAGES = Path(__file__).parent.parent / "docs" / "images"
WIDTH, HEIGHT, GAP, LEFT, LANE_TOP = 158, 62, 34, 24, 46


class Lane(NamedTuple):
    title: str
    rows: list[list[tuple[str, str]]]
    """Boxes with a title and a line below it. Every second row runs from right to left."""
    fill: str


LANES = [
    Lane(
        "A tap at a live table, and back to the screen",
        [
            [
                ("tap", "web/src/screens/Play"),
                ("socket", "web/src/table/socket.ts"),
                ("session", "server/web/session"),
                ("live table", "server/live/live_table"),
                ("decision", "server/table/decide"),
            ],
            [
                ("pixel", "web/src/screens/Play"),
                ("reducer", "web/src/table/reducer.ts"),
                ("view per guest", "server/table/views"),
                ("commit", "server/store, server/bus"),
                ("rules", "rules/engine"),
            ],
        ],
        "#dceaf7",
    ),
    Lane(
        "A match between bots",
        [
            [
                ("command", "cli/commands/match"),
                ("match", "arena/match"),
                ("workers", "arena/workers"),
                ("games", "kernel/runs or arena/game"),
                ("tally, report", "arena/tally, arena/report"),
            ],
        ],
        "#e2f1e0",
    ),
    Lane(
        "A review of a game",
        [
            [
                ("record", "rules/records"),
                ("review", "coach/review"),
                ("evaluator", "coach/evaluator"),
                ("values", "solver or kernel/runs"),
                ("reasons, report", "coach/reasons"),
            ],
        ],
        "#f8ecd3",
    ),
]


def draw() -> str:
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    columns = max(len(row) for lane in LANES for row in lane.rows)
    width = 2 * LEFT + columns * WIDTH + (columns - 1) * GAP
    height = sum(_height(lane) for lane in LANES) + 16
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img"'
    yield '  aria-labelledby="title" font-family="system-ui, sans-serif" text-anchor="middle" fill="#22313f">'
    yield f'<title id="title">{_description()}</title>'
    yield '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7"'
    yield '  orient="auto"><path d="M0 0 10 5 0 10Z" fill="#4a5a68"/></marker></defs>'
    yield f'<rect width="{width}" height="{height}" rx="12" fill="#ffffff"/>'
    top = 8
    for lane in LANES:
        yield f'<text x="{LEFT}" y="{top + 28}" text-anchor="start" font-size="17" font-weight="700">'
        yield f"{lane.title}</text>"
        for number, row in enumerate(lane.rows):
            yield from _row(lane, row, top + LANE_TOP + number * (HEIGHT + GAP), backwards=number % 2 == 1)
            if number:
                x = LEFT + (columns - 1) * (WIDTH + GAP) + WIDTH // 2
                yield _arrow(
                    x,
                    top + LANE_TOP + number * (HEIGHT + GAP) - GAP,
                    x,
                    top + LANE_TOP + number * (HEIGHT + GAP),
                )
        top += _height(lane)
    yield "</svg>"


def _height(lane: Lane) -> int:
    return LANE_TOP + len(lane.rows) * (HEIGHT + GAP) - GAP + 26


def _row(lane: Lane, row: list[tuple[str, str]], y: int, *, backwards: bool) -> Iterator[str]:
    for column, (title, place) in enumerate(row):
        x = LEFT + column * (WIDTH + GAP)
        yield f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="9" stroke="#8fa1b0"'
        yield f'  fill="{lane.fill}"/>'
        yield f'<text x="{x + WIDTH // 2}" y="{y + 27}" font-size="16" font-weight="600">{title}</text>'
        yield f'<text x="{x + WIDTH // 2}" y="{y + 47}" font-size="11.5" fill="#4a5a68">{place}</text>'
        if column:
            ends = (x - GAP, x) if not backwards else (x, x - GAP)
            yield _arrow(ends[0], y + HEIGHT // 2, ends[1], y + HEIGHT // 2)


def _arrow(x1: int, y1: int, x2: int, y2: int) -> str:
    ends = f'x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"'
    return f'<line {ends} stroke="#4a5a68" stroke-width="2" marker-end="url(#tip)"/>'


def _description() -> str:
    """The picture in words, for people who cannot see it."""
    return ". ".join(
        f"{lane.title}: "
        + ", then ".join(
            f"{title} ({place})"
            for number, row in enumerate(lane.rows)
            for title, place in (reversed(row) if number % 2 else row)
        )
        for lane in LANES
    )


def pictures() -> dict[str, str]:
    return {"flow.svg": draw()}


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else IMAGES
    for file, picture in pictures().items():
        (folder / file).write_text(picture, encoding="utf-8")
