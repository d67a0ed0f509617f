"""What somebody is told who comes to a table: the steps since the last that they know, or everything."""

from collections import deque
from collections.abc import Mapping

from msgspec import Struct

from ..protocol import VERSION, ChatLine, Snapshot, Update
from ..table import views
from ..table.table import Table

KEPT_FRAMES = 16
"""Steps that a client which was away for a moment can catch up on without a snapshot."""


class Kept(Struct):
    before: int
    seq: int
    frame: bytes


class Recent:
    """The latest steps of a table, as everybody may see them."""

    def __init__(self) -> None:
        self._frames: deque[Kept] = deque(maxlen=KEPT_FRAMES)

    def add(self, before: int, seq: int, frame: bytes) -> None:
        self._frames.append(Kept(before, seq, frame))

    def clear(self) -> None:
        self._frames.clear()

    def since(self, have: int, seq: int) -> list[bytes] | None:
        """The steps after `have` up to `seq`, where the table is; nothing if some of them are forgotten."""
        if have == seq:
            return []
        if not self._frames or not self._frames[0].before <= have < seq:
            return None
        return [kept.frame for kept in self._frames if kept.seq > have]


def current(table: Table, guest: str, names: Mapping[str, str], watching: int, now: int) -> Update:
    return Update(
        seq=table.seq,
        now=now,
        table=views.table_view(table, names, watching),
        game=views.game_view(table),
        offers=views.offers(table, guest),
        picked=views.picked(table, guest),
    )


def snapshot(
    table: Table, guest: str, names: Mapping[str, str], watching: int, now: int, chat: tuple[ChatLine, ...]
) -> Snapshot:
    return Snapshot(
        seq=table.seq,
        you=guest,
        now=now,
        table=views.table_view(table, names, watching),
        version=VERSION,
        game=views.game_view(table),
        offers=views.offers(table, guest),
        picked=views.picked(table, guest),
        chat=chat,
    )
