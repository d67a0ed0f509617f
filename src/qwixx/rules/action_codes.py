"""Actions as integers, in the order of `legal`; a code means the same in every game of a variant.

Each seat has a block of codes: 0 is the pass, then come the cells by row and number, then the spaces. Rolls
come after the blocks of the largest number of players.
"""

from .actions import Action, Cross, Move, Pass, Roll
from .errors import QwixxError
from .notation import is_one_of, quoted
from .setup import Setup


def block(setup: Setup) -> int:
    """The number of different choices of a seat: the size of an action space without seats."""
    return 1 + len(setup.crossing.cells) + (len(setup.track.targets) if setup.track else 0)


def code(setup: Setup, action: Action) -> int:
    size, cells = block(setup), setup.crossing.cells
    match action:
        case Roll():
            return size * setup.variant.max_players + _roll_code(setup, action)
        case Pass(seat) if is_one_of(seat, setup.seats):
            return seat * size
        case Cross(seat, row, number) if is_one_of(seat, setup.seats) and (row, number) in cells:
            return seat * size + 1 + cells.index((row, number))
        case Move(seat, space) if is_one_of(seat, setup.seats) and is_one_of(space, _spaces(setup)):
            return seat * size + len(cells) + space
    raise QwixxError(f"{quoted(action)} has no code in {setup!r}.")


def _spaces(setup: Setup) -> range:
    return range(1, 1 + len(setup.track.targets)) if setup.track else range(0)


def decode(setup: Setup, code: int) -> Action:
    size, cells = block(setup), setup.crossing.cells
    if not is_one_of(code, range(_end(setup))):
        raise QwixxError(f"{quoted(code)} is not an action code of {setup!r}.")
    seat, choice = divmod(int(code), size)
    if seat >= setup.variant.max_players:
        return _decode_roll(setup, int(code) - size * setup.variant.max_players)
    if seat not in setup.seats:
        raise QwixxError(f"{code} is an action code of seat {seat}, which {setup!r} does not have.")
    if choice == 0:
        return Pass(seat)
    if choice <= len(cells):
        row, number = cells[choice - 1]
        return Cross(seat, row, number)
    return Move(seat, choice - len(cells))


def _end(setup: Setup) -> int:
    faces = setup.variant.faces
    rolls: int = faces**2 * (faces + 1) ** len(setup.variant.rows)
    return block(setup) * setup.variant.max_players + rolls


def _roll_code(setup: Setup, roll: Roll) -> int:
    """A mixed-base number: white dice count from 0, coloured ones from 1, because 0 is a removed die."""
    dice = [*roll.white, *(die for die in roll.colours if die is not None)]
    shown = all(is_one_of(die, setup.faces) for die in dice)
    if not shown or (len(roll.white), len(roll.colours)) != (2, len(setup.variant.rows)):
        raise QwixxError(f"{quoted(roll)} has no code in {setup!r}.")
    faces, code = setup.variant.faces, 0
    for die in roll.white:
        code = code * faces + die - 1
    for colour in roll.colours:
        code = code * (faces + 1) + (colour or 0)
    return code


def _decode_roll(setup: Setup, code: int) -> Roll:
    faces = setup.variant.faces
    colours: list[int | None] = []
    for _ in setup.variant.rows:
        code, die = divmod(code, faces + 1)
        colours.append(die or None)
    first, second = divmod(code, faces)
    return Roll((first + 1, second + 1), tuple(reversed(colours)))
