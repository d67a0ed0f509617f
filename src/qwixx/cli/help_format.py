"""The classes of all commands and groups: plain help texts with examples, and commands under headings."""

import re
import sys
from collections.abc import Iterator
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from qwixx.extras import has_server, how_to_add

EXAMPLES = "\n\nExamples:\n"
"""Divides the docstring of a command: the examples after it are shown as they are."""

_NAMED_DEFAULT = re.compile(r"\[default: \((.*?)\)")
_BETWEEN = re.compile(r"([-0-9.]+)<=x<=([-0-9.]+)\]$")
_AT_LEAST = re.compile(r"x>=([-0-9.]+)\]$")


class _Plain:
    """What commands and groups share; the base classes are Typer's, whose own classes are not exported."""

    examples: tuple[str, ...] = ()

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Every error about options names the help of its command; for some of them Typer leaves it out."""
        try:
            return super().parse_args(ctx, args)  # type: ignore[misc,no-any-return]
        except typer.TyperException as error:
            if getattr(error, "ctx", ctx) is None:
                error.ctx = ctx  # type: ignore[attr-defined]
            raise

    def format_options(self, ctx: Any, formatter: Any) -> None:
        by_kind: dict[str, list[tuple[str, str]]] = {"argument": [], "option": []}
        for parameter in self.get_params(ctx):  # type: ignore[attr-defined]
            if row := explained(parameter, ctx):
                by_kind[parameter.param_type_name].append(row)
        for heading, rows in zip(("Arguments", "Options"), by_kind.values(), strict=True):
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)

    def format_epilog(self, _: Any, formatter: Any) -> None:
        if self.examples:
            with formatter.section("Examples"):
                for line in self.examples:
                    formatter.write(f"{'':>{formatter.current_indent}}{line}\n")


class PlainCommand(_Plain, TyperCommand):
    def __init__(self, name: str | None, **settings: Any) -> None:
        text, self.examples = _divided(settings.pop("help", None))
        for parameter in settings["params"]:
            if parameter.param_type_name == "argument":
                parameter.display_type_rich = _no_type
        super().__init__(name, help=text, **settings)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Arguments without the braces in which Typer puts those that are required."""
        return [re.sub(r"^\{(.*)\}", r"\1", piece) for piece in super().collect_usage_pieces(ctx)]


class PlainGroup(_Plain, TyperGroup):
    """Its commands are listed under the headings given as `rich_help_panel`."""

    def __init__(self, **settings: Any) -> None:
        text, self.examples = _divided(settings.pop("help", None))
        super().__init__(help=text, **settings)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        super().format_options(ctx, formatter)
        headings: dict[str, list[tuple[str, str]]] = {}
        for name, command in self.commands.items():
            heading = getattr(command, "rich_help_panel", None) or "Commands"
            headings.setdefault(heading, []).append((name, summary(command)))
        width = max(map(len, self.commands))
        for heading, rows in headings.items():
            with formatter.section(heading):
                formatter.write_dl([(f"{name:{width}}", text) for name, text in rows])


class RootGroup(PlainGroup):
    """`qwixx` itself: without the name of a command, the options are those of `serve`."""

    default_command = "serve"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        own = {name for parameter in self.get_params(ctx) for name in parameter.opts}
        if not args and not has_server():
            print(f"qwixx: To play in the browser, add the server: {how_to_add('server')}", file=sys.stderr)
            args = ["play"]
        elif not args or (args[0].startswith("-") and args[0] not in own):
            args = [self.default_command, *args]
        return super().parse_args(ctx, args)


def explained(parameter: Any, ctx: Any) -> tuple[str, str] | None:
    """An argument or option and its meaning; ranges and defaults in words. `None` if it is hidden."""
    row = parameter.get_help_record(ctx)
    if row is None:
        return None
    text = _NAMED_DEFAULT.sub(r"[default: \1", row[1])
    return row[0], _AT_LEAST.sub(r"at least \1]", _BETWEEN.sub(r"from \1 to \2]", text))


def summary(command: Any) -> str:
    """The first sentence of a command's help."""
    return str(command.help).partition("\n\n")[0].replace("\n", " ")


def _divided(text: str | None) -> tuple[str, tuple[str, ...]]:
    """The help text of a command, and its examples."""
    prose, _, examples = (text or "").partition(EXAMPLES)
    return prose, tuple(_lines(examples))


def _lines(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if line.strip():
            yield line.strip()


def _no_type(ctx: object) -> None:  # the signature is Typer's
    """The type of an argument, which its help then leaves out."""
