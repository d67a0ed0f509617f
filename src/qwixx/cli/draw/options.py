"""The options of a seat, numbered, with the consequences of each."""

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import RenderableType
from rich.text import Text

from qwixx.rules import Choice, Cross, Move, Pass, State

from .fold import fold
from .words import Words


def options(words: Words, state: State, seat: int) -> list[RenderableType]:
    """Crosses and moves side by side where they fit; the pass, which is option 0, below them."""
    numbered = [
        Text.assemble((f"{number:>2} ", "bold"), described(words, state, choice))
        for number, choice in enumerate(words.rules.legal(state, seat))
    ]
    return [Columns(numbered[1:], padding=(0, 3)), numbered[0]] if numbered[1:] else [*numbered]


def short_options(words: Words, state: State, seat: int, width: int) -> list[Text]:
    """The options with their costs as short as possible, for a terminal that is too low for more."""
    first, *others = (
        Text.assemble((f"{number} ", "bold"), short(words, state, choice))
        for number, choice in enumerate(words.rules.legal(state, seat))
    )
    return fold([*others, first], width, gap="  ", indent=0)


def short(words: Words, state: State, choice: Choice) -> Text:
    """The choice and what it costs: the skipped cells as a number in brackets, a penalty in points."""
    outlook = words.rules.outlook(state, choice)
    match choice:
        case Cross(_, row, number):
            line = Text(f"{words.glyphs.shapes[row]}{number}")
        case Move(_, space):
            line = Text(f"@{space}")
        case _:
            line = Text(words.choice(choice))
    if outlook.skips:
        line.append(f" ({outlook.skips})")
    if outlook.penalty:
        line.append(f" {words.glyphs.minus}{words.rules.variant.penalty_points}")
    # Rare, and important enough for words; "ends the game" says more than "closes the row".
    if cost := "ends" if outlook.ends else "closes" if outlook.closes else "":
        line.append(f"{',' if outlook.penalty else ''} {words.text(f'outlook.{cost}')}")
    if outlook.final_lap:
        line.append(f" {words.text('outlook.final-lap')}")
    if outlook.penalty or outlook.ends:
        line.stylize("bold red")
    return line


def skips_explained(words: Words, state: State, choices: Sequence[Choice]) -> list[Text]:
    """What the brackets in the short options mean, by the largest of them; nothing if there are none."""
    most = max(words.rules.outlook(state, choice).skips for choice in choices)
    return [Text(f"({most}): {words.text('outlook.skips', n=most)}", "italic")] if most else []


def described(words: Words, state: State, choice: Choice) -> Text:
    """The choice and its consequences, with the bad ones highlighted."""
    line = Text(words.choice(choice), "bold")
    outlook = words.rules.outlook(state, choice)
    if found := words.consequences(choice, outlook):
        line.append(f"  {', '.join(found)}", "bold red" if outlook.penalty or outlook.ends else "")
    elif isinstance(choice, Pass) and choice.seat == state.active and not state.crossed:
        # Nothing is crossed yet in this turn, but a later action can still prevent the penalty.
        line.append(f"  {words.text('outlook.may-cost', points=words.rules.variant.penalty_points)}")
    return line
