"""The table of codes in docs/notation.md agrees with the rules."""

import re
from pathlib import Path

import pytest

from qwixx import VARIANTS, Pass, QwixxError, Roll, Rules

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")


def line_of(variant: str) -> list[int]:
    line = next(
        line for line in PAGE.splitlines() if line.startswith("|") and f"`{variant}`" in line and "=" in line
    )
    size, seats, rolls, codes = [
        int(re.findall(r"[\d,]+", cell)[-1].replace(",", "")) for cell in line.split("|")[2:-1]
    ]
    return [size, seats, rolls, codes]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_table_of_codes(variant: str) -> None:
    size, seats, rolls, codes = line_of(variant)
    rules = Rules(variant, VARIANTS[variant].max_players)
    faces = rules.variant.faces
    assert rules.code(Pass(1)) == size
    assert rules.players == seats
    assert rules.decode(rolls) == Roll((1, 1), (None,) * 4)
    assert rules.decode(codes - 1) == Roll((faces, faces), (faces,) * 4)
    with pytest.raises(QwixxError):
        rules.decode(codes)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_page_shows_every_variant(variant: str) -> None:
    assert f'"{variant}' in PAGE
