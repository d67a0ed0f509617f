"""What a match is, apart from how much of it is played and by whom: it fits in a message to a worker."""

from math import inf

from msgspec import Struct

from qwixx.bots import make_bot
from qwixx.bots.registry import BUILT_IN
from qwixx.dice import check_seed
from qwixx.rules import QwixxError, Rules

from .tally import Tally

PATIENCE = 60.0
"""Seconds that a bot may take for one decision."""


class MatchSetting(Struct, frozen=True):
    """Bots are named by strings, so that every worker can make its own."""

    variant: str
    bots: tuple[str, ...]
    seed: int = 0
    paired: bool = True
    """Every deal is played in all seat rotations; otherwise in one, and chance is not cancelled."""
    details: bool = False
    """Count what stands on the sheets, too."""
    patience: float = PATIENCE
    export: str = ""
    """The kind of file that positions are written to; nothing for none."""

    def tally(self) -> Tally:
        return Tally(self.rules(), self.seatings, self.details)

    def rules(self) -> Rules:
        return Rules(self.variant, len(self.bots))

    def check(self) -> None:
        """Refuses what cannot be played, before any work begins."""
        self.rules()
        check_seed(self.seed)
        if not 0 < self.patience < inf:
            raise QwixxError(f"{self.patience:g} s is no patience: it takes a number of seconds above 0.")
        for name in dict.fromkeys(self.bots):
            make_bot(name)

    @property
    def seatings(self) -> int:
        return len(self.bots) if self.paired else 1

    def seats(self, rotation: int) -> tuple[str, ...]:
        """Who sits where: seat 0 begins, and bot number seat + rotation has the seat."""
        return self.bots[rotation:] + self.bots[:rotation]

    @property
    def strangers(self) -> bool:
        """Bots that others wrote are watched: they may raise, stall or crash."""
        return any(name.partition(":")[0] not in BUILT_IN for name in self.bots)
