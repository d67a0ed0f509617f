"""The pictures of the boards in the docs match their data."""

from pathlib import Path
from typing import cast
from xml.etree import ElementTree

import pytest
from project_scripts import load_script

from qwixx import VARIANTS

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def drawn() -> dict[str, str]:
    return cast("dict[str, str]", load_script("boards").pictures())


@pytest.mark.parametrize("name", ["board-a.svg", "board-b.svg"])
def test_the_picture_is_up_to_date(name: str, drawn: dict[str, str]) -> None:
    picture = (ROOT / "docs" / "images" / name).read_text(encoding="utf-8")
    assert picture == drawn[name], "run: python scripts/boards.py"


def test_the_flow_is_drawn_as_the_script_says() -> None:
    picture = (ROOT / "docs" / "images" / "flow.svg").read_text(encoding="utf-8")
    assert picture == load_script("flow").draw(), "run: python scripts/flow.py"


@pytest.mark.parametrize("side", ["a", "b"])
def test_the_picture_shows_every_space(side: str, drawn: dict[str, str]) -> None:
    board = VARIANTS[f"onboard-{side}"].board
    assert board is not None
    svg = ElementTree.fromstring(drawn[f"board-{side}.svg"])
    texts = [element.text or "" for element in svg.iter("{http://www.w3.org/2000/svg}text")]
    spaces = [texts[at : at + 4] for at in range(2, len(texts), 4)]
    assert spaces == [
        [str(place), "RYGB"[space.row], str(space.number), f"+{space.points}"]
        for place, space in enumerate(board.spaces, 1)
    ]
