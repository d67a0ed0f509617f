"""The Textual application: opens the game on the whole screen, and ends it in order."""

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from textual.app import App
from textual.binding import Binding
from textual.screen import Screen

from ..closing import SIGNALS, TerminalClosed

Result = TypeVar("Result")

GRACE = 1.0
"""Seconds for a graceful end after a signal; a terminal that is gone can block it."""


class FullScreenApp(App[Result]):
    """What the game and the menu before it have in common: colours, layout, and Ctrl-Z."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { background: ansi_default; color: ansi_default; }
    #above { height: 1fr; background: ansi_default; scrollbar-size-vertical: 1; }
    #below { dock: bottom; height: auto; }
    #page { height: 1fr; padding: 0 1; background: ansi_default; scrollbar-size-vertical: 1; }
    #page-text { height: auto; }
    #foot { dock: bottom; height: auto; text-style: bold; }
    #page, #foot, .paged #above, .paged #below { display: none; }
    .paged #page, .paged #foot { display: block; }
    """
    BINDINGS = [Binding("ctrl+z", "suspend_process", priority=True, show=False)]  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__(ansi_color=True)


class GameApp(FullScreenApp[BaseException]):
    """Its result is the reason for which the game ended early, if it is an error or a signal."""

    BINDINGS = [  # noqa: RUF012
        Binding("ctrl+c", "interrupt", priority=True, show=False),
        Binding("ctrl+q", "interrupt", priority=True, show=False),
    ]

    def __init__(self, first: Screen[None], save: Callable[[], None]) -> None:
        super().__init__()
        self.first = first
        self.save = save

    def on_mount(self) -> None:
        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            with suppress(NotImplementedError):  # Windows
                loop.add_signal_handler(number, self.close_for, number)
        self.push_screen(self.first)

    def close_for(self, number: int) -> None:
        closed = TerminalClosed(number)
        self.save()
        asyncio.get_running_loop().call_later(GRACE, os._exit, closed.exit_code)
        self.exit(closed)

    def action_interrupt(self) -> None:
        self.exit(KeyboardInterrupt())
