"""The result of a finished game for people."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from qwixx.rules import State
    from qwixx.rules.records.ending import Ending

    from .draw.words import Words


def print_result(console: "Console", words: "Words", state: "State", ending: "Ending | None" = None) -> None:
    """Prints scores, cause and winner if the game is over; otherwise nothing."""
    from .draw.result import result, verdict

    early, resigned = (ending.cause, ending.resigned) if ending else (None, ())
    if cause := early or words.rules.cause(state):
        scores = result(words, state, console.width, resigned)
        # A fourth penalty is the active player's.
        by = state.active if cause == "penalties" else resigned[0] if len(resigned) == 1 else None
        console.print(*scores, words.cause(cause, by), verdict(words, state, resigned), sep="\n")
