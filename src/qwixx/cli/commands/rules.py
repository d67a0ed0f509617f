"""`qwixx rules`: the rules of a game in the player's language, the same texts as in the browser."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from ..errors import WrongUse
from ..language import Language
from ..options import RULED_GAMES

if TYPE_CHECKING:
    from rich.console import RenderableType

    from qwixx.locales import Catalogue

READABLE, NARROW = 80, 60
"""Longer lines are hard to read; the widths of texts and of the table of points."""


class RulesChapter(NamedTuple):
    """The texts of a game, by the middle part of their keys, in the order of the catalogue."""

    parts: list[str]
    ours: list[str]
    """How we read the rules where the printed ones leave a question open."""


def rules(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="The game: classic, longo or onboard.")
    ] = "classic",
    lang: Language = None,
) -> None:
    """Tell the rules of a game.

    Examples:
        qwixx rules
        qwixx rules longo --lang de
    """
    from ..console import make_console
    from ..language import text_for

    name = {"onboard-a": "onboard", "onboard-b": "onboard"}.get(game, game)
    if name not in RULED_GAMES:
        raise WrongUse(f"There is no game {game!r}: choose {', '.join(RULED_GAMES)}.")
    console = make_console()
    console.width = min(console.width, READABLE)
    for line in rules_lines(text_for(lang, console.encoding), name):
        console.print(line)


def chapter(text: "Catalogue", game: str) -> RulesChapter:
    """A game's texts follow each other in the catalogue; the others begin with a text named after them."""
    keys = [key.removeprefix("rules.") for key in text.messages if key.startswith("rules.")]
    starts = {"classic": 0, "longo": keys.index("longo"), "onboard": keys.index("onboard")}
    ends = {"classic": "longo", "longo": "onboard", "onboard": "pocket-title"}
    own = keys[starts[game] : keys.index(ends[game])]
    return RulesChapter(
        [key.removesuffix("-title") for key in own if key.endswith("-title") and key != "ours-title"],
        [key for key in own if key.startswith("ours-") and key != "ours-title"],
    )


def rules_lines(text: "Catalogue", game: str) -> "Iterator[RenderableType]":
    from rich.padding import Padding
    from rich.text import Text

    name = text("rules.game-onboard") if game == "onboard" else text(f"variant.{game}")
    yield Text(f"{text('rules.title')}: {name}", "bold underline")
    yield text("rules.note") if game == "classic" else text(f"rules.{game}")
    found = chapter(text, game)
    for part in found.parts:
        yield Text()
        yield Text(text(f"rules.{part}-title"), "bold")
        yield text(f"rules.{part}")
        if part.endswith("score"):
            yield from _points(text, game)
        if f"rules.{part}-example" in text.messages:
            yield Padding(Text(text(f"rules.{part}-example"), "italic"), (0, 0, 0, 2))
    yield Text()
    yield Text(text("rules.ours-title"), "bold")
    for reading in found.ours:
        yield Padding(Text(f"- {text(f'rules.{reading}')}"), (0, 0, 0, 2))


def _points(text: "Catalogue", game: str) -> "Iterator[RenderableType]":
    """The points of a row by its number of crosses."""
    from rich.text import Text

    from qwixx.rules import VARIANTS

    from ..draw.fold import fold

    points = VARIANTS[RULED_GAMES[game]].points
    pairs = [Text(f"{crosses} → {points[crosses]}") for crosses in range(1, len(points))]
    heading = Text(f"{text('rules.crosses')} → {text('rules.points')}:")
    yield from fold([heading, *pairs], NARROW, gap="   ", indent=2)
