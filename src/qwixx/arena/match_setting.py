"""The setting of a match: variant, bots and seed, as they are sent to a worker."""

import sys
from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import Literal

from msgspec import Struct

from qwixx.bots import make_bot
from qwixx.bots.registry import BUILT_IN
from qwixx.dice import check_seed
from qwixx.rules import Board, QwixxError, Record, Rules, parse_position

from .seatings import Order, orders, same_games
from .tally import Tally

RowKind = Literal["decision", "game"]
PATIENCE = 60.0
"""Seconds that a bot may take for one decision."""


class MatchSetting(Struct, frozen=True):
    """Bots are given by name, so that every worker can make its own."""

    variant: str
    bots: tuple[str, ...]
    seed: int = 0
    paired: bool = True
    """Play every deal in all seatings, so that the luck of the dice cancels out; otherwise in one."""
    details: bool = False
    """Count the crosses, locks and penalties on the sheets, too."""
    patience: float = PATIENCE
    export: str = ""
    """The suffix of the file that decisions or games are written to; empty if none are."""
    rows: RowKind = "decision"
    """What a row of that file is: a decision or a whole game."""
    lucky: tuple[tuple[int, int], ...] | None = None
    """Longo: the lucky pair of each seat. Pairs stay with the seats when bots change them."""
    board: Board | None = None
    """On Board: a board of one's own."""
    start: str | None = None
    """The position that every game starts from, in one line."""

    def tally(self) -> Tally:
        counted = len(orders(len(self.bots))) if self.paired else 1
        return Tally(self.rules(), self.seatings, counted, self.details)

    def rules(self) -> Rules:
        return Rules(self.variant, len(self.bots), lucky=self.lucky, board=self.board)

    def check(self) -> None:
        """Raises an error for what cannot be played, before any work begins."""
        self.rules()
        self.opening()
        check_seed(self.seed)
        if not 0 < self.patience < inf:
            raise QwixxError("--patience must be more than 0 seconds.")
        for name in dict.fromkeys(self.bots):
            make_bot(name)

    def opening(self) -> Record:
        """A record before the first action, with the bots in the order of their names."""
        first = 0 if self.start is None else parse_position(self.start)[1].active
        return Record(
            variant=self.variant,
            seats=self.bots,
            first=first,
            lucky=self.lucky,
            board=self.board,
            start=self.start,
        )

    @property
    def seatings(self) -> int:
        """The games of a deal."""
        return len(same_games(self.bots)) if self.paired else 1

    def groups(self, deal: int) -> tuple[tuple[int, ...], ...]:
        """The seatings of a deal, by number; of each group the first is played and stands for all."""
        return same_games(self.bots) if self.paired else ((deal % len(orders(len(self.bots))),),)

    def order(self, seating: int) -> Order:
        return orders(len(self.bots))[seating]

    def seats(self, seating: int) -> tuple[str, ...]:
        """The bot of each seat. Seat 0 begins."""
        return tuple(self.bots[bot] for bot in self.order(seating))

    @property
    def exports_decisions(self) -> bool:
        return bool(self.export) and self.rows == "decision"

    @property
    def strangers(self) -> bool:
        """Whether any of the bots is a third party's: isolated, because it may raise, stall or crash."""
        return not self.tied and any(name.partition(":")[0] not in BUILT_IN for name in self.bots)

    @property
    def tied(self) -> bool:
        """Whether a bot is defined in a notebook or script, and so can play in this process alone."""
        modules = (sys.modules.get(name.partition(":")[0]) for name in self.bots)
        return any(
            module is not None and (module.__name__ == "__main__" or module.__spec__ is None)
            for module in modules
        )


def setup_words(lucky: Sequence[Sequence[int]] | None, board: Path | None, start: str | None) -> list[str]:
    """The options of a command for these lucky pairs, the board in that file and that position."""
    words = [word for pair in lucky or () for word in ("--lucky", ",".join(map(str, pair)))]
    if board is not None:
        words += ["--board", str(board)]
    return words if start is None else [*words, "--start", start]
