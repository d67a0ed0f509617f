"""Imports point one way: between packages, between the folders of a package, and between modules.

The order of the packages and of the server's, kernel's and command line's parts is the one that
docs/architecture.md shows.
"""

import ast
from collections import defaultdict
from pathlib import Path

import pytest
from source_tree import (
    INNER_LAYERS,
    LAYERS,
    SOURCE,
    cycle,
    folded,
    import_graph,
    imports,
    modules,
    package_of,
)

# Parts that read or write files or need optional packages may use these; parts that only compute may not.
HELPERS = {"extras", "files", "folders"}
USES_FILES = LAYERS[LAYERS.index("kernel") :]

# Each part and the parts of qwixx that it may import.
MAY_IMPORT: dict[str, set[str]] = {
    **{
        name: {*LAYERS[: level + 1], "locales", *(HELPERS if name in USES_FILES else ())}
        for level, name in enumerate(LAYERS)
    },
    "rules": {"rules"},
    "extras": {"extras"},
    "files": {"files", "rules"},
    "folders": {"folders"},
    "locales": {"locales"},
    # The rules and the dice are for checking a finished game without trusting the server.
    "client": {"client", "server.protocol", "rules", "dice"},
    "cli": {*LAYERS, "client", "locales", *HELPERS},
    "testing": {"testing", "locales", *HELPERS, *LAYERS} - {"cli"},
    "__main__": {"cli"},
}

MOST_MODULES = 20
CLIENT = SOURCE.parents[1] / "web" / "src"
"""Most modules in one folder, its `__init__` not counted."""

# The rules only compute: they use no clock, files, sockets or random numbers.
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


def files(part: str) -> list[Path]:
    return sorted((SOURCE / part).rglob("*.py")) or [SOURCE / f"{part}.py"]


def forbidden(part: str, name: str) -> bool:
    """Whether `part` may not import `name`. Every part may import `qwixx.__version__`."""
    top, _, inner = name.partition(".")
    if top != "qwixx" or inner == "__version__":
        return False
    return not any(inner == allowed or inner.startswith(f"{allowed}.") for allowed in MAY_IMPORT[part])


def test_every_part_has_a_layer() -> None:
    assert parts() == MAY_IMPORT.keys()


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_packages_import_only_earlier_ones(part: str) -> None:
    wrong = [
        f"{path.relative_to(SOURCE)} imports {name}"
        for path in files(part)
        for name in imports(ast.parse(path.read_text(encoding="utf-8")), package_of(path))
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
def test_the_check_of_packages_finds_wrong_imports(part: str, line: str, bad: bool) -> None:
    assert any(forbidden(part, name) for name in imports(ast.parse(line), ["qwixx", part])) is bad


@pytest.mark.parametrize("package", INNER_LAYERS)
def test_parts_of_a_package_import_only_earlier_ones(package: str) -> None:
    order = INNER_LAYERS[package]
    graph = folded(import_graph(), f"qwixx.{package}")
    assert set(order) <= graph.keys(), "the list names a part that does not exist"
    wrong = [
        f"{package}.{part} imports {package}.{other}"
        for part in order
        for other in sorted(graph[part].intersection(order))
        if order.index(other) > order.index(part)
    ]
    assert wrong == []


def test_no_import_cycle_between_modules() -> None:
    assert cycle(import_graph()) == []


def test_no_import_cycle_between_the_folders_of_a_package() -> None:
    graph = import_graph()
    packages = {name.rpartition(".")[0] for name in modules()} - {""}
    found = {package: cycle(folded(graph, package)) for package in packages}
    assert {package: names for package, names in found.items() if names} == {}


def test_the_search_for_cycles_finds_one() -> None:
    graph = {"q.a.x": {"q.b"}, "q.b": {"q.a.y"}, "q.a.y": set[str]()}
    assert cycle(graph) == []
    assert set(cycle(folded(graph, "q"))) == {"a", "b"}
    assert cycle({"q.a": {"q.b"}, "q.b": {"q.a"}})


def test_no_folder_holds_more_modules_than_a_reader_can_survey() -> None:
    counts: dict[str, int] = defaultdict(int)
    for path in modules().values():
        counts[str(path.parent.relative_to(SOURCE))] += path.name != "__init__.py"
    for path in CLIENT.rglob("*.*"):
        counts[str(path.parent.relative_to(CLIENT.parent))] += 1
    assert {folder: count for folder, count in counts.items() if count > MOST_MODULES} == {}


def test_a_class_name_has_one_meaning() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for name, path in modules().items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(name)
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}


def test_rules_use_no_files_clock_or_random_numbers() -> None:
    wrong = []
    for path in files("rules"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
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


# `tests/server/test_uvicorn_internals.py` names what is used of these, and pyproject.toml has upper bounds.
INTERNALS_IN_USE = {"uvicorn.protocols"}
INTERNAL = ("numba.core", "uvicorn.protocols", "uvicorn.server")


def test_no_private_part_of_another_package_is_imported() -> None:
    """Such a part may change with any version, so that the bounds in pyproject.toml would mean nothing."""
    found = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            else:
                continue
            found |= {start for start in INTERNAL for name in names if name.startswith(start)}
            parts = {part for name in names for part in name.split(".")}
            found |= {part for part in parts if part.startswith("_") and not part.endswith("__")}
    assert found == INTERNALS_IN_USE
