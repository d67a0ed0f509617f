"""`review`: what each choice of a game cost, what each roll gave, and the chances at every turn."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from qwixx.rules import Record, Roll, Rules, State
from qwixx.rules.records.record import Ply

from .evaluator import Evaluator, Progress, Question, Situation, unit_of
from .evaluators import GAMES, evaluator_for
from .lessons import Explanations, choose_moments, explain
from .report import Decision, Estimate, Option, Point, Review, RollLuck, SeatReview, Verdict
from .verdicts import counted, rating_of, verdict_on

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]


def review(
    record: Record,
    *,
    games: int = GAMES,
    progress: Progress | None = None,
    evaluator: Evaluator | None = None,
    reasons: bool = True,
) -> Review:
    """Reviews the record as far as it goes.

    Without `reasons` there are no moments, and the exact evaluator plays nothing out.

    An illegal action raises `IllegalRecord`, which holds the game up to it.
    """
    rules = record.rules()
    plies = list(record.plies())
    evaluator = evaluator or evaluator_for(rules, games=games, progress=progress)
    return _Game(rules, record.opening(), plies).review(evaluator, progress, reasons=reasons)


class _Roll(NamedTuple):
    ply: Ply
    before: int
    """The indexes of the situations before and after it in `_Game.situations`."""
    after: int


class _Game:
    """Collects all questions about a game, asks them at once, and makes a review of the answers."""

    def __init__(self, rules: Rules, start: State, plies: Sequence[Ply]) -> None:
        self.rules = rules
        self.unit = unit_of(rules)
        self.end = plies[-1].after if plies else start
        self.plies = len(plies)
        self.turn = plies[-1].turn if plies else 0
        self.situations: list[Situation] = []
        self.rolls: list[_Roll] = []
        self.chosen: list[Ply] = []
        self.seen: dict[int, State] = {}
        """By the ply of the choice: the position as the seat saw it."""
        self.questions: list[Question] = []
        self.first = self._ask(start, 0)
        for ply in plies:
            self._add(ply)
        self.last = self._ask(self.end, self.turn)

    def _add(self, ply: Ply) -> None:
        if isinstance(ply.action, Roll):
            before = self._ask(ply.before, ply.turn - 1)
            self.rolls.append(_Roll(ply, before, self._ask(ply.after, ply.turn)))
        elif len(self.rules.legal(ply.before, ply.action.seat)) > 1:
            self.chosen.append(ply)
            self.seen[ply.number] = self.rules.view(ply.before, ply.action.seat).state
            self.questions.append(Question(Situation(ply.before, ply.turn), ply.action.seat, ply.action))

    def _ask(self, state: State, turn: int) -> int:
        situation = Situation(state, turn)
        if not self.situations or self.situations[-1] != situation:
            self.situations.append(situation)
        return len(self.situations) - 1

    def review(self, evaluator: Evaluator, progress: Progress | None, *, reasons: bool) -> Review:
        estimates, answers, results = evaluator.evaluate(self.situations, self.questions, progress)
        decisions = tuple(map(self._decision, self.chosen, answers))
        by_game = None if results is None else self._luck_by_game(results)
        rolls = tuple(self._rolled(n, roll, estimates, by_game) for n, roll in enumerate(self.rolls))
        total = _errors(by_game.sum(axis=0)) if by_game is not None else (0.0,) * self.rules.players
        explanations = explain(evaluator, decisions, self.seen) if reasons else {}
        last = estimates[self.last]
        points = [Point(roll.ply.number - 1, roll.ply.turn, estimates[roll.before]) for roll in self.rolls]
        return Review(
            variant=self.rules.variant.name,
            players=self.rules.players,
            unit=self.unit,
            evaluator=evaluator.name,
            games=evaluator.games,
            finished=self.rules.is_over(self.end),
            start=estimates[self.first],
            points=(*points, Point(self.plies, self.turn, last)),
            rolls=rolls,
            decisions=decisions,
            seats=tuple(
                self._seat(seat, last, rolls, decisions, explanations, total[seat])
                for seat in self.rules.seats
            ),
            moments=choose_moments(decisions, explanations),
        )

    def _decision(self, ply: Ply, options: tuple[Option, ...]) -> Decision:
        choice = ply.action
        assert not isinstance(choice, Roll)
        taken = next(option for option in options if option.choice == choice)
        loss = counted(taken)
        return Decision(
            ply=ply.number,
            turn=ply.turn,
            action=ply.before.phase.action,
            seat=choice.seat,
            position=self.rules.position(self.seen[ply.number]),
            choice=choice,
            options=options,
            loss=loss,
            verdict=verdict_on(loss, self.unit),
        )

    def _luck_by_game(self, results: "Floats") -> "Floats":
        """By roll, playout and seat: the difference that the roll made. Later dice are the playout's."""
        found: Floats = (
            results[[roll.after for roll in self.rolls]] - results[[roll.before for roll in self.rolls]]
        )
        return found

    def _rolled(
        self, n: int, roll: _Roll, estimates: Sequence[tuple[Estimate, ...]], by_game: "Floats | None"
    ) -> RollLuck:
        pairs = zip(estimates[roll.after], estimates[roll.before], strict=True)
        luck = tuple(after.worth(self.unit) - before.worth(self.unit) for after, before in pairs)
        errors = () if by_game is None else _errors(by_game[n])
        return RollLuck(roll.ply.number, roll.ply.turn, luck, errors)

    def _seat(
        self,
        seat: int,
        last: tuple[Estimate, ...],
        rolls: Sequence[RollLuck],
        decisions: Sequence[Decision],
        explanations: Explanations,
        luck_error: float,
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
            luck_error=luck_error,
            moments=choose_moments(own, explanations),
        )


def _errors(values: "Floats") -> tuple[float, ...]:
    """By seat: the standard error of the mean over the playouts."""
    return tuple(float(error) for error in values.std(axis=0, ddof=1) / len(values) ** 0.5)
