"""The pictures of the terminal in the docs are up to date."""

from pathlib import Path
from types import ModuleType

import pytest
from project_scripts import load_script

ROOT = Path(__file__).parent.parent.parent
IMAGES = ROOT / "docs" / "images"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return load_script("pictures")


@pytest.mark.parametrize("name", ["classic", "longo"])
def test_the_picture_is_what_the_terminal_shows(name: str, script: ModuleType) -> None:
    kept = (IMAGES / f"{name}.svg").read_text("utf-8")
    assert kept == script.terminal(*script.PICTURES[name]), "run: python scripts/pictures.py"


@pytest.mark.parametrize("name", ["classic", "longo"])
def test_the_picture_is_small_and_loads_nothing_from_other_hosts(name: str) -> None:
    kept = (IMAGES / f"{name}.svg").read_text("utf-8")
    assert len(kept) < 200_000
    assert "@font-face" not in kept
    assert "url(http" not in kept
