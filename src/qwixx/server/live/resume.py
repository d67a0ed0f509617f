"""Resuming: a guest who joins is sent the steps since the last one they know, or a snapshot."""

from collections import deque
from collections.abc import Mapping, Sequence

from msgspec import Struct

from ..protocol import VERSION, ChatLine, Snapshot, Update
from ..table import views
from ..table.game import variant_of
from ..table.table import Table

KEPT_FRAMES = 16
"""Number of recent steps that a client can catch up on without a snapshot."""


class _Step(Struct):
    before: int
    seq: int
    frame: bytes


class RecentSteps:
    """The latest steps of a table, in the form that everyone may see."""

    def __init__(self) -> None:
        self._frames: deque[_Step] = deque(maxlen=KEPT_FRAMES)

    def add(self, before: int, seq: int, frame: bytes) -> None:
        self._frames.append(_Step(before, seq, frame))

    def clear(self) -> None:
        self._frames.clear()

    def since(self, have: int, seq: int) -> list[bytes] | None:
        """The steps after `have` up to the table's `seq`; None if some of them are no longer kept."""
        if have == seq:
            return []
        if not self._frames or not self._frames[0].before <= have < seq:
            return None
        return [step.frame for step in self._frames if step.seq > have]


def current(
    table: Table, guest: str, names: Mapping[str, str], spectators: Sequence[str], now: int
) -> Update:
    return Update(
        seq=table.seq,
        now=now,
        table=views.table_view(table, names, spectators),
        variant=variant_of(table.options),
        game=views.game_view(table),
        offers=views.offers(table, guest),
        picked=views.picked(table, guest),
    )


def snapshot(
    table: Table,
    guest: str,
    names: Mapping[str, str],
    spectators: Sequence[str],
    now: int,
    chat: tuple[ChatLine, ...],
) -> Snapshot:
    return Snapshot(
        seq=table.seq,
        you=guest,
        now=now,
        table=views.table_view(table, names, spectators),
        variant=variant_of(table.options),
        version=VERSION,
        game=views.game_view(table),
        offers=views.offers(table, guest),
        picked=views.picked(table, guest),
        chat=chat,
    )
