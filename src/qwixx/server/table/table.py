"""A table as the fold of its log: each entry changes it and yields the events that everyone may see."""

from collections.abc import Iterable

from msgspec import Struct, structs

from qwixx.dice.fair import VERSION, derived_nonce
from qwixx.rules import Action, Phase, Roll
from qwixx.rules.events import Ended
from qwixx.rules.records.ending import Ending

from ..protocol import EndProposal, Notice, Options, Status, TableEvent, What
from . import game as games
from . import log
from .game import Effects, TableGame, rules_of

COMMANDS_KEPT = 64
"""Number of recent commands of a guest that are recognised when the client sends them again."""
GUESTS_KEPT = 32
"""Number of guests whose commands are remembered."""


class TableSeat(Struct, frozen=True):
    guest: str = ""
    bot: str = ""
    level: str = ""
    """The level by which the bot was chosen; empty for one chosen by its own name."""
    nonce: str = ""
    promise: str = ""
    """The hash of a nonce that the seat reveals when the game starts."""
    derived: bool = False
    """Whether the nonce was derived from the seed at the start of the game."""
    ready: bool = False
    reserved: bool = False
    """Kept for the guest in a rematch, who has not accepted it yet."""
    stand_in: str = ""
    resigned: bool = False
    """The guest has given up the seat: the stand-in plays it to the end."""

    @property
    def taken(self) -> bool:
        return bool(self.guest or self.bot)

    @property
    def deciding_bot(self) -> str:
        """The bot that decides for this seat at the moment; empty if a person does."""
        return self.bot or self.stand_in


class Table(Struct):
    """`apply` replaces values and never changes one in place, so a shallow copy is independent."""

    id: str
    code: str
    seed: bytes
    seq: int = 0
    options: Options = Options()
    status: Status = "lobby"
    host: str = ""
    seats: tuple[TableSeat, ...] = ()
    away: dict[str, int] = {}
    """Guests of the table who are not connected, with the time they went."""
    left: frozenset[str] = frozenset()
    """Guests who left for good."""
    muted: frozenset[str] = frozenset()
    banned: frozenset[str] = frozenset()
    locked: bool = False
    rematch: str = ""
    before: tuple[str, ...] = ()
    """A rematch: the ids of the tables before it, the latest last."""
    wins: tuple[int, ...] = ()
    """The earlier games of this series that each seat has won; empty if the players are not the same."""
    starting: int | None = None
    """When the host started the game, while seats reveal their nonces."""
    fair: int = VERSION
    """The version of the fair dice."""
    game: TableGame | None = None
    proposal: EndProposal | None = None
    """The latest proposal to end the game, which may have lapsed: `open_proposal`."""
    declined: int = -1
    """The latest turn in which a proposal to end the game was declined."""
    touched: int = 0
    done: dict[str, tuple[str, ...]] = {}
    """For each guest the ids of the latest commands."""
    journal: tuple[Action, ...] | None = None
    """All actions of the game; kept only where a record is made."""

    def seats_of(self, guest: str) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.guest and seat.guest == guest]

    def guests(self) -> list[str]:
        """Guests who hold seats, each once, in the order of the seats."""
        return list(dict.fromkeys(seat.guest for seat in self.seats if seat.guest))

    def awaited_guests(self) -> list[str]:
        """Guests for whom the table waits: for a choice or a roll, or for the answer to a rematch.

        Those for whom a bot plays are not among them.
        """
        if self.status == "lobby":
            seats = [seat for seat in self.seats if seat.reserved]
        elif self.game is None or self.status != "playing":
            return []
        else:
            seats = [self.seats[seat] for seat in self.game.awaited()]
        return list(dict.fromkeys(seat.guest for seat in seats if seat.guest and not seat.stand_in))

    def concerns(self, guest: str) -> bool:
        """Whether the guest is the host or holds a seat, and is not only a spectator."""
        return guest == self.host or bool(self.seats_of(guest))

    @property
    def ending(self) -> Ending:
        resigned = tuple(number for number, seat in enumerate(self.seats) if seat.resigned)
        return Ending(self.game.stopped if self.game else None, resigned)

    def places(self) -> tuple[int, ...]:
        """The place of each seat after the game: seats that resigned come last."""
        assert self.game is not None
        return self.game.rules.places(self.game.state, self.ending.resigned)

    @property
    def open_proposal(self) -> EndProposal | None:
        """The proposal to end the game that the players can accept now; the next roll lets it lapse."""
        found, game = self.proposal, self.game
        return found if found and game and not game.stopped and game.turn == found.turn else None

    def apply(self, entry: log.Entry) -> list[TableEvent]:
        """Applies the next entry of the log; returns the events that everyone may see."""
        self.seq += 1
        self.touched = entry.at
        if entry.cmd:
            self._remember(entry)
        events = self._apply(entry.event, entry.at)
        if self.game and self.status == "playing" and self.game.state.phase is Phase.OVER:
            self.status = "finished"
        return events

    def _remember(self, entry: log.Entry) -> None:
        done = self.done.copy()
        # The guest who acted last comes last.
        own = done.pop(entry.by, ())
        done[entry.by] = (*own[1 - COMMANDS_KEPT :], entry.cmd)
        if len(done) > GUESTS_KEPT:
            del done[next(iter(done))]
        self.done = done

    def _apply(self, event: log.Event, at: int) -> list[TableEvent]:
        match event:
            case log.ChoiceMade(choice=choice, why=why):
                assert self.game is not None
                effects = Effects([], [])
                events = self._play(
                    games.choose(self.game, choice, at, effects, by_bot=why == "bot"), effects
                )
                return [Notice("time-up", choice.seat), *events] if why == "clock" else events
            case log.DiceRolled(white=white, colours=colours):
                assert self.game is not None
                effects = Effects([], [])
                return self._play(games.roll(self.game, Roll(white, colours), at, effects), effects)
            case log.Corrected(white=white, colours=colours):
                assert self.game is not None
                assert self.game.rolled_from is not None
                if self.journal is not None:
                    self.journal = _before_last_roll(self.journal)
                before, effects = self.game.rolled_from, Effects([], [])
                events = self._play(games.roll(before, Roll(white, colours), at, effects), effects)
                return [Notice("corrected", before.state.active), *events]
            case log.Opened(options=options, host=host, wins=wins, before=before):
                self.options, self.host, self.wins, self.before = options, host, wins, before
                self.seats = (TableSeat(),) * options.seats
                return []
            case log.Configured(options=options):
                # People look at the new game first; a bot is always ready.
                kept = tuple(
                    structs.replace(seat, ready=bool(seat.bot)) for seat in self.seats[: options.seats]
                )
                self.options = options
                if options.seats != len(self.seats):
                    self.wins = ()
                self.seats = kept + (TableSeat(),) * (options.seats - len(kept))
                return [Notice("configured")]
            case log.StartAsked():
                self.starting = at
                return []
            case log.NonceRevealed(seat=seat, nonce=nonce):
                self._set(seat, structs.replace(self.seats[seat], nonce=nonce))
                return []
            case log.Started(first=first, fair=fair):
                self.status, self.starting, self.fair = "playing", None, fair
                if fair > 1:
                    self.seats = with_all_nonces(self.seats, self.seed)
                self.game = games.begin(rules_of(self.options), first, at)
                return [Notice("started", first)]
            case log.GameStopped(cause=cause):
                assert self.game is not None
                self.game = games.stop(self.game, cause, at)
                self.status = "finished"
                return [Ended(cause, self.game.rules.scores(self.game.state))]
            case log.RematchOpened(table=table):
                self.rematch = table
                return [Notice("rematch")]
            case log.Expired():
                self.status = "expired"
                return [Notice("expired")]
            case _:
                return self._seating(event, at)

    def _play(self, game: TableGame, effects: Effects) -> list[TableEvent]:
        self.game = game
        if self.journal is not None:
            self.journal += tuple(effects.actions)
        return list(effects.events)

    def _seating(self, event: log.Event, at: int) -> list[TableEvent]:
        match event:
            case log.Sat(seat=seat, guest=guest, nonce=nonce, promise=promise):
                accepted = self.seats[seat].reserved
                self._set(seat, TableSeat(guest, nonce=nonce, promise=promise, ready=accepted))
                self._present(guest)
                return [Notice("sat", seat, guest)]
            case log.Reserved(seat=seat, guest=guest):
                self._set(seat, TableSeat(guest, reserved=True))
                return []
            case log.BotSat(seat=seat, bot=bot, level=level, nonce=nonce):
                self._set(seat, TableSeat(bot=bot, level=level, nonce=nonce, ready=True))
                return [Notice("bot-sat", seat)]
            case log.Stood(seat=seat):
                guest = self.seats[seat].guest
                self._set(seat, TableSeat())
                self.wins = ()
                return [Notice("stood", seat, guest)]
            case log.Readied(guest=guest, ready=ready):
                for seat in self.seats_of(guest):
                    self._set(seat, self._readied(self.seats[seat], ready))
                return self._notice("ready" if ready else "unready", guest)
            case log.Hosted(guest=guest):
                self.host = guest
                return [Notice("host", None, guest)]
            case log.HandedOver(seat=seat, bot=bot):
                self._set(seat, structs.replace(self.seats[seat], stand_in=bot))
                return [Notice("handed-over", seat, self.seats[seat].guest)]
            case log.TakenBack(seat=seat):
                self._set(seat, structs.replace(self.seats[seat], stand_in=""))
                return [Notice("taken-back", seat, self.seats[seat].guest)]
            case log.Went(guest=guest, left=left):
                self.away = {**self.away, guest: at}
                if left:
                    self.left |= {guest}
                return self._notice("left" if left else "away", guest)
            case log.Came(guest=guest):
                self._present(guest)
                return self._notice("back", guest)
            case log.Muted(guest=guest, muted=muted):
                self.muted = self.muted | {guest} if muted else self.muted - {guest}
                first = next(iter(self.seats_of(guest)), None)
                return [Notice("muted" if muted else "unmuted", first, guest)]
            case log.Kicked(guest=guest):
                return [Notice("kicked", None, guest)]
            case log.Banned(guest=guest, banned=banned):
                self.banned = self.banned | {guest} if banned else self.banned - {guest}
                return [Notice("banned" if banned else "unbanned", None, guest)]
            case log.Locked(locked=locked):
                self.locked = locked
                return [Notice("locked" if locked else "unlocked")]
            case _:
                return self._giving_up(event)

    def _giving_up(self, event: log.Event) -> list[TableEvent]:
        match event:
            case log.Resigned(seat=seat, bot=bot):
                self._set(seat, structs.replace(self.seats[seat], stand_in=bot, resigned=True))
                return [Notice("resigned", seat, self.seats[seat].guest)]
            case log.EndProposed(guest=guest):
                assert self.game is not None
                self.proposal = EndProposal(guest, self.game.turn, (guest,))
                return self._notice("end-proposed", guest)
            case log.EndAccepted(guest=guest):
                assert self.proposal is not None
                agreed = (*self.proposal.accepted, guest)
                self.proposal = structs.replace(self.proposal, accepted=agreed)
                return self._notice("end-accepted", guest)
            case log.EndDeclined(guest=guest):
                assert self.game is not None
                self.proposal, self.declined = None, self.game.turn
                return self._notice("end-declined", guest)
        raise AssertionError(event)

    def _readied(self, seat: TableSeat, ready: bool) -> TableSeat:
        """Someone who is ready has also accepted a reserved seat, without a nonce."""
        return structs.replace(seat, ready=ready, reserved=seat.reserved and not ready)

    def _notice(self, what: What, guest: str) -> list[TableEvent]:
        """Names the guest's first seat; there is no notice about a guest without one."""
        return [Notice(what, seat, guest) for seat in self.seats_of(guest)[:1]]

    def _present(self, guest: str) -> None:
        self.away = {who: since for who, since in self.away.items() if who != guest}
        self.left -= {guest}

    def _set(self, seat: int, value: TableSeat) -> None:
        self.seats = (*self.seats[:seat], value, *self.seats[seat + 1 :])


def with_all_nonces(seats: tuple[TableSeat, ...], seed: bytes) -> tuple[TableSeat, ...]:
    """The seats at the start of a game: bots and seats without a nonce get one derived from the seed."""
    return tuple(
        structs.replace(seat, nonce=derived_nonce(seed, number), derived=True)
        if seat.bot or not seat.nonce
        else seat
        for number, seat in enumerate(seats)
    )


def _before_last_roll(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    return actions[: max(number for number, action in enumerate(actions) if isinstance(action, Roll))]


def fold(table: Table, entries: Iterable[bytes]) -> Table:
    """Applies stored entries to the table, and returns it."""
    for entry in entries:
        table.apply(log.decode(entry))
    return table
