"""Bots by name: `gap`, `gap:skip=2`, `my_module:MyBot`, `my_module:MyBot:depth=3`.

Other packages add names with an entry point in the group `qwixx.bots`.
"""

import importlib
import inspect
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from qwixx.kernel.bots.batch_bot import BatchBot
from qwixx.kernel.bots.error_text import sentence_end
from qwixx.kernel.bots.players import find_player
from qwixx.rules import FormatError, QwixxError
from qwixx.rules.notation import quoted

from .amateur import Amateur
from .bot import Bot
from .expert import Expert
from .gap import Gap
from .pocket import Pocket
from .random import Random
from .tempo import Tempo

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

AnyBot = Bot | BatchBot
Factory = type[AnyBot]

BUILT_IN: dict[str, Factory] = {
    "random": Random,
    "gap": Gap,
    "pocket": Pocket,
    "tempo": Tempo,
    "expert": Expert,
    "amateur": Amateur,
}
GROUP = "qwixx.bots"
_ANY = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_NUMBER = re.compile(r"[-+]?[0-9.]+(e[-+]?[0-9]{1,2})?")
_WANTED = {int: "a whole number", float: "a number", bool: "true or false"}
_CLASS = re.compile(r"[A-Za-z_]\w*")


class BotError(FormatError):
    """A name of a bot that cannot be used. Its message is a sentence of its own."""

    what = "bot"


def bot_names() -> list[str]:
    """The names that can be used without a module, built in or installed."""
    return [*BUILT_IN, *sorted({entry.name for entry in _installed()} - set(BUILT_IN))]


def _installed() -> "EntryPoints":
    from importlib.metadata import (
        entry_points,
    )  # at the top it would add a quarter to the time of `import qwixx`

    return entry_points(group=GROUP)


def find_bot(name: str, *, modules: bool = True) -> Factory:
    """The class behind a registered name. `modules`: whether the error names the other way to write a bot."""
    if name in BUILT_IN:
        return BUILT_IN[name]
    for entry in _installed().select(name=name):
        try:
            return _factory(entry.load(), name)
        except BotError:
            raise
        except (Exception, SystemExit) as error:
            raise BotError(
                f"The bot {name} is installed but cannot be loaded: {sentence_end(error)}"
            ) from error
    names = ", ".join(bot_names()) + (", or MODULE:CLASS" if modules else "")
    raise BotError(f"There is no bot {quoted(name)}: choose {names}.")


def class_name(bot: type[AnyBot]) -> str:
    """The name of a class of bots: one at the top level of a module, a script or a notebook."""
    module, name = bot.__module__, bot.__name__
    if getattr(sys.modules.get(module), name, None) is not bot:
        raise BotError(
            f"{bot.__qualname__} cannot be found by its name: define it outside of functions and classes."
        )
    _factory(bot, name)
    return f"{module}:{name}"


def options_of(factory: Factory) -> dict[str, inspect.Parameter]:
    """The options by name. `*args`, which a class inherits from `Bot`, is not an option."""
    options = inspect.signature(factory, eval_str=True).parameters
    return {name: option for name, option in options.items() if option.kind not in _ANY}


def make_bot(text: str, *, modules: bool = True) -> Bot:
    """The bot of that name. With `modules=False`, for names from the network, nothing is imported or read."""
    return as_bot(_make(text, modules=modules))


def as_bot(bot: str | AnyBot) -> Bot:
    """A bot that is asked one by one: one of a name, a bot itself, or a batched bot in disguise."""
    if isinstance(bot, str):
        return make_bot(bot)
    if isinstance(bot, Bot):
        return bot
    from qwixx.kernel.runs.one_by_one import OneByOne

    return OneByOne(bot)


def is_batched(bot: str | AnyBot) -> bool:
    """Whether this is a batched bot, or the name of one."""
    if isinstance(bot, str):
        return find_player(bot) is None and issubclass(_find(bot, modules=True)[1], BatchBot)
    return isinstance(bot, BatchBot)


def in_batch(bot: str | AnyBot) -> str | BatchBot | None:
    """The bot as a batch takes it: the name of a compiled bot, or a batched bot; None for other bots."""
    if isinstance(bot, str):
        if find_player(bot) is not None:
            return bot
        bot = _make(bot, modules=True)
    return bot if isinstance(bot, BatchBot) else None


def _find(text: str, *, modules: bool) -> tuple[str, Factory, str]:
    """The name without options, its class, and the options."""
    name, _, rest = text.partition(":")
    head, _, tail = rest.partition(":")
    if modules and _CLASS.fullmatch(head) and name not in bot_names():
        return f"{name}:{head}", _import(name, head), tail
    return name, find_bot(name, modules=modules), rest


def _make(text: str, *, modules: bool) -> AnyBot:
    name, factory, options = _find(text, modules=modules)
    column = len(name) + 2
    try:
        return factory(**_read_options(name, factory, options, column, files=modules))
    except FormatError:
        raise
    except QwixxError as error:
        raise BotError(str(error), 1, column) from None
    except (Exception, SystemExit) as error:
        raise BotError(f"The bot {quoted(text)} could not be created: {sentence_end(error)}") from error


def _import(module: str, name: str) -> Factory:
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name and module.split(".", maxsplit=1)[0] != error.name.split(".")[0]:
            raise BotError(f"The module {quoted(module)} needs {error.name}: install it.") from None
        bare = module.removesuffix(".py").replace("/", ".")
        do = f"write {bare}:{name}" if bare != module else "check the name of the bot, MODULE:CLASS"
        raise BotError(f"There is no module {quoted(error.name)}: {do}.") from None
    except (Exception, SystemExit) as error:
        raise BotError(f"The module {quoted(module)} cannot be loaded: {sentence_end(error)}") from error
    try:
        return _factory(getattr(found, name), f"{module}:{name}")
    except AttributeError:
        raise BotError(
            f"The module {quoted(module)} has no {quoted(name)}: name a class in it.", 1, len(module) + 2
        ) from None


def _factory(found: object, name: str) -> Factory:
    if not inspect.isclass(found) or not issubclass(found, AnyBot):
        raise BotError(
            f"{name} is not a bot: it must be a class with a method choose(view, legal, rng) or "
            "choose_many(observations, masks)."
        )
    return found


def _read_options(name: str, factory: Factory, text: str, column: int, *, files: bool) -> dict[str, object]:
    known = options_of(factory)
    options: dict[str, object] = {}
    for part in text.split(",") if text else ():
        key, equals, value = part.partition("=")
        if key not in known:
            takes = f"takes {', '.join(known)}" if known else "takes no options"
            raise BotError(f"The bot {name} has no option {quoted(key)}: it {takes}.", 1, column)
        if key in options:
            raise BotError(f"The option {key!r} is given twice: give it once.", 1, column)
        if not equals:
            raise BotError(
                f"The option {key!r} needs a value, such as {key}={_example(known[key])}.", 1, column
            )
        if not files and _is_file(known[key]):
            raise BotError(
                f"The option {key!r} names a file, which cannot be read here: leave it out.", 1, column
            )
        options[key] = _read_value(known[key], value, column + len(key) + 1)
        column += len(part) + 1
    missing = [key for key, option in known.items() if option.default is option.empty and key not in options]
    if missing:
        raise BotError(
            f"The bot {name} needs the option {missing[0]!r}: write {name}:{missing[0]}=VALUE.", 1, column
        )
    return options


def _is_file(option: inspect.Parameter) -> bool:
    return option.annotation in (Path, Path | None)


def _example(option: inspect.Parameter) -> object:
    if _is_file(option):
        return "FILE"
    return "VALUE" if option.default in (option.empty, None) else option.default


def _read_value(option: inspect.Parameter, value: str, column: int) -> object:
    kind = option.annotation
    if _is_file(option):
        return Path(value)
    if kind is bool and value in ("true", "false"):
        return value == "true"
    if kind is str or kind is option.empty:
        return value
    try:
        # `int` and `float` would also accept 1_0, the digits of other scripts and nan.
        if kind in (int, float) and _NUMBER.fullmatch(value):
            number: object = kind(value)
            return number
    except ValueError:
        pass
    wanted = _WANTED.get(kind, f"of type {getattr(kind, '__name__', kind)}")
    raise BotError(f"The option {option.name!r} must be {wanted}, not {quoted(value)}.", 1, column)
