"""The Typer application with all commands; each command imports heavy modules only when it runs."""

from collections.abc import Callable
from typing import Annotated, Any

import typer

from .bench.command import app as bench
from .commands.admin import app as admin
from .commands.backup import backup, restore
from .commands.board import board
from .commands.hint import hint
from .commands.ladder import ladder
from .commands.listing import bots, variants
from .commands.match import match
from .commands.perft import perft
from .commands.record import record
from .commands.replay import replay
from .commands.review import review
from .commands.serve import serve
from .commands.show import show
from .commands.solve import solve
from .commands.stats import stats
from .commands.train import train
from .commands.verify import verify
from .help_format import PlainCommand
from .load import load
from .play.command import play

app = typer.Typer(
    name="qwixx",
    help="Play and study the dice games Qwixx, Longo and On Board. Without a command, the game opens in the "
    "browser, as with qwixx serve.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback(invoke_without_command=True)
def begin(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    if version:
        from qwixx import __version__

        print(f"qwixx {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        serve()


# In the order in which `qwixx --help` lists them.
COMMANDS: tuple[Callable[..., Any], ...] = (
    *(play, serve, record, replay, show, review, hint, variants, bots, board, match, ladder, stats),
    *(solve, train, perft, verify, backup, restore, load),
)
for command in COMMANDS:
    app.command(cls=PlainCommand)(command)
app.add_typer(admin, name="admin")
app.add_typer(bench, name="bench")
