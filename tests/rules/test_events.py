"""The exact events of each step: the seat, the action and its consequences."""

from itertools import pairwise

import qwixx
from qwixx.rules import Cross, Move, Pass, Roll, Rules, State
from qwixx.rules.actions import Action
from qwixx.rules.board import Board, Space
from qwixx.rules.events import (
    Chose,
    Closed,
    Crossed,
    Ended,
    Event,
    FinalLap,
    Moved,
    Passed,
    Penalised,
    Rolled,
    TurnBegan,
)


def told(rules: Rules, state: State, *actions: Action) -> list[Event]:
    events: list[Event] = []
    for action in actions:
        state, more = rules.step(state, action)
        events += more
    return events


def test_a_turn_with_two_crosses() -> None:
    rules = Rules("classic", 2)
    events = told(
        rules,
        rules.start(1),
        Roll((1, 2), (3, 1, 1, 1)),
        Cross(0, 0, 3),
        Pass(1),
        Cross(1, 0, 5),
    )
    assert events == [
        Rolled(1, (1, 2), (3, 1, 1, 1)),
        Chose(0),
        Chose(1),
        Crossed(0, 0, 3, 1),
        Passed(1, 1),
        Crossed(1, 0, 5, 2),
        TurnBegan(0),
    ]


def test_a_turn_without_a_cross() -> None:
    rules = Rules("classic", 3)
    roll = Roll((1, 2), (3, 1, 1, 1))
    assert told(rules, rules.start(2), roll, Pass(1), Pass(2), Pass(0), Pass(2)) == [
        Rolled(2, (1, 2), (3, 1, 1, 1)),
        Chose(1),
        Chose(2),
        Chose(0),
        Passed(0, 1),
        Passed(1, 1),
        Passed(2, 1),
        Passed(2, 2),
        Penalised(2, 1),
        TurnBegan(0),
    ]


def test_a_row_that_two_close_and_the_end() -> None:
    ready = "r2,3,4,5,6"
    rules, state = qwixx.parse_position(f"classic | {ready} y3 | {ready} g4 | 0 roll")
    one_closed, end = "classic | r2,3,4,5,6 y2,3,4,5,6,12 | r2,3 | 0 roll", Roll((6, 6), (1, None, 1, 1))
    assert told(rules, state, Roll((6, 6), (1, 1, 1, 1)), Cross(0, 0, 12), Cross(1, 0, 12))[3:] == [
        Crossed(0, 0, 12, 1),
        Crossed(1, 0, 12, 1),
        Closed(0, (0, 1)),
    ]
    rules, state = qwixx.parse_position(one_closed)
    assert told(rules, state, end, Cross(0, 0, 12), Pass(1))[3:] == [
        Crossed(0, 0, 12, 1),
        Passed(1, 1),
        Closed(0, (0,)),
        Ended("rows", (56, 3)),
    ]


def test_the_pawn_and_the_final_lap() -> None:
    rules = Rules("onboard-a", 2)
    assert rules.variant.board
    space = rules.variant.board.spaces[0]
    roll = Roll((1, 1), (6, 6, 6, 6))
    moved = told(rules, rules.start(0), roll, Pass(0), Pass(1), Pass(0), Move(0, 1))[5:]
    assert moved == [
        Passed(0, 2),
        Moved(0, 1, space.points),
        Crossed(0, space.row, space.number, 3),
        TurnBegan(1),
    ]
    assert told(rules, rules.start(0), roll, Pass(0), Pass(1), Cross(0, 0, 7), Pass(0))[5:] == [
        Crossed(0, 0, 7, 2),
        Passed(0, 3),
        TurnBegan(1),
    ]


def test_the_last_spaces_begin_the_final_lap_and_the_lap_ends_the_game() -> None:
    spaces = (Space(0, 3, 0), Space(0, 4, 5), *[Space(1, 3, 6)] * 4)
    rules = Rules("onboard-a", 2, board=Board(spaces))
    state = rules.start(0)
    roll = Roll((1, 2), (1, 1, 1, 1))
    first: tuple[Action, ...] = (roll, Cross(0, 0, 3), Pass(1), Pass(0))
    for action in first:
        state, _ = rules.step(state, action)
    state, events = rules.step(state, Move(0, 2))
    assert events == (Moved(0, 2, 5), Crossed(0, 0, 4, 3), FinalLap(0), TurnBegan(1))
    assert state.final == 0
    second: tuple[Action, ...] = (roll, Pass(0), Cross(1, 0, 3), Pass(1))
    for action in second:
        state, _ = rules.step(state, action)
    state, events = rules.step(state, Pass(1))
    assert events == (Passed(1, 3), Ended("board", (8, 1)))
    assert (state.final, state.active) == (0, 1)


def test_plies_are_counted_from_one_and_know_their_turn() -> None:
    actions = (Roll((1, 2), (3, 1, 1, 1)), Pass(0), Pass(1), Pass(0), Roll((2, 2), (3, 1, 1, 1)), Pass(0))
    record = qwixx.Record(variant="classic", seats=("", ""), actions=actions)
    plies = list(record.plies())
    assert [ply.number for ply in plies] == [1, 2, 3, 4, 5, 6]
    assert [ply.turn for ply in plies] == [1, 1, 1, 1, 2, 2]
    assert [ply.action for ply in plies] == list(actions)
    assert plies[0].before == record.rules().start(0)
    assert all(ply.after == following.before for ply, following in pairwise(plies))
    assert plies[3].events[-1] == TurnBegan(1)
