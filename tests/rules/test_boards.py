"""Our two boards meet all their design criteria, and custom boards are checked space by space."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

import qwixx
from qwixx import VARIANTS, Board, BoardError, SetupError, Space, parse_board
from qwixx.arena.track_study import study_track, track_decides

ROWS = [[cell.number for cell in row] for row in VARIANTS["classic"].rows]


def board_of(name: str) -> Board:
    board = VARIANTS[name].board
    assert board is not None
    return board


SIDES = {name: board_of(name) for name in ("onboard-a", "onboard-b")}
each_side = pytest.mark.parametrize("board", SIDES.values(), ids=SIDES)


def place(space: Space) -> int:
    """The number of cells before the number in its row."""
    return ROWS[space.row].index(space.number)


def ranks(values: Sequence[int]) -> list[float]:
    """The ranks of the values; equal values share the mean of their ranks."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]


def order(board: Board) -> float:
    """Spearman's rank correlation of a number's place in its row with its space: 1 is strictly in order."""
    places, spaces = ranks([place(space) for space in board.spaces]), range(len(board.spaces))
    mean = sum(spaces) / len(spaces)
    product = sum((one - mean) * (two - mean) for one, two in zip(places, spaces, strict=True))
    squares = [sum((value - mean) ** 2 for value in values) for values in (places, spaces)]
    return float(product / (squares[0] * squares[1]) ** 0.5)


def steps(board: Board) -> list[int]:
    points = [space.points for space in board.spaces]
    return [after - before for before, after in pairwise(points)]


# Criteria of our boards


@each_side
def test_forty_spaces(board: Board) -> None:
    assert len(board.spaces) == 40


@each_side
def test_ten_spaces_a_colour(board: Board) -> None:
    assert Counter(space.row for space in board.spaces) == dict.fromkeys(range(4), 10)


@each_side
def test_no_pair_of_colour_and_number_is_repeated(board: Board) -> None:
    assert len({(space.row, space.number) for space in board.spaces}) == 40


@pytest.mark.parametrize(("name", "low", "high"), [("onboard-a", 0.88, 0.96), ("onboard-b", 0.72, 0.84)])
def test_early_numbers_early_and_late_numbers_late_with_some_disorder(
    name: str, low: float, high: float
) -> None:
    assert low <= order(SIDES[name]) <= high


def test_space_5_of_side_a_is_green_10() -> None:
    assert (SIDES["onboard-a"].spaces[4].row, SIDES["onboard-a"].spaces[4].number) == (2, 10)


@each_side
def test_points_never_fall_and_run_from_1_to_20(board: Board) -> None:
    assert min(steps(board)) >= 0
    assert (board.spaces[0].points, board.spaces[-1].points) == (1, 20)


@each_side
def test_never_three_of_a_colour_in_a_row(board: Board) -> None:
    rows = [space.row for space in board.spaces]
    assert all(len(set(rows[start : start + 3])) > 1 for start in range(38))


@each_side
def test_every_five_consecutive_spaces_show_at_least_three_colours(board: Board) -> None:
    rows = [space.row for space in board.spaces]
    assert all(len(set(rows[start : start + 5])) >= 3 for start in range(36))


@each_side
def test_closing_numbers_are_only_from_space_28_on(board: Board) -> None:
    closing = [space for space, there in enumerate(board.spaces, 1) if place(there) == 10]
    assert closing
    assert min(closing) >= 28


@each_side
def test_each_of_the_first_five_spaces_skips_at_most_three_cells(board: Board) -> None:
    assert max(place(space) for space in board.spaces[:5]) <= 3


@each_side
def test_a_green_7_is_on_the_track(board: Board) -> None:
    assert (2, 7) in {(space.row, space.number) for space in board.spaces}


def test_side_a_is_steady_and_side_b_has_leaps() -> None:
    a, b = SIDES["onboard-a"], SIDES["onboard-b"]
    assert max(steps(a)) == 1
    assert all(one.row != two.row for one, two in pairwise(a.spaces))
    leaps = [space for space, step in enumerate(steps(b), 2) if step]
    assert leaps == [6, 11, 16, 21, 26, 31, 36]
    assert [step for step in steps(b) if step > 1] == [2, 4, 5, 5]
    assert order(a) > order(b)


@each_side
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_track_decides_some_games_but_not_most(board: Board, players: int) -> None:
    study = study_track(board, ["gap:skip=1"] * players, games=60, seed=1)
    assert 0 < study.decided < 0.3
    assert 0 < study.ended_by_board < 1
    assert 5 < study.mean_bonus < 20


def test_the_track_decides_when_the_winners_without_the_bonus_are_others() -> None:
    rules, state = qwixx.parse_position("onboard-a | r2 y3 @1 | r2 p1 y3 | 0 roll")
    assert not track_decides(rules, state)
    rules, state = qwixx.parse_position("onboard-a | r2 y3 @1 | r2 y3 | 0 roll")
    assert track_decides(rules, state)


# Custom boards

GOOD = "r2+1 y3+1 g10+2 b12+3 r4+5 y5+8"


def test_a_file_may_have_blank_lines_comments_and_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text("\ufeff# mine\r\nr2+1 y3+1  # two\r\n\r\n\tg10+2 b12+3\r\nr4+5 y5+8", encoding="utf-8")
    assert parse_board(path.read_text(encoding="utf-8")) == parse_board(GOOD)


@pytest.mark.parametrize("board", [*SIDES.values(), parse_board(GOOD)])
def test_text_of_a_board_reads_back(board: Board) -> None:
    assert parse_board(str(board)) == board


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("", 1, 1, "space 1 is missing: a board has at least 6 spaces"),
        ("# nothing", 1, 10, "space 1 is missing"),
        ("r2+1 y3+1\ng10+2", 2, 6, "space 4 is missing"),
        (
            "r2+1 y3+1\n\n g10",
            3,
            2,
            "space 3: 'g10' is not a space: write colour, number and points, as in g10+2",
        ),
        ("w2+1", 1, 1, "space 1: 'w2+1' is not a space"),
        ("R2+1", 1, 1, "space 1: 'R2+1' is not a space"),
        ("2+1", 1, 1, "space 1: '2+1' is not a space"),
        ("r+1", 1, 1, "space 1: 'r+1' is not a space"),
        ("r2+1 r13+1", 1, 6, "space 2: there is no red 13: rows run from 2 to 12"),
        ("r2+1 y1+1", 1, 6, "space 2: there is no yellow 1"),
        ("r2+1 g0+1", 1, 6, "space 2: there is no green 0"),
        ("r2+1 b99+1", 1, 6, "space 2: there is no blue 99"),
        ("r2+1 b100+1", 1, 6, "space 2: 'b100+1' is not a space"),
        ("r2+", 1, 1, "space 1: 'r2+' is not a space"),
        ("r2+-1", 1, 1, "space 1: 'r2+-1' is not a space"),
        ("r2+100", 1, 1, "space 1: 'r2+100' is not a space"),
        ("r2+1.5", 1, 1, "space 1: 'r2+1.5' is not a space"),
        ("r2,+1", 1, 1, "space 1: 'r2,+1' is not a space"),
        ("r٣+1", 1, 1, "space 1: 'r٣+1' is not a space"),
        ("r2+²", 1, 1, "space 1: 'r2+²' is not a space"),
        ("r2+1\0", 1, 1, "space 1: 'r2+1\\x00' is not a space"),
        ("x" * 100_000, 1, 1, "xxx… is not a space"),
        ("r2+1 " * 100, 1, 496, "space 100 is one too many: a board has at most 99 spaces"),
        (f"{GOOD}\n{GOOD} oops", 2, 33, "space 13: 'oops' is not a space"),
    ],
)
def test_a_bad_file_is_refused_with_the_space_line_and_column(
    text: str, line: int, column: int, says: str
) -> None:
    with pytest.raises(BoardError) as refused:
        parse_board(text)
    assert (refused.value.line, refused.value.column) == (line, column)
    assert says in str(refused.value)
    assert str(refused.value).startswith(f"board, line {line}, column {column}: ")
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("spaces", "says"),
    [
        ([Space(0, 2, 1)] * 5, "A board has 6 to 99 spaces, not 5."),
        ([Space(0, 2, 1)] * 100, "A board has 6 to 99 spaces, not 100."),
        (
            [*[Space(0, 2, 1)] * 6, Space(4, 2, 1)],
            "Space 7 of the board: there is no row 4: rows are 0 to 3.",
        ),
        ([Space(-1, 2, 1)] * 6, "Space 1 of the board: there is no row -1"),
        ([Space(3, 13, 1)] * 6, "Space 1 of the board: there is no blue 13: rows run from 2 to 12."),
        ([Space(3, 12, -1)] * 6, "Space 1 of the board: -1 points are not between 0 and 99."),
    ],
)
def test_a_board_made_in_code_is_checked_too(spaces: list[Space], says: str) -> None:
    with pytest.raises(SetupError) as refused:
        Board(tuple(spaces))
    assert says in str(refused.value)


def test_the_smallest_and_the_largest_board_play() -> None:
    for size in (6, 99):
        board = Board((Space(0, 2, 1),) * size)
        record = qwixx.play("onboard-a", ["gap", "gap"], seed=3, board=board)
        assert qwixx.replay(record).phase == "over"


# The rules on boards that repeat a number or let the points fall


def test_B2_a_repeated_number_serves_again_without_a_cross() -> None:
    board = parse_board("r2+9 r2+3 r2+0 y3+1 y3+1 g10+2")
    rules = qwixx.Rules("onboard-a", 1, board=board)
    _, state = qwixx.parse_position(f"onboard-a board {board} | r2 @1 | 0 board 1+1 1 1 1 1 crossed")
    assert rules.legal(state, 0) == (qwixx.Pass(0), *(qwixx.Move(0, space) for space in (2, 3, 4, 5, 6)))
    state, _ = rules.step(state, qwixx.Move(0, 2))
    assert state.sheets[0].rows[0] == 1
    assert rules.scores(state) == (1 + 3,)


def test_B5_landing_on_the_same_number_again_does_not_save_from_the_penalty() -> None:
    board = parse_board("r2+9 r2+3 r2+0 y3+1 y3+1 g10+2")
    rules = qwixx.Rules("onboard-a", 2, board=board)
    _, state = qwixx.parse_position(f"onboard-a board {board} | r2 @1 | - | 0 board 1+1 1 1 1 1")
    state, _ = rules.step(state, qwixx.Move(0, 2))
    assert state.sheets[0].penalties == 1


def test_B8_points_may_fall_and_the_space_stood_on_counts() -> None:
    board = parse_board("r2+9 y2+7 g12+0 b12+1 r3+1 y3+2 r4+99")
    record = qwixx.play("onboard-b", ["gap", "gap", "gap"], seed=5, board=board)
    rules, end = record.rules(), qwixx.replay(record)
    for sheet in end.sheets:
        assert rules.bonus(sheet) == (board.spaces[sheet.pawn - 1].points if sheet.pawn else 0)
    assert any(sheet.pawn for sheet in end.sheets)
