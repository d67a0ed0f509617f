"""The end of a game: all sheets, the score table, the cause and the winner."""

from rich.console import RenderableType
from rich.text import Text

from ..draw.result import result, verdict
from ..draw.screen import screen
from .shown_game import ShownGame


def result_lines(game: ShownGame, width: int, sheets_last: bool = False) -> list[RenderableType]:
    """The sheets come first where the reader sees the last lines, otherwise last."""
    words, state = game.words, game.state
    cause = words.rules.cause(state)
    sheets = screen(words, state, game.people[0] if game.people else 0, every_sheet=True, width=width)
    scores = [
        *result(words, state, width),
        *([words.cause(cause, state.active)] if cause else []),  # a fourth penalty is the active player's
        Text(verdict(words, state), "bold"),
    ]
    return [*scores, Text(), *sheets] if sheets_last else [*sheets, *scores]
