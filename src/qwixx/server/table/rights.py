"""The rights: who may see what of a table. Every HTTP request and the WebSocket ask `check` or `allowed`.

Commands at a table have checks of their own, in `decide`. `docs/rights.md` has the same table.
"""

from enum import StrEnum

from ..protocol import Code
from .checks import CommandRefused
from .host_tools import shut_out
from .table import Table


class Asker(StrEnum):
    """Someone who asks for something of a table, as the table knows them."""

    PLAYER = "player"
    HOST = "host without a seat"
    GUEST = "guest with the link"
    CODE_GUEST = "guest with the code"
    VISITOR = "no cookie, with the link"
    CODE_VISITOR = "no cookie, with the code"


class Access(StrEnum):
    """What someone asks for; how a table can be seen depends on how far its game is."""

    LOBBY = "see a table before its game, connect to it, get its QR code"
    GAME = "see a running game, connect to it, get its QR code"
    ENDED = "see a table after its game, connect to it, get its QR code"
    RECORD = "read the record, the replay, the check of the dice and the review of a finished game"
    HINT = "ask for a hint"
    VERDICT = "ask for a verdict in practice"
    OPEN_TABLES = "list the open tables, the variants and the bots"
    OWN_GAMES = "open a table, list one's own games"


class Right(StrEnum):
    YES = "yes"
    NO = "no"
    SPECTATORS = "if spectators are allowed"
    FREE_SEAT = "if spectators are allowed or a seat is free"


Y, N, S, F = Right.YES, Right.NO, Right.SPECTATORS, Right.FREE_SEAT

RIGHTS: dict[Access, tuple[Right, ...]] = {
    # player, host, guest with link, with code, without cookie with link, with code
    Access.LOBBY: (Y, Y, F, F, N, N),
    Access.GAME: (Y, Y, S, S, N, N),
    # A short code could be guessed, and a game stays for ever: after the game it takes the link.
    Access.ENDED: (Y, Y, S, N, N, N),
    Access.RECORD: (Y, Y, S, N, S, N),
    Access.HINT: (Y, N, N, N, N, N),
    Access.VERDICT: (Y, N, N, N, N, N),
    Access.OPEN_TABLES: (Y, Y, Y, Y, Y, Y),
    Access.OWN_GAMES: (Y, Y, Y, Y, N, N),
}
"""For each access the rights of the askers, in the order of `Asker`."""


def right(access: Access, asker: Asker) -> Right:
    return RIGHTS[access][list(Asker).index(asker)]


def seeing(table: Table) -> Access:
    """The access that it takes to see the table now."""
    match table.status:
        case "lobby":
            return Access.LOBBY
        case "playing":
            return Access.GAME
        case _:
            return Access.ENDED


def asker(table: Table | None, guest: str, name: str = "") -> Asker:
    """`guest` is empty for someone without a cookie. `name`: the id or the code that they gave."""
    by_link = table is None or not name or name == table.id
    if not guest:
        return Asker.VISITOR if by_link else Asker.CODE_VISITOR
    if table and table.seats_of(guest):
        return Asker.PLAYER
    if table and guest == table.host:
        return Asker.HOST
    return Asker.GUEST if by_link else Asker.CODE_GUEST


def allowed(access: Access, table: Table | None, guest: str, name: str = "") -> bool:
    match right(access, asker(table, guest, name)):
        case Right.YES:
            return True
        case Right.NO:
            return False
        case Right.SPECTATORS:
            return table is not None and table.options.spectators
        case Right.FREE_SEAT:
            return table is not None and (
                table.options.spectators or not all(seat.taken for seat in table.seats)
            )


def check(access: Access, table: Table | None, guest: str, name: str = "") -> None:
    """Raises `CommandRefused` if the guest may not have this, or the host has shut the guest out."""
    if table and guest and (shut := shut_out(table, guest)):
        raise CommandRefused(shut)
    if not allowed(access, table, guest, name):
        raise CommandRefused(_refusal(access, asker(table, guest, name), table))


def check_report(table: Table, guest: str, name: str, *, spoke: bool) -> None:
    """Raises `CommandRefused` if the guest may not report somebody at this table to the server's host.

    Guests whom the table's host has shut out may report too, because the report may be about that host.
    `spoke`: the guest has said something at the table.
    """
    if not spoke and name != table.id and not table.concerns(guest):
        check(seeing(table), table, guest, name)


def _refusal(access: Access, asker: Asker, table: Table | None) -> Code:
    by_code = asker in (Asker.CODE_GUEST, Asker.CODE_VISITOR)
    if by_code and table and seeing(table) is Access.ENDED:
        # The same answer as for a code that does not exist.
        return Code.NO_TABLE
    if right(access, asker) is not Right.NO:
        return Code.NO_SPECTATORS
    return Code.NO_GUEST if asker in (Asker.VISITOR, Asker.CODE_VISITOR) else Code.NOT_YOUR_SEAT


def rights_table() -> str:
    """The rights as a table in Markdown."""
    lines = [["", *Asker], ["---"] * (1 + len(Asker)), *[[access, *RIGHTS[access]] for access in Access]]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
