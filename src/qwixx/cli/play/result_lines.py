"""The end of a game: all sheets, the score table, the cause and the winner."""

from rich.console import RenderableType
from rich.text import Text

from ..draw.result import result, verdict
from ..draw.screen import screen
from .local_game import LocalGame


def result_lines(game: LocalGame, width: int) -> list[RenderableType]:
    words, state = game.words, game.state
    cause = words.rules.cause(state)
    assert cause is not None
    return [
        *screen(words, state, game.people[0], every_sheet=True, width=width),
        *result(words, state, width),
        words.cause(cause),
        Text(verdict(words, state), "bold"),
    ]
