"""Records and logs of games, and for finished ones the replay by ply and the check of the dice."""

from collections.abc import Mapping

from qwixx.dice.fair import NotFair
from qwixx.dice.proof import check
from qwixx.rules import Record, parse_board
from qwixx.rules.events import Ended

from ..protocol import DiceCheck, GameLog, LogLine, Replay, ReplayPly
from . import log, views
from .fair_dice import proof
from .game import variant_of
from .table import Table

TRAINING = "Training"
"""The header of a record whose players could ask for hints."""


def record_of(of: Table, entries: list[bytes], names: Mapping[str, str]) -> tuple[Table, Record]:
    """The table after these entries of its log, and its record, whose headers reveal the seed."""
    with log.reading():
        return _record_of(of, entries, names)


def _record_of(of: Table, entries: list[bytes], names: Mapping[str, str]) -> tuple[Table, Record]:
    table = Table(of.id, of.code, of.seed, journal=())
    first, links = 0, dict[int, str]()
    for data in entries:
        entry = log.decode(data)
        table.apply(entry)
        if isinstance(entry.event, log.Started):
            first = entry.event.first
        elif isinstance(entry.event, log.DiceRolled) and entry.event.link and table.game:
            links[table.game.turn] = entry.event.link
    assert table.journal is not None
    options = table.options
    return table, Record(
        variant=options.variant,
        seats=tuple(seat.bot or names.get(seat.guest, "") for seat in table.seats),
        actions=table.journal,
        first=first,
        lucky=options.lucky,
        board=parse_board(options.board) if options.board else None,
        headers=({TRAINING: "yes"} if options.training else {})
        | table.ending.headers()
        | (proof(table, links).headers() if options.dice == "server" else {}),
    )


def log_of(of: Table, entries: list[bytes]) -> GameLog:
    """What everybody at the table was told since the game began."""
    with log.reading():
        return _log_of(of, entries)


def _log_of(of: Table, entries: list[bytes]) -> GameLog:
    table, lines = Table(of.id, of.code, of.seed), list[LogLine]()
    for data in entries:
        events = table.apply(log.decode(data))
        if table.game:
            lines += [LogLine(table.seq, table.game.turn, event) for event in events]
    return GameLog(table.seq, tuple(lines))


def replay_of(table: Table, record: Record, names: Mapping[str, str]) -> Replay:
    rules = record.rules()
    start = record.opening()
    plies = [ReplayPly(0, (), views.position_view(rules, start, turn=0))]
    for ply in record.plies():
        view = views.position_view(
            rules,
            ply.after,
            turn=ply.turn,
            chosen=tuple(seat for seat, choice in enumerate(ply.after.choices) if choice),
            awaited=tuple(sorted(rules.to_act(ply.after))),
        )
        plies.append(ReplayPly(ply.number, ply.events, view))
    plies[-1] = _as_it_ended(table, plies[-1])
    return Replay(views.table_view(table, names), variant_of(table.options), tuple(plies))


def _as_it_ended(table: Table, last: ReplayPly) -> ReplayPly:
    """The last position with the result of the table, where seats may have resigned."""
    view, cause = views.game_view(table), table.ending.cause
    assert view is not None
    ended = (Ended(cause, view.scores),) if cause else ()
    return ReplayPly(last.ply, last.events + ended, view)


def check_dice(table: Table, record: Record) -> DiceCheck:
    if table.options.dice == "own":
        return DiceCheck("own", 0, True)
    try:
        verdict = check(record)
    except NotFair as error:
        return DiceCheck("server", 0, False, str(error))
    fault = verdict.faults[0] if verdict.faults else None
    return DiceCheck(
        "server",
        verdict.rolls,
        verdict.fair,
        fault.what if fault else "",
        fault.turn if fault else None,
    )
