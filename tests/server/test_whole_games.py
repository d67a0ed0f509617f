"""People play whole games of every variant over real WebSockets."""

import asyncio

import pytest
from live_server import Running

from qwixx import Record, replay
from qwixx.client import Guest, TableClient
from qwixx.rules import VARIANTS
from qwixx.server.protocol import Choice, GameView, Options, SeatOffers


def careful(offers: SeatOffers, _: GameView) -> Choice:
    """Crosses what skips least, if it skips little."""
    best = min(offers.options[1:], key=lambda offer: offer.skips)
    return best.choice if best.skips <= 2 else offers.options[0].choice


async def play(
    url: str, options: Options, people: int, bots: tuple[str | None, ...] = ()
) -> tuple[str, list[TableClient]]:
    guests = [await Guest.arrive(url, f"Player {number}") for number in range(people)]
    table = await guests[0].create(options, bots)
    tables = [guest.table(table) for guest in guests]

    async def sit(number: int) -> None:
        async with tables[number] as mine:
            await mine.sit(number)
            await mine.ready()
            if number == 0:
                await mine.until(
                    lambda: mine.table is not None and all(seat.ready for seat in mine.table.seats)
                )
                await mine.start()
            await mine.until(lambda: mine.game is not None)
            await mine.play(careful)

    await asyncio.gather(*(sit(number) for number in range(people)))
    return await guests[0].record(table), tables


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_whole_game(lasting: Running, variant: str) -> None:
    options = Options(variant=variant, seats=4)
    text, tables = asyncio.run(play(lasting.url, options, 3, (None, None, None, "gap")))
    record = Record.parse(text)
    final = replay(record)
    assert record.rules().is_over(final)
    for table in tables:
        assert table.game is not None
        assert table.game.sheets == final.sheets
        assert table.game.scores == record.rules().scores(final)
