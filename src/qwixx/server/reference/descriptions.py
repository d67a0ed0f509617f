"""Descriptions of the protocol's types and fields, taken from the docstrings in the source.

A type is described by its docstring, a field by the string below it. A field without one is described by its
type: `id: Id` by the string below `Id = …`, `game: GameView` by the docstring of `GameView`.
"""

import ast
import importlib
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from importlib.util import resolve_name
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec import Struct, inspect


def describe(components: dict[str, Any], roots: Iterable[Any]) -> None:
    """Adds descriptions to the schemas of the structs and enums that the types in `roots` are made of."""
    for kind in set(_classes(inspect.multi_type_info(roots))):
        schema = components[kind.__name__]
        schema["description"] = named(kind.__module__, kind.__name__)
        if issubclass(kind, Enum):
            texts = members(kind)
            schema["x-enum-descriptions"] = [texts[value] for value in schema["enum"]]
        elif issubclass(kind, Struct):
            _describe_fields(schema["properties"], kind)


def _describe_fields(properties: dict[str, Any], kind: type[Struct]) -> None:
    config = kind.__struct_config__
    if config.tag_field:
        properties[config.tag_field]["description"] = f"Always `{config.tag}`."
    source = _source(kind.__module__)
    below = _strings_below(source.classes[kind.__name__].body)
    for node in source.classes[kind.__name__].body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            name = node.target.id
            text = below.get(name) or named(kind.__module__, _type_name(node.annotation))
            if text and name in properties:
                properties[name]["description"] = text


def members(kind: type[Enum]) -> dict[str, str]:
    """Each value of an enum and the string below it, empty if there is none."""
    below = _strings_below(_source(kind.__module__).classes[kind.__name__].body)
    return {str(member.value): below.get(member.name, "") for member in kind}


def named(module: str, name: str) -> str:
    """The docstring of a class, or the string below an alias, followed through imports; empty if none."""
    source = _source(module)
    if name in source.classes:
        return _one_line(ast.get_docstring(source.classes[name]) or "")
    if name in source.imports:
        return named(*source.imports[name])
    return source.strings.get(name, "")


class _Source:
    """The definitions in a module's source."""

    def __init__(self, module: str) -> None:
        loaded = importlib.import_module(module)
        assert loaded.__file__ is not None
        body = ast.parse(Path(loaded.__file__).read_text(encoding="utf-8")).body
        self.classes = {node.name: node for node in body if isinstance(node, ast.ClassDef)}
        self.strings = _strings_below(body)
        self.imports: dict[str, tuple[str, str]] = {}
        """By name: the module it is imported from, and its name there."""
        for node in body:
            if isinstance(node, ast.ImportFrom):
                origin = resolve_name("." * node.level + (node.module or ""), loaded.__package__)
                for alias in node.names:
                    self.imports[alias.asname or alias.name] = origin, alias.name


_source = cache(_Source)


def _strings_below(body: list[ast.stmt]) -> dict[str, str]:
    """By name: the string directly below its definition."""
    found = {}
    for node, below in pairwise(body):
        match node, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = _one_line(text)
    return found


def _type_name(annotation: ast.expr) -> str:
    """`GameView` for `GameView` and `GameView | None`; empty for anything else."""
    match annotation:
        case ast.Name(id=name) | ast.BinOp(left=ast.Name(id=name), right=ast.Constant(value=None)):
            return name
    return ""


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _classes(infos: Iterable[inspect.Type]) -> Iterator[type]:
    """The structs and enums that the types are made of; some may come more than once."""
    seen = set()
    waiting = list(infos)
    while waiting:
        match waiting.pop():
            case inspect.StructType(cls=cls, fields=fields) if cls not in seen:
                seen.add(cls)
                yield cls
                waiting += [field.type for field in fields]
            case inspect.EnumType(cls=cls):
                yield cls
            case inspect.UnionType(types=types) | inspect.TupleType(item_types=types):
                waiting += types
            case inspect.VarTupleType(item_type=inner) | inspect.ListType(item_type=inner):
                waiting.append(inner)
            case inspect.DictType(key_type=key, value_type=value):
                waiting += [key, value]
            case inspect.Metadata(type=inner):
                waiting.append(inner)
