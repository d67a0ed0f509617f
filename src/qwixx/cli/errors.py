"""Errors about options and arguments: those that commands raise, and Typer's in plain words."""

import re
from typing import Any

import typer

_WANTED = {
    "int_parsing": "a whole number, not {input!r}",
    "float_parsing": "a number, not {input!r}",
    "greater_than_equal": "{ge:,} or more, not {input}",
    "less_than_equal": "{le:,} or less, not {input}",
}
"""What a value has to be, by the type of Pydantic's error, with which Typer checks values."""


_PLAIN = {
    r"Missing (argument|option) '(.*)'\.": "The {0} {1} is missing: add it.",
    r"Missing command\.": "The command is missing: name one.",
    r"Option '(.*)' requires an argument\.": "The option {0} has no value: add one.",
    r"Option '(.*)' does not take a value\.": "The option {0} takes no value: leave it out.",
}
"""Typer's messages and what is said instead: what is wrong, and what to do."""


class WrongUse(typer.BadParameter):
    """Options with impossible values, or that exclude each other. The message names them itself."""

    def format_message(self) -> str:
        return self.message


def plain_message(error: typer.TyperException) -> str:
    """What is wrong with an option or argument, and what to do."""
    message = error.format_message()
    if extra := re.fullmatch(r"Got unexpected extra argument\(s\) \((.*)\)", message, re.DOTALL):
        return f"Too many arguments: leave out {extra[1]}."
    if unknown := re.fullmatch(
        r"No such (option|command):? (\S+?)\.?(?: \(Possible options: (.*)\)| Did you mean (.*)\?)?", message
    ):
        kind, name, *alike = unknown.groups()
        meant = next(filter(None, alike), None)
        hint = f": did you mean {meant}?" if meant else "."
        return f"There is no {kind} {name}{hint}".replace("'", "")
    for form, plain in _PLAIN.items():
        if found := re.fullmatch(form, message, re.DOTALL):
            return plain.format(*found.groups())
    parameter, cause = getattr(error, "param", None), error.__cause__
    problems: list[dict[str, Any]] = cause.errors() if cause and hasattr(cause, "errors") else []
    if not parameter or not problems or problems[0]["type"] not in _WANTED:
        return message
    wanted = _WANTED[problems[0]["type"]].format(input=problems[0]["input"], **problems[0].get("ctx", {}))
    return f"{'/'.join(parameter.opts)} must be {wanted}."
