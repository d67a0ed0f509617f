"""The time of a table: the wall clock, made safe against its jumps and the machine's sleep."""

import time


def millis() -> int:
    """The wall clock, in milliseconds since 1970."""
    return int(time.time() * 1000)


class TableClock:
    """Follows the wall clock at every step of the table, and a steady clock between two steps.

    So a jump neither stalls what is due nor lets a player's clock run out. Time that the machine sleeps does
    not count.
    """

    def __init__(self) -> None:
        self.stepped(0)

    def stepped(self, last: int) -> None:
        """The log has a new last entry, of the time `last`, in the future if the clock was set back."""
        self._last = last
        self._base = max(millis(), last)
        self._since = time.monotonic()

    def now(self) -> int:
        """For timers, and for the clocks that players see."""
        return self._base + int(1000 * (time.monotonic() - self._since))

    def stamp(self) -> int:
        """For the next entry of the log, whose times never go back."""
        wall = millis()
        return wall if wall >= self._last else self.now()
