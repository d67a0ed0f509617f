"""The characters that sheets are drawn with, and an ASCII set for terminals that cannot show them."""

from typing import NamedTuple


class Glyphs(NamedTuple):
    shapes: str
    """One for each colour, so that nothing depends on colour alone."""
    cross: str
    lost: str
    lock: str
    box: str
    pawn: str
    dot: str
    dash: str
    arrow: str
    minus: str
    mark: str
    rule: str
    arrows: str
    """The four arrow keys."""


UNICODE = Glyphs("●▲■◆", "×", "─", "○", "□", "♟", "·", "–", "→", "−", "▸", "─", "←↑↓→")
ASCII = Glyphs("o^#*", "X", "-", "o", "_", "P", ".", "-", "->", "-", ">", "-", "<>")

STYLES = ("red", "yellow", "green", "blue")
BANDS = ("bold white on red", "bold black on yellow", "bold white on green", "bold white on blue")


def glyphs_for(encoding: str) -> Glyphs:
    try:
        "".join(UNICODE).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE
