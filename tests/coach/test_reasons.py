"""Every reason has a position in which it is given, and a sentence in every language."""

from typing import NamedTuple

import pytest
from msgspec import structs

import qwixx
from qwixx.cli.draw.review import sentence
from qwixx.cli.draw.words import Words
from qwixx.coach import Decision, Moment, Option, Verdict
from qwixx.coach.comparison import Comparison, Prospect
from qwixx.coach.reasons import reasons
from qwixx.locales import LANGUAGES, catalogue, read_messages
from qwixx.rules.notation import write_choice

EVEN = Prospect((20.0,) * 4, (0.3,) * 4, 5.0, 5.0, 60.0, 20.0, 80.0)
"""The prospect of the best choice; that of the choice taken differs as each example says."""


class Example(NamedTuple):
    reason: str
    position: str
    seat: int
    taken: str
    best: str
    numbers: dict[str, int]
    rows: tuple[float, ...] = (0, 0, 0, 0)
    """By row: points lost by the choice taken."""
    penalties: float = 0
    bonus: float = 0
    rival: float = 0
    turns: float = 0
    best_rows: tuple[float, ...] = EVEN.rows
    locks: tuple[float, ...] = EVEN.locks
    best_locks: tuple[float, ...] = EVEN.locks
    turns_left: int = 6


EXAMPLES = [
    Example(
        "coach.ended-behind",
        "classic | r2,3,4,5,6 y2,3,4 b12,11 | y2,3,4,5 g12,11,10,9,8,2 | 0 colour 6+6 6 1 - 2",
        0,
        "r12",
        "b8",
        {"n": 1, "chance": 60},
    ),
    Example(
        "coach.last-penalty",
        "classic | r2 p3 | y2,3,4 | 0 colour 6+6 1 1 6 6",
        0,
        "-",
        "r7",
        {"n": 25, "chance": 60},
    ),
    Example(
        "coach.ended-early",
        "classic | r6,10 y6,10,11 g5 b7 p3 | 0 colour 5+5 5 3 1 1",
        0,
        "-",
        "b6",
        {"n": 10},
    ),
    Example(
        "coach.lap-behind",
        "onboard-a | r2,10 @33 | y2,3,4,5,6,7,8 @25 | 0 board 1+1 1 1 1 1",
        0,
        "@36",
        "@34",
        {"n": 16, "chance": 60},
    ),
    Example(
        "coach.could-lap",
        "onboard-a | r2,3,4,5,6,7,10 @33 | y2,8 @25 | 0 board 1+1 1 1 1 1",
        0,
        "-",
        "@36",
        {"n": 39, "chance": 50},
    ),
    Example(
        "coach.could-end",
        "classic | r2,3,4,5,6 y2,3,4,5 b12,11 | y2,3 g12,11,10,9,8,2 | 0 colour 6+6 6 1 - 2",
        0,
        "b8",
        "r12",
        {"n": 10, "chance": 50},
    ),
    Example(
        "coach.likely-end",
        "classic | r2,3,4,5,6 y2,3,4,5 b12,11 | r2,3 y2,3,4,5,6 | 0 white 6+6 6 1 4 2 : ? ?",
        0,
        "-",
        "r12",
        {"chance": 50, "more": 60},
        turns=-5,
        turns_left=0,
    ),
    Example(
        "coach.risked-end",
        "classic | r2,3,4,5,6 y2 | r2,3 y2,3,4,5,6,7,8 | 0 white 6+6 6 1 4 2 : ? ?",
        0,
        "r12",
        "-",
        {"chance": 50, "more": 60},
        turns=6,
    ),
    Example(
        "coach.penalty",
        "classic | r2 | - | 0 colour 1+1 4 2 6 6",
        0,
        "-",
        "r5",
        {"points": 5, "n": 2},
        penalties=5,
    ),
    Example(
        "coach.penalty-free",
        "classic | r4 | - | 0 colour 1+1 4 2 6 6",
        0,
        "-",
        "r5",
        {"points": 5},
        penalties=5,
    ),
    Example(  # the row loses more than the penalty costs in the end, but a player sees the penalty first
        "coach.penalty",
        "classic | - | - | 0 colour 3+2 1 3 3 4",
        0,
        "-",
        "r3",
        {"points": 5, "n": 1},
        penalties=3,
        rows=(6, 0, 0, 0),
    ),
    Example(
        "coach.penalty-cheaper",
        "classic | y6 g8 | r4 | 0 colour 1+6 5 5 4 2",
        0,
        "b8",
        "-",
        {"points": 5, "n": 4},
        rows=(0, 0, 0, 7),
    ),
    Example(
        "coach.penalty-sure",
        "classic | r10 y11 g3 b3 | - | 0 white 5+6 1 1 1 1 : ? ?",
        0,
        "-",
        "r11",
        {"points": 5},
        rows=(1, 0, 0, 0),
        penalties=5,
    ),
    Example(
        "coach.dear-cross",
        "classic | y6 g8 | r4 | 0 white 1+6 5 5 4 2 : ? ?",
        0,
        "-",
        "y7",
        {"points": 5, "n": 2},
        rows=(0, 2, 0, 0),
        penalties=3,
    ),
    Example(
        "coach.missed-lock",
        "classic | r2,3,4,5,6 | - | 0 colour 6+6 6 1 1 1",
        0,
        "y7",
        "r12",
        {"n": 13},
        rows=(9, -2, 0, 0),
    ),
    Example(
        "coach.shuts-out",
        "classic | r2,3,4,5,6 | r2,3,4,5,6,7 | 0 colour 6+6 6 1 1 1",
        0,
        "y7",
        "r12",
        {"n": 6},
        rows=(2, -2, 0, 0),
        rival=12,
    ),
    Example(
        "coach.closed-early",
        "classic | r2,3,4,5,6 | - | 0 colour 6+6 6 1 1 1",
        0,
        "r12",
        "y7",
        {"n": 7},
        rows=(8, 0, 0, 0),
    ),
    Example(
        "coach.lock-lost",
        "classic | g6 | - | 0 white 5+3 5 3 2 2 : ? ?",
        0,
        "y8",
        "-",
        {"n": 3, "crosses": 1, "needed": 5},
        rows=(0, 16, 0, 0),
        locks=(0.3, 0, 0.3, 0.3),
    ),
    Example(
        "coach.skipped-wait",
        "classic | y8 | - | 1 white 4+3 6 2 3 5 : ? ?",
        0,
        "g7",
        "-",
        {"n": 5, "chance": 42},
        rows=(0, 0, 9, 0),
    ),
    Example(
        "coach.skipped",
        "classic | r6,8 y7 b10 | b11 | 0 colour 6+1 3 3 1 5 crossed",
        0,
        "b6",
        "r9",
        {"n": 3, "chance": 42},
        rows=(1, 0, 0, 9),
    ),
    Example(
        "coach.skipped-more",
        "classic | y4 b9 | - | 1 white 3+4 6 4 3 1 : ? ?",
        0,
        "g7",
        "b7",
        {"n": 5, "chance": 42, "fewer": 1},
        rows=(0, 0, 9, 1),
    ),
    Example(
        "coach.skipped-rarer",
        "classic | r2,4,5 y5,7,9,10 | - | 0 colour 4+4 6 3 3 3",
        0,
        "r10",
        "b7",
        {"n": 4, "chance": 56, "less": 42},
        rows=(9, 0, 0, -3),
    ),
    Example(
        "coach.skipped-here",
        "classic | g10,9,8,7 b10,9,7 | - | 0 white 2+3 2 6 6 6 : ? ?",
        0,
        "g5",
        "b5",
        {"n": 1, "chance": 14},
        rows=(0, 0, 9, -3),
    ),
    Example(
        "coach.blocked",
        "classic | - | - | 0 white 3+5 1 2 5 6 : ? ?",
        0,
        "g8",
        "-",
        {"row": 2, "number": 10},
        rows=(0, 0, 9, 0),
    ),
    Example(
        "coach.missed-cross",
        "classic | r2 | - | 0 white 2+2 1 2 5 6 : ? ?",
        1,
        "-",
        "r4",
        {"n": 1, "skipped": 2},
        rows=(1, 0, 0, 0),
        turns_left=20,
    ),
    Example(
        "coach.missed-row",
        "classic | r2 | - | 0 white 2+2 1 2 5 6 : ? ?",
        1,
        "-",
        "r4",
        {"n": 6, "skipped": 2},
        rows=(6, 0, 0, 0),
        turns_left=20,
    ),
    Example(
        "coach.missed-free",
        "classic | r2 | r3,4,5,6 | 0 white 2+5 1 2 5 6 : ? ?",
        1,
        "-",
        "r7",
        {"n": 5},
        rows=(6, 0, 0, 0),
    ),
    Example(
        "coach.missed-rare",
        "classic | r2 | - | 0 white 6+6 1 2 5 6 : ? ?",
        1,
        "-",
        "g12",
        {"chance": 3, "n": 1},
        rows=(0, 0, 6, 0),
    ),
    Example(
        "coach.fuller-row",
        "classic | r2,3,4,5,6 y6 | - | 0 white 2+5 1 2 5 6 : ? ?",
        0,
        "y7",
        "r7",
        {"n": 6, "less": 2},
        rows=(6, 0, 0, 0),
    ),
    Example(
        "coach.rarer",
        "classic | - | - | 0 colour 1+3 2 4 1 6",
        0,
        "y5",
        "r3",
        {"chance": 6, "often": 11},
        rows=(1, 0, 0, 0),
    ),
    Example(
        "coach.late-row",
        "classic | r10 y4,8,9,10 g7 b9,8,4 p1 | - | 0 colour 6+4 5 5 6 3 crossed",
        0,
        "r11",
        "y11",
        {"n": 6, "points": 4},
        rows=(-1, 6, 0, 0),
        best_rows=(3, 26, 20, 20),
    ),
    Example(
        "coach.late-cross",
        "classic | r2,3,4 | y2,4 | 0 white 3+4 1 1 6 6 : ? ?",
        1,
        "-",
        "y7",
        {"n": 6},
        rows=(0, 3, 0, 0),
    ),
    Example(
        "coach.lock-chance",
        "classic | r2 | r3,4,5,6,8 | 0 white 3+6 1 1 6 6 : ? ?",
        1,
        "y9",
        "r9",
        {"chance": 30, "more": 55},
        rows=(8, 0, 0, 0),
        best_locks=(0.55, 0.3, 0.3, 0.3),
    ),
    Example(
        "coach.second-cross",
        "longo | - | - | 0 white 7+5 3 3 1 4 : ? ?",
        0,
        "g12",
        "b12",
        {"row": 3, "number": 11},
        rows=(0, 0, 1, 3),
    ),
    Example(
        "coach.both-rows",
        "classic | r6,7,8 y6,8 g8,7,6 b8,7,6 p1 | - | 0 colour 2+6 3 4 2 6 crossed",
        0,
        "r9",
        "g4",
        {"n": 8},
        rows=(8, 0, 0, 0),
    ),
    Example(
        "coach.pawn-points",
        "onboard-a | r6,7,8 y3,6,8 g8,7,4 b8,7,6 @26 | r4,6,7,10 y4 b11,9,5,3 @24 "
        "| 1 board 4+3 5 1 3 5 crossed",
        1,
        "-",
        "@25",
        {"n": 1},
        bonus=2,
    ),
    Example(
        "coach.lucky",
        "longo | r7,10 b13 | b15 | 0 white 7+1 4 3 1 6 : ? ?",
        0,
        "y8",
        "y2",
        {"sum": 8},
        rows=(0, 17, 0, 0),
    ),
    Example(
        "coach.hurried",
        "classic | r2 | r2,3,4 | 0 white 2+2 1 2 5 6 : ? ?",
        0,
        "r4",
        "y4",
        {"n": 5},
        turns=3,
    ),
    Example(
        "coach.dawdled",
        "classic | r2,3,4 | r2 | 0 white 2+3 1 2 5 6 : ? ?",
        0,
        "y5",
        "r5",
        {"n": 5},
        turns=-3,
    ),
    Example(
        "coach.bonus-more",
        "onboard-a | - | - | 0 white 1+1 1 2 5 6 : ? ?",
        0,
        "y2",
        "r2",
        {"n": 5},
        bonus=5,
    ),
    Example(
        "coach.rows-more",
        "classic | r2 | - | 0 white 2+2 1 2 5 6 : ? ?",
        1,
        "-",
        "r4",
        {"n": 8},
        rows=(2, 2, 2, 2),
        turns_left=20,
    ),
    Example(
        "coach.fewer-penalties",
        "classic | - | - | 0 white 1+1 1 2 5 6 : ? ?",
        0,
        "y2",
        "r2",
        {"n": 4},
        penalties=4,
    ),
    Example(
        "coach.rival-less", "classic | - | - | 0 white 1+1 1 2 5 6 : ? ?", 0, "y2", "r2", {"n": 6}, rival=6
    ),
    Example(
        "coach.less-wins",
        "classic | - | - | 0 white 1+1 1 2 5 6 : ? ?",
        0,
        "y2",
        "r2",
        {"chance": 50, "more": 60},
    ),
    Example(
        "coach.less-points",
        "classic | - | 0 white 1+1 1 2 5 6 : ?",
        0,
        "y2",
        "r2",
        {"points": 70, "more": 80},
    ),
]


def comparison_of(example: Example) -> Comparison:
    rules, state = qwixx.parse_position(example.position)
    choices = {write_choice(choice): choice for choice in rules.legal(state, example.seat)}
    taken, best = choices[example.taken], choices[example.best]
    decision = Decision(
        ply=3,
        turn=round(EVEN.turns) - example.turns_left,
        action=state.phase.action,
        seat=example.seat,
        position=example.position,
        choice=taken,
        options=(Option(best, 0.6, 80.0, 0.0), Option(taken, 0.5, 70.0, 0.1)),
        loss=0.1,
        verdict=Verdict.BLUNDER,
    )
    worse = Prospect(
        rows=tuple(row - lost for row, lost in zip(example.best_rows, example.rows, strict=True)),
        locks=example.locks,
        penalties=EVEN.penalties + example.penalties,
        bonus=EVEN.bonus - example.bonus,
        rival=EVEN.rival + example.rival,
        turns=EVEN.turns - example.turns,
        score=EVEN.score,
    )
    best_prospect = structs.replace(EVEN, rows=example.best_rows, locks=example.best_locks)
    return Comparison(rules, state, decision, worse, best_prospect)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.reason)
def test_the_reason_is_found_with_its_numbers(example: Example) -> None:
    found = reasons(comparison_of(example))
    assert (found[0].key, found[0].numbers) == (example.reason, example.numbers)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.reason)
def test_the_reason_is_a_sentence(example: Example, language: str) -> None:
    case = comparison_of(example)
    words = Words(catalogue(language), case.rules, [f"Seat {seat}" for seat in case.rules.seats])
    for n in (1, 2, 5, 21):
        numbers = {**example.numbers, **({"n": n} if "n" in example.numbers else {})}
        text = sentence(words, Moment(3, example.reason, numbers), case.decision).plain
        assert text.endswith(".")
        assert "{" not in text
        said = [value for key, value in numbers.items() if key not in ("row", "number")]
        assert all(str(value) in text for value in said if value != 1), text


def test_no_reason_is_left_without_an_example() -> None:
    keys = {key for key in read_messages("en") if key.startswith("coach.")}
    assert {example.reason for example in EXAMPLES} == keys


LIKE_ROWS = "classic | - | - | 0 white 3+2 1 3 3 4 : ? ?"


def test_of_two_like_rows_none_has_less_to_lose() -> None:
    """Red 5 and yellow 5 skip the same numbers of empty rows: the coloured dice make the difference."""
    found = reasons(comparison_of(Example("", LIKE_ROWS, 0, "r5", "y5", {}, rows=(9, 0, 0, 0))))
    assert (found[0].key, found[0].numbers) == ("coach.blocked", {"row": 0, "number": 3})
    assert not [reason for reason in found if reason.key.startswith("coach.skipped")]


def test_a_number_hardly_rarer_than_another_is_not_a_reason() -> None:
    position = "classic | r2,5,7 y3,4,5,6,7,8 | - | 0 colour 2+5 6 4 2 5"
    found = reasons(comparison_of(Example("", position, 0, "r8", "y9", {}, rows=(0, 9, 0, 0))))
    assert found[0].key == "coach.fuller-row"
    assert "coach.rarer" not in [reason.key for reason in found]


def test_what_may_be_chance_is_not_told_as_points() -> None:
    example = next(example for example in EXAMPLES if example.reason == "coach.rival-less")
    assert reasons(comparison_of(example._replace(rival=2)))[0].key == "coach.less-wins"


@pytest.mark.parametrize("reason", ["coach.hurried", "coach.dawdled"])
def test_far_from_the_end_nobody_hurries_or_dawdles(reason: str) -> None:
    early = next(example for example in EXAMPLES if example.reason == reason)._replace(turns_left=15)
    assert reason not in [found.key for found in reasons(comparison_of(early))]


@pytest.mark.parametrize(
    ("position", "taken", "best"),
    [
        ("classic | p2 | r2,3,4 | 0 colour 2+2 1 2 5 6", "-", "r3"),
        ("classic | r2,3,4,5,6 | r2,3,4,5,6,7,8 | 0 white 6+6 1 2 5 6 : ? ?", "r12", "-"),
    ],
)
def test_a_lock_or_a_late_penalty_hurries_the_end_at_any_time(position: str, taken: str, best: str) -> None:
    early = Example("", position, 0, taken, best, {}, turns=3, turns_left=15)
    assert "coach.hurried" in [found.key for found in reasons(comparison_of(early))]


def test_alone_the_parts_add_up_to_the_loss() -> None:
    """Playouts say that the rows bring 9 points less; but 0.1 points were lost, penalties included."""
    alone = Example("", "classic | - | 0 white 1+1 1 2 5 6 : ?", 0, "y2", "r2", {}, (9, 0, 0, 0), penalties=2)
    assert comparison_of(alone).rows_loss == pytest.approx(0.1 - 2)


def test_what_did_not_cost_points_is_not_a_reason() -> None:
    """A row that ends up higher although cells were skipped."""
    example = next(example for example in EXAMPLES if example.reason == "coach.skipped")
    found = reasons(comparison_of(example._replace(rows=(0, 0, 0, -9), penalties=4)))
    assert found[0].key == "coach.fewer-penalties"
