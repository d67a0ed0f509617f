"""The games of a match on the reference engine, one by one."""

from collections.abc import Callable

from msgspec import Struct, structs

from qwixx.bots import Bot, make_bot
from qwixx.rules import Action, Record, Rules

from .game import BotFailure, GameLoop
from .match_setting import MatchSetting
from .outcomes import Outcome, outcome

Watcher = Callable[[Action], None]


class Failure(Struct, frozen=True):
    """A game that a bot did not finish, with the record up to that point."""

    bot: str
    seat: int
    game: int
    seating: int
    ply: int
    problem: str
    record: str
    stalled: bool = False

    @property
    def message(self) -> str:
        return f"bot {self.bot} in seat {self.seat}, game {self.game}, ply {self.ply}: {self.problem}"


class SeatedBots:
    """The bots of a match, made once and seated for each game."""

    def __init__(self, setting: MatchSetting, watcher: Watcher | None = None) -> None:
        self.setting = setting
        self.rules = setting.rules()
        self.watcher = watcher
        self.bots = [make_bot(name) for name in setting.bots]

    def play(self, deal: int, seating: int) -> Outcome | Failure:
        bots = [self.bots[bot] for bot in self.setting.order(seating)]
        game = Watched(
            self.rules, bots, opening(self.setting, deal, seating), self.setting.seed, deal, self.watcher
        )
        try:
            record = game.play()
        except BotFailure as failure:
            return failed(failure, deal, seating)
        text = str(record) if self.setting.export else None
        return outcome(self.rules, game.state, game.turn, text)


class Watched(GameLoop):
    """A game that reports every action at once."""

    def __init__(
        self, rules: Rules, bots: list[Bot], record: Record, seed: int, deal: int, watcher: Watcher | None
    ) -> None:
        super().__init__(rules, bots, record, seed, deal)
        self.watcher = watcher

    def take(self, action: Action) -> None:
        super().take(action)
        if self.watcher:
            self.watcher(action)


def opening(setting: MatchSetting, deal: int, seating: int) -> Record:
    """The record before the first action."""
    return structs.replace(
        setting.opening(),
        seats=setting.seats(seating),
        headers={"Seed": str(setting.seed), "Game": str(deal)},
    )


def failed(failure: BotFailure, deal: int, seating: int, *, stalled: bool = False) -> Failure:
    return Failure(
        bot=failure.name,
        seat=failure.seat,
        game=deal,
        seating=seating,
        ply=failure.ply,
        problem=failure.problem,
        record=str(failure.record),
        stalled=stalled,
    )
