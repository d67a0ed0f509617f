"""The load client plays real games, and notices when something is lost."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from qwixx.bots import make_bot
from qwixx.cli.load.crashes import check_logs
from qwixx.cli.load.person import gap
from qwixx.cli.load.report import LoadCounts, quantile_ms
from qwixx.cli.load.table import LoadTable
from qwixx.cli.main import run
from qwixx.dice import Stream
from qwixx.rules import Phase, Rules
from qwixx.server.protocol import GameView
from qwixx.server.store.opening import open_store
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


def test_a_few_kills_lose_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    report = load(capsys, "--think", "0.01-0.1", "--kill", "3")
    assert report["kills"] == 3
    assert report["acknowledged"] > 20


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


def test_a_lost_or_repeated_event_is_noticed(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/qwixx.db"
    counts = LoadCounts()
    table = LoadTable(counts, Rules("classic", 2), (0, 0))

    async def test() -> None:
        store = await open_store(address)
        game = new_game()
        await store.create_game(game)
        entry = log.encode(log.Entry(0, log.Came("ann"), "ann", "one"))
        await store.append(game.id, 1, [entry, entry])
        await store.close()
        table.id, table.seen, table.acked = game.id, 3, {"one": 1, "two": 3}
        await check_logs(address, [table])

    asyncio.run(test())
    text = " ".join(counts.faults)
    assert "seq 3 was sent" in text
    assert "carried out twice" in text
    assert "command two" in text


def test_quantiles() -> None:
    assert quantile_ms([], 0.5) is None
    assert quantile_ms([0.001 * n for n in range(100)], 0.5) == 50
    assert quantile_ms([0.001], 0.99) == 1
