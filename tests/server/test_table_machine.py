"""A state machine of two processes, guests and lost messages around one log: the rules always hold."""

from random import Random
from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, precondition, rule

from qwixx import Cross, Pass, Phase, Record, Roll, replay
from qwixx.dice.chain import Chain
from qwixx.dice.proof import check, read_proof
from qwixx.rules import Choice
from qwixx.server import protocol
from qwixx.server.protocol import Code, Options
from qwixx.server.table import duties, log, views
from qwixx.server.table.checks import Refusal
from qwixx.server.table.decide import decide
from qwixx.server.table.game import rules_of
from qwixx.server.table.records import record_of
from qwixx.server.table.table import COMMANDS_KEPT, Table, fold

GUESTS = ("ann", "bob", "cem")
PROCESSES = (0, 1)
SEED = bytes(range(32))
NAMES = {guest: guest.title() for guest in GUESTS}

guests = st.sampled_from(GUESTS)
processes = st.sampled_from(PROCESSES)
die = st.integers(1, 8)
nonces = st.sampled_from(("promise", "promise", "plain", "none"))
CHAINS = {guest: Chain.of(guest.encode().hex().ljust(64, "0"), 200) for guest in GUESTS}


def options() -> st.SearchStrategy[Options]:
    return st.builds(
        Options,
        variant=st.sampled_from(("classic", "longo", "onboard-b")),
        seats=st.integers(1, 3),
        dice=st.sampled_from(("server", "own")),
        clock=st.sampled_from((None, 30)),
        spectators=st.booleans(),
    )


class TableMachine(RuleBasedStateMachine):
    """`log` is what is on disk; each process has its own, perhaps older, copy of the table."""

    sent = Bundle("sent")

    def __init__(self) -> None:
        super().__init__()
        self.log: list[bytes] = []
        self.tables: list[Table] = []
        self.now = 1_000_000
        self.commands = 0
        self.carried_out: dict[tuple[str, str], int] = {}

    # The world

    @initialize(
        options=options(), bots=st.integers(0, 1), begun=st.sampled_from((True, True, False)), given=nonces
    )
    def open(self, options: Options, bots: int, begun: bool, given: str) -> None:
        opened: list[log.Event] = [log.Opened(options, "ann")]
        opened += [log.BotSat(options.seats - 1, "gap", "bot-nonce")] if bots and options.seats > 1 else []
        self.log = [log.encode(log.Entry(self.now, event)) for event in opened]
        self.tables = [self.read() for _ in PROCESSES]
        if begun:
            self.all_sit_and_start(0, given)

    def read(self) -> Table:
        return fold(Table("table-id", "ABCDEF", SEED), self.log)

    def catch_up(self, process: int) -> Table:
        return fold(self.tables[process], self.log[self.tables[process].seq :])

    @property
    def truth(self) -> Table:
        return self.read()

    def send(self, process: int, guest: str, command: Any, wait: int = 10) -> list[log.Entry] | Refusal:
        """As the server does it: decide, append; after a conflict or a refusal read on and decide again."""
        self.now += wait
        while True:
            table = self.tables[process]
            before = msgspec.json.encode(_plain(table))
            found = decide(table, guest, command, self.now)
            assert msgspec.json.encode(_plain(table)) == before, "deciding changes nothing"
            if table.seq == len(self.log):
                if isinstance(found, Refusal) or not found:
                    return found
                break
            self.catch_up(process)
        for entry in found:
            self.log.append(log.encode(entry))
            self.tables[process].apply(entry)
        return found

    def id(self) -> str:
        self.commands += 1
        return f"c{self.commands}"

    def command(self, process: int, guest: str, command: Any) -> tuple[str, Any]:
        found = self.send(process, guest, command)
        if isinstance(found, list) and found:
            self.carried_out[guest, command.id] = len(self.log)
        return guest, command

    # People

    @rule(target=sent, process=processes, guest=guests, seat=st.integers(0, 3), given=nonces)
    def sit(self, process: int, guest: str, seat: int, given: str) -> tuple[str, Any]:
        return self.command(process, guest, self.sit_with(guest, seat, given))

    def sit_with(self, guest: str, seat: int, given: str) -> protocol.Sit:
        promise = CHAINS[guest].promise if given == "promise" else None
        return protocol.Sit(self.id(), seat, "x" if given == "plain" else "", promise)

    @rule(target=sent, process=processes, guest=guests, seat=st.integers(0, 2), of=guests)
    def reveal(self, process: int, guest: str, seat: int, of: str) -> tuple[str, Any]:
        found = self.command(process, guest, protocol.Reveal(self.id(), seat, CHAINS[of].nonce))
        assert self.truth.status != "lobby" or self.truth.starting is None or self.unrevealed()
        return found

    def unrevealed(self) -> bool:
        return any(seat.promise and not seat.nonce for seat in self.truth.seats)

    @rule(target=sent, process=processes, guest=guests, seat=st.integers(0, 3))
    def stand(self, process: int, guest: str, seat: int) -> tuple[str, Any]:
        return self.command(process, guest, protocol.Stand(self.id(), seat))

    @rule(target=sent, process=processes, guest=guests, ready=st.sampled_from((True, True, False)))
    def ready(self, process: int, guest: str, ready: bool) -> tuple[str, Any]:
        return self.command(process, guest, protocol.Ready(self.id(), ready))

    @rule(process=processes, given=nonces)
    def all_sit_and_start(self, process: int, given: str = "plain") -> None:
        """Without this, few runs would reach a game."""
        if self.truth.status != "lobby":
            return
        for seat in range(len(self.truth.seats)):
            guest = GUESTS[seat]
            self.command(process, guest, self.sit_with(guest, seat, given))
            self.command(process, guest, protocol.Ready(self.id(), True))
        self.command(process, self.truth.host, protocol.Start(self.id()))
        for seat, taken in enumerate(self.truth.seats):
            if taken.promise:
                reveal = protocol.Reveal(self.id(), seat, CHAINS[taken.guest].nonce)
                self.command(process, taken.guest, reveal)

    @rule(target=sent, process=processes, guest=guests)
    def leave(self, process: int, guest: str) -> tuple[str, Any]:
        return self.command(process, guest, protocol.Leave(self.id()))

    @rule(process=processes, guest=guests, gone=st.booleans())
    def come_and_go(self, process: int, guest: str, gone: bool) -> None:
        self.send(process, "", duties.Gone(guest) if gone else duties.Present(guest))

    @rule(
        target=sent,
        process=processes,
        guest=guests,
        seat=st.integers(0, 2),
        wait=st.sampled_from((0, 70_000)),
    )
    def hand_over(self, process: int, guest: str, seat: int, wait: int) -> tuple[str, Any]:
        seats = self.truth.seats
        if wait and seat < len(seats):
            self.send(process, "", duties.Gone(seats[seat].guest))
        self.now += wait
        return self.command(process, guest, protocol.HandOver(self.id(), seat))

    @rule(target=sent, process=processes, guest=guests, seat=st.integers(0, 2))
    def take_back(self, process: int, guest: str, seat: int) -> tuple[str, Any]:
        return self.command(process, guest, protocol.TakeBack(self.id(), seat))

    @rule(target=sent, process=processes, guest=guests, seat=st.integers(0, 2))
    def resign(self, process: int, guest: str, seat: int) -> tuple[str, Any]:
        return self.command(process, guest, protocol.Resign(self.id(), seat))

    @rule(target=sent, process=processes, guest=guests)
    def propose_end(self, process: int, guest: str) -> tuple[str, Any]:
        return self.command(process, guest, protocol.ProposeEnd(self.id()))

    @precondition(lambda self: self.tables and self.truth.game)
    @rule(target=sent, process=processes, guest=guests, accept=st.booleans())
    def answer_end(self, process: int, guest: str, accept: bool) -> tuple[str, Any]:
        game = self.truth.game
        assert game is not None
        return self.command(process, guest, protocol.AnswerEnd(self.id(), game.turn, accept))

    # The game

    @precondition(lambda self: self.tables and self.truth.status == "playing")
    @rule(target=sent, process=processes, data=st.data())
    def roll(self, process: int, data: st.DataObject) -> tuple[str, Any]:
        table = self.truth
        assert table.game is not None
        dice = None
        if table.options.dice == "own":
            dice = protocol.Dice(
                (data.draw(die), data.draw(die)), tuple(data.draw(st.none() | die) for _ in range(4))
            )
            if data.draw(st.integers(0, 3)):
                dice = _possible(table, dice)
        before = table.game.rolled_from or table.game
        guest = table.seats[before.state.active].guest or data.draw(guests)
        turn = before.turn + 1
        link = CHAINS[guest].link(turn) if data.draw(st.booleans()) else None
        return self.command(process, guest, protocol.RollDice(self.id(), turn, dice, link))

    @precondition(lambda self: self.tables and self.truth.game and self.truth.game.action)
    @rule(target=sent, process=processes, data=st.data())
    def choose(self, process: int, data: st.DataObject) -> tuple[str, Any]:
        """One of the offers; in action 1 perhaps not the first choice of the seat."""
        table = self.truth
        game = table.game
        assert game is not None
        seats = [seat for seat, legal in enumerate(game.legal) if len(legal) > 1 and _player(table, seat)]
        if not seats:
            return "ann", protocol.Ping(self.id())
        seat = data.draw(st.sampled_from(seats))
        choice = data.draw(st.sampled_from(game.legal[seat]))
        command = protocol.Choose(self.id(), game.turn, game.action, choice)
        found = self.send(process, table.seats[seat].guest, command)
        if table.status == "playing":
            assert isinstance(found, list), f"an offer was refused: {found}"
            assert found
        return table.seats[seat].guest, command

    @precondition(lambda self: self.tables and self.truth.status == "playing")
    @rule(turns=st.integers(1, 12), chance=st.integers(0, 2**32))
    def play_on(self, turns: int, chance: int) -> None:
        """Several turns in one go, each command to any process, so that runs come to the later game."""
        random = Random(chance)
        last = turns + (self.truth.game.turn if self.truth.game else 0)
        while (table := self.truth).status == "playing" and (game := table.game) and game.turn < last:
            process = random.choice(PROCESSES)
            if not game.action:
                dice = protocol.Dice((random.randint(1, 8), random.randint(1, 8)), (1, 2, 3, 4))
                own = _possible(table, dice) if table.options.dice == "own" else None
                guest = _player(table, game.state.active)
                roll = protocol.RollDice(self.id(), game.turn + 1, own)
                self.send(process, guest or "ann", roll if guest or own else duties.AutoRoll(game.turn + 1))
                if self.truth.game == game:
                    return  # a bot is active, and nobody who could type its dice is seated
                continue
            seat = random.choice(game.awaited())
            # Mostly crosses: passing leads to penalties, and soon to the end of the game.
            choice = random.choice(game.legal[seat][1:] * 3 + game.legal[seat])
            bot = duties.BotChoice(game.turn, game.action, choice)
            own_choice = protocol.Choose(self.id(), game.turn, game.action, choice)
            guest = _player(table, seat)
            found = self.send(process, guest, own_choice if guest else bot)
            assert found
            assert isinstance(found, list)

    @precondition(lambda self: self.tables and self.truth.status == "playing")
    @rule(
        process=processes,
        guest=guests,
        choice=st.one_of(
            st.builds(Cross, st.integers(0, 2), st.integers(-1, 4), st.integers(0, 17)),
            st.builds(Pass, st.integers(0, 2)),
        ),
        action=st.integers(1, 3),
    )
    def choose_anything(self, process: int, guest: str, choice: Choice, action: int) -> None:
        game = self.truth.game
        assert game is not None
        found = self.send(process, guest, protocol.Choose(self.id(), game.turn, action, choice))
        if isinstance(found, list):
            assert choice in game.legal[choice.seat]
            assert _player(self.truth, choice.seat) == guest

    # The server's own

    @rule(process=processes)
    def clock_or_bots(self, process: int) -> None:
        table = self.truth
        self.now += 31_000
        for due in duties.due(table, 0):
            if isinstance(due.duty, duties.Think):
                game = table.game
                assert game is not None
                choice = game.legal[due.duty.seat][-1]
                self.send(process, "", duties.BotChoice(due.duty.turn, due.duty.action, choice))
            elif due.at <= self.now:
                self.send(process, "", due.duty)

    @rule(command=sent, process=processes)
    def send_again(self, command: tuple[str, Any], process: int) -> None:
        guest, sent = command
        done = self.carried_out.get((guest, sent.id))
        length = len(self.log)
        if done is not None and len(self.log) - done < COMMANDS_KEPT // 2:
            self.catch_up(process)
            assert self.send(process, guest, sent) in ([], Refusal(str(Code.EXPIRED)))
            assert len(self.log) == length

    @rule(process=processes)
    def crash(self, process: int) -> None:
        self.tables[process] = self.read()

    # What always holds

    @invariant()
    def processes_agree_when_they_have_read_the_log(self) -> None:
        if self.tables:
            truth = self.truth
            assert all(self.catch_up(process) == truth for process in PROCESSES)

    @invariant()
    def the_game_is_what_the_rules_make_of_its_actions(self) -> None:
        if not self.tables or self.truth.game is None:
            return
        table = fold(Table("table-id", "ABCDEF", SEED, journal=()), self.log)
        assert table.journal is not None
        first = next(
            entry.event.first for entry in map(log.decode, self.log) if isinstance(entry.event, log.Started)
        )
        rules = rules_of(table.options)
        names = tuple(f"Seat {seat}" for seat in rules.seats)
        record = Record(variant=table.options.variant, seats=names, actions=table.journal, first=first)
        assert table.game is not None
        assert replay(record) == table.game.state

    @invariant()
    def the_dice_can_be_checked(self) -> None:
        if self.tables and self.truth.game and self.truth.options.dice == "server":
            _, record = record_of(self.truth, self.log, NAMES)
            verdict = check(record)
            assert verdict.fair, verdict.faults
            assert sum(seat.linked for seat in verdict.seats) == len(read_proof(record).links)

    @invariant()
    def nobody_sees_what_is_hidden(self) -> None:
        if not self.tables:
            return
        table = self.truth
        for guest in (*GUESTS, "stranger"):
            own = views.picked(table, guest)
            assert all(table.seats[choice.seat].guest == guest for choice in own)
            seen = msgspec.json.encode(
                [views.table_view(table, NAMES), views.game_view(table), views.offers(table, guest), own]
            )
            assert (SEED.hex().encode() in seen) == (
                table.status in ("finished", "expired") and table.options.dice == "server"
            )
            hidden = [seat.nonce for seat in table.seats if seat.promise and seat.nonce and not table.game]
            assert not any(nonce.encode() in seen for nonce in hidden)
        if table.game and table.game.state.phase is Phase.WHITE:
            assert all(choice is None for choice in table.game.state.choices)

    @invariant()
    def nobody_is_asked_who_can_only_pass(self) -> None:
        game = self.truth.game if self.tables else None
        if game and game.action:
            assert all(len(game.legal[seat]) > 1 for seat in game.awaited())

    @invariant()
    def a_seat_that_resigned_decides_nothing_and_comes_last(self) -> None:
        table = self.truth if self.tables else None
        if table is None or (game := views.game_view(table)) is None:
            return
        given_up = [number for number, seat in enumerate(table.seats) if seat.resigned]
        offered = [one.seat for guest in GUESTS for one in views.offers(table, guest)]
        picked = [one.seat for guest in GUESTS for one in views.picked(table, guest)]
        assert not set(given_up) & {*offered, *picked}
        assert (game.phase is Phase.OVER) == (table.status == "finished") == bool(game.places)
        assert not (game.phase is Phase.OVER and game.awaited)
        if game.places and given_up:
            assert {game.places[seat] for seat in given_up} == {len(table.seats) - len(given_up) + 1}


def _player(table: Table, seat: int) -> str:
    """The guest who may decide for the seat."""
    return "" if table.seats[seat].resigned else table.seats[seat].guest


def _plain(table: Table) -> object:
    game = table.game
    return [table.seq, table.seats, table.status, game and [game.turn, game.state, game.pending]]


def _possible(table: Table, dice: protocol.Dice) -> protocol.Dice:
    """The same dice as numbers that can be rolled here."""
    assert table.game is not None
    game = table.game.rolled_from or table.game
    faces, closed = game.rules.variant.faces, game.rules.closed(game.state)
    colours = tuple(
        None if row in closed else (value or 1) % faces + 1 for row, value in enumerate(dice.colours)
    )
    roll = Roll((dice.white[0] % faces + 1, dice.white[1] % faces + 1), colours)
    return protocol.Dice(roll.white, roll.colours)


TestTable = TableMachine.TestCase
TestTable.settings = settings(
    max_examples=50, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
