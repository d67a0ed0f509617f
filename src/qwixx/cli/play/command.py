"""`qwixx play`: the game in the terminal."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..language import Language
from ..matches import use_own_bots
from ..options import BoardFile, Lucky

if TYPE_CHECKING:
    from qwixx.rules import Record

    from .saving import Saver
    from .seats import SeatedPlayer
    from .terminal import Terminal

DEFAULT = "classic"

# Without a default, so that one given beside --resume is noticed.
VariantIfNew = Annotated[
    str | None,
    typer.Option("--variant", help="classic (unless said otherwise), longo, onboard-a or onboard-b."),
]


def play(
    seats: Annotated[
        list[str] | None,
        typer.Argument(help="Players in order: names of people, or bots such as gap:skip=1."),
    ] = None,
    variant: VariantIfNew = None,
    players: Annotated[int | None, typer.Option(help="Fill the table with bots up to this many.")] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed rolls the same dice.")] = None,
    first: Annotated[int | None, typer.Option(help="The seat that begins, counted from 0.")] = None,
    lucky: Lucky = None,
    board: BoardFile = None,
    save: Annotated[Path | None, typer.Option(help="Where the game is saved.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file of --save.")] = False,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    lang: Language = None,
) -> None:
    """Play in the terminal: you against bots, or several people in turn. Alone, it asks who plays what."""
    from qwixx.files import check_new

    from ..language import text_for
    from ..reading import read_record
    from .saving import Saver
    from .seats import make_seats
    from .terminal import Terminal

    if not seats and all(
        given is None for given in (variant, players, seed, first, lucky, board, save, resume)
    ):
        return start(lang)
    terminal = Terminal()
    text = text_for(lang, terminal.encoding)
    if save is not None and save != resume:
        check_new(save, force)
    use_own_bots()
    if resume is not None:
        _refuse_with_resume(seats, variant, players, seed, first, lucky, board)
        record = read_record(resume)
        table = make_seats(list(record.seats), None, text("play.you"))
        run(terminal, table, record, lang, Saver(save or resume, True))
        return None
    table = make_seats(seats or [], players, text("play.you"))
    record = new_record(variant or DEFAULT, table, seed, first, lucky, board)
    run(terminal, table, record, lang, Saver(save, force))
    return None


def start(lang: Language = None) -> None:
    """Asks for the game and who plays, with an answer ready for each question."""
    from ..language import text_for
    from .saving import Saver
    from .setup_questions import ask_table
    from .terminal import InputEnded, Terminal

    terminal = Terminal()
    text = text_for(lang, terminal.encoding)
    try:
        variant, table = ask_table(terminal, text)
    except InputEnded:
        return
    run(terminal, table, new_record(variant, table, None, None, None, None), lang, Saver(None))


def run(
    terminal: "Terminal", seats: "list[SeatedPlayer]", record: "Record", lang: str | None, saver: "Saver"
) -> None:
    """Plays to the end, or until the player leaves; an interrupted game is saved."""
    from qwixx.rules import QwixxError

    from ..draw.glyphs import glyphs_for
    from ..draw.words import Words
    from ..language import text_for
    from .terminal import InputEnded
    from .terminal_game import Quit, TerminalGame

    text = text_for(lang, terminal.encoding)
    words = Words(text, record.rules(), record.seats, glyphs_for(terminal.encoding))
    game = TerminalGame(terminal, words, seats, record, saver, *stream_of(record))
    try:
        game.play()
        game.finish()
    except Quit:
        pass
    except (InputEnded, KeyboardInterrupt, QwixxError) as reason:
        if path := game.autosave():
            again = f"  qwixx play --resume {shlex.quote(str(path))}"
            terminal.show("", text("save.interrupted", file=path))
            terminal.console.print(again, soft_wrap=True)  # so that it can be copied
        if not isinstance(reason, InputEnded):
            raise


def stream_of(record: "Record") -> tuple[int, int]:
    """Seed and game: those that the record names, so that its dice go on, else a seed nobody knows."""
    import secrets

    from qwixx.dice.stream import MASK

    named = [record.headers.get("Seed", ""), record.headers.get("Game", "0")]
    if all(text.isdecimal() and len(text) <= len(str(MASK)) and int(text) <= MASK for text in named):
        return int(named[0]), int(named[1])
    return secrets.randbits(64), 0


def new_record(
    variant: str,
    seats: "list[SeatedPlayer]",
    seed: int | None,
    first: int | None,
    lucky: list[str] | None,
    board: Path | None,
) -> "Record":
    """With a seed, the game that `qwixx record` would play; without one, chance decides who begins."""
    import secrets

    from qwixx.dice import check_seed
    from qwixx.rules import Record

    from ..reading import read_board, read_pairs

    if seed is not None:
        check_seed(seed)
    if first is None:
        first = 0 if seed is not None else secrets.randbelow(len(seats))
    record = Record(
        variant=variant,
        seats=tuple(seat.name for seat in seats),
        first=first,
        lucky=read_pairs(lucky),
        board=None if board is None else read_board(board),
        headers={} if seed is None else {"Seed": str(seed), "Game": "0"},
    )
    record.rules().check_seat(first)
    return record


def _refuse_with_resume(*settings: object) -> None:
    if any(setting not in (None, []) for setting in settings):
        raise typer.BadParameter("a saved game has its own players and settings; --resume takes none.")
