"""The load client plays real games, and notices when something is lost."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from qwixx.bots import make_bot
from qwixx.cli.load import person as load_person
from qwixx.cli.load.checks import check_database
from qwixx.cli.load.person import LoadGuest, Person, gap
from qwixx.cli.load.report import LoadCounts, quantile_ms
from qwixx.cli.load.table import LoadTable
from qwixx.cli.load.wire import Address
from qwixx.cli.main import run
from qwixx.dice import Stream
from qwixx.rules import Phase, Rules
from qwixx.server.protocol import GameView, Options, Summary
from qwixx.server.store.opening import open_store
from qwixx.server.store.store import GameRow
from qwixx.server.table import log
from qwixx.server.table.game import TableGame
from qwixx.server.table.views import position_view, seat_offers
from qwixx.testing.store import new_game


def load(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    code = run(["load", "--json", "--tables", "3", "--seats", "3", *arguments])
    captured = capsys.readouterr()
    assert code == 0, captured.err
    report: dict[str, Any] = json.loads(captured.out)
    assert report.get("faults", []) == []
    return report


def test_games_with_time_to_think(capsys: pytest.CaptureFixture[str]) -> None:
    report = load(capsys, "--think", "0-0.02", "--seconds", "2")
    assert report["choices"] > 20
    assert report["everybody_has_it_p50_ms"] <= report["everybody_has_it_p99_ms"]
    assert report["client_cpu_seconds"] > 0


def test_players_who_never_think_keep_to_the_rate_limit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rate, burst = 4, 8
    monkeypatch.setattr(load_person, "COMMANDS_OF_GUEST", (rate, burst))
    report = load(capsys, "--think", "0", "--seconds", "1")
    players = 3 * 3
    assert 0 < report["choices"] <= players * (burst + rate * report["seconds"])


def test_a_few_kills_lose_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    report = load(capsys, "--think", "0.01-0.1", "--kill", "3")
    assert report["kills"] == 3
    assert report["acknowledged"] > 20


def test_a_rolling_restart_loses_nothing(capsys: pytest.CaptureFixture[str], postgres: str) -> None:
    report = load(capsys, "--think", "0.01-0.1", "--restart", "3", "--workers", "2", "--database", postgres)
    assert report["restarts"] == 3
    assert report["acknowledged"] > 20
    assert report["back_max_ms"] > 0, "no player had to reconnect"


def test_two_processes_on_one_database(capsys: pytest.CaptureFixture[str], postgres: str) -> None:
    report = load(capsys, "--think", "0-0.02", "--seconds", "2", "--workers", "2", "--database", postgres)
    assert report["workers"] == 2
    assert report["choices"] > 20


def test_idle_connections(capsys: pytest.CaptureFixture[str]) -> None:
    assert load(capsys, "--idle", "50", "--seconds", "0.5")["connections"] == 50


def test_idle_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert load(capsys, "--memory", "--think", "0", "--seconds", "0.2")["tables"] == 12


@pytest.mark.parametrize(
    "arguments",
    [
        ["--at", "192.0.2.1:8000"],
        ["--at", "127.0.0.1"],
        ["--at", "127.0.0.1:8000", "--kill", "1"],
        ["--at", "127.0.0.1:8000", "--restart", "1"],
        ["--restart", "1"],
        ["--think", "soon"],
        ["--think", "2-1"],
        ["--tables", "0"],
        ["--workers", "2"],
    ],
)
def test_bad_arguments_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["load", *arguments]) == 2
    error = capsys.readouterr().err
    assert len(error.splitlines()) == 1
    assert "Invalid value" not in error


def test_it_chooses_like_gap() -> None:
    """In whole games, the view rebuilt from the server's messages gives the same choices as the real one."""
    rules, bot, dice = Rules("classic", 3), make_bot("gap"), Stream(7)
    state, asked = rules.start(), 0
    from qwixx.dice import roll

    while not rules.is_over(state):
        if rules.awaits_roll(state):
            state, _ = rules.step(state, roll(dice, 6, rules.closed(state)))
            continue
        for seat in sorted(rules.to_act(state)):
            legal = rules.legal(state, seat)
            choice = bot.choose(rules.view(state, seat), legal, Stream(0))
            if len(legal) > 1:
                by_seat = tuple(legal if n == seat else () for n in range(3))
                offers = seat_offers(TableGame(rules, state, 0, 1, by_seat), seat)
                assert offers is not None
                assert gap(rules, offers, seen(state, rules)) == choice
                asked += 1
            state, _ = rules.step(state, choice)
            if state.phase is not Phase.WHITE:
                break
    assert asked > 50


def seen(state: Any, rules: Rules) -> GameView:
    return position_view(rules, state, turn=1)


ENTRIES = [
    log.Entry(0, log.Opened(Options(seats=2), "ann")),
    log.Entry(0, log.Sat(0, "ann"), "ann", "one"),
]


def faults_of(tmp_path: Path, entries: list[log.Entry], row: GameRow, other: GameRow | None = None) -> str:
    """What the check says about a table with this log, whose players were told of commands one and two."""
    address = f"sqlite:///{tmp_path}/qwixx.db"
    counts = LoadCounts()
    table = LoadTable(counts, Rules("classic", 2), (0, 0))
    table.id, table.seen, table.acked = row.id, 2, {"one": 2}
    person = Person(table, [Address("127.0.0.1", 1)], 0, LoadGuest(""))
    person.mirror.you = "ann"
    table.people = [person]

    async def test() -> None:
        store = await open_store(address)
        await store.create_game(row, [log.encode(entry) for entry in entries])
        if other:
            await store.create_game(other)
        await store.close()
        await check_database(address, [table])

    asyncio.run(test())
    return " ".join(counts.faults)


def row(**fields: Any) -> GameRow:
    listed = Summary("", "", "lobby", "classic", ("Ann", ""), spectators=True, created=0, updated=0)
    return new_game(**{"opener": "ann", "summary": msgspec.json.encode(listed), **fields})


def test_a_sound_database_has_no_faults(tmp_path: Path) -> None:
    assert faults_of(tmp_path, ENTRIES, row()) == ""


def test_a_lost_event_is_noticed(tmp_path: Path) -> None:
    text = faults_of(tmp_path, ENTRIES[:1], row())
    assert "seq 2 was sent" in text
    assert "command one was acknowledged" in text


def test_a_repeated_command_is_noticed(tmp_path: Path) -> None:
    assert "carried out twice" in faults_of(tmp_path, [*ENTRIES, ENTRIES[1]], row())


def test_a_table_that_is_listed_wrongly_is_noticed(tmp_path: Path) -> None:
    assert "listed as playing, but its log says lobby" in faults_of(tmp_path, ENTRIES, row(status="playing"))
    (tmp_path / "qwixx.db").unlink()
    assert "is not in the lists" in faults_of(tmp_path, ENTRIES, row(summary=b"{}"))


def test_a_table_that_no_player_knows_is_noticed(tmp_path: Path) -> None:
    ghost = row(code="GHOST2")
    assert f"table {ghost.id} is in the database" in faults_of(tmp_path, ENTRIES, row(), ghost)
    stranger = row(code="OTHER2", opener="somebody else")
    (tmp_path / "qwixx.db").unlink()
    assert stranger.id not in faults_of(tmp_path, ENTRIES, row(), stranger)


def test_quantiles() -> None:
    assert quantile_ms([], 0.5) is None
    assert quantile_ms([0.001 * n for n in range(100)], 0.5) == 50
    assert quantile_ms([0.001], 0.99) == 1
