"""docs/architecture.md shows the tree as it is, and every package's front page names its modules."""

import ast
import re
from pathlib import Path

import pytest
from project_scripts import load_script
from source_tree import INNER_LAYERS, LAYERS, SOURCE, modules

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PACKAGES = sorted(path.parent for path in modules().values() if path.name == "__init__.py")


def test_the_module_tables_show_the_tree() -> None:
    assert load_script("module_tables").page() == PAGE, "run: .venv/bin/python scripts/module_tables.py"


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_package_is_in_the_tables(package: Path) -> None:
    assert f"\n### `{'.'.join(('qwixx', *package.relative_to(SOURCE).parts))}`\n" in PAGE


@pytest.mark.parametrize("name", modules())
def test_every_module_says_what_it_is_in_one_line(name: str) -> None:
    lines = modules()[name].read_text(encoding="utf-8").splitlines()
    assert re.match(r'r?"""\S', lines[0]), f"{name} has no docstring"
    assert len(lines) == 1 or lines[0].endswith('"""') or not lines[1], (
        f"{name}: the first line is a whole sentence"
    )


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_front_page_has_a_line_for_each_module(package: Path) -> None:
    docstring = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8"))) or ""
    inside = {path.stem for path in package.glob("*.py")} | {
        path.parent.name for path in package.glob("*/__init__.py")
    }
    listed = re.findall(r"^- `(\w+)`: \S", docstring, re.MULTILINE)
    assert sorted(listed) == sorted(name for name in inside if not name.startswith("__"))


def test_the_files_named_in_the_page_exist() -> None:
    prose = PAGE.partition("<!-- module tables -->")[0]
    named = re.findall(r"`((?:[a-z_]+/)+[\w.*]*)`", prose)
    assert "server/table/decide" in named
    missing = [name for name in named if not _exists(name)]
    assert missing == []


def _exists(name: str) -> bool:
    """Whether a path of the page is there, below the source or the root; NAME and xx are any file."""
    pattern = re.sub(r"NAME|xx(?=\.)", "*", name.rstrip("/"))
    return any(any(base.glob(pattern + end)) for base in (SOURCE, ROOT) for end in ("", ".py"))


def test_the_arrows_of_the_page_are_the_tested_ones() -> None:
    assert f"    {' ◄ '.join(LAYERS)}\n" in PAGE
    for package, order in INNER_LAYERS.items():
        line = re.search(rf"^    {package}: +(.+(?:\n {{12,}}.+)*)$", PAGE, re.MULTILINE)
        assert line, package
        assert re.split(r"\s+[◄·]\s+", line[1]) == order
