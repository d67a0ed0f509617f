"""`qwixx match --out`: every decision of every game, exported as it was made."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest

import qwixx
from qwixx.arena.exports import files
from qwixx.arena.exports.arrow import schema
from qwixx.arena.exports.decision_rows import Row, encode
from qwixx.arena.exports.decisions import decisions
from qwixx.arena.exports.files import check_export, writing
from qwixx.arena.match import play_match
from qwixx.arena.match_setting import MatchSetting
from qwixx.arena.workers.pieces import engine
from qwixx.cli.main import run
from qwixx.kernel import simulate
from qwixx.rules import COLOURS, VARIANTS, QwixxError, Roll, Rules, replay
from qwixx.rules.action_codes import block


def exported(path: Path, setting: MatchSetting, games: int, workers: int = 1) -> list[dict[str, Any]]:
    with writing(setting, path, force=False) as rows:
        play_match(setting, games, workers=workers, rows=rows)
    if path.suffix == ".parquet":
        found: list[dict[str, Any]] = pq.read_table(path).to_pylist()
        return found
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("playing", ["kernel", "reference"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_rows_say_what_happened(
    variant: str, playing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if playing == "reference":
        monkeypatch.setattr("qwixx.kernel.supports", lambda *_: False)
    setting = MatchSetting(variant, ("gap", "random", "gap:skip=2"), seed=3, export=".jsonl")
    assert engine(setting) == playing
    rows = exported(tmp_path / "a.jsonl", setting, 6)
    for seating in range(6):
        seated = setting.seats(seating)
        record = qwixx.play(variant, seated, seed=3, game=0)
        final = replay(record)
        rules, plies = record.rules(), [ply for ply in record.plies() if not isinstance(ply.action, Roll)]
        mine = [row for row in rows if row["seating"] == seating]
        for row, ply in zip(mine, plies, strict=True):
            assert not isinstance(ply.action, Roll)
            seat = ply.action.seat
            order = [(seat + n) % 3 for n in range(3)]
            read, state = qwixx.parse_position(row["position"])
            assert read == rules
            assert state == rules.view(ply.before, seat).state
            assert row["mask"] == [
                int(rules.decode(seat * block(rules) + n) in rules.legal(state, seat))
                for n in range(block(rules))
            ]
            assert rules.decode(seat * block(rules) + row["choice"]) == ply.action
            assert (row["ply"], row["turn"], row["seat"], row["bot"]) == (
                ply.number,
                ply.turn,
                seat,
                seated[seat],
            )
            assert row["rows"] == [marks for n in order for marks in state.sheets[n].rows]
            assert row["penalties"] == [state.sheets[n].penalties for n in order]
            assert row["pawns"] == [state.sheets[n].pawn for n in order]
            assert state.roll is not None
            assert row["white"] == list(state.roll.white)
            assert row["colours"] == [die or 0 for die in state.roll.colours]
            assert row["scores"] == [rules.scores(final)[n] for n in order]
            assert row["score"] == rules.scores(final)[seat]
            assert row["place"] == rules.places(final)[seat]
            winners = rules.places(final).count(1)
            assert row["share"] == (1 / winners if row["place"] == 1 else 0)


def test_both_kinds_hold_the_same_rows_with_any_executor(tmp_path: Path) -> None:
    lines = MatchSetting("longo", ("gap", "random"), seed=8, export=".jsonl")
    table = MatchSetting("longo", ("gap", "random"), seed=8, export=".parquet")
    first = exported(tmp_path / "a.jsonl", lines, 70)
    second = exported(tmp_path / "b.parquet", table, 70, workers=2)
    assert first == second
    assert [row["game"] for row in first] == sorted(row["game"] for row in first)
    assert {row["game"] for row in first} == set(range(35))


def test_rows_are_written_in_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits in memory is bounded."""
    monkeypatch.setattr(files, "GROUP_BYTES", 500_000)
    monkeypatch.setattr("qwixx.arena.workers.pieces.KERNEL_GAMES_WITH_DECISIONS", 32)
    setting = MatchSetting("classic", ("gap", "random"), export=".parquet")
    rows = exported(tmp_path / "a.parquet", setting, 130)
    file = pq.ParquetFile(tmp_path / "a.parquet")
    assert file.num_row_groups > 2
    assert file.metadata.num_rows == len(rows)


def test_the_schema_names_the_fields_of_a_row() -> None:
    assert tuple(schema(45).names) == Row.__struct_fields__


def test_every_column_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "arena.md").read_text()
    assert [name for name in Row.__struct_fields__ if f"`{name}`" not in page] == []


def test_nothing_for_no_deals() -> None:
    assert encode(MatchSetting("classic", ("gap", "gap"), export=".jsonl"), {}) == b""


def test_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["match", "gap", "random", "--games", "2", "--out", "a.jsonl"]
    assert run([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["engine"] == "kernel"
    before = (tmp_path / "a.jsonl").read_bytes()
    assert run(arguments) == 2
    assert "--force" in capsys.readouterr().err
    assert run([*arguments, "--seed", "1", "--force"]) == 0
    assert (tmp_path / "a.jsonl").read_bytes() != before
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"]


@pytest.mark.parametrize(
    ("out", "bots", "fault"),
    [
        ("a.csv", ["gap", "gap"], "a.csv"),
        ("no/a.jsonl", ["gap", "gap"], "folder"),
        ("a.jsonl", ["gap", "x"], "'x'"),
    ],
)
def test_bad_input_leaves_nothing(
    out: str,
    bots: list[str],
    fault: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["match", *bots, "--out", out]) == 2
    printed = capsys.readouterr()
    assert len(printed.err.splitlines()) == 1
    assert fault in printed.err
    assert list(tmp_path.iterdir()) == []


def test_games_that_fail_are_not_in_the_file(tmp_path: Path) -> None:
    setting = MatchSetting("classic", ("strangers:Raising", "random"), export=".jsonl")
    rows = exported(tmp_path / "a.jsonl", setting, 4)
    assert {row["game"] for row in rows} == {1}


def test_a_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(module: str, *_: object) -> None:
        raise ModuleNotFoundError(name=module)

    monkeypatch.setattr("qwixx.arena.optional.importlib.import_module", missing)
    with pytest.raises(QwixxError, match=r"pip install .*\[train\]'$"):
        check_export(tmp_path / "a.parquet", force=False)


def test_a_row_for_each_game_from_either_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setting = MatchSetting("classic", ("gap", "random"), seed=3, export=".jsonl", rows="game")
    assert engine(setting) == "kernel"
    rows = exported(tmp_path / "a.jsonl", setting, 6)
    assert [(row["game"], row["seating"]) for row in rows] == [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]
    for row in rows:
        seats = [row["bot_0"], row["bot_1"]]
        assert seats == list(setting.seats(row["seating"]))
        record = qwixx.play("classic", seats, 3, row["game"])
        rules, state = record.rules(), replay(record)
        assert (row["score_0"], row["score_1"]) == rules.scores(state)
        assert row["share_0"] + row["share_1"] == 1
        assert row["end"] == rules.cause(state)
        assert row["turns"] == sum(isinstance(action, Roll) for action in record.actions)
        for seat, sheet in enumerate(state.sheets):
            assert row[f"penalties_{seat}"] == sheet.penalties
            for number, colour in enumerate(COLOURS):
                assert row[f"{colour}_{seat}"] == sheet.rows[number].bit_count()
                assert row[f"{colour}_locked_{seat}"] == bool(sheet.rows[number] >> 11 & 1)
    table = msgspec.structs.replace(setting, export=".parquet")
    assert exported(tmp_path / "a.parquet", table, 6) == rows
    monkeypatch.setattr("qwixx.kernel.supports", lambda *_: False)
    assert exported(tmp_path / "b.jsonl", setting, 6) == rows


def test_decisions_are_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many positions are kept at a time, and from any position."""
    rules, start = qwixx.parse_position("classic | r2,3 | b12 | 1 colour 4+1 3 6 2 5")
    found = decisions(rules, ["gap", "random"], 7, range(3, 43), start)
    table = found.to_arrow()
    assert table.num_rows == len(found)
    assert set(table.column_names) == {*Row.__struct_fields__} - {"seating"}
    first = table.slice(0, 1).to_pylist()[0]
    assert (first["game"], first["ply"], first["turn"]) == (3, 1, 0)
    assert first["position"] == rules.position(start)
    record = qwixx.play("classic", ["gap", "random"], 7, 42, start=start)
    last = table.slice(len(found) - 1).to_pylist()[0]
    assert (last["game"], last["ply"]) == (42, len(record.actions))
    assert found.results.scores[-1].tolist() == list(rules.scores(replay(record)))
    monkeypatch.setattr("qwixx.arena.exports.decisions.ROOM", 1)
    assert decisions(rules, ["gap", "random"], 7, range(3, 43), start).to_arrow() == table


def test_results_are_columns_for_a_data_frame() -> None:
    results = simulate(Rules("onboard-a", 2), ["gap", "random"], 1, range(50))
    columns = results.columns()
    assert {len(column) for column in columns.values()} == {50}
    assert (columns["score_1"] == results.scores[:, 1]).all()
    assert (columns["blue_0"] == results.crosses[:, 0, 3]).all()
    assert set(columns["end"]) <= {"rows", "penalties", "board"}
