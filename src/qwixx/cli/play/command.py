"""`qwixx play` and `qwixx resume`: the game in the terminal."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..console import program
from ..errors import WrongUse
from ..language import Language
from ..options import VARIANT_NAMES, BoardFile, Lucky, RecordNumber
from ..own_bots import use_own_bots
from .options import Plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from qwixx.locales import Catalogue
    from qwixx.rules import Record

    from .game_lock import GameLock
    from .seats import SeatedPlayer
    from .terminal import Terminal

DEFAULT = "classic"

# None by default: without any option, questions are asked.
AskedVariant = Annotated[
    str | None,
    typer.Option(
        "--variant", metavar="NAME", help=f"The game to play: {VARIANT_NAMES}.", show_default=DEFAULT
    ),
]


def play(
    seats: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYER",
            help="The players in the order of their seats: names of people; easy, medium, hard or expert; "
            "or bots such as gap:skip=1.",
        ),
    ] = None,
    variant: AskedVariant = None,
    players: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="The number of players. Bots take the seats that are left.",
            show_default="those named, or you and a bot",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="The seed of the dice. The same seed gives the same dice.",
            show_default="random",
        ),
    ] = None,
    first: Annotated[
        int | None,
        typer.Option(
            metavar="SEAT",
            help="The seat that begins, counted from 0.",
            show_default="a random seat, or 0 with --seed",
        ),
    ] = None,
    lucky: Lucky = None,
    board: BoardFile = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The file to save the game in.", show_default="the data folder"),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite the file of --save if it exists.")
    ] = False,
    own_dice: Annotated[
        bool, typer.Option("--own-dice", help="Roll your own dice, for bots too, and type in the result.")
    ] = False,
    plain: Plain = False,
    lang: Language = None,
) -> None:
    """Play in the terminal, against bots or with other people.

    Without arguments and options, it asks which game you want to play and with whom. The game is saved as you
    play: qwixx resume continues it.

    Examples:
        qwixx play
        qwixx play Ann hard
        qwixx play Ann Ben Cem --variant longo --lang de
    """
    from msgspec import structs

    from qwixx.files import check_new

    from ..language import text_for
    from .local_game import OWN_DICE
    from .running import run
    from .saving import Saver
    from .seats import make_seats
    from .terminal import Terminal

    if (
        not seats
        and all(given is None for given in (variant, players, seed, first, lucky, board, save))
        and not own_dice
    ):
        return start(lang, plain)
    if own_dice and seed is not None:
        raise WrongUse("--own-dice and --seed exclude each other: leave out one of them.")
    terminal = Terminal()
    text = text_for(lang, terminal.encoding)
    if save is not None:
        check_new(save, force)
    use_own_bots()
    table = make_seats(seats or [], players, text)
    record = new_record(variant or DEFAULT, table, seed, first, lucky, board)
    if own_dice:
        record = structs.replace(record, headers=record.headers | OWN_DICE)
    return run(terminal, table, record, lang, Saver(save), plain)


def resume(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="A saved game.", show_default="the last unfinished game"),
    ] = None,
    game: RecordNumber = None,
    plain: Plain = False,
    lang: Language = None,
) -> None:
    """Continue a saved game, by default the last one.

    A game from a file with several is saved in a new file from then on.

    Examples:
        qwixx resume
        qwixx resume mine.txt
        qwixx resume games.qwixx --game 2
    """
    from qwixx.rules import QwixxError

    from ..language import text_for
    from ..reading import read_record
    from ..record_errors import check_legal
    from .game_lock import GameLock
    from .running import run
    from .saving import Saver, unfinished_games
    from .seats import foreign_bots, seats_of
    from .terminal import Terminal

    terminal = Terminal()
    text = text_for(lang, terminal.encoding)
    if file is None and game is not None:
        raise WrongUse("--game chooses one game of a file: name the file, or leave it out.")
    lock = GameLock()
    path = _free_game([file] if file else unfinished_games(), lock, text)
    try:
        given = read_record(path, game)
        check_legal(given, lang)
        record = given.record
        for name in foreign_bots(record.seats):
            if not _allows(terminal, text, name):
                raise QwixxError(text("resume.refused", bot=name))
            use_own_bots()
        table = seats_of(record.seats)
        if all(seat.bot for seat in table):
            raise QwixxError(text("resume.no-person", program=program()))
        saver = Saver(path, str(record), lock, named=file is not None)
        if given.among > 1:  # the other games stay as they are
            saver = Saver()
        run(terminal, table, record, lang, saver, plain)
    finally:
        lock.release()


def _free_game(games: "Iterable[Path]", lock: "GameLock", text: "Catalogue") -> Path:
    """The first of the games that no other terminal plays, locked; an error says if there is none."""
    from qwixx.rules import QwixxError

    played = None
    for path in games:
        if not path.exists() or lock.take(path):
            return path
        played = played or path
    if played is None:
        raise QwixxError(text("resume.nothing", program=program()))
    raise QwixxError(text("resume.elsewhere", file=played))


def _allows(terminal: "Terminal", text: "Catalogue", bot: str) -> bool:
    """Whether the player lets a bot that is not part of qwixx run its code."""
    from .terminal import InputEnded

    try:
        return terminal.yes(text("resume.foreign", bot=bot), text)
    except InputEnded:
        return False


def start(lang: str | None, plain: bool) -> None:
    """Asks for the game and its players, then plays."""
    from ..language import text_for
    from .game_lock import is_played
    from .running import run
    from .saving import Saver, unfinished_games
    from .setup_questions import ask_table
    from .terminal import InputEnded, Terminal

    terminal = Terminal()
    text = text_for(lang, terminal.encoding)
    unfinished = any(not is_played(game) for game in unfinished_games())
    notes = [text("start.unfinished", program=program())] if unfinished else []
    try:
        if terminal.is_interactive and not plain:
            from .full_screen.menu import MenuApp

            agreed = MenuApp(text, notes).run()
        else:
            agreed = ask_table(terminal, text, notes)
    except InputEnded:
        return
    if agreed:
        variant, table = agreed
        run(terminal, table, new_record(variant, table, None, None, None, None), lang, Saver(), plain)


def new_record(
    variant: str,
    seats: "list[SeatedPlayer]",
    seed: int | None,
    first: int | None,
    lucky: list[str] | None,
    board: Path | None,
) -> "Record":
    """The record of a game before its first roll.

    With a seed its dice are those of `qwixx record`; without one, chance decides who begins.
    """
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
