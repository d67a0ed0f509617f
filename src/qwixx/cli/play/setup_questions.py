"""The questions before a game that was started without arguments; Enter accepts the proposed answer."""

import re
from collections.abc import Sequence

from qwixx.bots import LEVELS, bot_names
from qwixx.locales import Catalogue
from qwixx.rules import VARIANTS, QwixxError

from .seats import LONGEST_NAME, OPPONENT, SeatedPlayer, make_seat
from .terminal import Terminal

# A comma between players, but not one between two options of a bot.
_SEPARATOR = re.compile(r",(?!\w+=)")


def ask_table(
    terminal: Terminal, text: Catalogue, notes: Sequence[str] = ()
) -> tuple[str, list[SeatedPlayer]]:
    """The variant and the players; the notes are shown above the first question."""
    terminal.show(text("start.welcome"), *notes, "")
    for number, name in enumerate(VARIANTS, 1):
        terminal.show(f" {number}  {text(f'variant.{name}')}: {text(f'about.{name}')}")
    variant = _ask_variant(terminal, text)
    most = VARIANTS[variant].max_players
    terminal.show("", text("start.who", most=most))
    for level in LEVELS:
        style = text(f"style.{level}")
        terminal.show(f" {text(f'level.{level}')}: {text(f'bot.{level}')}. {style}")
    while True:
        proposal = f"{text('play.you')}, {text(f'level.{OPPONENT}')}"
        try:
            typed = terminal.ask(text("start.players", proposal=proposal))
            return variant, read_seats(typed or proposal, variant, text)
        except QwixxError as error:
            terminal.show(str(error))


def read_seats(names: str, variant: str, text: Catalogue) -> list[SeatedPlayer]:
    """The players, separated by commas; what is wrong is said in the player's language."""
    most = VARIANTS[variant].max_players
    seats = [_read_seat(name.strip(), text) for name in _SEPARATOR.split(names) if name.strip()]
    if not 1 <= len(seats) <= most or all(seat.bot for seat in seats):
        raise QwixxError(text("start.wrong-table", most=most))
    return seats


def _read_seat(name: str, text: Catalogue) -> SeatedPlayer:
    try:
        return make_seat(name, text)
    except QwixxError:
        levels = [text(f"level.{level}") for level in LEVELS if level not in bot_names()]
        bots = ", ".join([*levels, *bot_names()])
        shown = "".join(filter(str.isprintable, name))[:LONGEST_NAME]
        raise QwixxError(text("start.no-player", name=shown, bots=bots)) from None


def _ask_variant(terminal: Terminal, text: Catalogue) -> str:
    names = list(VARIANTS)
    while True:
        typed = terminal.ask(text("start.game", proposal="1"))
        if not typed:
            return names[0]
        if typed in names:
            return typed
        if typed.isdecimal() and len(typed) == 1 and 1 <= int(typed) <= len(names):
            return names[int(typed) - 1]
        terminal.show(text("start.no-game", last=len(names)))
