"""Writes the module tables of docs/architecture.md from the docstrings.

    .venv/bin/python scripts/module_tables.py

A module's sentence is the first line of its docstring. What is between the two markers is replaced.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "qwixx"
PAGE = ROOT / "docs" / "architecture.md"
START, END = "<!-- module tables -->\n", "<!-- end of module tables -->\n"

# The order in which packages import each other; parts that no one builds on come last.
PACKAGES = (
    *("rules", "dice", "kernel", "solver", "bots", "arena", "coach", "envs", "server", "cli"),
    *("client", "locales", "testing"),
)


def sentence(path: Path) -> str:
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return docstring.partition("\n\n")[0].replace("\n", " ")


def tables() -> str:
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    single = sorted(path for path in SOURCE.glob("*.py") if path.name != "__init__.py")
    yield from _table("qwixx", SOURCE, single)
    for package in PACKAGES:
        folder = SOURCE / package
        for inner in (folder, *sorted(_subpackages(folder))):
            name = ".".join(("qwixx", *inner.relative_to(SOURCE).parts))
            yield from _table(name, inner, sorted(set(inner.glob("*.py")) - {inner / "__init__.py"}))


def _subpackages(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("__init__.py"):
        if path.parent != folder:
            yield path.parent


def _table(name: str, folder: Path, modules: list[Path]) -> Iterator[str]:
    yield f"### `{name}`\n"
    yield sentence(folder / "__init__.py") + "\n"
    if modules:
        yield "| module | what it holds |"
        yield "|---|---|"
        for path in modules:
            yield f"| `{path.stem}` | {sentence(path).replace('|', chr(92) + '|')} |"
        yield ""


def page() -> str:
    """The page with its tables as they should be."""
    text = PAGE.read_text(encoding="utf-8")
    head, rest = text.split(START)
    return f"{head}{START}\n{tables()}\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
