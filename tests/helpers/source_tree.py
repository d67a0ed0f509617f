"""The modules of the package and what they import, read from the source."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "qwixx"

# A package imports only packages to its left.
LAYERS = ["rules", "dice", "kernel", "solver", "bots", "arena", "coach", "envs", "server", "cli"]

# Inside a package: a part imports only parts to its left. Parts that are not listed are not restricted here.
INNER_LAYERS = {
    "server": [
        *("protocol", "settings", "metrics", "logs"),
        *("table", "store", "bus", "live", "coaching", "web", "reference", "app", "process"),
    ],
    "kernel": ["engine", "exact", "bots", "runs"],
    "arena": ["game", "outcomes", "tally", "match_setting", "workers", "match", "report", "ladder", "plots"],
    "cli": ["language", "options", "draw", "console", "play", "load", "bench", "commands", "app", "main"],
}


def module_name(path: Path) -> str:
    """The dotted name of a source file; a package's `__init__.py` is the package itself."""
    parts = ("qwixx", *path.relative_to(SOURCE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules() -> dict[str, Path]:
    return {module_name(path): path for path in sorted(SOURCE.rglob("*.py"))}


def package_of(path: Path) -> list[str]:
    """The package that relative imports in this file start from."""
    return ["qwixx", *path.relative_to(SOURCE).parent.parts]


def imports(tree: ast.AST, package: list[str]) -> Iterator[str]:
    """Dotted names of everything imported, wherever the import is: in functions and for type checking too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            origin = [*above, *(node.module.split(".") if node.module else [])]
            yield from (".".join([*origin, alias.name]) for alias in node.names)


def import_graph() -> dict[str, set[str]]:
    """Each module and the modules of the package that it imports."""
    known = modules()
    graph = {}
    for name, path in known.items():
        found = imports(ast.parse(path.read_text(encoding="utf-8")), package_of(path))
        graph[name] = {_module_of(one, known) for one in found if one.startswith("qwixx.")} - {name, "qwixx"}
    return graph


def _module_of(imported: str, known: dict[str, Path]) -> str:
    """The module that an imported name is, or is defined in."""
    while imported not in known:
        imported = imported.rpartition(".")[0]
    return imported


def folded(graph: dict[str, set[str]], package: str) -> dict[str, set[str]]:
    """The graph of the direct members of a package: each of its folders counts as one node."""

    def member(name: str) -> str:
        return name[len(package) + 1 :].partition(".")[0] if name.startswith(f"{package}.") else ""

    members: dict[str, set[str]] = {}
    for name, targets in graph.items():
        if here := member(name):
            members.setdefault(here, set()).update(map(member, targets))
    return {name: targets - {name, ""} for name, targets in members.items()}


def cycle(graph: dict[str, set[str]]) -> list[str]:
    """One cycle of the graph, or nothing."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []
