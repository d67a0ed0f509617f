"""The pictures of the boards in the docs match their data."""

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import cast
from xml.etree import ElementTree

import pytest

from qwixx import VARIANTS

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def drawn() -> dict[str, str]:
    spec = importlib.util.spec_from_file_location("boards", ROOT / "scripts" / "boards.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return cast("Callable[[], dict[str, str]]", script.pictures)()


@pytest.mark.parametrize("name", ["board-a.svg", "board-b.svg"])
def test_the_picture_is_up_to_date(name: str, drawn: dict[str, str]) -> None:
    picture = (ROOT / "docs" / "images" / name).read_text(encoding="utf-8")
    assert picture == drawn[name], "run: python scripts/boards.py"


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
