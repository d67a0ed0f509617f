"""Hypothesis strategies for rules, positions, records and games that can occur.

A game is made from a seed, so it does not shrink action by action; it is cut to the fewest plies that still
fail.
"""

from typing import NamedTuple

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from qwixx.bots import make_bot
from qwixx.dice import Stream, roll
from qwixx.rules import VARIANTS, Action, Board, Record, Rules, Space, State

_CAREFUL, _RECKLESS = make_bot("gap"), make_bot("random")
_TAKEN = {"Rules", "Variant", "Lucky", "Board", "First", "Seat"}


class Playthrough(NamedTuple):
    """A game so far. Its actions are in the order in which they were made, which a record does not keep."""

    rules: Rules
    first: int
    actions: tuple[Action, ...]
    state: State


@st.composite
def tables(draw: DrawFn, variant: str | None = None, players: int | None = None) -> Rules:
    """Rules for any variant and number of players, some with their own lucky pairs or board."""
    name = variant or draw(st.sampled_from(sorted(VARIANTS)))
    count = players or draw(st.integers(1, VARIANTS[name].max_players))
    lucky = board = None
    if VARIANTS[name].lucky_pairs:
        lucky = draw(st.none() | st.lists(_pairs(), min_size=count, max_size=count))
    if VARIANTS[name].board:
        board = draw(st.none() | _boards())
    return Rules(name, count, lucky=lucky, board=board)


def _pairs() -> SearchStrategy[tuple[int, int]]:
    numbers = st.integers(2, 16)
    unlikely = st.sampled_from([(2, 3), (15, 16), (2, 16)])
    return unlikely | st.tuples(numbers, numbers).filter(lambda pair: pair[0] != pair[1])


def _boards() -> SearchStrategy[Board]:
    spaces = st.builds(Space, st.integers(0, 3), st.integers(2, 12), st.integers(0, 20))
    return st.lists(spaces, min_size=6, max_size=20).map(lambda found: Board(tuple(found)))


@st.composite
def playthroughs(
    draw: DrawFn, variant: str | None = None, players: int | None = None, *, finished: bool = False
) -> Playthrough:
    """Games of any legal choices in any order, broken off anywhere or, with `finished`, played to the end."""
    rules = draw(tables(variant, players))
    first = draw(st.integers(0, rules.players - 1))
    stream = Stream(draw(st.integers(0, 2**64 - 1)))
    carefulness = draw(st.sampled_from([20, 19, 10, 0]))
    actions: list[Action] = []
    states = [rules.start(first)]
    while not rules.is_over(states[-1]):
        actions.append(_any_action(rules, states[-1], stream, carefulness))
        states.append(rules.step(states[-1], actions[-1])[0])
    plies = len(actions) if finished else draw(st.sampled_from(range(len(states))))
    return Playthrough(rules, first, tuple(actions[:plies]), states[plies])


def _any_action(rules: Rules, state: State, stream: Stream, carefulness: int) -> Action:
    """Any legal action. Rows are closed only by careful play, so a careful bot makes some of the choices."""
    if rules.awaits_roll(state):
        return roll(stream, rules.variant.faces, rules.closed(state))
    waiting = sorted(rules.to_act(state))
    seat = waiting[stream.below(len(waiting))]
    bot = _CAREFUL if stream.below(20) < carefulness else _RECKLESS
    return bot.choose(rules.view(state, seat), rules.legal(state, seat), stream)


def positions(variant: str | None = None, players: int | None = None) -> SearchStrategy[tuple[Rules, State]]:
    """Rules and a state that a game can reach: in any phase, with any choices pending, or over."""
    return playthroughs(variant, players).map(lambda played: (played.rules, played.state))


@st.composite
def records(
    draw: DrawFn, variant: str | None = None, players: int | None = None, *, finished: bool = False
) -> Record:
    """Records of games that are over or were broken off anywhere, with any names and headers."""
    played = draw(playthroughs(variant, players, finished=finished))
    rules = played.rules
    line = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), max_size=12)
    keys = st.from_regex(r"[A-Z][a-z]{2,8}", fullmatch=True).filter(lambda key: key not in _TAKEN)
    usual = VARIANTS[rules.variant.name]
    return Record(
        variant=usual.name,
        seats=tuple(draw(line) for _ in rules.seats),
        actions=played.actions,
        first=played.first,
        lucky=tuple((one, two) for one, two in rules.lucky) if usual.lucky_pairs else None,
        board=None if rules.variant.board == usual.board else rules.variant.board,
        headers=draw(st.dictionaries(keys, line, max_size=2)),
    )


def games(variant: str | None = None, players: int | None = None) -> SearchStrategy[Record]:
    """Records of games played to the end."""
    return records(variant, players, finished=True)
