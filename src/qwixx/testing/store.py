"""Checks that every implementation of `Store` must pass."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable

from qwixx.server.protocol import Status
from qwixx.server.store.store import ChatRow, GameRow, GuestRow, Listing, LogEvent, Store

Opener = Callable[[], Awaitable[Store]]
"""Opens the database under test; called again, the same database."""


async def check_store(open_store: Opener) -> None:
    """Raises `AssertionError` at the first violation of the contract. The database may hold other games."""
    for check in (
        check_log,
        check_conflicts,
        check_many_writers,
        check_two_stores,
        check_reopening,
        check_games,
        check_players,
        check_expiry,
        check_pruning,
        check_guests,
        check_recovery,
        check_chat,
    ):
        await check(open_store)


def new_game(**changes: object) -> GameRow:
    values: dict[str, object] = {
        "id": secrets.token_urlsafe(16),
        "code": secrets.token_hex(8),
        "visibility": "link",
        "seed": secrets.token_bytes(32),
        "created": 1000.0,
        "updated": 1000.0,
    }
    return GameRow(**{**values, **changes})  # type: ignore[arg-type]


async def _game(store: Store, **changes: object) -> GameRow:
    game = new_game(**changes)
    assert await store.create_game(game), "a new game with a fresh id and code was refused"
    return game


async def _guest(store: Store) -> str:
    guest = GuestRow(secrets.token_hex(8), secrets.token_bytes(32), "A name", 10.0)
    await store.create_guest(guest)
    return guest.id


async def check_log(open_store: Opener) -> None:
    store = await open_store()
    game = (await _game(store)).id
    assert await store.events(game) == [], "a new game has no events"
    assert await store.heads([game, "no such game"]) == {game: 0}
    data = [b"one", b"", b"\x00\xff", b"x" * 16384]
    assert await store.append(game, 1, data[:1])
    assert await store.append(game, 2, data[1:])
    assert await store.events(game) == data, "events come back as they were, in order"
    assert await store.events(game, after=2) == data[2:]
    assert await store.events(game, after=4) == []
    assert await store.events(game, after=1, until=3) == data[1:3]
    assert await store.heads([game]) == {game: 4}
    await store.try_write()
    assert await store.events(game) == data, "trying a write changed a game"
    await store.close()


async def check_conflicts(open_store: Opener) -> None:
    store = await open_store()
    game = (await _game(store)).id
    assert not await store.append("no such game", 1, [b"a"]), "an event without a game was taken"
    assert not await store.append(game, 2, [b"a"]), "a gap was left"
    assert await store.append(game, 1, [b"a", b"b"])
    assert not await store.append(game, 1, [b"c"]), "seq 1 was written twice"
    assert not await store.append(game, 2, [b"c", b"d"]), "part of an append was already taken"
    assert not await store.append(game, 4, [b"c"]), "a gap was left"
    assert await store.events(game) == [b"a", b"b"], "a refused append left something behind"
    assert await store.append(game, 3, [b"c"]), "a conflict must not spoil what follows"
    await store.close()


async def check_many_writers(open_store: Opener) -> None:
    """Many tables at once, and in each several writers who want the same place."""
    store = await open_store()
    games = [(await _game(store)).id for _ in range(20)]
    for seq in (1, 3, 5):
        wins = await asyncio.gather(
            *(store.append(game, seq, [b"%d" % writer] * 2) for writer in range(5) for game in games)
        )
        for place in range(len(games)):
            assert sum(wins[place :: len(games)]) == 1, "exactly one of several writers gets a place"
    for game in games:
        log = await store.events(game)
        assert len(log) == 6
        assert log[0::2] == log[1::2], "one append was torn apart by another"
    await store.close()


async def check_two_stores(open_store: Opener) -> None:
    one, two = await open_store(), await open_store()
    game = (await _game(one)).id
    for seq in range(1, 9):
        wins = await asyncio.gather(one.append(game, seq, [b"one"]), two.append(game, seq, [b"two"]))
        assert sum(wins) == 1, "two stores on one database both wrote, or neither did"
    assert await one.events(game) == await two.events(game)
    assert len(await one.events(game)) == 8
    await one.close()
    await two.close()


async def check_reopening(open_store: Opener) -> None:
    store = await open_store()
    game = await _game(store)
    assert await store.append(game.id, 1, [b"a"])
    await store.close()
    store = await open_store()
    assert await store.game(game.id) == game
    assert await store.events(game.id) == [b"a"]
    assert await store.append(game.id, 2, [b"b"])
    await store.close()


async def check_games(open_store: Opener) -> None:
    store = await open_store()
    game = await _game(store)
    assert await store.game(game.id) == game
    assert await store.game(game.code) == game, "a game is found by its code too"
    assert await store.game("no such game") is None
    assert not await store.create_game(new_game(id=game.id)), "an id was given twice"
    assert not await store.create_game(new_game(code=game.code)), "a code was given twice"
    await _check_created_at_once(store, game.id)
    table = await _game(store, visibility="open")
    assert table in await store.open_games(limit=10**6)
    assert game not in await store.open_games(limit=10**6), "a table that needs a link is in the open list"
    stages: dict[Status, bool] = {"lobby": True, "playing": True, "finished": False, "expired": False}
    for status, unfinished in stages.items():
        await store.set_status([Listing(table.id, status, 2000.0, b"{}")])
        ids = {row.id for row in await store.unfinished_games()}
        assert (table.id in ids) is unfinished, f"a game that is {status}"
        assert (table.id in {row.id for row in await store.open_games(limit=10**6)}) is unfinished
        assert game.id in ids
    await store.close()


async def _check_created_at_once(store: Store, other: str) -> None:
    """A game is created with the first events of its log and an event of another log, or not at all."""
    assert await store.append(other, 1, [b"a"])
    new = new_game()
    assert await store.create_game(new, [b"one", b"two"], LogEvent(other, 2, b"b"))
    assert await store.events(new.id) == [b"one", b"two"]
    assert await store.events(other) == [b"a", b"b"]
    assert await store.append(other, 3, [b"c"]), "the other log goes on"
    assert await store.append(new.id, 3, [b"three"])
    for seq in (3, 5):
        late = new_game()
        assert not await store.create_game(late, [b"one"], LogEvent(other, seq, b"x")), f"seq {seq} after 3"
        assert await store.game(late.id) is None
        assert await store.events(late.id) == []
    taken = new_game(code=new.code)
    assert not await store.create_game(taken, [b"one"], LogEvent(other, 4, b"x")), "the code is taken"
    assert await store.events(other) == [b"a", b"b", b"c"]


async def check_players(open_store: Opener) -> None:
    store = await open_store()
    ann, ben = [await _guest(store) for _ in range(2)]
    first, second = await _game(store), await _game(store)
    await store.set_status(
        [
            Listing(second.id, "lobby", 3001.0, b"2", {ann: "Ann", ben: "Ben"}),
            Listing(first.id, "lobby", 3000.0, b"1", {ann: "Ann", "deleted": "Dora"}),
        ]
    )
    await store.set_status([Listing(second.id, "playing", 3002.0, b"3", {ann: "Anna"})])
    await store.set_status([Listing(second.id, "lobby", 3001.5, b"late")])
    mine = await store.games_of(ann)
    assert [game.id for game in mine] == [second.id, first.id], "the latest game comes first"
    assert [(game.status, game.updated, game.summary) for game in mine] == [
        ("playing", 3002.0, b"3"),
        ("lobby", 3000.0, b"1"),
    ]
    assert [game.id for game in await store.games_of(ben)] == [second.id]
    assert [game.id for game in await store.games_of(ann, limit=1)] == [second.id]
    assert await store.games_of("nobody") == []
    assert await store.games_of("deleted") == [], "a guest whose data was deleted is not stored again"
    assert await store.player_names(first.id) == {ann: "Ann"}, "a game keeps the names of its players"
    assert await store.player_names(second.id) == {ann: "Anna", ben: "Ben"}
    assert await store.player_names("no such game") == {}
    await store.close()


async def check_expiry(open_store: Opener) -> None:
    store = await open_store()
    stale, lively, done = await _game(store), await _game(store), await _game(store)
    assert await store.append(lively.id, 1, [b"a"])
    await store.set_status([Listing(done.id, "finished", 1000.0, b"{}")])
    await store.add_chat(ChatRow(stale.id, "ann", "old", sent=1000.0))
    await store.add_chat(ChatRow(stale.id, "ann", "new", sent=5000.0))
    expired = await store.expire(games_before=2000.0, chat_before=2000.0)
    assert stale.id in expired
    assert lively.id not in expired, "a game with a recent event was ended"
    assert done.id not in expired
    assert stale.id not in {game.id for game in await store.unfinished_games()}
    assert stale.id not in await store.expire(games_before=2000.0, chat_before=2000.0)
    assert [line.text for line in await store.chat(stale.id)] == ["new"]
    await store.close()


async def check_pruning(open_store: Opener) -> None:
    store = await open_store()
    ann, ben = [await _guest(store) for _ in range(2)]
    old, recent, running = await _game(store), await _game(store), await _game(store)
    await store.append(old.id, 1, [b"a"])
    await store.add_chat(ChatRow(old.id, ben, "hello", sent=20.0))
    await store.set_status(
        [
            Listing(old.id, "finished", 1001.0, b"{}", {ann: "Ann", ben: "Ben"}),
            Listing(recent.id, "finished", 9000.0, b"{}", {ann: "Ann"}),
            Listing(running.id, "playing", 1001.0, b"{}"),
        ]
    )
    assert await store.prune(games_before=None, guests_before=None) == []
    while deleted := await store.prune(games_before=2000.0, guests_before=20.0):
        assert not {recent.id, running.id} & set(deleted)
    assert await store.game(old.id) is None, "a game that ended before is deleted"
    assert (await store.events(old.id), await store.chat(old.id)) == ([], [])
    assert await store.game(recent.id) is not None
    assert await store.game(running.id) is not None, "a game that is not over is kept"
    assert await store.names([ann, ben]) == {ann: "A name"}, "a guest with a kept game is kept"
    await store.close()


async def check_guests(open_store: Opener) -> None:
    store = await open_store()
    guest = GuestRow(secrets.token_hex(8), secrets.token_bytes(32), "Ζωή Ґанок", 1000.0)
    assert await store.guest(guest.secret_hash) is None
    await store.create_guest(guest)
    assert await store.guest(guest.secret_hash) == guest
    await store.rename_guest(guest.id, "Łucja")
    assert await store.names([guest.id, "nobody"]) == {guest.id: "Łucja"}
    assert await store.names([]) == {}
    await store.close()


async def check_recovery(open_store: Opener) -> None:
    store = await open_store()
    first, old, new, key, secret, other = (secrets.token_bytes(32) for _ in range(6))
    id, banned = secrets.token_hex(8), secrets.token_hex(8)
    await store.create_guest(GuestRow(id, first, "Ann", 1000.0))
    await store.create_guest(GuestRow(banned, other, "Eve", 1000.0, banned=True, recovery_hash=key))
    await store.set_recovery(id, old)
    await store.set_recovery(id, new)
    assert await store.recover(old, secret) is None, "a new key replaces the old one"
    assert await store.recover(key, secret) is None, "a banned guest stays out"
    found = await asyncio.gather(*(store.recover(new, secrets.token_bytes(32)) for _ in range(3)))
    [moved] = [row for row in found if row]
    assert (moved.id, moved.name, moved.recovery_hash) == (id, "Ann", None), "a key works once"
    assert await store.guest(first) is None, "the old secret is no longer valid"
    assert await store.guest(moved.secret_hash) == moved
    await store.close()


async def check_chat(open_store: Opener) -> None:
    store = await open_store()
    game, other = (await _game(store)).id, (await _game(store)).id
    texts = ("a", "ş'\"", "c")
    added = [await store.add_chat(ChatRow(game, "ann", text, sent=4000.0)) for text in texts]
    numbers = [number for number in added if number is not None]
    assert len(numbers) == 3, "lines without a command are never the same"
    await store.add_chat(ChatRow(other, "ann", "elsewhere", sent=4000.0))
    assert numbers == sorted(set(numbers)), "numbers of chat lines rise"
    lines = await store.chat(game)
    assert [(line.number, line.text) for line in lines] == list(zip(numbers, texts, strict=True))
    assert await store.chat(game, after=numbers[1]) == lines[2:]
    assert await store.chat_heads([game, "no such game"]) == {game: numbers[-1]}
    again = [store.add_chat(ChatRow(game, "ann", "d", sent=4000.0, cmd=b"1")) for _ in range(3)]
    assert (await asyncio.gather(*again)).count(None) == 2, "a command adds one line"
    for place, guest, cmd in ((other, "ann", b"1"), (game, "ben", b"1"), (game, "ann", b"2")):
        line = ChatRow(place, guest, "e", sent=4000.0, cmd=cmd)
        assert await store.add_chat(line) is not None, "another command adds another line"
    await store.close()
