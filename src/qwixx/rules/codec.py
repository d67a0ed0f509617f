"""Actions as integers, in the order of `legal`: one number, one action, in every game of a variant.

Each seat has a block: 0 is the pass, then the cells by row and number, then the spaces. Rolls follow
after the blocks of the variant's largest table.
"""

from .actions import Action, Cross, Move, Pass, Roll
from .errors import QwixxError
from .setup import Setup


def block(setup: Setup) -> int:
    """How many choices a seat can ever have: the size of an action space without seats."""
    return 1 + len(setup.crossing.cells) + (len(setup.track.targets) if setup.track else 0)


def code(setup: Setup, action: Action) -> int:
    if isinstance(action, Roll):
        return block(setup) * setup.variant.max_players + _roll_code(setup, action)
    if action.seat in setup.seats:
        start = action.seat * block(setup)
        cells = setup.crossing.cells
        match action:
            case Pass():
                return start
            case Cross(_, row, number) if (row, number) in cells:
                return start + 1 + cells.index((row, number))
            case Move(_, space) if setup.track and 1 <= space <= len(setup.track.targets):
                return start + len(cells) + space
    raise QwixxError(f"{action} has no code in {setup!r}.")


def decode(setup: Setup, code: int) -> Action:
    size, cells = block(setup), setup.crossing.cells
    seat, choice = divmod(code, size)
    if seat >= setup.variant.max_players:
        return _decode_roll(setup, code - size * setup.variant.max_players)
    if code < 0 or seat not in setup.seats:
        raise QwixxError(f"{code} is no action code of {setup!r}.")
    if choice == 0:
        return Pass(seat)
    if choice <= len(cells):
        row, number = cells[choice - 1]
        return Cross(seat, row, number)
    return Move(seat, choice - len(cells))


def _roll_code(setup: Setup, roll: Roll) -> int:
    """A number in mixed base: white dice count from 0, coloured ones from 1, as 0 is a removed die."""
    faces = setup.variant.faces
    code = 0
    for die in roll.white:
        code = code * faces + die - 1
    for colour in roll.colours:
        code = code * (faces + 1) + (colour or 0)
    dice = [*roll.white, *(die for die in roll.colours if die is not None)]
    if (len(roll.white), len(roll.colours)) != (2, len(setup.variant.rows)) or set(dice) - set(setup.faces):
        raise QwixxError(f"{roll} has no code in {setup!r}.")
    return code


def _decode_roll(setup: Setup, code: int) -> Roll:
    faces, rest = setup.variant.faces, code
    colours: list[int | None] = []
    for _ in setup.variant.rows:
        rest, die = divmod(rest, faces + 1)
        colours.append(die or None)
    first, second = divmod(rest, faces)
    if first >= faces:
        raise QwixxError(f"{code + block(setup) * setup.variant.max_players} is no action code of {setup!r}.")
    return Roll((first + 1, second + 1), tuple(reversed(colours)))
