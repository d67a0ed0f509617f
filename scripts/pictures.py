"""Draws positions as the terminal shows them: python scripts/pictures.py [FOLDER], by default docs/images."""

import io
import re
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from qwixx.cli.draw.words import Words
from qwixx.cli.play.full_screen.choosing import Choosing
from qwixx.cli.play.full_screen.layout import KeyHint, PlayerScreen, layout, question_of
from qwixx.cli.play.help_lines import COMMANDS
from qwixx.locales import catalogue
from qwixx.rules import Rules, State, parse_position

IMAGES = Path(__file__).parent.parent / "docs" / "images"

# Warm paper, and colours that keep their contrast on it.
PAPER = TerminalTheme(
    (251, 247, 238),
    (45, 42, 38),
    [
        (45, 42, 38),
        (192, 49, 47),
        (43, 122, 61),
        (154, 108, 0),
        (36, 87, 166),
        (120, 60, 140),
        (20, 120, 130),
        (251, 247, 238),
    ],
)
# The reader's own fonts are used: a picture loads none.
LOADED = re.compile(r"(@font-face \{.*?\}|<!-- Generated.*?-->)\s*", re.DOTALL)
FONTS = "ui-monospace, Menlo, Consolas, DejaVu Sans Mono"

TITLE = "qwixx play"
WIDTH, HEIGHT = 78, 24

PICTURES = {
    "classic": (
        "classic | r2,4,5,7 y3,6 g12,10,9 b11,8 p1 | r3,5 y2,4,5,7 g11 b12,10,9 | 0 white 4+5 3 6 2 5 : ? ?",
        ["Ann", "Ben"],
    ),
    "longo": (
        "longo | r2,4,5 y3,6,7,9 g16,14 b15,13 | r3 y2,4 g15,14,12 b16 p1 | 0 white 3+5 7 2 8 4 : ? ?",
        ["Ann", "Ben"],
    ),
}


def terminal(position: str, names: list[str]) -> str:
    rules, state = parse_position(position)
    return _svg(Words(catalogue("en"), rules, names), rules, state)


def _svg(words: Words, rules: Rules, state: State) -> str:
    console = Console(
        file=io.StringIO(), record=True, width=WIDTH, markup=False, highlight=False, force_terminal=True
    )
    choosing = Choosing(rules, state, state.active)
    choosing.cursor = 1
    keys = [KeyHint(key, key, words.text(f"command.{name}")) for key, name in COMMANDS.items()]
    asked = choosing, question_of(words, state, choosing), "", keys
    above, below, _ = layout(PlayerScreen(words, state, state.active, [], *asked), WIDTH, HEIGHT)
    for line in (*above, "", *below):
        console.print(line)
    svg = console.export_svg(title=TITLE, theme=PAPER, unique_id="qwixx")
    svg = LOADED.sub("", svg).replace("Fira Code", FONTS)
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


def main(folder: Path) -> None:
    for name, (position, names) in PICTURES.items():
        (folder / f"{name}.svg").write_text(terminal(position, names), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else IMAGES)
