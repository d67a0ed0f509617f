"""What guests at a table see: choices, dice, absent players, clocks, chat, rematch, restart."""

import asyncio
import time
from contextlib import AsyncExitStack
from typing import Any

import httpx2
import pytest
from live_server import Running, wire
from seated import Person, people, plain, play

from qwixx import Record
from qwixx.client import Guest, Refused
from qwixx.dice.proof import check
from qwixx.server.live import live_table, table_clock
from qwixx.server.protocol import Options
from qwixx.server.settings import Settings
from qwixx.server.store.store import StoreUnavailable
from qwixx.server.table.opening import rematch_entries
from qwixx.server.table.table import Table
from qwixx.server.table.views import SPECTATORS_NAMED


def dice(white: list[int], colours: list[int | None]) -> dict[str, Any]:
    return {"white": white, "colours": colours}


OWN = Options(seats=2, dice="own")


async def typed(active: Person, others: list[Person], turn: int, white: list[int]) -> None:
    await active.ask("roll", turn=turn, dice=dice(white, [1, 1, 6, 6]))
    for person in others:
        await person.turn(turn)


# Choices


def test_a_choice_is_hidden_until_all_have_chosen_and_can_be_changed_until_then(lasting: Running) -> None:
    async def story(found: list[Person]) -> None:
        active, other = found if found[0].game["active"] == 0 else found[::-1]
        await typed(active, [other], 1, [3, 4])
        mine, theirs = active.game["active"], 1 - active.game["active"]
        answer = await active.choose(mine, 1)
        assert answer["picked"] == [{"type": "cross", "seat": mine, "row": 0, "number": 7}]
        told = await other.until(lambda message: "chosen" in message or "game" in message)
        assert f"'seat': {mine}, 'row'" not in str(told)
        await active.choose(mine, 2)
        assert active.picked == [{"type": "cross", "seat": mine, "row": 1, "number": 7}]
        await other.choose(theirs, 0)
        crossed = [event for event in other.events if event["type"] == "crossed"]
        assert crossed == [
            {"type": "crossed", "seat": mine, "row": 1, "number": 7, "action": 1, "lucky": False}
        ]
        late = await other.ask(
            "choose", turn=1, action=1, choice={"type": "cross", "seat": theirs, "row": 0, "number": 7}
        )
        assert late["code"] == "already-revealed"

    play(lasting.url, 2, OWN, story)


def test_a_command_sent_again_is_done_once(lasting: Running) -> None:
    async def story(found: list[Person]) -> None:
        [person] = found
        first = await person.ask("roll", turn=1, id="same")
        assert first["acks"] == ["same"]
        again = await person.ask("roll", turn=1, id="same")
        assert (again["type"], again["seq"]) == ("ack", first["seq"])

    play(lasting.url, 1, Options(seats=1), story)


def test_offers_tell_their_consequences(lasting: Running) -> None:
    async def story(found: list[Person]) -> None:
        [person] = found
        await typed(person, [], 1, [3, 4])
        passing, red = person.offers[0]["options"][:2]
        assert passing == {"choice": {"type": "pass", "seat": 0}}
        assert red == {
            "choice": {"type": "cross", "seat": 0, "row": 0, "number": 7},
            "skips": 5,
            "crosses": True,
        }
        await person.choose(0, 0)
        assert person.offers[0]["action"] == 2
        assert person.offers[0]["options"][0] == {"choice": {"type": "pass", "seat": 0}, "penalty": True}
        await person.choose(0, 0)
        assert person.game["sheets"][0]["penalties"] == 1

    play(lasting.url, 1, Options(seats=1, dice="own"), story)


def test_a_seat_that_can_only_pass_is_passed_for(lasting: Running) -> None:
    async def story(found: list[Person]) -> None:
        [person] = found
        await typed(person, [], 1, [6, 6])
        await person.choose(0, 1)  # the yellow and red 12 need five crosses: green 12
        assert person.game["sheets"][0]["rows"][2] == 1
        await person.choose(0, 0)
        await person.ask("roll", turn=2, dice=dice([6, 6], [1, 1, 1, 1]))
        # Only blue 12 is left for action 1.
        assert [offer["choice"].get("row") for offer in person.offers[0]["options"]] == [None, 3]
        await person.choose(0, 1)
        await person.choose(0, 0)
        await person.ask("roll", turn=3, dice=dice([6, 6], [6, 6, 6, 6]))
        # Nobody can cross a 12 now: action 1 is over, and in action 2 neither: a penalty, and the next turn.
        assert person.game["phase"] == "roll"
        assert person.game["sheets"][0]["penalties"] == 1
        assert person.game["correctable"]
        await person.ask("roll", turn=3, dice=dice([1, 2], [1, 1, 1, 1]))
        assert (person.game["phase"], person.game["sheets"][0]["penalties"]) == ("white", 0)

    play(lasting.url, 1, Options(seats=1, dice="own"), story)


def test_one_person_may_hold_several_seats(lasting: Running) -> None:
    async def story(found: list[Person]) -> None:
        [person] = found
        await typed(person, [], 1, [3, 4])
        assert sorted(person.offers) == [0, 1, 2]
        for seat in (2, 0):
            await person.choose(seat, 1)
        assert person.game["phase"] == "white"
        await person.choose(1, 1)
        assert person.game["phase"] == "colour"

    play(lasting.url, 1, Options(seats=3, dice="own"), story)


# Dice


@pytest.mark.parametrize(
    ("typed_dice", "code"),
    [
        (dice([7, 1], [1, 1, 1, 1]), "bad-die"),
        (dice([1, 1], [1, 1, 1]), "bad-die"),
        (dice([1, 1], [None, 1, 1, 1]), "die-missing"),
    ],
)
def test_own_dice_must_be_possible(lasting: Running, typed_dice: dict[str, Any], code: str) -> None:
    async def story(found: list[Person]) -> None:
        assert (await found[0].ask("roll", turn=1, dice=typed_dice))["code"] == code
        assert (await found[0].ask("roll", turn=1))["code"] == "own-dice"

    play(lasting.url, 1, Options(seats=1, dice="own"), story)


def test_typed_dice_are_corrected_until_the_first_choice(lasting: Running) -> None:
    async def story(found: list[Person]) -> None:
        active, other = found if found[0].game["active"] == 0 else found[::-1]
        await typed(active, [other], 1, [3, 4])
        assert (await other.ask("roll", turn=1, dice=dice([1, 1], [1, 1, 1, 1])))["code"] == "not-your-seat"
        await active.ask("roll", turn=1, dice=dice([2, 4], [1, 1, 1, 1]))
        assert active.game["roll"]["white"] == [2, 4]
        assert active.game["correctable"]
        await other.when(lambda: other.game.get("roll", {}).get("white") == [2, 4])
        await other.choose(1 - active.game["active"], 0)
        late = await active.ask("roll", turn=1, dice=dice([1, 1], [1, 1, 1, 1]))
        assert late["code"] == "too-late"
        assert not other.game.get("correctable")

    play(lasting.url, 2, OWN, story)


def test_a_bot_leaves_time_to_correct_the_dice(lasting: Running) -> None:
    async def run() -> None:
        guest = await Guest.arrive(lasting.url, "Ann")
        table = await guest.create(OWN, bots=(None, "gap"))
        async with wire(lasting.url, guest.cookie) as line:
            ann = Person(guest, line, table)
            await ann.hello()
            await ann.ask("sit", seat=0)
            await ann.ask("start")
            await ann.turn(0)
            # The first seat is drawn; at such a table people type for bots, too.
            await typed(ann, [], 1, [3, 3])
            await asyncio.sleep(0.5)
            await typed(ann, [], 1, [3, 4])
            assert ann.events[-2]["what"] == "corrected"
            assert ann.game["awaited"] == [0, 1]
            await ann.choose(0, 1)
            await ann.when(lambda: ann.game["phase"] != "white")

    asyncio.run(asyncio.wait_for(run(), 60))


# Leavers and clocks


def test_a_lost_connection_is_shown_and_a_bot_may_take_the_seat(server: Running) -> None:
    options = Options(seats=2, away_after=5)

    async def run() -> None:
        async with people(server.url, 2, options) as (ann, bob):
            await bob.line.socket.close()
            told = {"type": "notice", "what": "away", "seat": 1, "guest": bob.guest.id}
            await ann.until(lambda message: told in message.get("events", []))
            assert (await ann.ask("hand-over", seat=1))["code"] == "not-away"
            await asyncio.sleep(5.1)
            await ann.ask("hand-over", seat=1)
            assert ann.table["seats"][1]["stand_in"] == "gap"
            async with wire(server.url, bob.guest.cookie) as line:
                back = Person(bob.guest, line, ann.id)
                await back.hello()
                await back.ask("take-back", seat=1)
                assert "stand_in" not in back.table["seats"][1]
                assert "away" not in back.table["seats"][1]

    asyncio.run(asyncio.wait_for(run(), 120))


def test_a_guest_who_leaves_for_good_can_be_replaced_at_once_and_the_bot_plays_on(lasting: Running) -> None:
    async def story(found: list[Person]) -> None:
        ann, bob = found
        await bob.ask("leave")
        await ann.ask("hand-over", seat=1)
        await ann.pass_to_the_end(0)
        assert ann.game["sheets"][0]["penalties"] == 4
        assert any(ann.game["sheets"][1]["rows"])

    play(lasting.url, 2, Options(seats=2), story)


def test_a_guest_who_left_and_takes_the_seat_back_is_present_again(lasting: Running) -> None:
    async def story(found: list[Person]) -> None:
        ann, bob = found
        await bob.ask("leave")
        await ann.ask("hand-over", seat=1)
        await bob.ask("take-back", seat=1)
        await ann.when(lambda: "stand_in" not in ann.table["seats"][1])
        assert "away" not in ann.table["seats"][1]
        assert (await ann.ask("hand-over", seat=1))["code"] == "not-away"

    play(lasting.url, 2, Options(seats=2), story)


def test_the_clock_passes_and_the_game_goes_on(server: Running) -> None:
    async def story(found: list[Person]) -> None:
        [person] = found
        await person.ask("roll", turn=1)
        assert person.game["due"] > 0
        await person.when(lambda: person.game["phase"] != "white")
        notices = [event["what"] for event in person.events if event["type"] == "notice"]
        assert notices[-1] == "time-up"
        assert [event["type"] for event in person.events[-3:]] == ["notice", "chose", "passed"]

    play(server.url, 1, Options(seats=1, clock=5), story)


def test_the_server_rolls_by_itself_if_asked_to(lasting: Running) -> None:
    async def story(found: list[Person]) -> None:
        [person] = found
        await person.when(lambda: person.game["phase"] == "white")

    play(lasting.url, 1, Options(seats=1, roll_after=0.1), story)


def test_a_host_who_leaves_hands_the_table_on(lasting: Running) -> None:
    async def run() -> None:
        ann, bob = [await Guest.arrive(lasting.url, name) for name in ("Ann", "Bob")]
        table = await ann.create(Options(seats=2))
        async with ann.table(table) as hers, bob.table(table) as his:
            await hers.sit(0)
            await his.sit(1)
            from qwixx.server.protocol import Leave

            await hers.send(Leave("bye"))
            await his.until(lambda: his.table is not None and his.table.host == bob.id)
            assert his.table is not None
            assert his.table.seats[0].guest == ""

    asyncio.run(run())


# Reconnecting and restarting


def test_a_guest_who_reconnects_gets_the_missing_steps_or_a_snapshot(lasting: Running) -> None:
    async def story(found: list[Person]) -> None:
        [person] = found
        have = person.seq
        await person.ask("roll", turn=1)
        async with wire(lasting.url, person.guest.cookie) as line:
            back = Person(person.guest, line, person.id)
            first = await back.hello(have)
            assert (first["type"], first["events"][0]["type"]) == ("update", "rolled")
            await back.until(lambda message: "offers" in message)
            assert back.game == person.game
        async with wire(lasting.url, person.guest.cookie) as line:
            back = Person(person.guest, line, person.id)
            assert (await back.hello())["type"] == "snapshot"
            assert back.game == person.game
            assert back.offers == person.offers

    play(lasting.url, 1, Options(seats=1), story)


def test_a_game_goes_on_after_a_restart(database: str) -> None:
    first = Running(Settings(database=database, pace=0)).start()

    async def begin() -> tuple[Guest, str, dict[str, Any]]:
        async with people(first.url, 1, Options(seats=2, dice="own")) as (ann,):
            await typed(ann, [], 1, [3, 4])
            await ann.choose(0, 1)
            return ann.guest, ann.id, ann.game

    guest, table, game = asyncio.run(begin())
    first.stop()
    second = Running(Settings(database=database, pace=0), first.port).start()

    async def go_on() -> None:
        async with wire(second.url, guest.cookie) as line:
            ann = Person(guest, line, table)
            await ann.hello(3)
            assert ann.game["roll"] == game["roll"]
            assert ann.picked == [{"type": "cross", "seat": 0, "row": 0, "number": 7}]
            await ann.choose(1, 1)
            assert [sheet["rows"][0] for sheet in ann.game["sheets"]] == [32, 32]

    asyncio.run(go_on())
    second.stop()


def test_a_chat_line_sent_again_after_a_restart_is_stored_once(database: str) -> None:
    async def say(url: str, guest: Guest, table: str, have: int) -> list[str]:
        async with wire(url, guest.cookie) as line:
            await line.hello(table, have)
            for id in ("one", "a\0b"):
                assert (await line.ask("say", text=f"hello {id[0]}", id=id))["type"] == "ack"
        async with wire(url, guest.cookie) as line:
            return [said["text"] for said in (await line.hello(table))["chat"]]

    first = Running(Settings(database=database, pace=0)).start()
    guest = asyncio.run(Guest.arrive(first.url, "Ann"))
    table = asyncio.run(guest.create())
    assert asyncio.run(say(first.url, guest, table, 0)) == ["hello o", "hello a"]
    first.stop()
    second = Running(Settings(database=database, pace=0)).start()
    try:
        assert asyncio.run(say(second.url, guest, table, 1)) == ["hello o", "hello a"]
    finally:
        second.stop()


def test_clients_are_asked_to_reconnect_when_the_server_stops(database: str) -> None:
    running = Running(Settings(database=database, pace=0)).start()

    async def run() -> None:
        async with people(running.url, 1, Options(seats=1)) as (ann,):
            running.server.should_exit = True
            assert (await ann.until(lambda message: message["type"] == "bye"))["code"] == "shutdown"
            assert (await ann.line.hear()) == {"type": "closed", "code": 1012}

    asyncio.run(run())
    running.stop()


# The end


def test_after_the_game_record_replay_dice_and_rematch(lasting: Running) -> None:
    async def story(found: list[Person]) -> None:
        ann, bob = found
        url, cookie = lasting.url, {"Cookie": ann.guest.cookie}
        early = httpx2.get(f"{url}/api/games/{ann.id}/record", headers=cookie)
        assert (early.status_code, early.json()["code"]) == (409, "not-finished")
        assert (await ann.ask("rematch"))["code"] == "not-finished"
        await asyncio.gather(ann.pass_to_the_end(0), bob.pass_to_the_end(1))
        assert len(ann.table["seed"]) == 64
        record = Record.parse(httpx2.get(f"{url}/api/games/{ann.id}/record", headers=cookie).text)
        assert check(record).fair
        assert record == Record.parse(
            httpx2.get(f"{url}/api/games/{ann.id}/record", params={"format": "json"}, headers=cookie).text
        )
        replay = httpx2.get(f"{url}/api/games/{ann.id}/replay", headers=cookie).json()
        assert len(replay["plies"]) == len(record.actions) + 1
        assert replay["plies"][-1]["game"]["scores"] == ann.game["scores"]
        found_dice = httpx2.get(f"{url}/api/games/{ann.id}/dice", headers=cookie).json()
        assert (found_dice["ok"], found_dice["rolls"]) == (True, ann.game["turn"])
        await ann.ask("rematch")
        await bob.when(lambda: bob.table.get("rematch"))
        again = httpx2.get(f"{url}/api/tables/{bob.table['rematch']}", headers=cookie).json()
        assert [seat["guest"] for seat in again["seats"]] == [ann.guest.id, bob.guest.id]
        assert again["commitment"] != ann.table["commitment"]

    play(lasting.url, 2, Options(seats=2), story)


def test_a_finished_game_keeps_the_names_of_its_day(lasting: Running) -> None:
    async def story(found: list[Person]) -> None:
        [ann] = found
        await ann.pass_to_the_end(0)
        while [game.status for game in await ann.guest.games()] != ["finished"]:
            await asyncio.sleep(0.01)
        await Guest.arrive(lasting.url, "Somebody Else", ann.guest.cookie)
        await ann.when(lambda: ann.table["seats"][0]["name"] == "Somebody Else")
        record = Record.parse(await ann.guest.record(ann.id))
        cookie = {"Cookie": ann.guest.cookie}
        replay = httpx2.get(f"{lasting.url}/api/games/{ann.id}/replay", headers=cookie).json()
        [listed] = await ann.guest.games()
        assert [record.seats, (replay["table"]["seats"][0]["name"],), listed.seats] == [("Person 0",)] * 3

    play(lasting.url, 1, Options(seats=1), story)


def test_two_requests_at_once_open_one_rematch(lasting: Running) -> None:
    async def story(found: list[Person]) -> None:
        ann, bob = found
        await asyncio.gather(ann.pass_to_the_end(0), bob.pass_to_the_end(1))
        await asyncio.gather(ann.ask("rematch"), bob.ask("rematch"))
        await ann.when(lambda: ann.table.get("rematch"))
        await bob.when(lambda: bob.table.get("rematch"))
        assert ann.table["rematch"] == bob.table["rematch"]
        hub = lasting.application.hub
        assert hub is not None
        lobbies = [
            one for one in list(hub.tables.lives.values()) if one.table.host in (ann.guest.id, bob.guest.id)
        ]
        assert [one.table.status for one in lobbies if one.table.id != ann.id] == ["lobby"]

    play(lasting.url, 2, Options(seats=2), story)


def test_the_chat_goes_on_at_the_rematch_for_everybody(lasting: Running) -> None:
    async def story(found: list[Person]) -> None:
        ann, bob = found
        await asyncio.gather(ann.pass_to_the_end(0), bob.pass_to_the_end(1))
        await ann.ask("say", text="again?", id="one")
        await ann.ask("rematch")
        await bob.when(lambda: bob.table.get("rematch"))
        again = bob.table["rematch"]
        async with wire(lasting.url, ann.guest.cookie) as one, wire(lasting.url, bob.guest.cookie) as two:
            first, second = Person(ann.guest, one, again), Person(bob.guest, two, again)
            assert said(await first.hello()) == ["again?"]
            # Bob still looks at the result, and Ann sees his line at the next table.
            await bob.ask("say", text="coming")
            line = await first.until(lambda message: message["type"] == "chat")
            assert line["line"]["text"] == "coming"
            # The ids of commands belong to a table.
            await first.ask("say", text="good", id="one")
            assert said(await second.hello()) == ["again?", "coming", "good"]

    play(lasting.url, 2, Options(seats=2), story)


def said(snapshot: dict[str, Any]) -> list[str]:
    return [line["text"] for line in snapshot["chat"]]


def test_a_rematch_of_many_goes_on_with_the_chat_of_the_last_tables() -> None:
    table = Table("0", "CODE", bytes(32))
    for number in range(1, 7):
        again = Table(str(number), "CODE", bytes(32))
        for entry in rematch_entries(table, "ann", 1000):
            again.apply(entry)
        table = again
    assert table.before == ("2", "3", "4", "5")


def test_a_bot_stays_ready_when_the_host_changes_the_game(lasting: Running) -> None:
    async def run() -> None:
        ann, bob = [await Guest.arrive(lasting.url, name) for name in ("Ann", "Bob")]
        table = await ann.create(Options(seats=3), bots=(None, None, "gap"))
        async with wire(lasting.url, ann.cookie) as hers, wire(lasting.url, bob.cookie) as his:
            host, guest = Person(ann, hers, table), Person(bob, his, table)
            for seat, person in enumerate((host, guest)):
                await person.hello()
                await person.ask("sit", seat=seat)
            await guest.ask("ready")
            await host.ask("configure", options=plain(Options(seats=3, variant="longo")))
            assert [seat.get("ready", False) for seat in host.table["seats"]] == [False, False, True]
            assert (await host.ask("start"))["code"] == "not-ready"
            await guest.ask("ready")
            await host.ask("start")
            await host.turn(0)

    asyncio.run(asyncio.wait_for(run(), 60))


def test_nobody_loses_a_seat_because_the_host_wants_fewer(lasting: Running) -> None:
    async def run() -> None:
        ann, bob = [await Guest.arrive(lasting.url, name) for name in ("Ann", "Bob")]
        table = await ann.create(Options(seats=4), bots=(None, "gap", None, "gap"))
        async with wire(lasting.url, ann.cookie) as hers, wire(lasting.url, bob.cookie) as his:
            host, guest = Person(ann, hers, table), Person(bob, his, table)
            for seat, person in ((0, host), (2, guest)):
                await person.hello()
                await person.ask("sit", seat=seat)
            refused = await host.ask("configure", options=plain(Options(seats=2)))
            assert refused["code"] == "seats-taken"
            await host.ask("configure", options=plain(Options(seats=3)))
            assert [seat.get("name", seat.get("bot")) for seat in host.table["seats"]] == [
                "Ann",
                "gap",
                "Bob",
            ]

    asyncio.run(asyncio.wait_for(run(), 60))


def test_more_bots_than_seats_are_refused(lasting: Running) -> None:
    async def run() -> None:
        host = await Guest.arrive(lasting.url, "Host")
        with pytest.raises(Refused, match="3 bots for 2 seats"):
            await host.create(Options(seats=2), bots=(None, "easy", "easy"))

    asyncio.run(run())


def test_a_host_without_a_seat_may_ask_for_a_rematch_and_a_spectator_may_not(lasting: Running) -> None:
    async def run() -> None:
        host, eve = [await Guest.arrive(lasting.url, name) for name in ("Host", "Eve")]
        table = await host.create(Options(seats=1), bots=("gap",))
        async with wire(lasting.url, host.cookie) as line, wire(lasting.url, eve.cookie) as hers:
            watching, eves = Person(host, line, table), Person(eve, hers, table)
            await watching.hello()
            await eves.hello()
            await watching.ask("start")
            await watching.when(lambda: watching.table["status"] == "finished")
            await eves.when(lambda: eves.table["status"] == "finished")
            assert (await eves.ask("rematch"))["code"] == "not-seated"
            await watching.ask("rematch")
            await eves.when(lambda: eves.table.get("rematch"))
        cookie = {"Cookie": eve.cookie}
        again = httpx2.get(f"{lasting.url}/api/tables/{eves.table['rematch']}", headers=cookie).json()
        assert (again["host"], again["seats"][0]["bot"]) == (host.id, "gap")

    asyncio.run(asyncio.wait_for(run(), 60))


# Spectators and chat


def test_spectators_see_what_everybody_may_see_and_can_do_nothing(lasting: Running) -> None:
    async def story(found: list[Person]) -> None:
        [ann] = found
        eve = await Guest.arrive(lasting.url, "Eve")
        async with wire(lasting.url, eve.cookie) as line:
            watcher = Person(eve, line, ann.id)
            await watcher.hello()
            await ann.ask("roll", turn=1)
            await watcher.when(lambda: watcher.game["phase"] != "roll")
            assert watcher.game["sheets"] == ann.game["sheets"]
            assert watcher.offers == {}
            assert (await watcher.ask("roll", turn=1))["code"] == "not-your-seat"
            assert (await watcher.ask("hand-over", seat=0))["code"] == "not-seated"

    play(lasting.url, 1, Options(seats=1), story)


def test_spectators_are_named_when_they_come_and_the_host_can_remove_a_silent_one(lasting: Running) -> None:
    async def story(found: list[Person]) -> None:
        [ann] = found
        assert ann.table.get("watching", 0) == 0
        eve = await Guest.arrive(lasting.url, "Eve")
        async with wire(lasting.url, eve.cookie) as one, wire(lasting.url, eve.cookie) as two:
            await one.hello(ann.id)
            await two.hello(ann.id)
            await ann.when(lambda: ann.table.get("watching", 0) == 1)
            assert ann.table["spectators"] == [{"guest": eve.id, "name": "Eve"}]
            await Guest.arrive(lasting.url, "Evelyn", eve.cookie)
            await ann.when(lambda: ann.table["spectators"] == [{"guest": eve.id, "name": "Evelyn"}])
            assert (await ann.ask("kick", guest="nobody"))["code"] == "no-such-guest"
            assert (await ann.ask("ban", guest="nobody"))["code"] == "no-such-guest"
            await ann.ask("kick", guest=eve.id)
            assert (await one.until(lambda message: message["type"] == "bye"))["code"] == "kicked"
            notice = {"type": "notice", "what": "kicked", "guest": eve.id, "name": "Evelyn"}
            assert notice in ann.events
            answer = httpx2.get(
                f"{lasting.url}/api/tables/{ann.id}/log", headers={"Cookie": ann.guest.cookie}
            )
            assert notice in [line["event"] for line in answer.json()["lines"]]
        await ann.when(lambda: ann.table.get("watching", 0) == 0)

    play(lasting.url, 1, Options(seats=1), story)


def test_somebody_else_becomes_host_if_the_opener_never_comes(lasting: Running) -> None:
    async def run() -> None:
        opener, bob = [await Guest.arrive(lasting.url, name) for name in ("Ann", "Bob")]
        table = await opener.create(Options(seats=2, away_after=5))
        async with wire(lasting.url, bob.cookie) as line:
            person = Person(bob, line, table)
            await person.hello()
            await person.ask("sit", seat=0)
            await person.when(lambda: person.table["host"] == bob.id)

    asyncio.run(asyncio.wait_for(run(), 60))


def test_a_crowd_is_counted_now_and_then(lasting: Running) -> None:
    """The number of spectators is sent only a few times, however many come."""

    async def story(found: list[Person]) -> None:
        [ann] = found
        eves = [await Guest.arrive(lasting.url, f"Eve {number}") for number in range(30)]
        async with AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(wire(lasting.url, eve.cookie)) for eve in eves]
            before, began = len(ann.line.frames), time.monotonic()
            await asyncio.gather(*(line.hello(ann.id) for line in lines))
            await ann.when(lambda: ann.table.get("watching", 0) == len(eves))
            most = 2 + (time.monotonic() - began) / live_table.RECOUNT
            assert len(ann.line.frames) - before <= most
            assert len(ann.table["spectators"]) == SPECTATORS_NAMED

    play(lasting.url, 1, Options(seats=1), story)


def test_a_table_without_spectators_and_chat(lasting: Running) -> None:
    async def story(found: list[Person]) -> None:
        [ann] = found
        eve = await Guest.arrive(lasting.url, "Eve")
        async with wire(lasting.url, eve.cookie) as line:
            assert (await line.hello(ann.id))["code"] == "no-spectators"
        assert (await ann.ask("say", text="hello?"))["code"] == "chat-off"

    play(lasting.url, 1, Options(seats=1, spectators=False, chat=False), story)


def test_chat_reaches_everybody_once_and_the_host_may_mute(
    lasting: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(found: list[Person]) -> None:
        ann, bob = found
        for _ in range(2):
            await bob.ask("say", text="hello", id="the-same")
        await ann.ask("mute", guest=bob.guest.id)
        assert (await bob.ask("say", text="but"))["code"] == "muted"
        async with wire(lasting.url, ann.guest.cookie) as line:
            snapshot = await Person(ann.guest, line, ann.id).hello()
        assert [(line["name"], line["text"]) for line in snapshot["chat"]] == [("Person 1", "hello")]
        monkeypatch.setattr(table_clock, "millis", lambda: int(1000 * (time.time() + 3600)))
        async with wire(lasting.url, bob.guest.cookie) as line:
            back = Person(bob.guest, line, bob.id)
            await back.hello(bob.seq)
            assert (await back.until(lambda message: message["type"] == "chat"))["line"]["text"] == "hello"

    play(lasting.url, 2, Options(seats=2), story)


@pytest.mark.parametrize("stored", [True, False])
def test_an_interrupted_rematch_leaves_one_table(server: Running, stored: bool) -> None:
    """As when the server fails just after, or just before, the new table is on the disk."""

    async def story(found: list[Person]) -> None:
        [ann] = found
        await ann.pass_to_the_end(0)
        hub = server.application.hub
        assert hub is not None
        create = hub.store.create_game

        async def fail(*arguments: Any) -> bool:
            hub.store.create_game = create  # type: ignore[method-assign]
            if stored:
                await create(*arguments)
            raise StoreUnavailable

        hub.store.create_game = fail  # type: ignore[assignment, method-assign]
        assert (await ann.ask("rematch", id="again"))["code"] == "storage"
        assert (await ann.ask("rematch", id="again"))["type"] != "error"
        await ann.when(lambda: ann.table.get("rematch"))
        unfinished = await asyncio.wrap_future(
            asyncio.run_coroutine_threadsafe(hub.store.unfinished_games(), server.loop)  # type: ignore[arg-type]
        )
        assert [game.id for game in unfinished if game.status == "lobby"] == [ann.table["rematch"]]

    play(server.url, 1, Options(seats=1), story)
