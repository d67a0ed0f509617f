"""The commands. Each has a file of its own, which imports what is heavy only when it runs."""

from typing import Annotated

import typer

from .backup import backup, restore
from .bench import app as bench
from .board import board
from .hint import hint
from .ladder import ladder
from .load import load
from .match import match
from .perft import perft
from .play import command
from .record import record
from .replay import replay
from .review import review
from .serve import serve
from .show import show
from .simple import bots, variants
from .solve import solve
from .stats import stats
from .train import train
from .verify import verify

app = typer.Typer(
    name="qwixx",
    help="Qwixx, Longo and On Board: play, watch, study. Without a command it serves the browser.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback(invoke_without_command=True)
def begin(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
) -> None:
    if version:
        from qwixx import __version__

        print(f"qwixx {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        serve()


app.command()(command.play)
app.command()(serve)
app.command()(record)
app.command()(replay)
app.command()(show)
app.command()(review)
app.command()(hint)
app.command()(variants)
app.command()(bots)
app.command()(board)
app.command()(match)
app.command()(ladder)
app.command()(stats)
app.command()(solve)
app.command()(train)
app.command()(perft)
app.command()(verify)
app.command()(backup)
app.command()(restore)
app.command()(load)
app.add_typer(bench, name="bench")
