"""A table as the fold of its log: entries go in, what is to be told comes out. No clock, no files."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct, structs

from qwixx.rules import Action, Phase, Roll
from qwixx.rules.events import Event

from ..protocol import Notice, Options, What
from . import game as games
from . import log
from .game import Happened, TableGame, rules_of

Status = Literal["lobby", "playing", "finished", "expired"]
Told = Event | Notice

REMEMBERED = 64
"""How many of the latest commands are recognised when they are sent again."""


class TableSeat(Struct, frozen=True):
    guest: str = ""
    bot: str = ""
    nonce: str = ""
    ready: bool = False
    stand_in: str = ""

    @property
    def taken(self) -> bool:
        return bool(self.guest or self.bot)

    @property
    def thinker(self) -> str:
        """The bot that decides here at the moment."""
        return self.bot or self.stand_in


class Table(Struct):
    """Copied (shallowly) before entries are tried out, so nothing inside is ever changed in place."""

    id: str
    code: str
    seed: bytes
    seq: int = 0
    options: Options = Options()
    status: Status = "lobby"
    host: str = ""
    seats: tuple[TableSeat, ...] = ()
    away: dict[str, int] = {}
    """Guests of the table who are not connected, and since when."""
    left: frozenset[str] = frozenset()
    """Those who went for good."""
    muted: frozenset[str] = frozenset()
    rematch: str = ""
    game: TableGame | None = None
    touched: int = 0
    done: dict[tuple[str, str], int] = {}
    """The latest commands by guest and id, and the seq that carried them out."""
    journal: tuple[list[Action], list[int]] | None = None
    """All actions, and where each roll stands; kept only when a record is wanted."""

    def seats_of(self, guest: str) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.guest and seat.guest == guest]

    def guests(self) -> list[str]:
        """Those who hold seats, each once, in the order of the seats."""
        return list(dict.fromkeys(seat.guest for seat in self.seats if seat.guest))

    def concerns(self, guest: str) -> bool:
        """Whether it is theirs: who only watches has no say."""
        return guest == self.host or bool(self.seats_of(guest))

    def apply(self, entry: log.Entry) -> list[Told]:
        """Takes the next entry of the log and returns what everybody may be told about it."""
        self.seq += 1
        self.touched = entry.at
        if entry.cmd:
            self._remember(entry)
        told = self._apply(entry.event, entry.at)
        if self.game and self.status == "playing" and self.game.state.phase is Phase.OVER:
            self.status = "finished"
        return told

    def _remember(self, entry: log.Entry) -> None:
        self.done = {**self.done, (entry.by, entry.cmd): self.seq}
        if len(self.done) > REMEMBERED:
            self.done = dict(list(self.done.items())[-REMEMBERED // 2 :])

    def _apply(self, event: log.Event, at: int) -> list[Told]:
        match event:
            case log.ChoiceMade(choice=choice, why=why):
                assert self.game is not None
                told = self._play(games.choose(self.game, choice, at, tell := _blank()), tell)
                return [Notice("time-up", choice.seat), *told] if why == "clock" else told
            case log.DiceRolled(white=white, colours=colours):
                assert self.game is not None
                if self.journal:
                    self.journal[1].append(len(self.journal[0]))
                return self._play(games.roll(self.game, Roll(white, colours), at, tell := _blank()), tell)
            case log.Corrected(white=white, colours=colours):
                assert self.game is not None
                assert self.game.rolled_from is not None
                if self.journal:
                    del self.journal[0][self.journal[1][-1] :]
                before = self.game.rolled_from
                told = self._play(games.roll(before, Roll(white, colours), at, tell := _blank()), tell)
                return [Notice("corrected", before.state.active), *told]
            case log.Opened(options=options, host=host):
                self.options, self.host = options, host
                self.seats = (TableSeat(),) * options.seats
                return []
            case log.Configured(options=options):
                kept = tuple(structs.replace(seat, ready=False) for seat in self.seats[: options.seats])
                self.options = options
                self.seats = kept + (TableSeat(),) * (options.seats - len(kept))
                return [Notice("configured")]
            case log.Started(first=first):
                self.status = "playing"
                self.game = games.begin(rules_of(self.options), first, at)
                return [Notice("started", first)]
            case log.RematchOpened(table=table):
                self.rematch = table
                return [Notice("rematch")]
            case log.Expired():
                self.status = "expired"
                return [Notice("expired")]
            case _:
                return self._seating(event, at)

    def _play(self, game: TableGame, tell: Happened) -> list[Told]:
        self.game = game
        if self.journal:
            self.journal[0].extend(tell.actions)
        return list(tell.events)

    def _seating(self, event: log.Event, at: int) -> list[Told]:
        match event:
            case log.Sat(seat=seat, guest=guest, nonce=nonce):
                self._set(seat, TableSeat(guest, nonce=nonce))
                self._present(guest)
                return [Notice("sat", seat, guest)]
            case log.BotSat(seat=seat, bot=bot, nonce=nonce):
                self._set(seat, TableSeat(bot=bot, nonce=nonce, ready=True))
                return [Notice("bot-sat", seat)]
            case log.Stood(seat=seat):
                guest = self.seats[seat].guest
                self._set(seat, TableSeat())
                return [Notice("stood", seat, guest)]
            case log.Readied(guest=guest, ready=ready):
                for seat in self.seats_of(guest):
                    self._set(seat, structs.replace(self.seats[seat], ready=ready))
                return self._told("ready" if ready else "unready", guest)
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
                return self._told("left" if left else "away", guest)
            case log.Came(guest=guest):
                self._present(guest)
                return self._told("back", guest)
            case log.Muted(guest=guest, muted=muted):
                self.muted = self.muted | {guest} if muted else self.muted - {guest}
                return [Notice("muted" if muted else "unmuted", None, guest)]
        raise AssertionError(event)

    def _told(self, what: What, guest: str) -> list[Told]:
        """By the first of their seats, which has the name; of those who hold none nobody needs to know."""
        return [Notice(what, seat, guest) for seat in self.seats_of(guest)[:1]]

    def _present(self, guest: str) -> None:
        self.away = {who: since for who, since in self.away.items() if who != guest}
        self.left -= {guest}

    def _set(self, seat: int, value: TableSeat) -> None:
        self.seats = (*self.seats[:seat], value, *self.seats[seat + 1 :])


def _blank() -> Happened:
    return Happened([], [])


def fold(table: Table, entries: Iterable[bytes]) -> Table:
    for entry in entries:
        table.apply(log.decode(entry))
    return table
