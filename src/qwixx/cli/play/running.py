"""Runs games in the terminal, on the whole screen or in plain lines, until the player leaves."""

import secrets
import shlex

import typer
from msgspec import structs

from qwixx.dice.stream import MASK
from qwixx.rules import Record

from ..console import program
from ..draw.glyphs import glyphs_for
from ..draw.words import Words
from ..language import text_for
from .closing import TerminalClosed, closing_signals, detach
from .local_game import LocalGame
from .result_lines import result_lines
from .saving import Saver, last_game
from .seats import SeatedPlayer, shown_name
from .terminal import InputEnded, Terminal
from .terminal_game import Left, TerminalGame


def run(
    terminal: Terminal,
    seats: list[SeatedPlayer],
    record: Record,
    lang: str | None,
    saver: Saver,
    plain: bool,
) -> None:
    """Plays to the end, or until the player leaves or the terminal is closed."""
    text = text_for(lang, terminal.encoding)
    while True:
        names = [shown_name(text, name) for name in record.seats]
        words = Words(text, record.rules(), names, glyphs_for(terminal.encoding))
        game = LocalGame(words, seats, record, saver, *stream_of(record))
        if len(seats) == 1 and not record.actions:
            game.news.append(text("play.alone", name=names[0], program=program()))
        try:
            if terminal.is_interactive and not plain:
                _play_full_screen(game)
            else:
                with closing_signals(), terminal.full_screen():
                    TerminalGame(terminal, game).play()
        except (Left, InputEnded):
            pass
        except TerminalClosed as closed:
            raise typer.Exit(closed.exit_code) from None
        finally:
            _say_goodbye(terminal, game)
            saver.release()
        if not game.again:
            return
        record, saver = _next_record(record), Saver()


def _next_record(record: Record) -> Record:
    """The next game of the same players: the next seat begins; with a seed, it is the next of its games."""
    headers = dict(record.headers)
    if "Seed" in headers and (number := headers.get("Game", "0")).isdecimal():
        headers["Game"] = str(int(number) + 1)
    first = (record.first + 1) % len(record.seats)
    return structs.replace(record, actions=(), first=first, headers=headers)


def _play_full_screen(game: LocalGame) -> None:
    from .full_screen.app import GameApp
    from .full_screen.local_screen import LocalScreen

    if reason := GameApp(LocalScreen(game), game.save).run():
        raise reason


def _say_goodbye(terminal: Terminal, game: LocalGame) -> None:
    """After the screen was left, whatever the reason: saves, and shows the result or how to continue."""
    text = game.words.text
    game.save()
    try:
        if game.over and terminal.has_screen:
            terminal.show(*result_lines(game, terminal.width))
        if game.over and game.saver.path is not None:
            terminal.show(text("save.saved", file=game.saver.path))
        elif not game.record.actions:
            terminal.show(text("save.not-begun"))
        elif game.discarded:
            terminal.show(text("save.discarded"))
        elif game.saver.path is not None:
            terminal.console.print(text("save.interrupted", file=game.saver.path), soft_wrap=True)
            found = last_game() == game.saver.path.absolute()
            file = "" if found else f" {shlex.quote(str(game.saver.path))}"
            terminal.console.print(f"  {program()} resume{file}", soft_wrap=True)  # so that it can be copied
        terminal.console.file.flush()
    except OSError:  # the terminal is gone
        detach()


def stream_of(record: Record) -> tuple[int, int]:
    """The seed and number of the game in the record's headers, which its dice follow; else a secret seed."""
    named = [record.headers.get("Seed", ""), record.headers.get("Game", "0")]
    if all(text.isdecimal() and len(text) <= len(str(MASK)) and int(text) <= MASK for text in named):
        return int(named[0]), int(named[1])
    return secrets.randbits(64), 0
