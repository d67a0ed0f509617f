"""What can follow each command: commands, options, and the values of options and arguments."""

from collections.abc import Iterator
from enum import Enum
from typing import Any, NamedTuple

from qwixx.locales import LANGUAGES
from qwixx.rules import VARIANTS

from ..help_format import summary
from ..options import RULED_GAMES


class Paths(Enum):
    """Values that the shell itself can complete."""

    FILES = "files"
    FOLDERS = "folders"


Values = tuple[str, ...] | Paths
"""The values of an option or argument; none if it can be anything."""


class CompletedOption(NamedTuple):
    names: tuple[str, ...]
    about: str
    takes_value: bool
    values: Values


class CompletedCommand(NamedTuple):
    words: tuple[str, ...]
    """The words that call it, `qwixx` included."""
    commands: tuple[tuple[str, str], ...]
    """The names of the commands in it, and what they do."""
    options: tuple[CompletedOption, ...]
    values: Values
    """The values of its arguments."""

    @property
    def path(self) -> str:
        return " ".join(self.words)


def completed(command: Any, *words: str) -> Iterator[CompletedCommand]:
    """The command and all commands in it. `qwixx` itself also has the options of its default."""
    inner: dict[str, Any] = getattr(command, "commands", {})
    options = list(_options(command, words))
    if default := getattr(command, "default_command", None):
        known = {name for option in options for name in option.names}
        options += [option for option in _options(inner[default], words) if not known & set(option.names)]
    yield CompletedCommand(
        words,
        tuple((name, _brief(summary(one))) for name, one in inner.items()),
        tuple(options),
        next((_values(one.metavar or "") for one in command.params if one.param_type_name == "argument"), ()),
    )
    for name, one in inner.items():
        yield from completed(one, *words, name)


def _options(command: Any, words: tuple[str, ...]) -> Iterator[CompletedOption]:
    context = command.context_class(command, info_name=words[-1], help_option_names=["-h", "--help"])
    for one in command.get_params(context):
        if one.param_type_name == "option":
            takes_value = not one.is_flag
            values = _values(one.metavar or "", one.opts[0]) if takes_value else ()
            yield CompletedOption(tuple(sorted(one.opts)), _brief(one.help), takes_value, values)


def _values(metavar: str, option: str = "") -> Values:
    from qwixx.bots import LEVELS, bot_names

    match metavar.strip("[]"), option:
        case "FILE" | "BOARD" | "POSITION", _:
            return Paths.FILES
        case "FOLDER", _:
            return Paths.FOLDERS
        case "BOT" | "PLAYER", _:
            return tuple(dict.fromkeys([*bot_names(), *LEVELS]))
        case "GAME", _:
            return tuple(RULED_GAMES)
        case ("VARIANT", _) | ("NAME", "--variant"):
            return tuple(VARIANTS)
        case "CODE", "--lang":
            return tuple(LANGUAGES)
        case choices, _ if "|" in choices:
            return tuple(choices.split("|"))
        case _:
            return ()


def _brief(text: str) -> str:
    """The first sentence, without its full stop."""
    return text.partition(". ")[0].partition(";")[0].replace("\n", " ").removesuffix(".")
