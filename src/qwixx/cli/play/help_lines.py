"""The help that `?` shows during a game: the rules in short, and the keys or commands."""

from collections.abc import Mapping

from ..draw.words import Words

COMMANDS = {"?": "help", "h": "hint", "u": "undo", "v": "sheets", "s": "save", "q": "quit"}
"""The commands during a game: the letter, and the name of its word in the catalogue."""
AFTER = {"n": "again", "r": "review", "u": "undo", "s": "save"}
"""The commands after a game."""


def help_lines(words: Words, keys: bool = False, commands: Mapping[str, str] = COMMANDS) -> list[str]:
    """The help for single keys or for lines that are typed; `commands` are those that there are now."""
    rules, text = words.rules, words.text
    lines = [text("help.rows"), text("help.white"), text("help.colour")]
    lines.append(text("help.closing", needed=rules.variant.crosses_to_close, n=rules.variant.closing_cells))
    if any(rules.lucky):
        lines.append(text("help.lucky"))
    if rules.track:
        lines.append(text("help.board"))
    lines += [text("help.penalty", points=rules.variant.penalty_points), text("help.end")]
    if rules.track:
        lines.append(text("help.final-lap"))
    signs = words.glyphs
    lines += ["", text("help.signs", cross=signs.cross, lost=signs.lost, lock=signs.lock)]
    typing = text("help.keys" if keys else "help.typing")
    if rules.track and not keys:
        typing += f" {text('help.typing-board')}"
    listed = "  ".join(f"{letter} {text(f'command.{word}')}" for letter, word in commands.items())
    return [*lines, typing, listed]
