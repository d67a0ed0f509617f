"""Reviews: exact for the solved game, by the network of `expert` for those it has learned, else playouts."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from kernel_parity import BOARD

import qwixx
from qwixx.coach import Review, Verdict, evaluator_for, exact_ready, review, verdict_of
from qwixx.coach.evaluator import Situation
from qwixx.coach.expected_points import prospects
from qwixx.coach.rollouts import SEED, Rollouts
from qwixx.dice import dice_stream, roll
from qwixx.kernel.runs.playouts import Playouts
from qwixx.rules import IllegalRecord, Record, Rules

# In one process: otherwise each process compiles the kernel and builds the table for itself.
pytestmark = pytest.mark.xdist_group("review")

FEW = 16

TABLES = [
    (name, players) for name, variant in qwixx.VARIANTS.items() for players in (1, 2, variant.max_players)
]


@pytest.mark.parametrize("bot", ["random", "gap:skip=1", "tempo", "gap:skip=9"])
@pytest.mark.parametrize("game", range(3))
def test_alone_the_score_is_the_start_with_luck_without_errors(bot: str, game: int) -> None:
    found = review(qwixx.play("classic", [bot], seed=8, game=game))
    (seat,) = found.seats
    assert (found.evaluator, found.games, found.unit) == ("exact", 0, "points")
    assert found.start[0].score == pytest.approx(115.4831, abs=1e-4)
    assert seat.result == pytest.approx(found.start[0].score + seat.luck - seat.errors, abs=1e-9)
    assert seat.adjusted == pytest.approx(found.start[0].score - seat.errors, abs=1e-9)


def test_luck_has_an_error_where_it_is_estimated() -> None:
    """Few playouts differ from many by about the error that is given, for single rolls and in all."""
    (seat,) = review(qwixx.play("classic", ["gap"], seed=8), reasons=False).seats
    assert seat.luck_error == 0
    record = qwixx.play("classic", ["gap", "tempo"], seed=4)
    few, many = (review(record, games=games, reasons=False) for games in (64, 1024))
    for one, other in zip(few.seats, many.seats, strict=True):
        assert 0.2 < abs(one.luck - other.luck) / one.luck_error < 3
        assert one.luck_error == pytest.approx(4 * other.luck_error, rel=0.4)
    off = [
        abs(one.luck[seat] - other.luck[seat]) / one.errors[seat]
        for one, other in zip(few.rolls, many.rolls, strict=True)
        for seat in (0, 1)
        if one.errors[seat]
    ]
    assert 0.4 < sum(off) / len(off) < 1.2
    empty = review(msgspec.structs.replace(record, actions=()), games=FEW, reasons=False)
    assert empty.seats[0].luck_error == 0


def test_the_same_holds_for_a_game_that_is_not_finished() -> None:
    record = qwixx.play("classic", ["random"], seed=3)
    for plies in range(0, 30, 7):
        found = review(msgspec.structs.replace(record, actions=record.actions[:plies]))
        (seat,) = found.seats
        assert not found.finished
        assert seat.result == pytest.approx(found.start[0].score + seat.luck - seat.errors, abs=1e-9)


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_every_game_can_be_reviewed(variant: str, players: int) -> None:
    record = qwixx.play(variant, ["random", "gap", "tempo", "random", "gap"][:players], seed=2)
    found = review(record, games=FEW)
    plies = {ply.number - 1: ply for ply in record.plies()}
    rules = record.rules()
    assert found.finished
    assert [point.turn for point in found.points] == [*range(1, len(found.rolls) + 1), len(found.rolls)]
    assert tuple(e.score for e in found.points[-1].estimates) == rules.scores(qwixx.replay(record))
    for decision in found.decisions:
        ply = plies[decision.ply - 1]
        assert ply.action == decision.choice
        assert {option.choice for option in decision.options} == set(rules.legal(ply.before, decision.seat))
        assert len(decision.options) > 1
        assert decision.loss >= 0
        assert decision.best.loss == 0
        worths = [option.worth(found.unit) for option in decision.options]
        assert worths == sorted(worths, reverse=True)
        assert all(
            option.loss == pytest.approx(worths[0] - option.worth(found.unit)) for option in decision.options
        )
    real = sum(
        len(rules.legal(ply.before, ply.action.seat)) > 1
        for ply in plies.values()
        if not isinstance(ply.action, qwixx.Roll)
    )
    assert len(found.decisions) == real == sum(seat.decisions for seat in found.seats)
    for seat in found.seats:
        own = [decision for decision in found.decisions if decision.seat == seat.seat]
        assert seat.errors == pytest.approx(sum(decision.loss for decision in own))
        assert seat.luck == pytest.approx(sum(roll.luck[seat.seat] for roll in found.rolls))
        assert sum(seat.counts.values()) == len(own)


def test_json_both_ways() -> None:
    found = review(qwixx.play("onboard-a", ["random", "random"], seed=2), games=FEW)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Review) == found


def test_a_review_comes_out_the_same_again() -> None:
    record = qwixx.play("longo", ["random", "gap"], seed=2)
    assert review(record, games=FEW) == review(record, games=FEW)


def test_shares_of_the_win_are_shared_by_all() -> None:
    found = review(qwixx.play("classic", ["random", "gap", "tempo"], seed=2), games=FEW)
    for point in found.points:
        assert sum(estimate.win for estimate in point.estimates) == pytest.approx(1)
    for rolled in found.rolls:
        assert sum(rolled.luck) == pytest.approx(0)


def test_an_illegal_action_is_named_and_the_game_before_it_kept() -> None:
    record = qwixx.play("classic", ["random", "gap"], seed=3)
    broken = msgspec.structs.replace(record, actions=(*record.actions[:20], qwixx.Move(0, 3)))
    with pytest.raises(IllegalRecord) as caught:
        review(broken, games=FEW)
    assert not review(caught.value.record, games=FEW).finished


def test_a_record_without_a_roll() -> None:
    found = review(Record(variant="classic", seats=("Ann", "Bob")), games=FEW)
    assert (found.decisions, found.rolls, len(found.points)) == ((), (), 1)
    assert all(seat.mean_loss == 0 for seat in found.seats)


def test_a_choice_is_judged_by_what_its_seat_could_see() -> None:
    """The others' hidden choices make no difference."""
    evaluator = evaluator_for(Rules("classic", 2), games=FEW)
    text = "classic | r2,3,4,5,6 | r2,3,4,5,6 y2,3,4,5,6 | 0 white 6+6 3 3 3 3 : ? {}"
    answers = [
        evaluator.options(qwixx.parse_position(text.format(choice))[1], 0) for choice in ("?", "r12", "-")
    ]
    assert answers[0] == answers[1] == answers[2]


def test_ending_the_game_behind_is_a_blunder() -> None:
    """Closing red ends the game at 37 to 38."""
    rules, state = qwixx.parse_position(
        "classic | r2,3,4,5,6 y2,3,4 b12,11 | y2,3,4,5 g12,11,10,9,8,2 | 0 colour 6+6 6 1 - 2"
    )
    options = evaluator_for(rules, games=64).options(state, 0)
    by_choice = {option.choice: option for option in options}
    ending = by_choice[qwixx.Cross(0, 0, 12)]
    assert (ending.win, ending.score) == (0, 37)
    assert verdict_of(ending, "win") is Verdict.BLUNDER
    assert options[0].win > 0.2


@pytest.mark.parametrize("players", [1, 2])
def test_a_seat_that_is_not_to_act_has_no_options(players: int) -> None:
    rules = Rules("classic", players)
    evaluator = evaluator_for(rules, games=FEW)
    assert evaluator.options(rules.start(), players - 1) == ()


def test_a_single_option_costs_nothing() -> None:
    rules, state = qwixx.parse_position("classic | r11 y11 g3 b3 | - | 0 colour 1+1 1 1 1 1")
    (option,) = evaluator_for(rules, games=FEW).options(state, 0)
    assert (option.choice, option.loss) == (qwixx.Pass(0), 0)


SYMMETRIC = [
    "classic | r2,4 y3 g12,9,8 b10 p1 | 0 white 5+1 2 3 4 6 : ?",
    "classic | r3 y2,4 g12,9,8 b10 p1 | 0 white 5+1 3 2 4 6 : ?",
    "classic | r2,4 y3 g10 b12,9,8 p1 | 0 white 5+1 2 3 6 4 : ?",
    # Every die turned over: 6 becomes 1, and 2 to 12 becomes 12 to 2.
    "classic | r4 y2,5,6 g12,10 b11 p1 | 0 white 2+6 1 3 5 4 : ?",
]


def test_symmetric_positions_are_worth_the_same() -> None:
    """Swapping rows of the same direction, or the directions, changes no value."""
    evaluator = evaluator_for(Rules("classic", 1))
    found = []
    for text in SYMMETRIC:
        _, state = qwixx.parse_position(text)
        values = sorted(option.score for option in evaluator.options(state, 0))
        found.append([evaluator.estimates(state)[0].score, *values])
    assert all(values == pytest.approx(found[0], abs=1e-9) for values in found)


def test_every_game_is_judged_by_the_surest_evaluator() -> None:
    names = {(variant, players): evaluator_for(Rules(variant, players)).name for variant, players in TABLES}
    assert names.pop(("classic", 1)) == "exact"
    assert {name for (_, players), name in names.items() if players == 1} == {"tempo-playouts"}
    assert {name for (_, players), name in names.items() if players > 1} == {"expert"}
    assert evaluator_for(Rules("onboard-a", 2, board=BOARD)).name == "tempo-playouts"


def test_the_chance_before_a_roll_is_the_mean_over_rolls_so_that_luck_is_zero_on_average() -> None:
    rules, state = qwixx.parse_position("classic | r2,3 g12 p1 | y2,5 b10 | 1 roll")
    evaluator = evaluator_for(rules, games=FEW)
    before = evaluator.evaluate([Situation(state, 4)], []).estimates[0]
    rolls = [roll(dice_stream(SEED, game, 5), 6, frozenset()) for game in range(FEW)]
    after = [evaluator.estimates(rules.step(state, rolled)[0]) for rolled in rolls]
    for seat in rules.seats:
        assert before[seat].win == pytest.approx(sum(one[seat].win for one in after) / FEW)
    assert 0.3 < before[0].win < 0.7


def test_equal_choices_are_equally_good_in_playouts() -> None:
    rules, state = qwixx.parse_position("classic | - | - | 0 white 1+1 3 3 3 3 : ? ?")
    by_choice = {option.choice: option for option in Rollouts(rules, 256).options(state, 1)}
    red, yellow = by_choice[qwixx.Cross(1, 0, 2)], by_choice[qwixx.Cross(1, 1, 2)]
    assert abs(red.loss - yellow.loss) <= 4 * max(red.error, yellow.error)


@pytest.mark.parametrize("variant", ["classic", "longo"])
def test_no_position_is_worth_more_than_its_best_option(variant: str) -> None:
    """Exactly for the solved game, within the error of playouts for others."""
    record = qwixx.play(variant, ["gap"], seed=4)
    evaluator = evaluator_for(record.rules(), games=200)
    for ply in list(record.plies())[:40:3]:
        if options := evaluator.options(ply.after, 0):
            value = evaluator.estimates(ply.after)[0].score
            if evaluator.name == "exact":
                assert value == pytest.approx(options[0].score)
            else:
                assert value <= options[0].score + 4 * 25 / evaluator.games**0.5


@pytest.mark.parametrize("games", [0, -1, 7, 10**9])
def test_a_number_of_playouts_that_makes_no_sense_is_refused(games: int) -> None:
    with pytest.raises(qwixx.QwixxError, match="The number of games must be from 8 to 1,000,000, not "):
        review(qwixx.play("longo", ["gap"], seed=1), games=games)


def test_only_solo_classic_is_exact() -> None:
    assert not exact_ready(Rules("classic", 2))
    assert not exact_ready(Rules("longo", 1))
    evaluator_for(Rules("classic", 1))
    assert exact_ready(Rules("classic", 1))


def test_reasons_of_a_solved_game_rest_on_best_play(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    make = Playouts.__init__

    def note(self: Playouts, rules: Rules, bots: Sequence[str], *rest: Any, **more: Any) -> None:
        asked.extend(bots)
        make(self, rules, bots, *rest, **more)

    monkeypatch.setattr(Playouts, "__init__", note)
    found = review(qwixx.play("classic", ["random"], seed=3))
    assert len(found.moments) == 3
    assert set(asked) == {"expert"}, "expert alone plays by the exact solution"


@pytest.mark.parametrize("variant", qwixx.VARIANTS)
def test_the_parts_of_a_prospect_add_up_to_its_score(variant: str) -> None:
    """Prospects are computed from arrays; `Rules.breakdown` is the reference."""
    rules = Rules(variant, 2)
    evaluator = evaluator_for(rules, games=FEW)
    for seat, found in enumerate(
        prospects(evaluator, [(Situation(rules.start()), seat) for seat in range(2)])
    ):
        assert sum(found.rows) - found.penalties + found.bonus == pytest.approx(found.score), seat
    over = "classic | r2,3,4,5,6,12 p1 | g12,11,10,9,8,2 y3 | 0 over"
    rules, state = qwixx.parse_position(over)
    (found,) = prospects(evaluator_for(rules, games=FEW), [(Situation(state), 1)])
    points = rules.breakdown(state)[1]
    assert (found.rows, found.penalties, found.bonus, found.score) == (points.rows, 0, 0, points.total)
