"""A bot of your own at a table of a running server: python table_bot.py http://127.0.0.1:8000 CODE

Without a code it opens a table against the bot `gap` and plays there. It sees what any player sees, and
does not know the rules: the server offers the choices with their consequences.
"""

import asyncio
import sys

from qwixx.client import ClientError, Guest, Refused
from qwixx.server.protocol import Choice, GameView, Offer, Options, SeatOffers


def choose(offers: SeatOffers, _: GameView) -> Choice:
    """Skips as few cells as possible, prefers to close rows, and avoids penalties above all."""

    def cost(offer: Offer) -> float:
        if offer.closes:
            return -1
        if not offer.crosses:
            must = offers.action > 1 and offer.penalty
            return 4.5 if must else 1.5
        return offer.skips

    return min(offers.options, key=cost).choice


async def main(url: str, code: str) -> None:
    guest = await Guest.arrive(url, "Table bot")
    table = code or await guest.create(Options(seats=2), bots=(None, "gap"))
    async with guest.table(table) as seat:
        assert seat.table is not None
        free = [number for number, one in enumerate(seat.table.seats) if not one.guest and not one.bot]
        await seat.sit(free[0])
        await seat.ready()
        if not code:
            await seat.start()
        await seat.until(lambda: seat.game is not None)
        game = await seat.play(choose)
    print("scores:", *game.scores)


if __name__ == "__main__":
    try:
        asyncio.run(main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""))
    except (ClientError, Refused) as error:
        sys.exit(f"table_bot: {error}")
