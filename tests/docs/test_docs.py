"""Every example in README.md, docs/ and the docstrings runs; each fenced block is a test of its own."""

import doctest
import importlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from doc_pages import Block, Page, blocks

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
NOT_RUN = {"bash", "sh", "shell", "shell-session", "py", "python3", "pycon"}

Opener = Callable[[Path], Page]


@pytest.fixture(scope="session")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opener]:
    pages: dict[Path, Page] = {}

    def open_page(path: Path) -> Page:
        if path not in pages:
            pages[path] = Page(path, path.read_text(encoding="utf-8"), tmp_path_factory.mktemp(path.stem))
        return pages[path]

    yield open_page
    for page in pages.values():
        page.close()


def examples() -> Iterator[ParameterSet]:
    for path in PAGES:
        for block in blocks(path, path.read_text(encoding="utf-8")):
            if block.skip is None and (block.file or block.language in {"python", "console"}):
                yield pytest.param(block, id=str(block), marks=pytest.mark.xdist_group(path.stem))


@pytest.mark.parametrize("block", list(examples()))
def test_example(block: Block, opened: Opener) -> None:
    opened(block.page).run(block.line)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_page_has_no_example_that_is_not_run(path: Path) -> None:
    found = list(blocks(path, path.read_text(encoding="utf-8")))
    assert [str(block) for block in found if block.language in NOT_RUN] == [], "write `python` or `console`"
    assert [str(block) for block in found if block.skip == ""] == [], "a skip needs a reason"


def changes() -> Iterator[ParameterSet]:
    for path in PAGES:
        for block in blocks(path, path.read_text(encoding="utf-8")):
            if block.language == "diff":
                yield pytest.param(block, id=str(block))


@pytest.mark.parametrize("block", list(changes()))
def test_a_shown_change_fits_the_file(block: Block) -> None:
    first, _, *lines = block.text.splitlines()
    present = (ROOT / first.removeprefix("--- a/")).read_text(encoding="utf-8").splitlines()
    assert [line[1:] for line in lines if line[0] in " -" and line[1:] not in present] == []


def test_docstrings() -> None:
    for path in sorted((ROOT / "src").rglob("*.py")):
        if ">>> " in path.read_text(encoding="utf-8"):
            name = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
            assert doctest.testmod(importlib.import_module(name)).failed == 0, name
