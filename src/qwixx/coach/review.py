"""A game looked over: what each choice cost, what each roll gave, and how it stood at every turn."""

from collections.abc import Sequence
from typing import NamedTuple

from qwixx.rules import Record, Roll, Rules, State
from qwixx.rules.records.record import Ply

from .evaluator import GAMES, Judge, Progress, Question, Situation, judge_of, unit_of
from .lessons import Told, choose_moments, explained
from .report import Decision, Estimate, Option, Point, Review, RollLuck, SeatReview, Verdict
from .verdicts import counted, rating_of, verdict_on


def review(
    record: Record,
    *,
    games: int = GAMES,
    progress: Progress | None = None,
    judge: Judge | None = None,
    reasons: bool = True,
) -> Review:
    """Looks over the record, as far as it goes.

    Without `reasons` there are no moments, and the exact judge plays nothing out.

    An action that the rules forbid raises `IllegalRecord`, which holds the game up to it.
    """
    rules = record.rules()
    plies = list(record.plies())
    judge = judge or judge_of(rules, games=games, progress=progress)
    return _Game(rules, record.first, plies).review(judge, progress, reasons=reasons)


class _Roll(NamedTuple):
    ply: Ply
    before: int
    """The places before and after it, by their numbers among all places asked for."""
    after: int


class _Game:
    """What is asked about a game, all at once, and what becomes of the answers."""

    def __init__(self, rules: Rules, first: int, plies: Sequence[Ply]) -> None:
        self.rules = rules
        self.unit = unit_of(rules)
        self.end = plies[-1].after if plies else rules.start(first)
        self.plies = len(plies)
        self.turn = plies[-1].turn if plies else 0
        self.places: list[Situation] = []
        self.rolls: list[_Roll] = []
        self.chosen: list[Ply] = []
        self.questions: list[Question] = []
        self.first = self._ask(rules.start(first), 0)
        for ply in plies:
            self._add(ply)
        self.last = self._ask(self.end, self.turn)

    def _add(self, ply: Ply) -> None:
        if isinstance(ply.action, Roll):
            before = self._ask(ply.before, ply.turn - 1)
            self.rolls.append(_Roll(ply, before, self._ask(ply.after, ply.turn)))
        elif len(self.rules.legal(ply.before, ply.action.seat)) > 1:
            self.chosen.append(ply)
            self.questions.append(Question(Situation(ply.before, ply.turn), ply.action.seat, ply.action))

    def _ask(self, state: State, turn: int) -> int:
        place = Situation(state, turn)
        if not self.places or self.places[-1] != place:
            self.places.append(place)
        return len(self.places) - 1

    def review(self, judge: Judge, progress: Progress | None, *, reasons: bool) -> Review:
        estimates, answers = judge.judge(self.places, self.questions, progress)
        decisions = tuple(map(self._decision, self.chosen, answers))
        rolls = tuple(self._rolled(roll, estimates) for roll in self.rolls)
        told = explained(judge, decisions) if reasons else {}
        last = estimates[self.last]
        points = [Point(roll.ply.number - 1, roll.ply.turn, estimates[roll.before]) for roll in self.rolls]
        return Review(
            variant=self.rules.variant.name,
            players=self.rules.players,
            unit=self.unit,
            evaluator=judge.evaluator,
            games=judge.games,
            finished=self.rules.is_over(self.end),
            start=estimates[self.first],
            points=(*points, Point(self.plies, self.turn, last)),
            rolls=rolls,
            decisions=decisions,
            seats=tuple(self._seat(seat, last, rolls, decisions, told) for seat in self.rules.seats),
            moments=choose_moments(decisions, told),
        )

    def _decision(self, ply: Ply, options: tuple[Option, ...]) -> Decision:
        choice = ply.action
        assert not isinstance(choice, Roll)
        taken = next(option for option in options if option.choice == choice)
        loss = counted(taken)
        return Decision(
            ply=ply.number - 1,
            turn=ply.turn,
            action=ply.before.phase.action,
            seat=choice.seat,
            position=self.rules.position(self.rules.view(ply.before, choice.seat).state),
            choice=choice,
            options=options,
            loss=loss,
            verdict=verdict_on(loss, self.unit),
        )

    def _rolled(self, roll: _Roll, estimates: Sequence[tuple[Estimate, ...]]) -> RollLuck:
        pairs = zip(estimates[roll.after], estimates[roll.before], strict=True)
        luck = tuple(after.worth(self.unit) - before.worth(self.unit) for after, before in pairs)
        return RollLuck(roll.ply.number - 1, roll.ply.turn, luck)

    def _seat(
        self,
        seat: int,
        last: tuple[Estimate, ...],
        rolls: Sequence[RollLuck],
        decisions: Sequence[Decision],
        told: Told,
    ) -> SeatReview:
        own = [decision for decision in decisions if decision.seat == seat]
        errors = sum(decision.loss for decision in own)
        luck = sum(roll.luck[seat] for roll in rolls)
        result = last[seat].worth(self.unit)
        mean_loss = errors / len(own) if own else 0.0
        return SeatReview(
            seat=seat,
            decisions=len(own),
            errors=errors,
            luck=luck,
            result=result,
            adjusted=result - luck,
            counts={verdict: sum(d.verdict is verdict for d in own) for verdict in Verdict},
            rating=rating_of(mean_loss, self.unit),
            mean_loss=mean_loss,
            moments=choose_moments(own, told),
        )
