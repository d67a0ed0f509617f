"""Why a choice was worse than the best one.

Every reason that holds in the position is weighed in points: how much lower the row, the penalties or the
pawn end up than after the best choice. The weightiest is shown.
"""

from collections.abc import Iterator
from typing import NamedTuple

from qwixx.rules import CellStatus, Move

from .comparison import Comparison, Side

DECISIVE = 1000.0
"""Weight of ending (or not ending) the game: it outweighs any points."""
CHEAP = 2
"""A cross that gives up at most this many cells counts as cheap."""
RARE = 9
"""A number counts as rare if at most this percentage of the rolls shows it."""
SOME_CHANCE = 0.15
"""Smallest chance of closing a row that is worth mentioning."""
POOR = 8
"""A row that ends up with fewer points than this was not worth a cross."""
LATE = 8
"""With at most this many turns left, of all players together, a new row brings little."""
SOONER = 1.0
"""The game must end this many turns earlier, or later, for that to be a reason."""
SLIGHT = 0.3
"""Weight of the fallback, in points: reasons that weigh less explain nothing."""
SURE = 3.0
"""Smallest difference in points that is shown: below it, playouts may differ by chance."""
RARER = 0.6
"""A number counts as rarer than another if it is rolled at most this fraction as often."""
WHERE = 0.3
"""Factor on totals: they say where points were lost but not why, so they count for less."""


class Explanation(NamedTuple):
    weight: float
    key: str
    numbers: dict[str, int]


def reasons(case: Comparison) -> list[Explanation]:
    """All reasons that hold, the weightiest first; there is always one."""
    return sorted(_reasons(case), key=lambda reason: -reason.weight)


def _reasons(case: Comparison) -> Iterator[Explanation]:
    yield from _endings(case)
    yield from _penalties(case)
    yield from _locks(case)
    yield from _cells(case)
    yield from _rows(case)
    yield from _extras(case)
    yield from _tempo(case)
    yield from _totals(case)
    yield _fallback(case)


def _fallback(case: Comparison) -> Explanation:
    taken, best = case.taken.option, case.best.option
    if case.rules.players == 1:
        numbers = {"points": round(taken.score), "more": round(best.score)}
        return Explanation(SLIGHT, "coach.less-points", numbers)
    return Explanation(SLIGHT, "coach.less-wins", {"chance": _percent(taken.win), "more": _percent(best.win)})


def _endings(case: Comparison) -> Iterator[Explanation]:
    taken, best = case.taken, case.best
    behind, ahead = -case.lead(taken), case.lead(best)
    if taken.outlook.ends and case.rules.players == 1:
        more = round(best.option.score - taken.option.score)
        yield Explanation(DECISIVE, "coach.ended-early", {"n": more})
    elif taken.outlook.ends and behind > 0:
        key = "coach.last-penalty" if taken.outlook.penalty else "coach.ended-behind"
        yield Explanation(DECISIVE, key, {"n": behind, "chance": _percent(best.option.win)})
    elif taken.outlook.final_lap and not best.outlook.final_lap and behind > 0:
        yield Explanation(DECISIVE, "coach.lap-behind", {"n": behind, "chance": _percent(best.option.win)})
    if case.rules.players == 1:
        return
    yield from _endings_with_others(case)
    if ahead <= 0:
        return
    if best.outlook.ends and not taken.outlook.ends:
        yield Explanation(DECISIVE, "coach.could-end", {"n": ahead, "chance": _percent(taken.option.win)})
    elif best.outlook.final_lap and not taken.outlook.final_lap:
        yield Explanation(DECISIVE, "coach.could-lap", {"n": ahead, "chance": _percent(taken.option.win)})


def _endings_with_others(case: Comparison) -> Iterator[Explanation]:
    """Choices that end the game only together with what others do in the same turn."""
    taken, best = case.taken, case.best
    numbers = {"chance": _percent(taken.option.win), "more": _percent(best.option.win)}
    if case.ends_this_turn(best) and not case.ends_this_turn(taken) and not best.outlook.ends:
        yield Explanation(DECISIVE, "coach.likely-end", numbers)
    if case.ends_this_turn(taken) and not case.ends_this_turn(best) and not taken.outlook.ends:
        yield Explanation(DECISIVE, "coach.risked-end", numbers)


def _penalties(case: Comparison) -> Iterator[Explanation]:
    taken, best, points = case.taken, case.best, case.rules.variant.penalty_points
    if taken.outlook.penalty and not best.outlook.penalty:
        # A player sees the points of the penalty first, whatever else the cross would have brought.
        weight = max(case.penalty_loss, points) + max(case.row_loss(best.row), 0)
        if skips := best.outlook.skips:
            yield Explanation(weight, "coach.penalty", {"points": points, "n": skips})
        else:
            yield Explanation(weight, "coach.penalty-free", {"points": points})
    if best.outlook.penalty and taken.outlook.skips:
        weight = case.row_loss(taken.row)
        yield Explanation(weight, "coach.penalty-cheaper", {"points": points, "n": taken.outlook.skips})
    if case.decision.action == 1 and case.is_active and taken.passes and not best.passes:
        weight = case.penalty_loss + max(0.0, *(case.row_loss(row) for row in case.rules.crossing.rows))
        crosses = case.colour_crosses()
        if not crosses and case.rules.track is None:
            yield Explanation(weight, "coach.penalty-sure", {"points": points})
        elif crosses and case.rules.track is None:
            fewest = min(case.rules.outlook(case.after_passing, cross).skips for cross in crosses)
            if fewest > best.outlook.skips + 1:
                yield Explanation(weight, "coach.dear-cross", {"points": points, "n": fewest})


def _locks(case: Comparison) -> Iterator[Explanation]:
    taken, best = case.taken, case.best
    if best.outlook.closes and not taken.outlook.closes and best.row is not None:
        yield Explanation(1.3 * case.row_loss(best.row), "coach.missed-lock", {"n": best.gain})
        rivals = [case.crosses(best.row, seat) for seat in case.rules.seats if seat != case.seat]
        if max(rivals, default=0) > 1:
            yield Explanation(case.rival_gain, "coach.shuts-out", {"n": max(rivals)})
    if taken.row is None:
        return
    loss = case.row_loss(taken.row)
    if taken.outlook.closes and not best.outlook.closes:
        yield Explanation(loss, "coach.closed-early", {"n": case.crosses(taken.row) + 2})
    elif (left := _cells_left(case, taken)) is not None:
        needed = case.rules.variant.crosses_to_close
        numbers = {"n": left, "crosses": case.crosses(taken.row) + 1, "needed": needed}
        if (chance := case.lock_loss(taken.row)) >= SOME_CHANCE:
            # The likelier the lock was, the more its loss explains, compared with the cells.
            yield Explanation(loss * (1 + chance), "coach.lock-lost", numbers)


def _cells_left(case: Comparison, side: Side) -> int | None:
    """The cells still open in the row after a cross that puts its lock out of reach; otherwise `None`."""
    assert side.row is not None
    states = case.state, case.rules.if_others_pass(case.state, side.choice)
    before, after = (case.rules.cells(state, case.seat)[side.row] for state in states)
    lost = before[-1] is CellStatus.OPEN and after[-1] is CellStatus.LOST
    return after.count(CellStatus.OPEN) if lost else None


def _cells(case: Comparison) -> Iterator[Explanation]:
    """Numbers that were given up."""
    taken, best = case.taken, case.best
    skips, fewer = taken.outlook.skips, best.outlook.skips
    if taken.row is None or not skips:
        return
    loss = case.row_loss(taken.row)
    if best.passes:
        # A cross only adds points; if it is better to make none, what it skips must be the reason.
        loss = max(loss, case.loss)
    numbers = {"n": skips, "chance": case.chance(case.skipped(taken))}
    if best.passes:
        yield Explanation(loss, "coach.skipped-wait", numbers)
    elif not fewer:
        yield Explanation(loss, "coach.skipped", numbers)
    elif fewer < skips:
        yield Explanation(loss, "coach.skipped-more", {**numbers, "fewer": fewer})
    elif (less := case.chance(case.skipped(best))) < numbers["chance"]:
        yield Explanation(loss, "coach.skipped-rarer", {**numbers, "less": less})
    elif best.row is not None and case.crosses(best.row) < case.crosses(taken.row):
        yield Explanation(loss, "coach.skipped-here", numbers)
    blocked = [
        cross
        for cross in case.colour_crosses()
        if cross.row == taken.row
        and cross.number in case.skipped(taken)
        and case.rules.outlook(case.after_passing, cross).skips <= CHEAP
    ]
    if blocked:
        cell = {"row": blocked[0].row, "number": blocked[0].number}
        # What is lost is the second cross of this turn, which the dice offered already.
        yield Explanation(loss * 1.2, "coach.blocked", cell)


def _rows(case: Comparison) -> Iterator[Explanation]:
    """A better cross was possible in another row, or instead of passing."""
    taken, best = case.taken, case.best
    if best.row is None or best.number is None:
        return
    loss, skips = case.row_loss(best.row), best.outlook.skips
    yield from _what_follows(case, best.row, max(loss, WHERE * case.rows_loss))
    if taken.row is None and best.gain > 0:
        if skips and round(case.turns_left) in range(1, min(LATE, 2 * skips + 2) + 1):
            weight = 1.2 * max(loss, WHERE * case.rows_loss)
            yield Explanation(weight, "coach.late-cross", {"n": round(case.turns_left)})
        rare = case.chance({best.number})
        if rare <= RARE and skips < CHEAP:
            yield Explanation(loss * 1.1, "coach.missed-rare", {"chance": rare, "n": best.gain})
        if not skips:
            yield Explanation(loss, "coach.missed-free", {"n": best.gain})
        elif loss >= SURE:
            yield Explanation(loss, "coach.missed-row", {"n": round(loss), "skipped": skips})
        elif skips <= CHEAP:
            yield Explanation(loss, "coach.missed-cross", {"n": best.gain, "skipped": skips})
    if taken.row in (None, best.row) or taken.number is None:
        return
    if case.crosses(taken.row) < case.crosses(best.row) and taken.gain < best.gain:
        weight = min(loss, 2.0 * (best.gain - taken.gain))
        yield Explanation(weight, "coach.fuller-row", {"n": best.gain, "less": taken.gain})
        will_bring = round(taken.prospect.rows[taken.row])
        if round(case.turns_left) in range(1, LATE + 1) and 1 < will_bring < POOR:
            numbers = {"n": round(case.turns_left), "points": will_bring}
            yield Explanation(loss * 1.1, "coach.late-row", numbers)
    chances = case.chance({best.number}), case.chance({taken.number})
    if chances[0] <= RARER * chances[1] and skips <= taken.outlook.skips + 1:
        yield Explanation(loss, "coach.rarer", {"chance": chances[0], "often": chances[1]})
    both = loss + case.row_loss(taken.row)
    if both >= SURE:
        yield Explanation(both * WHERE, "coach.both-rows", {"n": round(both)})


def _what_follows(case: Comparison, row: int, weight: float) -> Iterator[Explanation]:
    """What the best choice makes possible in its row: a second cross at once, or the lock later."""
    best = case.best
    if case.lock_loss(row) >= SOME_CHANCE and not best.outlook.closes:
        chances = case.taken.prospect.locks[row], best.prospect.locks[row]
        numbers = {"chance": _percent(chances[0]), "more": _percent(chances[1])}
        yield Explanation(weight * 1.1, "coach.lock-chance", numbers)
    if following := case.second_crosses(best):
        cell = {"row": row, "number": following[0].number}
        yield Explanation(weight * 1.1, "coach.second-cross", cell)


def _extras(case: Comparison) -> Iterator[Explanation]:
    """The board and the lucky numbers."""
    taken, best, track = case.taken, case.best, case.rules.track
    if track and isinstance(best.choice, Move):
        pawn = taken.choice.space if isinstance(taken.choice, Move) else case.state.sheets[case.seat].pawn
        more = track.bonuses[best.choice.space] - track.bonuses[pawn]
        if more > 0:
            yield Explanation(min(case.bonus_loss, 2.0 * more), "coach.pawn-points", {"n": more})
    if best.outlook.lucky and not taken.outlook.lucky:
        weight = 1.3 * sum(case.row_loss(row) for row in {best.row, taken.row})
        roll = case.state.roll
        assert roll is not None
        yield Explanation(weight, "coach.lucky", {"sum": sum(roll.white)})


def _tempo(case: Comparison) -> Iterator[Explanation]:
    """Hurrying the end of the game while behind, or delaying it while ahead, when the end is in sight."""
    if case.rules.players == 1:
        return
    lead, sooner = case.lead(), case.turns_lost
    weight = case.loss
    if lead < 0 and sooner >= SOONER and _end_in_sight(case, case.taken):
        yield Explanation(weight, "coach.hurried", {"n": -lead})
    if lead > 0 and -sooner >= SOONER and _end_in_sight(case, case.best):
        yield Explanation(weight, "coach.dawdled", {"n": lead})


def _end_in_sight(case: Comparison, hurrying: Side) -> bool:
    """Whether few turns are left, or the choice itself brings the end nearer: a lock or a late penalty.

    Early in the game, expected lengths differ by a turn or two for reasons that nobody can see.
    """
    penalties, most = case.state.sheets[case.seat].penalties, case.rules.variant.max_penalties
    late_penalty = hurrying.outlook.penalty and penalties + 2 >= most
    return case.turns_left <= LATE or hurrying.outlook.closes or late_penalty


def _totals(case: Comparison) -> Iterator[Explanation]:
    """Where the points were lost, if no single cell explains it."""
    totals = {
        "coach.rows-more": case.rows_loss,
        "coach.fewer-penalties": case.penalty_loss,
        "coach.bonus-more": case.bonus_loss,
        "coach.rival-less": case.rival_gain,
    }
    for key, points in totals.items():
        if points >= SURE:
            yield Explanation(WHERE * points, key, {"n": round(points)})


def _percent(share: float) -> int:
    return round(100 * share)
