"""The Typer application with all commands; each command imports heavy modules only when it runs."""

from collections.abc import Callable
from typing import Annotated, Any

import typer

from .bench.command import app as bench
from .commands.admin import app as admin
from .commands.backup import backup, restore
from .commands.board import board
from .commands.completion import completion
from .commands.convert import convert
from .commands.hint import hint
from .commands.ladder import ladder
from .commands.listing import bots, variants
from .commands.match import match
from .commands.perft import perft
from .commands.record import record
from .commands.replay import replay
from .commands.review import review
from .commands.rules import rules
from .commands.serve import serve
from .commands.show import show
from .commands.solve import solve
from .commands.stats import stats
from .commands.train import train
from .commands.verify import verify
from .help_format import PlainCommand, PlainGroup, RootGroup
from .load import load
from .play.command import play, resume
from .play.joining.command import join

app = typer.Typer(
    name="qwixx",
    cls=RootGroup,
    help="""Play and study the dice games Qwixx, Longo and On Board.

    Without a command, the game opens in the browser; the options are then those of qwixx serve. qwixx COMMAND
    -h explains a command and shows examples.

    Examples:
        qwixx
        qwixx --lan
        qwixx play
        qwixx review game.qwixx
    """,
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,  # for --version; otherwise there is always a command
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback()
def begin(
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    if version:
        from qwixx import __version__

        print(f"qwixx {__version__}")
        raise typer.Exit


COMMANDS: dict[str, tuple[Callable[..., Any] | typer.Typer, ...]] = {
    "Play": (play, resume, join, rules, variants, bots),
    "Games": (record, replay, show, hint, review, verify, convert),
    "Study": (match, ladder, stats, board, solve, train, perft),
    "Host": (serve, admin, backup, restore),
    "Measure": (bench, load),
    "Set up": (completion,),
}
"""The commands by heading, in the order in which `qwixx --help` lists them."""

for heading, commands in COMMANDS.items():
    for command in commands:
        if isinstance(command, typer.Typer):
            app.add_typer(command, cls=PlainGroup, rich_help_panel=heading)
        else:
            app.command(cls=PlainCommand, rich_help_panel=heading)(command)
