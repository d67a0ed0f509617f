"""The bot `amateur`: it judges as `expert` does, but not exactly, and not as far.

It adds an error to the worth of every choice, the larger the less `skill` it has. It plans its own turn and
expects the others to pass. Of the crosses that it may make, it leaves out those that skip more than four
cells if another one skips fewer, unless they close a row.
"""

from qwixx.dice import Stream
from qwixx.kernel.bots.amateur.limits import (
    DRAWS,
    FACTOR,
    MIDDLE,
    MOST_SKIPPED,
    RANGE,
    SKILL,
    noise_of,
    stand_in,
)
from qwixx.rules import Choice, Cross, Move, Phase, QwixxError, Rules, State, View

from .expert import finishes, worths
from .gap import Gap
from .tempo import Tempo

SKILLS = (1, 2, 3)


class Amateur:
    """Takes the choice that seems best; the more `skill`, from 1 to 3, the smaller its errors."""

    def __init__(self, skill: int = SKILL) -> None:
        if skill not in SKILLS:
            raise QwixxError(f"The option 'skill' of amateur must be 1, 2 or 3, not {skill}.")
        self.skill = skill

    def choose(self, view: View, legal: tuple[Choice, ...], rng: Stream) -> Choice:
        if len(legal) == 1:
            return legal[0]
        from qwixx.kernel.bots.expert.weights import has_learned

        if not has_learned(view.rules):
            return _stand_in(self.skill).choose(view, legal, rng)
        noise = noise_of(view.rules.variant.name, self.skill)
        values = _values(view.rules, view.state, view.seat, legal)
        seeming = [value + _error(rng, noise) for value in values]
        fewest = min((view.skips(choice) for choice in legal if view.makes_cross(choice)), default=0)
        sound = [n for n, choice in enumerate(legal) if not _is_rash(view, choice, fewest)]
        return legal[max(sound, key=seeming.__getitem__)]


def _error(rng: Stream, noise: int) -> int:
    error: int = (sum(rng.below(RANGE) for _ in range(DRAWS)) - MIDDLE) * noise * FACTOR >> 16
    return error


def _stand_in(skill: int) -> Tempo | Gap:
    name, _, skip = stand_in(skill).partition(":skip=")
    return Tempo() if name == "tempo" else Gap(int(skip))


def _is_rash(view: View, choice: Choice, fewest: int) -> bool:
    skipped = view.skips(choice)
    if skipped <= MOST_SKIPPED or skipped == fewest:
        return False
    crossing, track = view.rules.crossing, view.rules.track
    if isinstance(choice, Cross):
        row, column = choice.row, crossing.columns[choice.row][choice.number]
    elif isinstance(choice, Move) and track:
        row, column = track.targets[choice.space - 1]
    else:
        return False
    return column < crossing.closing[row]


def _values(rules: Rules, state: State, seat: int, legal: tuple[Choice, ...]) -> list[int]:
    """What the choices are worth to the seat, with the best that can follow, if the others pass."""
    from qwixx.kernel.bots.expert.weights import weights_of

    weights = weights_of(rules)
    ends, owners = [], []
    for n, choice in enumerate(legal):
        if state.phase is Phase.WHITE:
            after = rules.if_others_pass(state, choice)
        else:
            after, _ = rules.apply(state, choice)
        found = [end for _, end in finishes(rules, after)] if seat == state.active else [after]
        ends += found
        owners += [n] * len(found)
    best: dict[int, int] = {}
    for owner, value in zip(owners, worths(rules, weights, ends, seat), strict=True):
        best[owner] = max(value, best.get(owner, value))
    return [best[n] for n in range(len(legal))]
