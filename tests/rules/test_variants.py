"""Which sheets the rules accept as data, and that they play every accepted one by the rules."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from msgspec import structs
from tiny_game import tiny

from qwixx import VARIANTS, Cross, IllegalAction, Pass, Rules, SetupError, State, Variant
from qwixx.dice import Stream, roll
from qwixx.rules import Choice
from qwixx.rules.variant import CLASSIC, LONGO, Cell

Rows = tuple[tuple[Cell, ...], ...]


@st.composite
def variants(draw: DrawFn) -> Variant:
    """Small sheets of any shape that is accepted: mixed colours, missing numbers, rows of unequal length."""
    faces = draw(st.integers(2, 3))
    closing = draw(st.integers(1, 2))
    return Variant(
        name="odd",
        rows=tuple(draw(_rows(row, range(2, 2 * faces + 1), closing)) for row in range(4)),
        faces=faces,
        closing_cells=closing,
        crosses_to_close=draw(st.integers(0, 2)),
        closing_rule="R7",
        points=tuple(range(10)),
        max_players=2,
        max_penalties=draw(st.integers(1, 9)),
        closed_rows_to_end=draw(st.integers(1, 4)),
        lucky_pairs=draw(st.sampled_from([(), ((2, 3), (3, 4))])),
    )


@st.composite
def _rows(draw: DrawFn, row: int, numbers: range, closing: int) -> tuple[Cell, ...]:
    shown = draw(st.permutations(numbers))[: draw(st.integers(closing + 1, len(numbers)))]
    colours = [draw(st.integers(0, 3)) for _ in shown[closing:]] + [row] * closing
    return tuple(map(Cell, colours, shown))


@settings(derandomize=True, deadline=None, database=None, max_examples=150)
@given(variants(), st.integers(0, 2**64 - 1))
def test_legal_and_verify_agree_on_every_accepted_sheet(variant: Variant, seed: int) -> None:
    rules, stream = Rules(variant, 2), Stream(seed)
    state, steps = rules.start(), 0
    while not rules.is_over(state) and steps < 150:
        steps += 1
        if rules.awaits_roll(state):
            state, _ = rules.step(state, roll(stream, variant.faces, rules.closed(state)))
            continue
        for seat in rules.seats:
            assert set(rules.legal(state, seat)) == verified(rules, state, seat)
        legal = rules.legal(state, min(rules.to_act(state)))
        state, _ = rules.step(state, legal[-1] if stream.below(2) else legal[0])
    assert rules.is_over(state) or steps == 150


def verified(rules: Rules, state: State, seat: int) -> set[Choice]:
    choices: list[Choice] = [Pass(seat), *(Cross(seat, row, number) for row, number in rules.crossing.cells)]
    return {choice for choice in choices if is_legal(rules, state, choice)}


def is_legal(rules: Rules, state: State, choice: Choice) -> bool:
    try:
        rules.verify(state, choice)
    except IllegalAction:
        return False
    return True


def with_row(row: int, change: Callable[[tuple[Cell, ...]], tuple[Cell, ...]]) -> Rows:
    rows = list(CLASSIC.rows)
    rows[row] = change(rows[row])
    return tuple(rows)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"rows": CLASSIC.rows[:3]}, "it needs 4 rows, not 3"),
        ({"rows": (*CLASSIC.rows, CLASSIC.rows[0])}, "it needs 4 rows, not 5"),
        ({"faces": 1}, "the number of faces of a die must be from 2 to 9, not 1"),
        ({"faces": 10}, "the number of faces of a die must be from 2 to 9, not 10"),
        ({"max_players": 6}, "the number of players must be from 1 to 5, not 6"),
        ({"max_penalties": 0}, "the number of penalties must be from 1 to 9, not 0"),
        ({"closed_rows_to_end": 5}, "closed rows to end the game must be from 1 to 4, not 5"),
        ({"closing_cells": 0}, "the number of closing cells must be from 1"),
        ({"closing_cells": 11}, "the red row has 11 cells, and needs more than the 11 that close it"),
        ({"faces": 5}, "the red row has the number 11: the dice show 2 to 10"),
        ({"rows": with_row(1, lambda row: (row[1], *row[1:]))}, "the yellow row has the number 3 twice"),
        (
            {"rows": with_row(2, lambda row: (Cell(4, 12), *row[1:]))},
            "a cell of colour 4: colours are 0 to 3",
        ),
        (
            {"rows": with_row(0, lambda row: (*row[:-1], Cell(1, 12)))},
            "the last cells of the red row, which close it, must be red",
        ),
        ({"points": CLASSIC.points[:-1]}, "the red row can get 12 crosses with its lock"),
        ({"lucky_pairs": ((5, 8),)}, "it needs a lucky pair for each of 5 players"),
        (
            {"lucky_pairs": ((5, 5),) * 5},
            "(5, 5) is not a lucky pair: it takes two different numbers from 2 to 12",
        ),
    ],
)
def test_a_sheet_that_the_rules_do_not_support_is_refused(change: dict[str, Any], says: str) -> None:
    with pytest.raises(SetupError) as refused:
        structs.replace(CLASSIC, **change)
    assert str(refused.value).startswith("The variant 'classic' cannot be played: ")
    assert says in str(refused.value)
    assert str(refused.value).endswith(".")


def test_L2_in_longo_both_closing_cells_have_the_colour_of_the_row() -> None:
    rows = (*LONGO.rows[:3], (*LONGO.rows[3][:-2], Cell(0, 3), Cell(3, 2)))
    with pytest.raises(SetupError, match="the last cells of the blue row"):
        structs.replace(LONGO, rows=rows)


def test_shipped_and_tiny_variants_are_accepted() -> None:
    for variant in (*VARIANTS.values(), tiny(2, 3)):
        assert structs.replace(variant) == variant


@pytest.mark.parametrize(
    ("usual", "change"),
    [
        (CLASSIC, {"penalty_points": 10}),
        (LONGO, {"lucky_pairs": LONGO.lucky_pairs[::-1]}),
        (VARIANTS["onboard-a"], {"board": VARIANTS["onboard-b"].board}),
    ],
    ids=["classic", "longo", "onboard-a"],
)
def test_a_changed_game_needs_a_name_of_its_own(usual: Variant, change: dict[str, Any]) -> None:
    """Its records would be replayed under the rules of the game whose name they carry."""
    with pytest.raises(SetupError, match=f"differs from the game '{usual.name}' and needs a name of its own"):
        Rules(structs.replace(usual, **change), 2)
    renamed = structs.replace(usual, name="mine", **change)
    assert Rules(renamed, 2).variant == renamed
    assert Rules(structs.replace(usual), 2) == Rules(usual.name, 2)
