"""The commands. Each has a file of its own, which imports what is heavy only when it runs."""

import typer

from . import board, simple, solve, verify
from . import board, match, simple, verify
from . import backup, simple, verify

app = typer.Typer(
    name="qwixx",
    help="Qwixx, Longo and On Board: play, watch, study.",
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command()(simple.variants)
app.command()(simple.bots)
app.command()(verify.verify)
app.command()(board.board)
app.command()(solve.solve)
app.command()(match.match)
app.command()(backup.backup)
app.command()(backup.restore)
