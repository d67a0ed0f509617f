"""The bots expert and amateur: compiled form against reference, judgement, and which games are learned."""

import math
import zlib
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import qwixx
from qwixx import Rules
from qwixx.kernel import simulate
from qwixx.kernel.bots.amateur.limits import stand_in
from qwixx.kernel.bots.expert.chances import SURE, chance
from qwixx.kernel.bots.expert.features import features_of, features_of_all, places_of, widened
from qwixx.kernel.bots.expert.unit import UNIT
from qwixx.kernel.bots.expert.weights import (
    CEILING,
    EXACT,
    WON,
    has_learned,
    judged,
    result_worth,
    weights_of,
)
from qwixx.rules import VARIANTS, Cross, Pass
from qwixx.solver import solve

# In one process: otherwise every process compiles the kernel again.
pytestmark = pytest.mark.xdist_group("parity")

GAMES = [
    Rules(name, players) for name, game in VARIANTS.items() for players in range(2, game.max_players + 1)
]
PAIRS = ((2, 3), (15, 16), (2, 16))


def play_both(rules: Rules, bots: list[str], seed: int, games: range) -> None:
    results = simulate(rules, bots, seed, games)
    for n, game in enumerate(games):
        lucky = [(one, two) for one, two in rules.lucky] if any(rules.lucky) else None
        record = qwixx.play(rules.variant, bots, seed=seed, game=game, lucky=lucky)
        state = qwixx.replay(record)
        assert rules.scores(state) == tuple(results.scores[n].tolist()), record
        assert [sheet.penalties for sheet in state.sheets] == results.penalties[n].tolist(), record
        assert [sheet.pawn for sheet in state.sheets] == results.pawns[n].tolist(), record


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_the_compiled_bots_play_the_games_of_the_reference(rules: Rules) -> None:
    """There is always a `tempo`, so that the kernel is compiled for one mix of bots."""
    if rules.players == 2:
        for bots in (["expert", "tempo"], ["tempo", "expert"], ["tempo", "amateur:skill=1"]):
            play_both(rules, bots, seed=3, games=range(2))
    else:
        bots = ["expert", "tempo", "amateur:skill=1", "expert", "amateur:skill=3"][: rules.players]
        play_both(rules, bots, seed=3, games=range(3))


def test_it_plays_with_any_lucky_pairs() -> None:
    play_both(Rules("longo", 3, lucky=PAIRS), ["expert", "tempo", "expert"], seed=4, games=range(2))


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_the_weights_fit_the_game_and_keep_every_sum_exact(rules: Rules) -> None:
    assert has_learned(rules)
    weights = weights_of(rules)
    assert len(weights.table) in (places_of(rules).all, places_of(rules).wide)
    largest = CEILING * np.abs(weights.hidden).sum(0) + np.abs(weights.hidden_bias)
    assert largest.max() < EXACT
    features = features_of(rules, rules.start(), 0)
    assert len(features) == places_of(rules).size
    assert len(set(features)) == len(features)


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_every_feature_of_the_wide_view_has_a_row_of_its_own(rules: Rules) -> None:
    places = places_of(rules)
    found = widened(rules, np.array([features_of(rules, rules.start(), seat) for seat in rules.seats]))
    assert found.shape == (rules.players, places.wide_size)
    for view in found.tolist():
        assert len(set(view)) == len(view)
        assert all(places.pairs <= feature < places.wide for feature in view[places.size :])


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_positions_that_share_sheets_have_the_features_of_each(rules: Rules) -> None:
    record = qwixx.play(rules.variant.name, ["gap"] * rules.players, seed=2)
    states = [ply.after for ply in record.plies()][::5]
    for seat in rules.seats:
        assert features_of_all(rules, states, seat) == [features_of(rules, state, seat) for state in states]


def test_the_weights_of_all_games_take_at_most_four_megabytes() -> None:
    folder = resources.files("qwixx.kernel.bots.expert") / "weights"
    assert sum(len(file.read_bytes()) for file in folder.iterdir()) <= 4_000_000


def chances(rows: tuple[int, int, int, int]) -> tuple[float, float]:
    """The chances of the player who rolls next and of the other one, if both have these rows."""
    rules = Rules("classic", 2)
    sheet = msgspec.structs.replace(rules.start().sheets[0], rows=rows)
    state = msgspec.structs.replace(rules.start(), sheets=(sheet, sheet))
    views = np.array([features_of(rules, state, seat) for seat in rules.seats])
    first, second = 1 / (1 + np.exp(-judged(rules, weights_of(rules), views) / UNIT))
    return first, second


def test_it_knows_what_the_first_turn_is_worth() -> None:
    # In 800,000 games against itself the first player won 53.6 %.
    assert chances((0, 0, 0, 0)) == pytest.approx((0.536, 0.464), abs=0.005)


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_it_sees_who_rolls_next_from_every_seat(rules: Rules) -> None:
    following = places_of(rules).following
    rows = weights_of(rules).table[following : following + rules.players]
    assert rows.any(axis=1).all()


@pytest.mark.parametrize("rows", [(3, 5, 3, 1), (7, 7, 7, 7), (63, 47, 7, 31)])
def test_it_would_rather_roll_next(rows: tuple[int, int, int, int]) -> None:
    first, second = chances(rows)
    assert second < 0.5 < first
    assert first + second == pytest.approx(1, abs=0.06)


@pytest.mark.parametrize("log_odds", [-20.0, -3.3, -0.001, 0.0, 0.7, 15.99, 40.0])
def test_chances_follow_from_log_odds(log_odds: float) -> None:
    found = chance(round(log_odds * UNIT)) / SURE
    assert found == pytest.approx(1 / (1 + math.exp(-log_odds)), abs=1e-5)
    assert chance(round(log_odds * UNIT)) + chance(round(-log_odds * UNIT)) == pytest.approx(
        SURE, abs=1e-9 * SURE
    )


def test_the_end_of_a_game_is_worth_what_it_brings() -> None:
    assert result_worth((50, 40), 0) == WON
    assert result_worth((50, 40), 1) == -WON
    assert result_worth((50, 50), 0) == 0, "a shared win between two is an even chance"
    assert -WON < result_worth((50, 50, 50), 2) < 0


@pytest.mark.parametrize("skill", [1, 2, 3])
def test_a_stand_in_plays_for_an_amateur_what_expert_has_not_learned(skill: int) -> None:
    bot = f"amateur:skill={skill}"
    rules = Rules("classic", 1)
    amateurs, others = (
        simulate(rules, [name], 6, range(3)).scores.tolist() for name in (bot, stand_in(skill))
    )
    assert amateurs == others
    played = [qwixx.play("classic", [name], seed=6).actions for name in (bot, stand_in(skill))]
    assert played[0] == played[1]


def test_alone_it_plays_by_the_exact_solution_in_both_engines() -> None:
    rules = Rules("classic", 1)
    play_both(rules, ["expert"], seed=7, games=range(4))
    solution = solve("classic")
    for ply in qwixx.play("classic", ["expert"], seed=8).plies():
        if isinstance(ply.action, Cross | Pass):
            assert solution.value(ply.after) == solution.value(ply.before)


@pytest.mark.parametrize("name", ["longo", "onboard-a"])
def test_tempo_plays_what_it_has_not_learned(name: str) -> None:
    rules = Rules(name, 1)
    assert not has_learned(rules)
    experts, tempos = (simulate(rules, [bot], 6, range(5)).scores.tolist() for bot in ("expert", "tempo"))
    assert experts == tempos
    played = [qwixx.play(name, [bot], seed=6).actions for bot in ("expert", "tempo")]
    assert played[0] == played[1]


def test_it_plays_with_weights_of_a_file_in_both_engines(tmp_path: Path) -> None:
    """The file values penalties the wrong way round: everything else is as in the package."""
    rules, path = Rules("classic", 2), tmp_path / "own.npz"
    weights = weights_of(rules)
    table = weights.table.copy()
    places = places_of(rules)
    table[places.penalties : places.penalties + 4] = table[places.penalties : places.penalties + 4][::-1]
    np.savez(path, **weights._replace(table=table)._asdict())
    bots = [f"expert:weights={path}", "tempo"]
    results = simulate(rules, bots, 5, range(3))
    play_both(rules, bots, 5, range(3))
    assert (results.scores != simulate(rules, ["expert", "tempo"], 5, range(3)).scores).any()


@pytest.mark.parametrize(
    ("field", "change", "problem"),
    [
        ("table", lambda array: array + 0.5, "not whole"),
        ("output", lambda array: array * np.nan, "not whole"),
        ("output_bias", lambda array: np.array([array]), "other dimensions"),
        ("hidden", lambda array: array[:-1], "sizes"),
        ("shift", lambda array: array[:-1], "sizes"),
        ("shift", lambda array: array - 100, "negative"),
        ("hidden", lambda array: array * 1000, "too large"),
        ("output", lambda array: array * (1 << 30), "too large"),
    ],
)
def test_arrays_of_weights_that_do_not_fit_are_refused(
    tmp_path: Path, field: str, change: Callable[[Any], Any], problem: str
) -> None:
    rules, path = Rules("classic", 2), tmp_path / "own.npz"
    arrays = weights_of(rules)._asdict()
    np.savez(path, **arrays | {field: change(arrays[field])})
    with pytest.raises(qwixx.QwixxError, match=rf"own\.npz does not hold weights of expert: .*{problem}"):
        weights_of(rules, str(path))


@pytest.mark.parametrize("error", [zlib.error("bad"), NotImplementedError("version"), RuntimeError("secret")])
def test_a_damaged_file_of_weights_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """What zipfile raises depends on the damaged byte."""

    def fail(*_: object, **__: object) -> None:
        raise error

    path = tmp_path / "own.npz"
    path.write_bytes(b"PK")
    monkeypatch.setattr(np, "load", fail)
    with pytest.raises(qwixx.QwixxError, match="does not hold weights of expert"):
        weights_of(Rules("classic", 2), str(path))


def test_the_weights_in_the_package_name_their_game() -> None:
    """Side A and side B have tables of the same size: without the name, one would be read as the other."""
    folder = Path(str(resources.files("qwixx.kernel.bots.expert"))) / "weights"
    names = {path.stem: str(np.load(path)["game"]) for path in folder.glob("*.npz")}
    assert names == {name: name for name in names}
    assert len(names) == 14
    with pytest.raises(qwixx.QwixxError, match="another game or another number of players"):
        weights_of(Rules("onboard-a", 2), str(folder / "onboard-b-2.npz"))


def test_files_of_weights_are_checked(tmp_path: Path) -> None:
    path = tmp_path / "own.npz"
    path.write_bytes(b"PK")
    with pytest.raises(qwixx.QwixxError, match="does not hold weights of expert"):
        simulate(Rules("classic", 2), [f"expert:weights={path}", "gap"], 0, range(1))
    np.savez(path, **weights_of(Rules("classic", 3))._asdict())
    with pytest.raises(qwixx.QwixxError, match="another number of players: train some for classic with 2"):
        simulate(Rules("classic", 2), [f"expert:weights={path}", "gap"], 0, range(1))
    np.savez(path, **weights_of(Rules("onboard-a", 2))._asdict(), game="onboard-a-2")
    assert weights_of(Rules("onboard-a", 2), str(path))
    with pytest.raises(qwixx.QwixxError, match="another game or another number of players"):
        weights_of(Rules("onboard-b", 2), str(path))
    with pytest.raises(qwixx.QwixxError, match="cannot be read"):
        qwixx.make_bot(f"expert:weights={tmp_path / 'missing.npz'}")
