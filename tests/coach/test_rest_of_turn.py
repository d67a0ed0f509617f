"""A choice is not blamed for what `tempo` would have done in the rest of the turn."""

import qwixx
from qwixx.bots.tempo import Tempo
from qwixx.coach import Option, evaluator_for
from qwixx.coach.evaluator import Question, Situation
from qwixx.coach.rest_of_turn import next_choice, raised, with_follow_ups
from qwixx.coach.rollouts import Rollouts
from qwixx.dice import Stream
from qwixx.rules import Choice, Cross, Pass, Rules, State

TURN = 7


def steps() -> tuple[Rules, list[tuple[State, Choice]]]:
    """A turn of a solo game on the board: a cross, a pass, then a move that `tempo` would not make."""
    rules, state = qwixx.parse_position(
        "onboard-b | r3,5,6,8 y3,4,6 g11,9,8,7,6 @7 | 0 white 3+5 3 1 6 1 : ?"
    )
    white, colour = Cross(0, 1, 8), Pass(0)
    second, _ = rules.step(state, white)
    third, _ = rules.step(second, colour)
    legal = rules.legal(third, 0)
    tempo = Tempo().choose(rules.view(third, 0), legal, Stream(0))
    other = next(choice for choice in legal if choice != tempo)
    return rules, [(state, white), (second, colour), (third, other)]


def options(rules: Rules, state: State, values: dict[Choice, float], rest: float) -> tuple[Option, ...]:
    found = {choice: values.get(choice, rest) for choice in rules.legal(state, 0)}
    best = max(found.values())
    answers = [Option(choice, 1.0, value, best - value, 0.5) for choice, value in found.items()]
    return tuple(sorted(answers, key=lambda option: option.loss))


def answered(last: float) -> list[tuple[Option, ...]]:
    """Action 3 as taken is worth `last`; `tempo`'s choice is worth 90."""
    rules, line = steps()
    (first, white), (second, _), (third, move) = line
    answers = [
        options(rules, first, {white: 90.0, Pass(0): 142.0}, 120.0),
        options(rules, second, {}, 90.0),
        options(rules, third, {move: last}, 90.0),
    ]
    questions = [Question(Situation(state, TURN), 0, choice) for state, choice in line]
    return with_follow_ups(rules, questions, answers)


def test_what_the_rest_of_the_turn_was_worth_is_added() -> None:
    _, line = steps()
    found = answered(139.0)
    for (_, choice), answer in zip(line, found, strict=True):
        (taken,) = (option for option in answer if option.choice == choice)
        assert taken.score == 139.0
        assert answer[0].loss == 0
        assert [option.loss for option in answer] == [answer[0].score - option.score for option in answer]
    assert found[0][0].choice == Pass(0)
    assert found[1][0].choice == Pass(0)


def test_nothing_is_added_if_tempo_would_have_done_as_well() -> None:
    for last in (60.0, 90.5):
        found = answered(last)
        (taken,) = (option for option in found[0] if option.choice == Cross(0, 1, 8))
        assert taken.score == 90.0


def test_a_hint_looks_for_the_best_rest_itself() -> None:
    rules, line = steps()
    state, _ = line[0]
    evaluator = evaluator_for(rules, games=64)
    ((before, *_),) = evaluator.evaluate([], [Question(Situation(state), 0)])[1]
    assert evaluator.options(state, 0)[0].score >= before.score


def test_where_the_same_seat_chooses_again() -> None:
    rules, line = steps()
    assert [next_choice(rules, *step) for step in line] == [line[1][0], line[2][0], None]


def test_a_raised_option_brings_its_error_along() -> None:
    """The option that was best, with no error, is now behind by a loss that has one."""
    options = (Option(Pass(0), 0.6, 50.0, 0.0), Option(Cross(0, 0, 2), 0.5, 50.0, 0.1, 0.02))
    found = raised(options, {Cross(0, 0, 2): 0.3}, "win")
    assert [(option.choice, round(option.loss, 6), option.error) for option in found] == [
        (Cross(0, 0, 2), 0.0, 0.0),
        (Pass(0), 0.2, 0.02),
    ]


def test_a_few_playouts_of_the_rest_of_a_turn_are_no_certainty() -> None:
    """Red 5 early in a game: after four games that all went well it once counted as a certain win."""
    rules, state = qwixx.parse_position("classic | r2,3 p1 | - | 0 white 4+1 3 6 2 5 : ? ?")
    for games in (8, 16, 64):
        few = Rollouts(rules, games).options(state, 0)
        assert max(option.win for option in few) < 0.95
