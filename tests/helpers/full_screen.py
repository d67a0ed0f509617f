"""Games on the full screen, played without a terminal by Textual's Pilot."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from qwixx.cli.draw.words import Words
from qwixx.cli.play.full_screen.app import GameApp
from qwixx.cli.play.full_screen.local_screen import LocalScreen
from qwixx.cli.play.local_game import LocalGame
from qwixx.cli.play.saving import Saver
from qwixx.cli.play.seats import make_seats
from qwixx.locales import catalogue
from qwixx.rules import Record

Script = Callable[["Pilot[BaseException]", LocalGame], Awaitable[None]]


def play(
    script: Script,
    *names: str,
    variant: str = "classic",
    language: str = "en",
    size: tuple[int, int] = (80, 24),
    headers: dict[str, str] | None = None,
) -> LocalGame:
    """Runs the application; the script presses its keys. The game is saved as game.txt."""
    seats = make_seats(list(names), None, catalogue(language))
    record = Record(variant=variant, seats=tuple(seat.name for seat in seats), headers=headers or {})
    words = Words(catalogue(language), record.rules(), record.seats)
    game = LocalGame(words, seats, record, Saver(Path("game.txt")), seed=5)

    async def run() -> None:
        async with GameApp(LocalScreen(game), game.save).run_test(size=size) as pilot:
            await pilot.pause()
            await script(pilot, game)

    asyncio.run(run())
    return game


def shown(pilot: "Pilot[Any]") -> str:
    """The text on the screen."""
    strips = pilot.app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)
