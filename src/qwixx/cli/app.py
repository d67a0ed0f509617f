"""The commands. Each has a file of its own, which imports what is heavy only when it runs."""

from typing import Annotated

import typer

from . import (
    backup,
    bench,
    board,
    ladder,
    load,
    match,
    perft,
    record,
    replay,
    serve,
    show,
    simple,
    solve,
    stats,
    verify,
)
from .language import Language
from .play import command

app = typer.Typer(
    name="qwixx",
    help="Qwixx, Longo and On Board: play, watch, study.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback(invoke_without_command=True)
def begin(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
    lang: Language = None,
) -> None:
    """Qwixx, Longo and On Board: play, watch, study. Without a command, a game starts here."""
    if version:
        from qwixx import __version__

        print(f"qwixx {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        command.start(lang)
    elif lang:
        raise typer.BadParameter("--lang stands after the command.")


app.command()(command.play)
app.command()(record.record)
app.command()(replay.replay)
app.command()(show.show)
app.command()(simple.variants)
app.command()(simple.bots)
app.command()(perft.perft)
app.command()(verify.verify)
app.command()(board.board)
app.command()(solve.solve)
app.command()(match.match)
app.command()(serve.serve)
app.command()(backup.backup)
app.command()(backup.restore)
app.add_typer(bench.app, name="bench")
app.command()(stats.stats)
app.command()(load.load)
app.command()(ladder.ladder)
