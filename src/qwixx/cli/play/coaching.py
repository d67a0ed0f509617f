"""The coach at the terminal: a hint for the choice at hand, and the review of a finished game."""

from collections.abc import Callable

from rich.console import RenderableType

from qwixx.rules import State

from ..draw.words import Words
from .local_game import LocalGame

GAMES = 1000
"""Playouts per option of a hint."""

Progress = Callable[[int, int], None]


def hint_lines(words: Words, state: State, seat: int, progress: Progress) -> list[RenderableType]:
    """The options of the seat, best first. `state` holds only what the seat may see."""
    from qwixx.coach import evaluator_for

    from ..draw.review import HintSource, draw_hint

    evaluator = evaluator_for(words.rules, games=GAMES, progress=progress)
    source = HintSource(evaluator.name, evaluator.games)
    return list(draw_hint(words, source, (), {seat: evaluator.options(state, seat)}))


def review_lines(game: LocalGame, progress: Progress) -> list[RenderableType]:
    """The review of the game; of one person's choices if only one person played."""
    from qwixx.coach import evaluator_for, review

    from ..draw.review import draw_review

    evaluator = evaluator_for(game.rules, progress=progress)
    found = review(game.record, evaluator=evaluator, progress=progress)
    return list(draw_review(game.words, found, game.people[0] if len(game.people) == 1 else None))
