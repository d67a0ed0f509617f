"""Batched bots play the very games that they would play one by one, and are shown what the rules say."""

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from kernel_parity import Setting, settings
from msgspec import structs

import qwixx
import qwixx.envs
from qwixx.bots import as_bot
from qwixx.bots.expert import finishes
from qwixx.envs.observation import Encoder
from qwixx.kernel import Batch, simulate
from qwixx.kernel.bots.batch_bot import BatchBotFailure
from qwixx.kernel.runs.afterstates import Afterstates
from qwixx.rules import Choice, Pass, Phase, QwixxError, Rules, State
from qwixx.rules.action_codes import block

Rows = npt.NDArray[np.int8]
CLASSIC = Rules("classic", 2)


class Uniform:
    """Chooses as `random` does."""

    def choose_many(self, observations: Rows, masks: Rows, uniform: Any) -> Any:  # noqa: ARG002
        wanted = (uniform * masks.sum(axis=1)).astype(np.int64)
        return (np.cumsum(masks, axis=1) > wanted[:, None]).argmax(axis=1)


class BatchedGap:
    """Chooses as `gap` does in games without a board: by the cells that it reads in the observations."""

    def __init__(self, variant: str, players: int, skip: int = 1) -> None:
        self.rules, self.skip = Rules(variant, players), skip
        self.fields = Encoder(self.rules).fields
        crossing = self.rules.crossing
        self.rows = np.array([row for row, _ in crossing.cells])
        self.columns = np.array([crossing.columns[row][number] for row, number in crossing.cells])
        self.closing = self.columns >= np.array(crossing.closing)[self.rows]

    def choose_many(self, observations: Rows, masks: Rows) -> Any:
        cells = observations[:, self.fields["cells 0"]]
        reached = np.full((len(cells), 4), -1)
        crosses = np.zeros((len(cells), 4), int)
        for row in range(4):
            own = cells[:, self.rows == row]
            reached[:, row] = np.where(own == 1, self.columns[self.rows == row], -1).max(axis=1)
            crosses[:, row] = own.sum(axis=1)
        ready = crosses >= self.rules.variant.crosses_to_close
        skips = np.full(masks.shape, 99)
        for cell, (row, column) in enumerate(zip(self.rows, self.columns, strict=True)):
            between = (self.rows == row) & (self.columns < column) & (self.columns > reached[:, [row]])
            open_ones = between & (~self.closing | ready[:, [row]])
            skips[:, 1 + cell] = open_ones.sum(axis=1)
        action, crossed = (observations[:, self.fields[name]][:, 0] for name in ("action", "crossed"))
        most = np.where((action == 2) & (crossed == 0), max(4, self.skip), self.skip)
        skips[masks == 0] = 99
        best = skips.argmin(axis=1)
        return np.where(skips[np.arange(len(best)), best] <= most, best, 0)


@pytest.mark.parametrize(("variant", "players"), [("classic", 2), ("longo", 3)])
def test_a_batched_bot_that_mirrors_gap_plays_its_games(variant: str, players: int) -> None:
    rules, mirror = Rules(variant, players), BatchedGap(variant, players, skip=2)
    bots: list[Any] = [mirror, "random", mirror][:players]
    names = ["gap:skip=2", "random", "gap:skip=2"][:players]
    batch = Batch(rules, 100, bots=bots)
    batch.deal(5, range(7, 107), rules.start())
    found, expected = batch.results(), simulate(rules, names, 5, range(7, 107))
    for name in ("scores", "turns", "cause", "penalties", "pawns", "marks", "locks"):
        assert (getattr(found, name) == getattr(expected, name)).all(), name
    for game in (7, 8):
        mirrored = qwixx.play(variant, bots, 5, game)
        assert mirrored.actions == qwixx.play(variant, names, 5, game).actions


def test_a_bot_is_asked_for_all_its_seats_at_once_and_only_where_it_has_a_choice() -> None:
    class Watching(Uniform):
        most = 0

        def choose_many(self, observations: Rows, masks: Rows, uniform: Any) -> Any:
            assert (masks.sum(axis=1) > 1).all()
            self.most = max(self.most, len(masks))
            return super().choose_many(observations, masks, uniform)

    bot = Watching()
    batch = Batch(CLASSIC, 20, bots=[bot, bot])
    batch.deal(1, range(20), CLASSIC.start())
    assert bot.most > 20
    assert (batch.results().scores == simulate(CLASSIC, ["random"] * 2, 1, range(20)).scores).all()


def test_agents_and_batched_bots_at_one_table() -> None:
    """The batch asks agents for the same choices whether a bot is compiled or batched."""
    compiled = Batch(CLASSIC, 15, seed=4, bots=[None, "random"])
    batched = Batch(CLASSIC, 15, seed=4, bots=[None, Uniform()])
    for step in range(120):
        for name in ("to_act", "over", "rewards", "scores", "illegal"):
            assert (getattr(compiled, name) == getattr(batched, name)).all(), name
        assert (compiled.masks[:, 0] == batched.masks[:, 0]).all()
        assert (compiled.observations[:, 0] == batched.observations[:, 0]).all()
        actions = compiled.sample()
        actions[step % 15, 0] = 44
        assert compiled.step(actions) == batched.step(actions)
        if step % 10 == 0:
            compiled.renew()
            batched.renew()
    assert compiled.game(0) == batched.game(0) != (4, 0)


def test_a_batched_bot_is_an_opponent_in_the_environments() -> None:
    """Alone, vectorised and on the reference engine, it plays as the compiled bot does."""
    compiled: Any = gymnasium.make_vec("qwixx/Qwixx-v0", 6, opponents=["gap", "random"], seat=1)
    batched: Any = gymnasium.make_vec("qwixx/Qwixx-v0", 6, opponents=["gap", Uniform()], seat=1)
    single: Any = gymnasium.make("qwixx/Qwixx-v0", opponents=["gap", Uniform()], seat=1).unwrapped
    assert (compiled.reset(seed=3)[0] == batched.reset(seed=3)[0]).all()
    assert (compiled.reset(seed=3)[0][0] == single.reset(seed=3)[0]).all()
    for _ in range(25):
        actions = compiled.unwrapped.sample()
        expected = compiled.step(actions)
        for one, other in zip(expected[:3], batched.step(actions)[:3], strict=True):
            assert (one == other).all()
        if not expected[2][0]:
            assert (single.step(actions[0])[0] == expected[0][0]).all()
            assert single.rules.is_over(single.position) is False
        else:
            break


def expected_ends(rules: Rules, state: State, seat: int) -> list[tuple[int, State]]:
    """The action and the afterstate, in order."""
    found = []
    for choice in rules.legal(state, seat):
        after = rules.if_others_pass(state, choice)
        if seat == state.active:
            ends = [end for _, end in finishes(rules, after)]
        else:
            ends = [_turn_ended(rules, after)]
        found += [(rules.code(choice) - seat * block(rules), end) for end in ends]
    return found


def _turn_ended(rules: Rules, state: State) -> State:
    """The active player does nothing more, and gets no penalty for that."""
    if rules.is_over(state):
        return state
    state = structs.replace(state, crossed=True)
    while state.phase in (Phase.COLOUR, Phase.BOARD):
        state, _ = rules.apply(state, Pass(state.active))
    return state


class Checking(Uniform):
    """Compares the afterstates of a few decisions with those of the rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.encoder, self.asked = rules, Encoder(rules), 0
        self.states: list[tuple[State, int]] = []

    def choose_many(self, observations: Rows, masks: Rows, uniform: Any, afterstates: Afterstates) -> Any:  # type: ignore[override]
        for n, (state, seat) in enumerate(self.states):
            mine = afterstates.decisions == n
            ends = expected_ends(self.rules, state, seat)
            assert afterstates.actions[mine].tolist() == [action for action, _ in ends]
            seen = [self.encoder.observe(self.rules.view(end, seat)).tolist() for _, end in ends]
            assert afterstates.observations[mine].tolist() == seen
            assert afterstates.over[mine].tolist() == [self.rules.is_over(end) for _, end in ends]
            scores = [self.rules.scores(end) for _, end in ends]
            assert afterstates.scores[mine].tolist() == [[*s[seat:], *s[:seat]] for s in scores]
            self.asked += 1
        return super().choose_many(observations, masks, uniform)


class OneSeat:
    """Tells `Checking` the position before each decision."""

    def __init__(self, checking: Checking) -> None:
        self.checking, self.bot = checking, as_bot(checking)

    def choose(self, view: qwixx.View, legal: tuple[Choice, ...], rng: Any) -> Choice:
        self.checking.states = [(view.state, view.seat)]
        return self.bot.choose(view, legal, rng)


@pytest.mark.parametrize("setting", [s for s in settings() if s.players == 2], ids=str)
def test_afterstates_are_those_of_the_rules(setting: Setting) -> None:
    checking = Checking(setting.rules)
    qwixx.play(
        setting.variant,
        [OneSeat(checking)] * setting.players,
        seed=2,
        lucky=setting.lucky,
        board=setting.board,
    )
    assert checking.asked > 10


def test_the_best_afterstate_is_the_first_of_the_highest() -> None:
    rows = Afterstates(
        np.zeros((5, 1), np.int8),
        np.array([0, 0, 1, 1, 1]),
        np.array([0, 3, 0, 2, 9]),
        np.zeros(5, bool),
        np.array([[1, 2], [2, 2], [3, 1], [0, 0], [0, 1]]),
    )
    assert rows.best([1.0, 2.0, 0.5, 0.7, 0.7]).tolist() == [3, 2]
    assert rows.shares.tolist() == [0, 0.5, 1, 0.5, 0]
    with pytest.raises(QwixxError, match=r"shape \(1,\), not \(5,\)"):
        rows.best([1.0])
    with pytest.raises(QwixxError, match="not a number"):
        rows.best([1.0, np.nan, 0, 0, 0])


class Fixed:
    """Returns whatever it is given."""

    def __init__(self, made: Any) -> None:
        self.made = made

    def choose_many(self, observations: Rows, masks: Rows) -> Any:  # noqa: ARG002
        if isinstance(self.made, Exception):
            raise self.made
        return self.made(len(masks))


class NotAMethod:
    choose_many = 3


class Unknown:
    def choose_many(self, observations: Rows, masks: Rows, dice: Any) -> Any:
        raise NotImplementedError


@pytest.mark.parametrize(
    ("bot", "problem"),
    [
        (Fixed(lambda n: np.zeros(n + 1, int)), r"Fixed: choose_many returned int64 of the shape \(\d+,\)"),
        (Fixed(np.zeros), "returned float64"),
        (Fixed(lambda n: np.full(n, 60)), r"chose 60, which is not legal in classic \| "),
        (Fixed(lambda n: np.full(n, -1)), "chose -1, which is not legal"),
        (
            Fixed(RuntimeError("oops")),
            r"bots.py, line \d+: RuntimeError: oops; positions in this call: \d, the first: classic \| ",
        ),
        (NotAMethod(), "NotAMethod: choose_many is not a method"),
        (Unknown(), "choose_many takes observations, masks, dice: .* afterstates and uniform"),
    ],
)
def test_a_wrong_answer_names_the_bot(bot: Any, problem: str) -> None:
    with pytest.raises(BatchBotFailure, match=problem):
        Batch(CLASSIC, 3, bots=[bot, "gap"]).deal(0, range(3), CLASSIC.start())
    with pytest.raises(qwixx.BotFailure, match=r"bot \w+ in seat 0"):
        qwixx.play("classic", [bot, "gap"])
