"""Many games side by side: each is the game that the rules play."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from kernel_parity import Setting, settings

import qwixx
from qwixx.dice import Stream
from qwixx.kernel import Batch
from qwixx.kernel.runs import batch as batches
from qwixx.rules import Phase, QwixxError, Roll, Rules, State
from qwixx.rules.action_codes import block

CLASSIC = Rules("classic", 2)


def first_seat(seed: int, game: int, players: int) -> int:
    return Stream(seed, game, 0, 0).below(players)


def observation(rules: Rules, state: State, seat: int) -> list[int]:
    """What `observing` says, from the rules."""
    numbers: list[int] = []
    seats = [(seat + n) % rules.players for n in rules.seats]
    for other in seats:
        sheet = state.sheets[other]
        numbers += [
            sheet.rows[row] >> rules.crossing.columns[row][number] & 1 for row, number in rules.crossing.cells
        ]
        numbers += [marks >= lock for marks, lock in zip(sheet.rows, rules.crossing.locks, strict=True)]
        numbers += [sheet.penalties, *([sheet.pawn] if rules.track else []), *rules.lucky[other]]
    numbers.append({Phase.OVER: 0, Phase.WHITE: 1, Phase.COLOUR: 2, Phase.BOARD: 3}[state.phase])
    numbers.append(seats.index(state.active))
    roll = state.roll or Roll((0, 0), (None,) * 4)
    numbers += [*roll.white, *(die or 0 for die in roll.colours), state.crossed]
    if rules.track:
        numbers.append(0 if state.final is None else 1 + seats.index(state.final))
    return numbers


def check_position(batch: Batch, g: int, state: State) -> None:
    rules, size = batch.rules, block(batch.rules)
    assert batch.state(g) == state
    for seat in rules.seats:
        legal = [rules.code(choice) - seat * size for choice in rules.legal(state, seat)]
        assert np.flatnonzero(batch.masks[g, seat]).tolist() == legal
        assert batch.to_act[g, seat] == bool(legal)
        if legal or rules.is_over(state):
            assert batch.observations[g, seat].tolist() == observation(rules, state, seat)


@pytest.mark.parametrize("setting", settings(), ids=str)
def test_positions_masks_and_observations_are_those_of_the_rules(setting: Setting) -> None:
    """The agents choose as `random` does, so that the games are known."""
    rules = setting.rules
    batch = Batch(rules, 2, seed=40)
    for g in range(batch.n):
        batch.reset(40)
        seed, game = batch.game(g)
        first = first_seat(seed, game, rules.players)
        record = qwixx.play(
            setting.variant,
            ["random"] * rules.players,
            seed,
            game,
            first,
            lucky=setting.lucky,
            board=setting.board,
        )
        state = rules.start(first)
        actions = list(record.actions)
        while True:
            while actions and (rules.awaits_roll(state) or batch.state(g) != state):
                state, _ = rules.step(state, actions.pop(0))
            check_position(batch, g, state)
            if rules.is_over(state):
                break
            batch.step(batch.sample())
        assert actions == []
        assert batch.over[g]


@pytest.mark.parametrize("variant", ["classic", "longo", "onboard-b"])
def test_bots_play_where_they_are_named(variant: str) -> None:
    rules, bots = Rules(variant, 3), ["gap:skip=2", "random", "gap"]
    batch = Batch(rules, 8, seed=7, bots=["gap:skip=2", None, "gap"])
    ended = 0
    while ended < 30:
        assert not batch.to_act[:, [0, 2]].any()
        batch.step(batch.sample())
        for g in np.flatnonzero(batch.over).tolist():
            ended += 1
            seed, game = batch.game(g)
            record = qwixx.play(variant, bots, seed, game, first_seat(seed, game, 3))
            assert batch.state(g) == qwixx.replay(record)


@pytest.mark.parametrize("margin", [False, True])
def test_rewards(margin: bool) -> None:
    batch = Batch(Rules("classic", 3), 50, seed=3, margin=margin)
    ended = 0
    while ended < 100:
        batch.step(batch.sample())
        assert not batch.rewards[~batch.over].any()
        assert not batch.scores[~batch.over].any()
        for g in np.flatnonzero(batch.over).tolist():
            ended += 1
            scores = batch.rules.scores(batch.state(g))
            assert batch.scores[g].tolist() == list(scores)
            if margin:
                expected = [
                    float(score - max(scores[:n] + scores[n + 1 :])) for n, score in enumerate(scores)
                ]
            else:
                expected = [(score == max(scores)) / scores.count(max(scores)) for score in scores]
            assert batch.rewards[g].tolist() == pytest.approx(expected)


@pytest.mark.parametrize("bad", [-1, 44, 10**6, 2**62])
def test_an_illegal_action_counts_as_a_pass_and_is_flagged(bad: int) -> None:
    batch, passing = Batch(CLASSIC, 5, seed=1), Batch(CLASSIC, 5, seed=1)
    actions = np.zeros((5, 2), np.int64)
    passing.step(actions)
    assert not passing.illegal.any()
    actions[2, 1] = bad
    assert batch.masks[2, 1, 44] == 0
    assert batch.step(actions) == 10
    assert [tuple(place) for place in np.argwhere(batch.illegal)] == [(2, 1)]
    assert [batch.state(g) for g in range(5)] == [passing.state(g) for g in range(5)]


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads are used however little there is to do, and on a machine with one core too."""
    monkeypatch.setattr(batches, "WORTH_THREADS", 0.0)
    monkeypatch.setattr(batches, "usable_cores", lambda: 4)


def test_threads_are_used_only_where_they_pay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Handing out the work of a small step takes longer than the step."""
    monkeypatch.setattr(batches, "usable_cores", lambda: 2)
    monkeypatch.setattr(batches, "NOT_MEASURED", 2)
    used: list[tuple[int, int]] = []
    cost = [0.0]
    timed = batches._timed

    def watched(work: Any, bots: Any, part: tuple[int, int]) -> tuple[Any, float]:
        used.append(part)
        return timed(work, bots, part)[0], cost[0]

    monkeypatch.setattr(batches, "_timed", watched)
    batch = Batch(CLASSIC, 10, threads=2)
    actions = np.zeros((10, 2), np.int64)
    whole, halves = [(0, 10)], [(0, 5), (5, 10)]
    # The first step, that of the constructor, was measured, and found to be short.
    for seconds, parts in (
        *((3e-3, []), (3e-3, []), (3e-3, whole)),  # measured only now and then
        *((3e-3, halves), (0.9e-3, halves)),  # always measured
        *((3e-3, []), (3e-3, []), (3e-3, whole), (3e-3, halves)),
    ):
        cost[0] = seconds
        used.clear()
        batch.step(actions)
        assert sorted(used) == parts


def test_threads_do_not_share_the_thoughts_of_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "usable_cores", lambda: 2)
    monkeypatch.setattr(batches, "step_games", lambda *_: 0)  # nothing is compiled
    batch = Batch(CLASSIC, 10, bots=["expert", None], threads=2)
    judges = [bots.judges for bots in batch._bots]
    assert len({id(judge[0].sums) for judge in judges if judge}) == 2


@pytest.mark.usefixtures("eager")
def test_threads_and_other_arrays_of_actions_change_nothing() -> None:
    one, three = Batch(CLASSIC, 100, seed=1), Batch(CLASSIC, 100, seed=1, threads=3)
    for _ in range(200):
        actions = one.sample()
        assert (actions == three.sample()).all()
        assert one.step(actions) == three.step(np.asfortranarray(actions.astype(np.int8)))
        assert (one.observations == three.observations).all()
        assert (one.masks == three.masks).all()
        assert (one.rewards == three.rewards).all()


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    "copied",
    [copy.copy, copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))],
    ids=["copy", "deepcopy", "pickle"],
)
def test_a_copy_goes_on_by_itself(copied: Callable[[Batch], Batch], threads: int) -> None:
    batch = Batch(CLASSIC, 20, seed=1, bots=["gap:skip=2", None], threads=threads)
    batch.step(batch.sample())
    twin, before = copied(batch), batch.observations.copy()
    actions = twin.sample()
    assert twin.step(actions) == 20
    assert (batch.observations == before).all()
    assert (twin.observations != before).any()
    batch.step(actions)
    for _ in range(100):
        for name in ("observations", "masks", "to_act", "over", "rewards", "scores", "illegal"):
            assert (getattr(batch, name) == getattr(twin, name)).all()
        assert [batch.game(g) for g in range(20)] == [twin.game(g) for g in range(20)]
        actions = batch.sample()
        batch.step(actions)
        twin.step(actions)
    assert min(batch.game(g)[1] for g in range(20)) > 0
    with pytest.raises(ValueError, match="read-only"):
        twin.masks[0, 0, 0] = 0


def test_what_is_shown_cannot_be_written_to() -> None:
    batch = Batch(CLASSIC, 1)
    with pytest.raises(ValueError, match="read-only"):
        batch.masks[0, 0, 0] = 0


def test_bad_input() -> None:
    with pytest.raises(QwixxError, match="at least one game"):
        Batch(CLASSIC, 0)
    with pytest.raises(QwixxError, match="None for each of 2 seats"):
        Batch(CLASSIC, 1, bots=["gap", "gap"])
    with pytest.raises(QwixxError, match="wolf does not run in the kernel"):
        Batch(CLASSIC, 1, bots=["wolf", None])
    with pytest.raises(QwixxError, match="-3 is not a seed"):
        Batch(CLASSIC, 1, seed=-3)
    with pytest.raises(QwixxError, match=r"shape \(3, 2\), not \(1, 2\)"):
        Batch(CLASSIC, 1).step(np.zeros((3, 2), np.int64))
    with pytest.raises(QwixxError, match=r"must be an array of int64 of the shape \(1, 2\)"):
        Batch(CLASSIC, 1).sample(np.zeros((2, 1), np.int64))
