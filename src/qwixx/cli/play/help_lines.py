"""The help that `?` shows during a game: the rules in short and the commands."""

from ..draw.words import Words


def help_lines(words: Words) -> list[str]:
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
    letters = {"?": "help", "v": "sheets", "s": "save", "q": "quit", "u": "undo"}
    commands = (f"{letter} {text(f'command.{word}')}" for letter, word in letters.items())
    return [*lines, text("help.typing"), "   ".join(commands)]
