"""Dice notes: a player's secrets at a table, and what the player noted to check the finished game against."""

from qwixx.dice.chain import Chain
from qwixx.dice.proof import DERIVED, PLAIN, Noted, terms
from qwixx.server.protocol import SeatView, TableView


class DiceNotes:
    """The notes of one player at one table. They outlive a connection."""

    def __init__(self) -> None:
        self.commitment = ""
        """The first one that the server showed."""
        self.terms = ""
        self.chains: dict[int, Chain] = {}
        """By seat: the chains that we promised."""
        self.nonces: dict[int, str] = {}
        """By seat: nonces that we revealed in time, as the server acknowledged."""
        self.links: dict[int, str] = {}
        """By turn: links that the server acknowledged."""

    def see(self, table: TableView) -> None:
        self.commitment = self.commitment or table.commitment

    def promise(self, seat: int) -> str:
        """Draws a new chain for a seat, and returns its promise."""
        self.chains[seat] = Chain.draw()
        return self.chains[seat].promise

    def to_reveal(self, table: TableView, mine: list[int]) -> dict[int, str]:
        """The nonces to reveal now, by seat. Notes the terms, which cannot change any more.

        Nothing is revealed to a server that has changed its commitment or our promise.
        """
        if table.starting is None:
            return {}
        own = {seat: self.chains[seat] for seat in mine if seat in self.chains}
        promises = tuple(
            own[number].promise if number in own else _promise(seat)
            for number, seat in enumerate(table.seats)
        )
        shown = terms(self.commitment, promises, tuple(seat.nonce for seat in table.seats))
        self.terms = self.terms or shown
        if table.commitment != self.commitment:
            return {}
        kept = [seat for seat, chain in own.items() if table.seats[seat].promise == chain.promise]
        return {seat: own[seat].nonce for seat in kept if seat not in self.nonces}

    def link(self, table: TableView, seat: int, turn: int) -> str | None:
        """Our link for a roll of that seat; None if we promised no chain for it."""
        chain = self.chains.get(seat)
        return chain.link(turn) if chain and table.seats[seat].promise == chain.promise else None

    def noted(self) -> Noted:
        return Noted(self.commitment, self.terms, self.nonces, self.links)


def _promise(seat: SeatView) -> str:
    return {"promised": seat.promise, "plain": PLAIN}.get(seat.nonce_kind, DERIVED)
