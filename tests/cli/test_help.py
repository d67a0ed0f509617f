"""The help texts: complete, in sentences, and readable in a terminal of 80 columns."""

import re
import shlex
from collections.abc import Iterator
from typing import Any

import pytest
import typer.main
from command_line import Qwixx

from qwixx.cli.app import app
from qwixx.locales import LANGUAGES
from qwixx.rules import VARIANTS


def commands(command: Any, *words: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command with the words that call it, groups included."""
    yield words, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, *words, name)


COMMANDS = dict(commands(typer.main.get_command(app)))


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_argument_and_option_is_explained_in_sentences(words: tuple[str, ...]) -> None:
    command = COMMANDS[words]
    assert command.help[0].isupper()
    assert command.help.endswith(".")
    for parameter in command.params:
        assert parameter.help, f"{parameter.name} has no help"
        assert parameter.help[0].isupper(), parameter.help
        assert parameter.help.endswith("."), parameter.help


@pytest.mark.parametrize("words", COMMANDS)
def test_help_shows_no_python_types_and_no_shortened_summaries(qwixx: Qwixx, words: tuple[str, ...]) -> None:
    shown = qwixx(*words, "--help").out
    assert max(map(len, shown.splitlines())) <= 80
    assert not re.search(r"<(int|float|str|list|path)\b|[<>]=|\{|default: \(", shown)
    assert not re.search(r"\w\.\.\.$", shown.partition("\n")[2], re.MULTILINE)
    assert qwixx(*words, "-h").out == shown


def test_help_lists_every_variant_and_language(qwixx: Qwixx) -> None:
    shown = " ".join(qwixx("play", "--help").out.split())
    assert f"{', '.join(list(VARIANTS)[:-1])} or {list(VARIANTS)[-1]}." in shown
    assert f"{', '.join(list(LANGUAGES)[:-1])} or {list(LANGUAGES)[-1]}." in shown


def test_commands_are_listed_under_headings(qwixx: Qwixx) -> None:
    headings = re.findall(r"^(\w.*):$", qwixx("--help").out, re.MULTILINE)
    assert headings == [
        "Options", "Play", "Games", "Study", "Host", "Measure", "Set up", "Examples",
    ]  # fmt: skip


@pytest.mark.parametrize("words", [words for words in COMMANDS if len(words) == 1])
def test_every_command_has_examples_that_can_be_run(words: tuple[str, ...]) -> None:
    examples = COMMANDS[words].examples
    assert examples
    for example in examples:
        for command in example.split(" | ") if "'" not in example else [example]:
            called = re.sub(
                r"^eval \"\$\((.*)\)\"", r"\1", command.partition(" #")[0].partition(" >")[0].strip()
            )
            program, *arguments = shlex.split(called)
            assert program == "qwixx"
            parse(COMMANDS[()], arguments)


def parse(command: Any, arguments: list[str], parent: Any = None) -> None:
    """Raises an error for an unknown command, option or value; nothing is run."""
    context = command.make_context("qwixx", list(arguments), parent=parent)
    if rest := [*context._protected_args, *context.args]:
        _, inner, arguments = command.resolve_command(context, rest)
        parse(inner, arguments, context)
