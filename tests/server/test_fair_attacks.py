"""Attacks on the fair dice. Each test plays an attacker of the threat model in docs/fairness.md."""

import asyncio
import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from live_server import Running, wire
from msgspec import structs
from seated import Person

from qwixx import Record, Roll
from qwixx.client import Guest
from qwixx.client.dice_notes import DiceNotes
from qwixx.dice.chain import Chain
from qwixx.dice.fair import FairDice, NotFair, commitment, derived_nonce
from qwixx.dice.proof import DERIVED, PLAIN, Fault, Noted, check, read_proof, terms
from qwixx.server import protocol
from qwixx.server.protocol import Choice, GameView, NewTable, Options, SeatOffers
from qwixx.server.settings import Settings
from qwixx.server.table import duties, log, views
from qwixx.server.table.checks import Refusal
from qwixx.server.table.decide import decide
from qwixx.server.table.game import TableGame
from qwixx.server.table.opening import first_entries, rematch_of
from qwixx.server.table.records import check_dice, record_of
from qwixx.server.table.table import Table

SEED = bytes(range(32))
ANN = Chain.of("aa" * 32)
BOB = Chain.of("bb" * 32)
NAMES = {"ann": "Ann", "bob": "Bob", "eve": "Eve"}
Seats = dict[str, Chain | str]


class Desk:
    """A table without a server around it: commands are decided, logged and applied."""

    def __init__(self, seats: Seats, seed: bytes = SEED, bots: int = 0, now: int = 1_000_000) -> None:
        """`seats`: the guests in order, each with a chain or a plain nonce; then the bots."""
        self.log: list[bytes] = []
        self.table = Table("id", "CODE22", seed)
        self.now = now
        self.commands = 0
        self.chains = {guest: chain for guest, chain in seats.items() if isinstance(chain, Chain)}
        self.apply(log.Entry(now, log.Opened(Options(seats=len(seats) + bots), next(iter(seats)))))
        for number in range(bots):
            self.apply(log.Entry(now, log.BotSat(len(seats) + number, "gap")))
        for seat, (guest, given) in enumerate(seats.items()):
            self.do(guest, self.sit(seat, given))
            self.do(guest, protocol.Ready(self.id()))

    def id(self) -> str:
        self.commands += 1
        return f"c{self.commands}"

    def sit(self, seat: int, given: Chain | str) -> protocol.Sit:
        if isinstance(given, Chain):
            return protocol.Sit(self.id(), seat, promise=given.promise)
        return protocol.Sit(self.id(), seat, given)

    def apply(self, entry: log.Entry) -> None:
        self.log.append(log.encode(entry))
        self.table.apply(log.decode(self.log[-1]))

    def do(self, guest: str, command: Any) -> list[log.Event]:
        found = decide(self.table, guest, command, self.now)
        assert isinstance(found, list), found
        for entry in found:
            self.apply(entry)
        return [entry.event for entry in found]

    def refused(self, guest: str, command: Any) -> str:
        found = decide(self.table, guest, command, self.now)
        assert isinstance(found, Refusal), found
        return found.code

    def seen(self) -> protocol.TableView:
        return views.table_view(self.table, NAMES)

    def start(self, *, revealing: bool = True) -> "Desk":
        self.do(self.table.host, protocol.Start(self.id()))
        if revealing:
            for guest, chain in self.chains.items():
                for seat in self.table.seats_of(guest):
                    self.do(guest, protocol.Reveal(self.id(), seat, chain.nonce))
        return self

    def time_passes(self) -> "Desk":
        """The duties of the next three seconds are done."""
        self.now += duties.REVEAL_TIME
        for due in duties.due(self.table, 0):
            if due.at <= self.now and not isinstance(due.duty, duties.Think):
                self.do("", due.duty)
        return self

    def roll(self, link: str | None) -> None:
        game = self.table.game
        assert game is not None
        guest = self.table.seats[game.state.active].guest
        roll = protocol.RollDice(self.id(), game.turn + 1, link=link)
        self.do(guest, roll if guest else duties.AutoRoll(game.turn + 1))

    def own_link(self) -> str | None:
        game = self.table.game
        assert game is not None
        chain = self.chains.get(self.table.seats[game.state.active].guest)
        return chain.link(game.turn + 1) if chain else None

    def play(self, turns: int = 1000, *, links: bool = True) -> "Desk":
        """Plays on until that many rolls have been made, or to the end of the game."""
        game = self.table.game
        last = turns + (game.turn if game else 0)
        while self.table.status == "playing" and (game := self.table.game) and game.turn < last:
            if game.action:
                self.choose(game)
            else:
                self.roll(self.own_link() if links else None)
        return self

    def finish_turn(self) -> "Desk":
        while (game := self.table.game) and game.action:
            self.choose(game)
        return self

    def choose(self, game: TableGame) -> None:
        """Mostly crosses; the same in every game with the same dice."""
        random = Random(len(self.log))
        seat = random.choice(game.awaited())
        choice = random.choice(game.legal[seat][1:] * 3 + game.legal[seat])
        guest = self.table.seats[seat].guest
        command = protocol.Choose(self.id(), game.turn, game.action, choice)
        self.do(guest, command if guest else duties.BotChoice(game.turn, game.action, choice))

    def record(self) -> Record:
        return record_of(self.table, self.log, NAMES)[1]


def noted(desk: Desk) -> Noted:
    """What Ann, in seat 0, noted of an honest game before she revealed her nonce."""
    proof = read_proof(desk.record())
    return Noted(proof.commitment, proof.terms(), {0: ANN.nonce}, proof.links)


def whats(faults: tuple[Fault, ...]) -> str:
    return "; ".join(fault.what for fault in faults)


def with_headers(record: Record, **headers: str) -> Record:
    """Replaces headers; names have underscores for spaces."""
    changes = {name.replace("_", " "): value for name, value in headers.items()}
    return structs.replace(record, headers=record.headers | changes)


def first_roll(dice: FairDice, link: str = "") -> Roll:
    return dice.roll(1, 6, (), link)


def is_lucky(roll: Roll) -> bool:
    """What the attacker wishes for: one roll in six."""
    return roll.white[0] == 6


def test_every_attack_of_the_page_is_played_here() -> None:
    page = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
    named = re.findall(r"`(test_\w+)` \|$", page, re.MULTILINE)
    assert len(named) > 15
    assert [name for name in named if name not in globals()] == []


# The honest game


def test_an_honest_game_passes_with_everything_that_was_noted() -> None:
    desk = Desk({"ann": ANN, "bob": BOB}, bots=1).start().play()
    verdict = check(Record.parse(str(desk.record())), noted(desk))
    assert verdict.fair, verdict.faults
    assert [seat.nonce for seat in verdict.seats] == ["promised", "promised", "derived"]
    assert [seat.rolls == seat.linked > 0 for seat in verdict.seats] == [True, True, False]
    assert check_dice(desk.table, desk.record()).ok


# The server: chooses after the fact


def test_the_server_cannot_exchange_the_seed() -> None:
    """Knowing all nonces, it finds a seed whose first roll it likes, and writes the whole record for it."""
    honest = Desk({"ann": ANN, "bob": "open"}).start().play()
    for number in range(1000):
        seed = number.to_bytes(32)
        if is_lucky(first_roll(FairDice(seed, (ANN.nonce, "open")), ANN.link(1) or "")):
            break
    forged = Desk({"ann": ANN, "bob": "open"}, seed=seed).start().play().record()
    assert check(forged).fair, "by itself the record is consistent"
    assert "commitment" in whats(check(forged, noted(honest)).faults)
    kept = with_headers(forged, Commitment=honest.record().headers["Commitment"])
    assert "the revealed seed is not the one of the commitment" in whats(check(kept).faults)


def test_the_server_cannot_choose_the_nonce_of_a_bot() -> None:
    """It tries nonces until it likes the first player; the bot's nonce is not its to choose."""
    desk = Desk({"ann": ANN}, bots=1).start().play(3, links=False)
    record = desk.record()
    wished = 1 - record.first
    chosen = next(
        nonce for nonce in map(str, range(1000)) if FairDice(SEED, (ANN.nonce, nonce)).first() == wished
    )
    forged = structs.replace(with_headers(record, Nonces=f"{ANN.nonce} {chosen}"), first=wished)
    assert "the nonce of seat 1 is not the one that was derived" in whats(check(forged).faults)
    disguised = with_headers(forged, Promises=f"{ANN.promise} {PLAIN}")
    assert "promises are not those that were noted" in whats(check(disguised, noted(desk)).faults)


def test_the_server_cannot_change_another_promise_after_a_reveal() -> None:
    """Bob is the server's accomplice: when Ann's nonce is known, he "had promised" what suits them."""
    honest = Desk({"ann": ANN, "bob": BOB}).start().play()
    for number in range(1000):
        other = Chain.of(number.to_bytes(32).hex(), 60)
        if FairDice(SEED, (ANN.nonce, other.nonce)).first() != honest.record().first:
            break
    forged = Desk({"ann": ANN, "bob": other}).start().play().record()
    assert check(forged).fair, "by itself the record is consistent"
    before = structs.replace(noted(honest), links={})
    faults = check(forged, before).faults
    assert whats(faults) == "the commitment or the promises are not those that were noted"


def test_the_server_cannot_replace_a_promised_nonce() -> None:
    desk = Desk({"ann": ANN, "bob": BOB}).start().play(3)
    forged = with_headers(desk.record(), Nonces=f"{ANN.nonce} {'0' * 64}")
    assert "the nonce of seat 1 is not the one that was promised" in whats(check(forged).faults)


def test_the_server_cannot_fall_back_to_version_1() -> None:
    """Records of version 1 carry no promises, so that its server could choose nonces."""
    desk = Desk({"ann": ANN, "bob": BOB}).start().play(2)
    old = Desk({"ann": ANN.nonce, "bob": "chosen"})
    old.apply(log.Entry(old.now, log.Started(FairDice(SEED, (ANN.nonce, "chosen"), 1).first(), 1)))
    forged = old.play(3).record()
    assert check(forged).fair
    assert check(forged).version == 1
    assert "promises are not those that were noted" in whats(check(forged, noted(desk)).faults)


def test_players_who_are_shown_different_tables_note_different_terms() -> None:
    told_ann = terms(commitment(SEED), (ANN.promise, BOB.promise), ("", ""))
    told_bob = terms(commitment(SEED), (ANN.promise, ANN.promise), ("", ""))
    assert told_ann != told_bob


@pytest.mark.parametrize("promise", ["", "plain nonce", f"{DERIVED}\n{DERIVED}", ANN.promise + "\n"])
def test_terms_cannot_be_made_ambiguous(promise: str) -> None:
    with pytest.raises(NotFair):
        terms(commitment(SEED), (ANN.promise, promise), ("", ""))


def test_nothing_is_revealed_to_a_server_that_changes_its_commitment_or_our_promise() -> None:
    notes = DiceNotes()
    desk = Desk({"ann": ANN, "bob": BOB})
    notes.see(desk.seen())
    notes.chains[0] = ANN
    seen = desk.start(revealing=False).seen()
    other = structs.replace(seen, commitment=commitment(b"other"))
    assert notes.to_reveal(other, [0]) == {}
    exchanged = structs.replace(
        seen, seats=(structs.replace(seen.seats[0], promise=BOB.promise), seen.seats[1])
    )
    assert notes.to_reveal(exchanged, [0]) == {}
    assert notes.to_reveal(seen, [0]) == {0: ANN.nonce}


def test_nothing_is_revealed_before_the_table_is_starting() -> None:
    notes = DiceNotes()
    desk = Desk({"ann": ANN, "bob": BOB})
    notes.see(desk.seen())
    notes.chains[0] = ANN
    assert notes.to_reveal(desk.seen(), [0]) == {}
    assert notes.terms == ""


# Players: the last to sit down, the host, somebody who does not reveal


def test_nobody_is_shown_a_promised_nonce_before_the_game() -> None:
    """Not the last to sit down, and not the last to reveal."""
    desk = Desk({"ann": ANN, "bob": BOB})
    desk.do("ann", protocol.Start(desk.id()))
    before = views.encode(desk.seen())
    assert desk.do("ann", protocol.Reveal(desk.id(), 0, ANN.nonce)) == [log.NonceRevealed(0, ANN.nonce)]
    assert ANN.nonce not in views.encode(desk.seen()).decode()
    assert views.encode(desk.seen()) == before
    desk.do("bob", protocol.Reveal(desk.id(), 1, BOB.nonce))
    assert [seat.nonce for seat in desk.seen().seats] == [ANN.nonce, BOB.nonce]
    assert desk.table.status == "playing"


@pytest.mark.parametrize(
    "attempt",
    [
        lambda id: protocol.Sit(id, 2, "late"),
        lambda id: protocol.Stand(id, 0),
        lambda id: protocol.SeatBot(id, 2, "gap"),
        lambda id: protocol.ClearSeat(id, 1),
        lambda id: protocol.Configure(id, Options(seats=4)),
        lambda id: protocol.Ready(id, False),
        protocol.Start,
    ],
)
def test_the_host_cannot_change_anything_while_nonces_are_revealed(attempt: Callable[[str], Any]) -> None:
    desk = Desk({"ann": ANN, "bob": BOB}, bots=1).start(revealing=False)
    desk.do("bob", protocol.Reveal(desk.id(), 1, BOB.nonce))
    before = desk.seen()
    assert desk.refused("ann", attempt(desk.id())) == "starting"
    assert desk.seen() == before


def test_leaving_while_nonces_are_revealed_frees_no_seat() -> None:
    desk = Desk({"ann": ANN, "bob": BOB}).start(revealing=False)
    desk.do("ann", protocol.Leave(desk.id()))
    assert [seat.guest for seat in desk.table.seats] == ["ann", "bob"]
    assert desk.time_passes().table.status == "playing"


@pytest.mark.parametrize("nonce", [BOB.nonce, ANN.promise, ANN.link(1), "0" * 64])
def test_a_wrong_reveal_is_refused(nonce: str) -> None:
    desk = Desk({"ann": ANN, "bob": BOB}).start(revealing=False)
    assert desk.refused("ann", protocol.Reveal(desk.id(), 0, nonce)) == "wrong-nonce"
    assert desk.refused("bob", protocol.Reveal(desk.id(), 0, ANN.nonce)) == "not-your-seat"
    assert desk.seen().starting


def test_a_reveal_at_another_time_is_refused() -> None:
    desk = Desk({"ann": ANN, "bob": BOB})
    assert desk.refused("ann", protocol.Reveal(desk.id(), 0, ANN.nonce)) == "too-early"
    desk.start(revealing=False).time_passes()
    assert desk.refused("ann", protocol.Reveal(desk.id(), 0, ANN.nonce)) == "too-late"


def test_a_reveal_sent_twice_is_done_once() -> None:
    desk = Desk({"ann": ANN, "bob": BOB}).start(revealing=False)
    desk.do("ann", protocol.Reveal(desk.id(), 0, ANN.nonce))
    assert desk.do("ann", protocol.Reveal(desk.id(), 0, ANN.nonce)) == []


def test_a_withheld_reveal_has_one_alternative_and_the_record_says_so() -> None:
    """Bob and the server together can choose between two games, but cannot hide it."""
    desk = Desk({"ann": ANN, "bob": BOB}).start(revealing=False)
    desk.do("ann", protocol.Reveal(desk.id(), 0, ANN.nonce))
    assert desk.table.status == "lobby"
    desk.time_passes().play()
    seat = desk.seen().seats[1]
    assert (seat.nonce_kind, seat.promise, seat.nonce) == ("derived", BOB.promise, derived_nonce(SEED, 1))
    verdict = check(desk.record())
    assert verdict.fair
    assert [seat.nonce for seat in verdict.seats] == ["promised", "unrevealed"]
    assert verdict.seats[1].linked == verdict.seats[1].rolls > 0


def test_a_server_that_ignores_a_reveal_is_found_by_the_player() -> None:
    desk = Desk({"ann": ANN, "bob": BOB}).start(revealing=False)
    desk.do("bob", protocol.Reveal(desk.id(), 1, BOB.nonce))
    desk.time_passes().play()
    verdict = check(desk.record(), Noted(nonces={0: ANN.nonce}))
    assert whats(verdict.faults) == "the nonce of seat 0 is not the one that was noted"


def test_promise_and_nonce_together_are_refused() -> None:
    desk = Desk({"ann": ANN}, bots=1)
    desk.do("ann", protocol.Stand(desk.id(), 0))
    assert desk.refused("ann", protocol.Sit(desk.id(), 0, "nonce", ANN.promise)) == "malformed"


# Rematches


def rematch() -> Desk:
    """The table for the next game of Ann, Bob and a bot."""
    desk = Desk({"ann": ANN, "bob": BOB}, bots=1)
    new, seats = rematch_of(desk.table)
    desk.table, desk.log = Table("id", "CODE22", SEED), []
    for entry in first_entries("ann", new, seats, desk.now):
        desk.apply(entry)
    return desk


def test_a_rematch_starts_when_all_have_accepted_with_new_promises() -> None:
    """The server draws nothing for anybody, and one command of each player is enough."""
    desk = rematch()
    assert [(seat.guest, seat.reserved, seat.ready) for seat in desk.seen().seats] == [
        ("ann", True, False),
        ("bob", True, False),
        ("", False, True),
    ]
    assert desk.refused("eve", desk.sit(0, "mine")) == "seat-taken"
    assert desk.refused("bob", desk.sit(0, BOB)) == "seat-taken"
    assert desk.refused("ann", protocol.Start(desk.id())) == "not-ready"
    desk.do("ann", desk.sit(0, ANN))
    assert desk.seen().starting is None
    desk.do("bob", desk.sit(1, BOB))
    assert desk.seen().starting
    for guest, seat, chain in (("ann", 0, ANN), ("bob", 1, BOB)):
        desk.do(guest, protocol.Reveal(desk.id(), seat, chain.nonce))
    verdict = check(desk.play().record())
    assert verdict.fair
    assert [seat.nonce for seat in verdict.seats] == ["promised", "promised", "derived"]


def test_the_host_frees_the_seats_of_those_who_do_not_accept() -> None:
    desk = rematch()
    desk.do("ann", desk.sit(0, ANN))
    desk.do("ann", protocol.ClearSeat(desk.id(), 1))
    assert desk.refused("ann", protocol.Start(desk.id())) == "seats-empty"
    assert desk.refused("ann", protocol.ClearSeat(desk.id(), 1)) == "seat-empty"
    desk.do("ann", protocol.SeatBot(desk.id(), 1, "gap"))
    desk.do("ann", protocol.Start(desk.id()))
    desk.do("ann", protocol.Reveal(desk.id(), 0, ANN.nonce))
    assert desk.table.game is not None


def test_a_player_who_is_ready_accepts_a_rematch_without_a_promise() -> None:
    """As programs do that do not know of reserved seats."""
    desk = rematch()
    desk.do("bob", protocol.Ready(desk.id()))
    desk.do("ann", protocol.Start(desk.id()))
    assert [seat.nonce_kind for seat in desk.seen().seats] == ["derived"] * 3


def test_a_player_with_two_seats_accepts_each() -> None:
    desk = rematch()
    for entry in first_entries("ann", NewTable(Options(seats=2)), ("ann", "ann"), desk.now):
        if isinstance(entry.event, log.Opened):
            desk.table, desk.log = Table("id", "CODE22", SEED), []
        desk.apply(entry)
    desk.do("ann", desk.sit(0, ANN))
    assert [seat.reserved for seat in desk.seen().seats] == [False, True]
    desk.do("ann", desk.sit(1, BOB))
    assert desk.seen().starting


# Links


def test_only_the_link_of_the_turn_is_accepted() -> None:
    """Neither an old link, nor a later one, nor one of another chain: there is nothing to choose from."""
    desk = Desk({"ann": ANN, "bob": BOB}).start().play(4).finish_turn()
    game = desk.table.game
    assert game is not None
    guest = desk.table.seats[game.state.active].guest
    own, other = (ANN, BOB) if guest == "ann" else (BOB, ANN)
    turn = game.turn + 1
    wrong = [
        own.link(turn - 2),
        own.link(turn - 1),
        own.link(turn + 1),
        other.link(turn),
        own.nonce,
        own.promise,
    ]
    for link in wrong:
        assert desk.refused(guest, protocol.RollDice(desk.id(), turn, link=link)) == "wrong-link"
    assert desk.do(guest, protocol.RollDice(desk.id(), turn, link=own.link(turn)))


def test_a_seat_without_a_promise_has_no_links() -> None:
    desk = Desk({"eve": "open"}).start()
    assert desk.refused("eve", protocol.RollDice(desk.id(), 1, link=ANN.link(1))) == "wrong-link"
    assert desk.do("eve", protocol.RollDice(desk.id(), 1))


def test_a_roll_without_a_link_goes_on_and_the_record_says_so() -> None:
    desk = Desk({"ann": ANN}).start().play(2, links=False).play(2)
    verdict = check(desk.record())
    assert verdict.fair
    assert (verdict.seats[0].rolls, verdict.seats[0].linked) == (4, 2)


def test_a_dropped_link_is_found_by_its_sender() -> None:
    """The server compares the roll with and without the link, and keeps the one it likes."""
    desk = Desk({"ann": ANN}).start().play(2).play(1, links=False).play(2)
    sent = {turn: ANN.link(turn) or "" for turn in range(1, 6)}
    faults = check(desk.record(), Noted(links=sent)).faults
    assert [(fault.turn, fault.what) for fault in faults] == [
        (3, "the link that was sent is not in the roll")
    ]


def test_a_link_in_the_record_is_one_that_was_promised() -> None:
    desk = Desk({"ann": ANN}).start().play(3)
    forged = record_with_links(desk.record(), {1: ANN.link(1), 2: "0" * 64, 3: ANN.link(3)})
    faults = check(forged).faults
    assert Fault(2, "the link is not the one that seat 0 promised") in faults


def record_with_links(record: Record, links: dict[int, str | None]) -> Record:
    return with_headers(record, Links=" ".join(f"{turn}={link}" for turn, link in links.items()))


def test_rolls_with_links_cannot_be_foreseen_from_all_that_the_server_knows() -> None:
    """The attacker has the seed, the nonces and every link so far, and still misses."""
    desk = Desk({"ann": ANN, "bob": BOB}).start()
    foreseen: list[Roll] = []
    while desk.table.status == "playing" and (game := desk.table.game):
        dice = FairDice(SEED, tuple(seat.nonce for seat in desk.table.seats))
        closed = game.rules.closed(game.state)
        foreseen.append(dice.roll(game.turn + 1, game.rules.variant.faces, closed))
        desk.play(1).finish_turn()
    rolled = [action for action in desk.record().actions if isinstance(action, Roll)]
    assert len(rolled) == len(foreseen) > 5
    assert not any(one == other for one, other in zip(rolled, foreseen, strict=True))


# Changed records


@pytest.mark.parametrize("what", ["first", "roll", "nonce", "promise", "link", "commitment", "seed"])
def test_whatever_is_changed_in_a_record_is_named(what: str) -> None:
    desk = Desk({"ann": ANN, "bob": BOB}, bots=1).start().play(6)
    record = desk.record()
    proof = read_proof(record)
    turn = next(iter(proof.links))
    place = next(number for number, action in enumerate(record.actions) if isinstance(action, Roll))
    roll = record.actions[place]
    assert isinstance(roll, Roll)
    bent = structs.replace(roll, white=(roll.white[0] % 6 + 1, roll.white[1]))
    changed = {
        "first": structs.replace(record, first=(record.first + 1) % 3),
        "roll": structs.replace(
            record, actions=(*record.actions[:place], bent, *record.actions[place + 1 :])
        ),
        "nonce": with_headers(record, Nonces=" ".join((BOB.nonce, *proof.dice.nonces[1:]))),
        "promise": with_headers(record, Promises=" ".join((BOB.promise, *proof.promises[1:]))),
        "link": record_with_links(record, {**proof.links, turn: "0" * 64}),
        "commitment": with_headers(record, Commitment=commitment(b"")),
        "seed": with_headers(record, Revealed_seed=bytes(32).hex()),
    }
    assert check(record).fair
    assert not check(changed[what]).fair


# A real server


def options(**fields: Any) -> Options:
    return Options(variant="classic", seats=2, **fields)


async def person(stack: Any, url: str, name: str, table: str = "") -> Person:
    guest = await Guest.arrive(url, name)
    found = Person(
        guest, await stack.enter_async_context(wire(url, guest.cookie)), table or await guest.create()
    )
    await found.hello()
    return found


def run(story: Any) -> None:
    from contextlib import AsyncExitStack

    async def main() -> None:
        async with AsyncExitStack() as stack:
            await story(stack)

    asyncio.run(asyncio.wait_for(main(), 120))


def test_frames_of_a_real_server_hide_promised_nonces_until_the_game(lasting: Running) -> None:
    async def story(stack: Any) -> None:
        ann = await person(stack, lasting.url, "Ann")
        bob = await person(stack, lasting.url, "Bob", ann.id)
        eve = await person(stack, lasting.url, "Eve", ann.id)
        await ann.ask("sit", seat=0, promise=ANN.promise)
        await bob.ask("sit", seat=1, promise=BOB.promise)
        await bob.ask("ready")
        await ann.ask("start")
        await ann.when(lambda: ann.table.get("starting"))
        assert ann.table["seats"][1]["promise"] == BOB.promise
        assert ann.table["seats"][1]["nonce_kind"] == "promised"
        assert (await ann.ask("reveal", seat=0, nonce=ANN.nonce))["type"] != "error"
        for watcher in (bob, eve):
            await watcher.ask("ping")
            assert not any(ANN.nonce in frame for frame in watcher.line.frames)
        assert watcher.table["status"] == "lobby"
        await bob.ask("reveal", seat=1, nonce=BOB.nonce)
        for one in (ann, bob, eve):
            await one.turn(0)
            assert one.table["status"] == "playing"
            assert [seat["nonce"] for seat in one.table["seats"]] == [ANN.nonce, BOB.nonce]
            assert "starting" not in one.table

    run(story)


def test_a_real_game_starts_after_three_seconds_without_a_reveal(lasting: Running) -> None:
    async def story(stack: Any) -> None:
        ann = await person(stack, lasting.url, "Ann")
        await ann.ask("sit", seat=0, promise=ANN.promise)
        await ann.ask("seat-bot", seat=1, bot="gap")
        before = asyncio.get_running_loop().time()
        await ann.ask("start")
        await ann.turn(0)
        assert 2.5 < asyncio.get_running_loop().time() - before < 10
        assert ann.table["seats"][0]["nonce_kind"] == "derived"
        assert ann.table["seats"][0]["nonce"] != ANN.nonce

    run(story)


def test_clients_without_promises_play_at_once_and_are_marked(lasting: Running) -> None:
    """As programs do that know only a plain nonce, or none."""

    async def story(stack: Any) -> None:
        ann = await person(stack, lasting.url, "Ann")
        bob = await person(stack, lasting.url, "Bob", ann.id)
        await ann.ask("sit", seat=0, nonce="mine")
        await bob.ask("sit", seat=1)
        await bob.ask("ready")
        assert ann.table["seats"][0]["nonce"] == "mine"
        await ann.ask("start")
        await ann.turn(0)
        kinds = [seat["nonce_kind"] for seat in ann.table["seats"]]
        assert kinds == ["plain", "derived"]
        await bob.turn(0)
        await asyncio.gather(ann.pass_to_the_end(0), bob.pass_to_the_end(1))
        record = Record.parse(await ann.guest.record(ann.id))
        assert check(record, Noted(nonces={0: "mine"})).fair
        assert record.headers["Promises"] == "plain derived"

    run(story)


@pytest.mark.parametrize("nonce", ["x\n", "\n", "a b", "ä", "x" * 65, "\tx"])
def test_a_nonce_that_would_break_the_start_is_refused(lasting: Running, nonce: str) -> None:
    async def story(stack: Any) -> None:
        ann = await person(stack, lasting.url, "Ann")
        assert (await ann.ask("sit", seat=0, nonce=nonce))["code"] == "malformed"

    run(story)


@pytest.mark.parametrize(
    "promise", ["", "x", ANN.promise.upper(), ANN.promise + "\n", ANN.promise[1:] + "\n"]
)
def test_what_cannot_be_a_promise_is_refused(lasting: Running, promise: str) -> None:
    async def story(stack: Any) -> None:
        ann = await person(stack, lasting.url, "Ann")
        assert (await ann.ask("sit", seat=0, promise=promise))["code"] == "malformed"

    run(story)


def least_skipped(offers: SeatOffers, _: GameView) -> Choice:
    return min(offers.options[1:], key=lambda offer: offer.skips).choice


def test_the_client_promises_reveals_links_and_checks(lasting: Running) -> None:
    async def story(_: Any) -> None:
        guest = await Guest.arrive(lasting.url, "Ann")
        table = await guest.create(options(), bots=(None, "gap"))
        async with guest.table(table) as seat:
            await seat.sit(0)
            await seat.start()
            await seat.play(least_skipped)
        verdict = await guest.check_dice(table)
        assert verdict.fair, verdict.faults
        assert [one.nonce for one in verdict.seats] == ["promised", "derived"]
        assert verdict.seats[0].linked == verdict.seats[0].rolls > 0
        noted = guest.table(table).notes.noted()
        assert noted.terms
        assert noted.nonces.keys() == {0}
        assert len(noted.links) == verdict.seats[0].linked

    run(story)


def test_a_second_connection_without_the_secret_plays_without_links(lasting: Running) -> None:
    async def story(_: Any) -> None:
        guest = await Guest.arrive(lasting.url, "Ann")
        table = await guest.create(options(), bots=(None, "gap"))
        async with guest.table(table) as seat:
            await seat.sit(0)
            await seat.start()
        other = Guest(lasting.url, guest.cookie)
        async with other.table(table) as seat:
            await seat.play(least_skipped)
        verdict = await guest.check_dice(table)
        assert verdict.fair
        assert verdict.seats[0].nonce == "promised"
        assert verdict.seats[0].linked == 0

    run(story)


def test_rolls_are_foreseen_from_the_database_only_where_no_link_is_given(tmp_path: Path) -> None:
    """A local user who can read the file: with links he misses, without them he knows every roll."""
    file = tmp_path / "qwixx.sqlite"
    server = Running(Settings(database=f"sqlite:///{file}", pace=0)).start()

    def foresee(table: str, turn: int) -> list[int]:
        """The numbers of the next roll from everything in the file."""
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
            [(seed,)] = database.execute("SELECT seed FROM games WHERE id = ?", [table])
            rows = database.execute("SELECT data FROM events WHERE game = ? ORDER BY seq", [table])
            events = [json.loads(data)["event"] for (data,) in rows]
        revealed = [event["nonce"] for event in events if event["type"] == "revealed"]
        return FairDice(seed, tuple(revealed)).draw(turn, 6, 6)

    async def story(stack: Any) -> None:
        for linked in (True, False):
            ann = await person(stack, server.url, "Ann")
            await ann.ask("configure", options={"seats": 1})
            await ann.ask("sit", seat=0, promise=ANN.promise)
            await ann.ask("start")
            await ann.ask("reveal", seat=0, nonce=ANN.nonce)
            await ann.turn(0)
            hits = 0
            for turn in (1, 2, 3):
                expected = [number + 1 for number in foresee(ann.id, turn)]
                await ann.ask("roll", turn=turn, **({"link": ANN.link(turn)} if linked else {}))
                await ann.turn(turn)
                roll = ann.game["roll"]
                hits += [*roll["white"], *roll["colours"]] == expected
                while ann.game["phase"] != "roll":
                    await ann.choose(0)
                    await ann.line.ask("ping")
            assert hits == (0 if linked else 3)

    try:
        run(story)
    finally:
        server.stop()


# Abandoned games, and games from before version 2


def test_the_seed_of_an_abandoned_game_is_revealed_when_it_expires() -> None:
    desk = Desk({"ann": ANN}, bots=1).start().play(3)
    assert desk.seen().seed == ""
    desk.do("", duties.Expire())
    assert desk.seen().seed == SEED.hex()
    verdict = check(desk.record())
    assert verdict.fair
    assert verdict.rolls == 3
    assert desk.refused("ann", protocol.RollDice(desk.id(), 4, link=ANN.link(4))) == "expired"


OLD_LOG = Path(__file__).parent / "old_logs" / "running_game_fair_1.jsonl"
"""A log of the version before, with the seed `SEED`: two people and a bot, in the fifth turn."""


def old_desk(types: tuple[str, ...] = ()) -> Desk:
    """A desk with the entries of the old log of these types, or all."""
    desk = Desk({"ann": ""})
    desk.table, desk.log = Table("id", "CODE22", SEED), []
    for entry in OLD_LOG.read_bytes().splitlines():
        if not types or json.loads(entry)["event"]["type"] in types:
            desk.apply(log.decode(entry))
    return desk


def test_a_running_game_from_before_version_2_goes_on_with_its_dice() -> None:
    desk = old_desk()
    assert desk.seen().status == "playing"
    assert [seat.nonce_kind for seat in desk.seen().seats] == ["plain", "plain", "plain"]
    desk.play()
    assert desk.table.status == "finished"
    record = desk.record()
    assert record.headers["Fair dice"] == "1"
    assert "Promises" not in record.headers
    verdict = check(record)
    assert verdict.fair
    assert verdict.version == 1


def test_a_lobby_from_before_version_2_starts_a_game_of_version_2() -> None:
    """The nonce that the server had drawn for the bot is not used."""
    desk = old_desk(("opened", "sat", "bot-sat", "readied"))
    bot = next(number for number, seat in enumerate(desk.table.seats) if seat.bot)
    desk.do(desk.table.host, protocol.Start(desk.id()))
    assert desk.table.seats[bot].nonce == derived_nonce(SEED, bot)
    verdict = check(desk.play().record())
    assert verdict.fair
    assert verdict.version == 2
    assert verdict.seats[bot].nonce == "derived"
