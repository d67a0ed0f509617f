"""Views: what a guest may see of a table. Everything that is sent about a table is made here.

The seed is shown when the game is over. A choice of action 1 is shown to its own guest at once, and to the
others when all have chosen.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import msgspec
from msgspec import Struct, structs

from qwixx.dice.fair import commitment
from qwixx.rules import Breakdown, Choice, Phase, Rules, Sheet, State
from qwixx.rules.records.ending import Ending

from ..protocol import (
    GameView,
    Notice,
    Offer,
    SeatOffers,
    SeatView,
    Spectator,
    Summary,
    TableEvent,
    TableView,
    Update,
)
from .duties import REVEAL_TIME, clock, idle_from
from .fair_dice import nonce_kind, shown_nonce
from .game import TableGame, variant_of
from .practice import is_practice
from .table import Table

encode = msgspec.json.Encoder().encode

SPECTATORS_NAMED = 20
"""Number of spectators whom a view of a table names; the others are only counted."""


def table_view(table: Table, names: Mapping[str, str], spectators: Sequence[str] = ()) -> TableView:
    seats = tuple(
        SeatView(
            guest=seat.guest,
            name=names.get(seat.guest, ""),
            bot=seat.bot,
            level=seat.level,
            stand_in=seat.stand_in,
            resigned=seat.resigned,
            ready=seat.ready,
            reserved=seat.reserved,
            away=table.away.get(seat.guest),
            nonce_kind=nonce_kind(table, seat),
            promise=seat.promise,
            nonce=shown_nonce(table, seat),
        )
        for seat in table.seats
    )
    over = table.status in ("finished", "expired") and table.options.dice == "server"
    return TableView(
        id=table.id,
        code=table.code,
        options=table.options,
        status=table.status,
        host=table.host,
        seats=seats,
        commitment=commitment(table.seed),
        seed=table.seed.hex() if over else "",
        starting=None if table.starting is None else table.starting + REVEAL_TIME,
        rematch=table.rematch,
        proposal=table.open_proposal,
        wins=table.wins,
        muted=tuple(sorted(table.muted)),
        banned=tuple(sorted(table.banned)),
        banned_names=tuple(names.get(guest, "") for guest in sorted(table.banned)),
        locked=table.locked,
        watching=len(spectators),
        spectators=tuple(Spectator(guest, names.get(guest, "")) for guest in spectators[:SPECTATORS_NAMED]),
        practice=is_practice(table.options),
    )


def game_view(table: Table) -> GameView | None:
    game = table.game
    if game is None:
        return None
    awaited = game.awaited()
    return position_view(
        game.rules,
        game.state,
        turn=game.turn,
        chosen=game.chosen(),
        awaited=awaited,
        due=clock(table),
        idle=idle_from(table) if awaited else None,
        correctable=correctable(table),
        ending=table.ending if table.status == "finished" else UNENDED,
    )


UNENDED = Ending()


def position_view(
    rules: Rules,
    state: State,
    *,
    turn: int,
    chosen: tuple[int, ...] = (),
    awaited: tuple[int, ...] = (),
    due: int | None = None,
    idle: int | None = None,
    correctable: bool = False,
    ending: Ending = UNENDED,
) -> GameView:
    """A position with everything that a client would otherwise need the rules for."""
    derived = _derive(rules, state.sheets)
    phase = Phase.OVER if ending.cause else state.phase
    return GameView(
        turn=turn,
        active=state.active,
        phase=phase,
        sheets=state.sheets,
        lost=derived.lost,
        scores=derived.scores,
        breakdown=derived.breakdown,
        roll=state.roll,
        closed=derived.closed,
        chosen=chosen,
        awaited=awaited,
        final=state.final,
        due=due,
        idle=idle,
        correctable=correctable,
        cause=ending.cause or rules.cause(state),
        places=rules.places(state, ending.resigned) if phase is Phase.OVER else (),
    )


class _Derived(Struct, frozen=True):
    """What follows from the sheets alone."""

    closed: tuple[int, ...]
    lost: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    breakdown: tuple[Breakdown, ...]


# Many steps, such as a roll, change no sheet.
@lru_cache(maxsize=4096)
def _derive(rules: Rules, sheets: tuple[Sheet, ...]) -> _Derived:
    state = State(sheets, active=0)
    breakdown = rules.breakdown(state)
    return _Derived(
        closed=tuple(sorted(rules.closed(state))),
        lost=rules.lost_cells(state),
        scores=tuple([points.total for points in breakdown]),
        breakdown=breakdown,
    )


def correctable(table: Table) -> bool:
    return table.options.dice == "own" and table.game is not None and table.game.rolled_from is not None


def seat_offers(game: TableGame, seat: int) -> SeatOffers | None:
    """What the seat may choose now; None where it can only pass, which the table does for it."""
    legal = game.legal[seat] if game.legal else ()
    if len(legal) < 2:
        return None
    return SeatOffers(seat, game.turn, game.action, tuple(_offer(game, choice) for choice in legal))


def _offer(game: TableGame, choice: Choice) -> Offer:
    found = game.rules.outlook(game.state, choice)
    return Offer(
        choice,
        found.skips,
        found.crosses,
        found.lucky,
        found.closes,
        found.penalty,
        found.final_lap,
        found.ends,
    )


def offers(table: Table, guest: str) -> tuple[SeatOffers, ...]:
    game = table.game
    if game is None:
        return ()
    found = (seat_offers(game, seat) for seat in table.seats_of(guest) if not table.seats[seat].resigned)
    return tuple(one for one in found if one)


def picked(table: Table, guest: str) -> tuple[Choice, ...]:
    """The guest's own choices of action 1, while others have yet to choose."""
    game = table.game
    if game is None or not game.pending:
        return ()
    seats = (seat for seat in table.seats_of(guest) if not table.seats[seat].resigned)
    return tuple(choice for seat in seats if (choice := game.pending[seat]))


def named(event: TableEvent, names: Mapping[str, str]) -> TableEvent:
    """The event as it is sent: a notice about a guest without a seat, who may be gone, has the name."""
    if isinstance(event, Notice) and event.guest and event.seat is None:
        return structs.replace(event, name=names.get(event.guest, ""))
    return event


class Frames:
    """One step of a table as an `Update` for each guest. The part that all guests share is encoded once."""

    def __init__(
        self,
        old: Table,
        new: Table,
        events: list[TableEvent],
        names: Mapping[str, str],
        now: int,
        spectators: Callable[[], Sequence[str]],
    ) -> None:
        """`spectators` finds the connected ones, whom only some steps name."""
        self.old = old
        self.new = new
        self.whole_game = _moved_on(old, new)
        table = any(isinstance(event, Notice) for event in events) or _lobby_changed(old, new)
        chosen = None
        if not self.whole_game and new.game and old.game and new.game.chosen() != old.game.chosen():
            chosen = new.game.chosen()
        self.empty = not (events or self.whole_game or table or chosen)
        self.shared = encode(
            Update(
                seq=new.seq,
                now=now,
                events=tuple(named(event, names) for event in events),
                table=table_view(new, names, spectators()) if table else None,
                variant=None if new.options is old.options else variant_of(new.options),
                game=game_view(new) if self.whole_game else None,
                chosen=chosen,
            )
        )
        self._offers: dict[int, bytes] = {}
        self._seats: dict[str, list[int]] = {}
        for number, seat in enumerate(new.seats):
            if not seat.resigned:
                self._seats.setdefault(seat.guest, []).append(number)
        self._picks = self._changed_picks()

    def _changed_picks(self) -> dict[int, Choice]:
        """By seat: choices of action 1 that its guest has not been sent yet."""
        new, old = self.new.game, self.old.game
        if new is None or not new.pending:
            return {}
        sent = old.pending if old and old.pending and not self.whole_game else (None,) * len(new.pending)
        pairs = enumerate(zip(new.pending, sent, strict=True))
        return {seat: pick for seat, (pick, before) in pairs if pick and pick is not before}

    def own(self, guest: str) -> bytes:
        """The fields that only this guest gets, as JSON."""
        seats = self._seats.get(guest, ()) if guest else ()
        extra = b""
        if self.whole_game and (found := [one for seat in seats if (one := self._offer(seat))]):
            extra = b',"offers":[' + b",".join(found) + b"]"
        if self._picks and any(seat in self._picks for seat in seats):
            extra += b',"picked":' + encode(picked(self.new, guest))
        return extra

    def frame(self, guest: str, acks: list[str]) -> bytes | None:
        """The frame for a guest; None if there is nothing to send."""
        extra = self.own(guest)
        if acks:
            extra += b',"acks":' + encode(acks)
        if not extra:
            return None if self.empty else self.shared
        return self.shared[:-1] + extra + b"}"

    def _offer(self, seat: int) -> bytes:
        game = self.new.game
        if seat not in self._offers:
            found = game and seat_offers(game, seat)
            self._offers[seat] = encode(found) if found else b""
        return self._offers[seat]


def _lobby_changed(old: Table, new: Table) -> bool:
    """Whether the table has changed in a way that no notice tells."""
    return old.status != new.status or old.starting != new.starting


def _moved_on(old: Table, new: Table) -> bool:
    """Whether more of the game has changed than the set of seats that have chosen."""
    if new.game is old.game:
        return False
    if new.game is None or old.game is None:
        return True
    same = new.game.state is old.game.state and new.game.turn == old.game.turn
    return not same or correctable(old) != correctable(new) or new.game.stopped is not None


def summary(table: Table, names: Mapping[str, str], created: int) -> Summary:
    game = table.game
    levels = tuple(seat.level for seat in table.seats)
    seats = tuple(names.get(seat.guest, "") if seat.guest else seat.bot for seat in table.seats)
    return Summary(
        id=table.id,
        code=table.code,
        status=table.status,
        variant=table.options.variant,
        seats=seats,
        spectators=table.options.spectators,
        created=created,
        updated=table.touched,
        clock=table.options.clock,
        dice=table.options.dice,
        scores=game.rules.scores(game.state) if game else (),
        levels=levels if any(levels) else (),
        training=table.options.training,
        places=table.places() if table.status == "finished" else (),
        early=game.stopped if game else None,
    )
