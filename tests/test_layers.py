"""A package of qwixx imports only what stands left of it, and the rules know nothing of the world outside."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "qwixx"

LAYERS = ["rules", "dice", "kernel", "solver", "bots", "arena", "coach", "envs", "server", "cli"]

# What reads or writes files may use `files`; what computes may not.
USES_FILES = LAYERS[LAYERS.index("kernel") :]

# Each part and what of qwixx it may import.
MAY_IMPORT: dict[str, set[str]] = {
    **{
        name: {*LAYERS[: level + 1], "locales", *({"files", "folders"} if name in USES_FILES else ())}
        for level, name in enumerate(LAYERS)
    },
    "rules": {"rules"},
    "files": {"files", "rules"},
    "folders": {"folders"},
    "locales": {"locales"},
    # The rules and the dice are for checking a finished game without trusting the server.
    "client": {"client", "server.protocol", "rules", "dice"},
    "cli": {*LAYERS, "client", "locales", "files", "folders"},
    "testing": {"testing", "locales", "files", "folders", *LAYERS} - {"cli"},
    "__main__": {"cli"},
}

# Computation only: no clock, no files, no sockets, no chance.
RULES_MAY_IMPORT = {
    *(
        "__future__",
        "abc",
        "bisect",
        "collections",
        "dataclasses",
        "enum",
        "fractions",
        "functools",
        "itertools",
    ),
    *("json", "math", "msgspec", "operator", "re", "string", "textwrap", "types", "typing"),
}
RULES_MAY_NOT_CALL = {"open", "print", "input", "__import__", "eval", "exec"}


def parts() -> set[str]:
    return {path.stem for path in SOURCE.iterdir() if path.suffix == ".py" or any(path.glob("*.py"))} - {
        "__init__"
    }


def imports(tree: ast.AST, package: list[str]) -> Iterator[str]:
    """Dotted names of what is imported; `package` is where the module stands, for relative imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            origin = [*above, *(node.module.split(".") if node.module else [])]
            yield from (".".join([*origin, alias.name]) for alias in node.names)


def files(part: str) -> list[Path]:
    return sorted((SOURCE / part).rglob("*.py")) or [SOURCE / f"{part}.py"]


def package_of(path: Path) -> list[str]:
    return ["qwixx", *path.relative_to(SOURCE).parent.parts]


def forbidden(part: str, name: str) -> bool:
    """Is the import of `name` in `part` one to the right? `qwixx.__version__` is for everybody."""
    top, _, inner = name.partition(".")
    if top != "qwixx" or inner == "__version__":
        return False
    return not any(inner == allowed or inner.startswith(f"{allowed}.") for allowed in MAY_IMPORT[part])


def test_every_part_has_its_place() -> None:
    assert parts() <= MAY_IMPORT.keys()
    assert "rules" in parts()


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_imports_point_left(part: str) -> None:
    if part not in parts():
        return  # not written yet
    wrong = [
        f"{path.relative_to(SOURCE)} imports {name}"
        for path in files(part)
        for name in imports(ast.parse(path.read_text()), package_of(path))
        if forbidden(part, name)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("part", "line", "bad"),
    [
        ("rules", "import qwixx.dice", True),
        ("rules", "from .errors import IllegalAction", False),
        ("dice", "from ..rules.actions import Roll", False),
        ("dice", "from ..bots import registry", True),
        ("dice", "from .. import bots", True),
        ("bots", "from qwixx import Rules", True),
        ("bots", "def f():\n    from qwixx.arena import play", True),
        ("coach", "from qwixx.arena import play", False),
        ("arena", "from qwixx.files import write_new", False),
        ("dice", "from qwixx.files import write_new", True),
        ("files", "from qwixx.arena import play", True),
        ("cli", "from qwixx import __version__, rules", False),
        ("client", "from qwixx.server.protocol import Hello", False),
        ("client", "from qwixx.server.live.hub import Hub", True),
    ],
)
def test_the_check_itself(part: str, line: str, bad: bool) -> None:
    assert any(forbidden(part, name) for name in imports(ast.parse(line), ["qwixx", part])) is bad


def test_rules_know_no_files_clock_or_chance() -> None:
    wrong = []
    for path in files("rules"):
        tree = ast.parse(path.read_text())
        outside = {name.partition(".")[0] for name in imports(tree, package_of(path))} - {"qwixx"}
        called = {
            node.func.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        wrong += [
            f"{path.name}: {name}" for name in (outside - RULES_MAY_IMPORT) | (called & RULES_MAY_NOT_CALL)
        ]
    assert wrong == []
