"""A position for programs, as JSON, and the result of a finished game for people."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from qwixx.rules import Rules, State
    from qwixx.rules.records.ending import Ending

    from .draw.words import Words


def summary(rules: "Rules", state: "State") -> dict[str, Any]:
    """Everything a program needs to know about a position without knowing the rules."""
    from qwixx.rules.notation import write_choice

    return {
        "position": rules.position(state),
        "phase": state.phase,
        "active": state.active,
        "over": rules.is_over(state),
        "cause": rules.cause(state),
        "closed": sorted(rules.closed(state)),
        "scores": rules.scores(state),
        "places": rules.places(state),
        "legal": {
            str(seat): [write_choice(choice) for choice in rules.legal(state, seat)]
            for seat in sorted(rules.to_act(state))
        },
    }


def print_result(console: "Console", words: "Words", state: "State", ending: "Ending | None" = None) -> None:
    """Prints scores, cause and winner if the game is over; otherwise nothing."""
    from .draw.result import result, verdict

    early, resigned = (ending.cause, ending.resigned) if ending else (None, ())
    if cause := early or words.rules.cause(state):
        scores = result(words, state, console.width, resigned)
        console.print(*scores, words.cause(cause), verdict(words, state, resigned), sep="\n")
