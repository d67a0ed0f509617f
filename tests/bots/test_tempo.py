"""The bot tempo: what it has learned, and that it ends a game only when ahead."""

from pathlib import Path

import pytest
from kernel_parity import BOARD

import qwixx
from qwixx.dice import Stream
from qwixx.kernel.bots.tempo.values import STAGES, next_numbers, row_class, stage_of, values_of
from qwixx.rules import VARIANTS, Cross, Rules

SETTINGS = [
    (name, players) for name, found in VARIANTS.items() for players in range(1, found.max_players + 1)
]


def chosen(position: str, seat: int = 0) -> object:
    rules, state = qwixx.parse_position(position)
    return qwixx.make_bot("tempo").choose(rules.view(state, seat), rules.legal(state, seat), Stream(0))


@pytest.mark.parametrize(("variant", "players"), SETTINGS)
def test_it_has_learned_every_game(variant: str, players: int) -> None:
    rules = Rules(variant, players)
    values = values_of(rules)
    most = rules.crossing.closing[0]
    assert [len(brings) for brings in values.rows] == [1 + row_class(most, most)] * STAGES
    assert [len(fits) for fits in values.fits] == [1 + rules.variant.faces**2] * STAGES
    assert len(values.points) == STAGES
    assert len(values.penalties) == rules.variant.max_penalties
    assert len(values.spaces) == 1 + (len(rules.track.targets) if rules.track else 0)
    assert len(set(values.rows[0])) > most


def test_the_classes_of_rows_are_all_different() -> None:
    found = [row_class(0, 0)] + [
        row_class(length, crosses) for length in range(1, 11) for crosses in range(1, length + 1)
    ]
    assert found == list(range(56))


def test_it_plays_a_custom_board_too() -> None:
    rules = Rules("onboard-a", 2, board=BOARD)
    known = values_of(Rules("onboard-a", 2)).spaces
    spaces = values_of(rules).spaces
    assert len(spaces) == 1 + len(BOARD.spaces)
    assert (spaces[0], spaces[-1]) == (known[0], known[-1])


def test_a_variant_it_has_not_learned_is_refused_in_one_sentence() -> None:
    from msgspec import structs

    other = structs.replace(VARIANTS["classic"], name="other")
    with pytest.raises(qwixx.QwixxError, match="tempo has not learned other for 2 players"):
        values_of(Rules(other, 2))


READY = "r2,3,4,5,6,7 y2,3,4,5,6,12"


def test_it_ends_a_game_that_it_wins() -> None:
    assert chosen(f"classic | {READY} | r2 | 1 white 6+6 1 - 1 1 : ? ?") == Cross(0, 0, 12)


def test_it_does_not_end_a_game_that_it_loses() -> None:
    ahead = "r2,3,4,5,6,7,8,9 g12,11,10,9,8,7,6,5 b12,11,10,9,8,7,6,5"
    assert chosen(f"classic | {READY} | {ahead} | 1 white 6+6 1 - 1 1 : ? ?") != Cross(0, 0, 12)


def test_the_stage_counts_rows_that_somebody_could_close() -> None:
    rules, state = qwixx.parse_position("classic | r2,3,4,5,6 | r2,3,4,5,6 y2,3,4,5,6 | 0 roll")
    assert stage_of(rules, state.sheets[:1], frozenset()) == 1
    assert stage_of(rules, state.sheets, frozenset()) == 2
    assert stage_of(rules, state.sheets, frozenset({0})) == 4


def test_the_next_number_of_a_row_is_the_one_after_its_last_cross() -> None:
    rules = Rules("classic", 2)
    red, blue = next_numbers(rules, 0), next_numbers(rules, 3)
    assert (red[row_class(0, 0)], blue[row_class(0, 0)]) == (1 << 0, 1 << 10)
    assert (red[row_class(4, 2)], blue[row_class(4, 2)]) == (1 << 4, 1 << 6)
    assert red[row_class(10, 4)] == 0, "the 12 needs five crosses"
    assert red[row_class(10, 5)] == 1 << 10


@pytest.fixture(scope="module")
def own_values(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file of other values than those in the package: a penalty is worth as much as nothing else."""
    from msgspec import json, structs

    path = tmp_path_factory.mktemp("weights") / "own.json"
    values = values_of(Rules("classic", 2))
    path.write_bytes(json.encode(structs.replace(values, penalties=(0, 9000, 18000, 27000))))
    return f"tempo:weights={path}"


def test_it_plays_with_values_of_a_file_beside_itself_in_both_engines(own_values: str) -> None:
    from qwixx.kernel import simulate

    rules, bots = Rules("classic", 2), [own_values, "tempo"]
    results = simulate(rules, bots, 5, range(6))
    for game in range(6):
        state = qwixx.replay(qwixx.play("classic", bots, 5, game))
        assert tuple(results.scores[game]) == rules.scores(state)
    assert results.penalties[:, 0].sum() > results.penalties[:, 1].sum() + 6


def test_files_of_values_are_checked(own_values: str, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}")
    for name, problem in (("missing.json", "cannot be read"), (str(wrong), "does not hold values of tempo")):
        with pytest.raises(qwixx.QwixxError, match=problem):
            qwixx.make_bot(f"tempo:weights={name}")
    with pytest.raises(qwixx.QwixxError, match="for another game: train some for longo"):
        qwixx.play("longo", [own_values, "tempo"])
    with pytest.raises(qwixx.QwixxError, match="names a file, which cannot be read here"):
        qwixx.make_bot(own_values, modules=False)
