"""Levels of bots at tables, series of games, and what lists say about running games."""

import asyncio

import msgspec
import pytest

from qwixx.bots import LEVELS, make_bot
from qwixx.server.live.listings import Listings, own_summary
from qwixx.server.protocol import NewTable, Options, SeatBot
from qwixx.server.store.store import GameRow, Listing
from qwixx.server.table import log, records, views
from qwixx.server.table.checks import Refusal
from qwixx.server.table.decide import attempt
from qwixx.server.table.host_tools import shut_out
from qwixx.server.table.opening import first_entries, rematch_entries, rematch_of, series
from qwixx.server.table.table import Table, fold

NAMES = {"ann": "Ann", "bob": "Bob"}


def opened(options: Options, bots: tuple[str | None, ...], seats: tuple[str, ...] = ()) -> Table:
    table = Table("t" * 32, "CODE", bytes(32))
    for entry in first_entries("ann", NewTable(options, bots), seats, 1000):
        table.apply(entry)
    return table


def entries_of_a_finished_game() -> list[bytes]:
    """Ann gives up four turns against the level `hard`, which passes."""
    entries = first_entries("ann", NewTable(Options(seats=2, dice="own"), (None, "hard")), ("ann",), 1000)
    later: list[log.Event] = [log.Started(0, 2)]
    table = Table("t" * 32, "CODE", bytes(32))
    for first in [entry.event for entry in entries] + later:
        table.apply(log.Entry(1000, first))
    done = [*entries, log.Entry(1000, later[0])]
    while table.status == "playing":
        assert table.game
        event: log.Event = log.DiceRolled((3, 4), (1, 1, 1, 1))
        if table.game.action:
            event = log.ChoiceMade(table.game.legal[table.game.awaited()[0]][0])
        entry = log.Entry(table.touched + 1000, event)
        table.apply(entry)
        done.append(entry)
    return [log.encode(entry) for entry in done]


def test_every_level_is_a_bot_and_easy_is_not_random() -> None:
    assert list(LEVELS) == ["easy", "medium", "hard", "expert"]
    for bot in LEVELS.values():
        make_bot(bot, modules=False)
    assert not LEVELS["easy"].startswith("random")


def test_a_table_keeps_the_level_and_the_bot_that_plays() -> None:
    table = opened(Options(seats=3), (None, "hard", "gap:skip=2"))
    assert [(seat.level, seat.bot) for seat in table.seats] == [
        ("", ""),
        ("hard", LEVELS["hard"]),
        ("", "gap:skip=2"),
    ]
    found = attempt(table, "ann", SeatBot("1", 0, "easy"), 2000)
    assert not isinstance(found, Refusal)
    assert (found.table.seats[0].level, found.table.seats[0].bot) == ("easy", LEVELS["easy"])


@pytest.mark.parametrize("name", ["hardest", "os:path", "Easy"])
def test_other_names_are_refused(name: str) -> None:
    found = attempt(opened(Options(seats=2), ()), "ann", SeatBot("1", 0, name), 2000)
    assert isinstance(found, Refusal)
    assert found.code == "bad-bot"


def test_a_stand_in_may_be_a_level() -> None:
    opened(Options(seats=2, stand_in="medium"), ())


def test_the_record_names_the_bot_that_played_even_if_the_level_has_another_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entries = entries_of_a_finished_game()
    before = LEVELS["hard"]
    monkeypatch.setitem(LEVELS, "hard", "random")
    table, record = records.record_of(Table("t" * 32, "CODE", bytes(32)), entries, NAMES)
    assert record.seats == ("Ann", before)
    new, seats = rematch_of(table)
    assert (new.bots, seats) == ((None, "hard"), ["ann", ""])


def test_a_rematch_waits_for_those_who_have_not_answered() -> None:
    table, _ = records.record_of(Table("t" * 32, "CODE", bytes(32)), entries_of_a_finished_game(), NAMES)
    new, _ = rematch_of(table)
    again = Table("u" * 32, "CODE", bytes(32))
    for entry in first_entries("ann", new, ["ann", ""], 5000):
        again.apply(entry)
    row = asyncio.run(_listed(again))
    assert own_summary(row, None, NAMES, "ann").your_turn
    assert not own_summary(row, None, NAMES, "bob").your_turn
    again.apply(log.Entry(6000, log.Sat(0, "ann")))
    assert not own_summary(asyncio.run(_listed(again)), None, NAMES, "ann").your_turn


def test_a_series_counts_who_won_and_ends_when_the_players_change() -> None:
    table, _ = records.record_of(Table("t" * 32, "CODE", bytes(32)), entries_of_a_finished_game(), NAMES)
    assert table.game
    won = [place == 1 for place in table.game.rules.places(table.game.state)]
    assert series(table) == tuple(map(int, won))
    new, seats = rematch_of(table)
    again = Table("u" * 32, "CODE", bytes(32))
    for entry in first_entries("ann", new, seats, 5000, (2, 1)):
        again.apply(entry)
    assert list(again.wins) == [2, 1]
    again.apply(log.Entry(6000, log.Stood(1)))
    assert not again.wins
    table.left = frozenset({"ann"})
    assert series(table) == ()


class _ListingStore:
    def __init__(self) -> None:
        self.listings: list[Listing] = []

    async def set_status(self, listings: list[Listing]) -> None:
        self.listings += listings


async def _listed(table: Table) -> GameRow:
    store = _ListingStore()
    listings = Listings(store, NAMES)  # type: ignore[arg-type]
    listings.put(table, 1000)
    await listings.close()
    [listing] = store.listings
    return GameRow(table.id, table.code, "link", bytes(32), 1.0, listing.status, summary=listing.summary)


def test_ones_own_games_are_listed_with_scores_levels_and_whose_turn_it_is() -> None:
    entries = [log.decode(entry) for entry in entries_of_a_finished_game()]
    table = Table("t" * 32, "CODE", bytes(32))
    for entry in entries[:-1]:
        table.apply(entry)
    assert table.status == "playing"
    row = asyncio.run(_listed(table))
    assert not {"awaited", "holders"} & set(msgspec.to_builtins(own_summary(row, None, NAMES, "ann")))
    early = Table("t" * 32, "CODE", bytes(32))
    for entry in entries[:4]:
        early.apply(entry)
    old = asyncio.run(_listed(early))
    for found in (own_summary(row, None, NAMES, "ann"), own_summary(old, table, NAMES, "ann")):
        assert table.game
        assert found.scores == table.game.rules.scores(table.game.state) != (0, 0)
        assert found.levels == ("", "hard")
        assert found.your_turn == ("ann" in table.awaited_guests())
        assert found.yours == (0,)
    assert own_summary(row, None, NAMES, "bob").your_turn is False
    assert own_summary(row, None, NAMES, "bob").yours == ()
    assert own_summary(old, None, NAMES, "ann").your_turn is True


def test_games_that_ended_early_are_listed_as_such() -> None:
    entries = [log.decode(entry) for entry in entries_of_a_finished_game()]
    table = Table("t" * 32, "CODE", bytes(32))
    for entry in entries[:-1]:
        table.apply(entry)
    assert views.summary(table, NAMES, 1000).early is None
    table.apply(log.Entry(table.touched + 1000, log.GameStopped("agreed")))
    assert table.status == "finished"
    row = asyncio.run(_listed(table))
    assert own_summary(row, None, NAMES, "ann").early == "agreed"


def test_bans_mutes_and_the_lock_of_a_table_hold_at_its_rematch() -> None:
    old = fold(Table("t" * 32, "CODE", bytes(32)), entries_of_a_finished_game())
    for event in (log.Banned("bob", banned=True), log.Muted("cem", muted=True), log.Locked(locked=True)):
        old.apply(log.Entry(old.touched, event))
    new = Table("u" * 32, "CODE", bytes(32))
    for entry in rematch_entries(old, "ann", old.touched):
        new.apply(entry)
    assert (set(new.banned), set(new.muted), new.locked) == ({"bob"}, {"cem"}, True)
    assert shut_out(new, "bob") == "banned"
    assert shut_out(new, "ann") is None
    assert new.wins == series(old)
