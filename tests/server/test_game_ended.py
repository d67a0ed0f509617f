"""The hook for the end of a game: called once for each game, in the process that wrote the last step."""

import asyncio
import logging
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import pytest

from qwixx.server.bus.local import LocalBus
from qwixx.server.live.connection import Connection
from qwixx.server.live.game_ended import GameEnded
from qwixx.server.live.hub import Hub
from qwixx.server.live.live_table import Advance, QueuedCommand
from qwixx.server.protocol import NewTable, Options, Start
from qwixx.server.store.opening import open_store
from qwixx.server.table.duties import Expire
from qwixx.server.table.table import Table

PLAYING = Table("id", "CODE22", b"", status="playing")
FINISHED = Table("id", "CODE22", b"", status="finished")
EXPIRED = Table("id", "CODE22", b"", status="expired")


@pytest.mark.parametrize(
    ("advance", "calls"),
    [
        (Advance(PLAYING, FINISHED, ours=True), 1),
        (Advance(PLAYING, FINISHED, ours=False), 0),
        (Advance(FINISHED, FINISHED, ours=True), 0),
        (Advance(PLAYING, EXPIRED, ours=True), 0),
        (Advance(PLAYING, PLAYING, ours=True), 0),
    ],
)
def test_it_is_called_when_this_process_ends_a_game(advance: Advance, calls: int) -> None:
    hook, ended = GameEnded(), list[Table]()
    hook.attach(ended.append)
    hook.advanced(advance)
    assert ended == [FINISHED] * calls


def test_a_listener_that_fails_does_not_keep_the_others_from_being_called(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(_: Table) -> None:
        raise ValueError

    hook, ended = GameEnded(), list[Table]()
    hook.attach(fail)
    hook.attach(ended.append)
    with caplog.at_level(logging.ERROR, "qwixx.server"):
        hook.advanced(Advance(PLAYING, FINISHED, ours=True))
    assert ended == [FINISHED]
    assert [record.message for record in caplog.records] == ["listener failed"]


async def watch(_: MutableMapping[str, Any]) -> None:
    """A spectator's socket, which keeps the table in use."""


def test_one_of_two_processes_reports_a_game_of_bots_once(tmp_path: Path) -> None:
    async def run() -> list[tuple[int, Table]]:
        store = await open_store(f"sqlite:///{tmp_path / 'qwixx.db'}")
        bus = LocalBus()
        hubs = [Hub(store, end, shared=True, pace=0) for end in (bus, bus.join())]
        ended: list[tuple[int, Table]] = []
        for number, hub in enumerate(hubs):
            await hub.start()
            hub.game_ended.attach(lambda table, number=number: ended.append((number, table)))  # type: ignore[misc]
        options = Options(seats=2, stand_in="random")
        first = await hubs[0].tables.open("ann", NewTable(options, ("random", "gap")))
        abandoned = await hubs[0].tables.open("ann", NewTable(options, ("random", "gap")))
        lives = [await hub.tables.find(first.table.id) for hub in hubs]
        for live in lives:
            assert live is not None
            live.join(Connection("eve", watch, lambda: None), 0, ())
        for live in (first, abandoned):
            live.submit(QueuedCommand("ann", Start("start")))
        abandoned.submit(QueuedCommand("", Expire()))
        while not all(live and live.table.status == "finished" for live in lives):
            await asyncio.sleep(0.01)
        for hub in hubs:
            await hub.close()
        await store.close()
        return ended

    [(_, table)] = asyncio.run(asyncio.wait_for(run(), 60))
    assert table.status == "finished"
    assert table.game is not None
    assert len(table.game.rules.places(table.game.state)) == 2
