"""The status of each cell of a sheet: crossed, open or lost."""

import pytest
from tiny_game import tiny

from qwixx import CellStatus, Rules, SetupError, Sheet, State, parse_position

SIGNS = {CellStatus.CROSSED: "X", CellStatus.LOST: "-", CellStatus.OPEN: "."}


def drawn(position: str, seat: int = 0) -> list[str]:
    rules, state = parse_position(position)
    return ["".join(SIGNS[status] for status in row) for row in rules.cells(state, seat)]


@pytest.mark.parametrize("position", ["longo | r9 y10 | 0 roll", "classic | r5,7 y2 g12 | b12,3 | 0 roll"])
def test_lost_cells_are_the_same_as_bits(position: str) -> None:
    rules, state = parse_position(position)
    for seat, lost in enumerate(rules.lost_cells(state)):
        for row, bits in zip(rules.cells(state, seat), lost, strict=True):
            wanted = [status is CellStatus.LOST for status in row]
            assert [bool(bits >> column & 1) for column in range(len(row))] == wanted
            assert bits >> len(row) == 0


def test_an_empty_sheet_is_open() -> None:
    assert drawn("longo | - | 0 roll") == ["." * 16] * 4


def test_R1_cells_left_of_the_last_cross_are_lost() -> None:
    assert drawn("classic | r5,7 y2 g12 | 0 roll") == [
        "---X-X......",
        "X...........",
        "X...........",
        "............",
    ]


def test_R7_the_last_number_and_the_lock_are_lost_when_five_crosses_are_out_of_reach() -> None:
    assert drawn("classic | r7 y8 g12,11,10,9,3 b12,11,10,3 | 0 roll") == [
        "-----X......",
        "------X...--",
        "XXXX-----X..",
        "XXX------X--",
    ]


def test_L2_both_last_numbers_of_longo_are_lost_together() -> None:
    assert drawn("longo | r9 y10 | 0 roll")[:2] == ["-------X........", "--------X....---"]


def test_L2_of_the_two_last_numbers_one_is_lost_with_the_row() -> None:
    assert drawn("longo | r2,3,4,5,6,7,15 | 0 roll")[0] == "XXXXXX-------X-X"


def test_R9_a_row_that_another_seat_closed_is_lost() -> None:
    position = "classic | r5 | r2,3,4,5,6,12 | 0 roll"
    assert drawn(position, 0)[0] == "---X--------"
    assert drawn(position, 1)[0] == "XXXXX-----XX"


def test_a_seat_that_does_not_exist_has_no_cells() -> None:
    rules = Rules("classic", 2)
    with pytest.raises(SetupError, match="seat 2"):
        rules.cells(rules.start(), 2)


@pytest.mark.parametrize("crosses_to_close", [0, 1, 2])
def test_an_open_cell_can_still_be_crossed(crosses_to_close: int) -> None:
    """Every sheet of a tiny game, tried out: a cell is open exactly if some way of crossing leads to it."""
    rules = Rules(tiny(crosses_to_close, 4), 1)
    crossing = rules.crossing

    def reached(marks: int) -> int:
        """All cells that are crossed in some continuation of the row."""
        cells = marks
        if not marks & crossing.locks[0]:
            for column in range(len(crossing.numbers[0])):
                if crossing.refusal(marks, 0, column) is None:
                    cells |= reached(crossing.cross(marks, 0, column))
        return cells

    sheets = [marks for marks in range(16) if is_possible(rules, marks)]
    assert len(sheets) > 4
    for marks in sheets:
        state = State((Sheet((marks, 0, 0, 0)),), 0)
        statuses = rules.cells(state, 0)[0]
        open_cells = {column for column, status in enumerate(statuses) if status is CellStatus.OPEN}
        assert open_cells == {c for c in range(4) if reached(marks) >> c & 1 and not marks >> c & 1}, marks


def is_possible(rules: Rules, marks: int) -> bool:
    lock, last = marks >> 3 & 1, marks >> 2 & 1
    return lock == last and (not last or (marks & 3).bit_count() >= rules.variant.crosses_to_close)
