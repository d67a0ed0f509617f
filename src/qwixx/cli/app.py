"""The commands. Each has a file of its own, which imports what is heavy only when it runs."""

from typing import Annotated

import typer

from .bench.command import app as bench
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
from .load import load
from .play import command

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
