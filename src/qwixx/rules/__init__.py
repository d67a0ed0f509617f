"""The rules of Qwixx, Longo and On Board: pure functions on immutable values.

- `engine`: `Rules`, which everything else uses, and `View`, which is what one seat may see
- `variant`: the games as data, and which sheets the rules support
- `board`: the tracks of On Board
- `setup`: what is agreed before a game
- `state`: a position
- `actions`: what can be done in a game, rolls included
- `events`: what happened in a step
- `legality`: what a seat may do, and why it may not do the rest
- `turn`: what follows from a legal action
- `crossing`: which cells of a row can be crossed
- `pawn_moves`: which spaces a pawn can move to
- `cells`: closed rows, and whether each cell is crossed, open or lost
- `scoring`: scores and their parts, places, and what ended the game
- `consequences`: what a choice would bring about
- `validity`: whether a position can occur
- `position`: positions as one line of text
- `notation`: the words that all text forms share
- `action_codes`: actions as integers
- `records`: games as text and JSON
- `errors`: errors, and the reasons for refusals
"""

from .actions import Action, Choice, Cross, Move, Pass, Roll
from .board import Board, Space, parse_board
from .cells import CellStatus
from .consequences import Outlook
from .engine import Rules, View, parse_position
from .errors import (
    BoardError,
    FormatError,
    IllegalAction,
    PositionError,
    Problem,
    QwixxError,
    Reason,
    RecordError,
    SetupError,
)
from .events import Event
from .notation import COLOURS, LETTERS
from .records.record import IllegalRecord, Record, replay
from .scoring import Breakdown
from .state import Phase, Sheet, State
from .variant import VARIANTS, Variant

__all__ = [
    "COLOURS",
    "LETTERS",
    "VARIANTS",
    "Action",
    "Board",
    "BoardError",
    "Breakdown",
    "CellStatus",
    "Choice",
    "Cross",
    "Event",
    "FormatError",
    "IllegalAction",
    "IllegalRecord",
    "Move",
    "Outlook",
    "Pass",
    "Phase",
    "PositionError",
    "Problem",
    "QwixxError",
    "Reason",
    "Record",
    "RecordError",
    "Roll",
    "Rules",
    "SetupError",
    "Sheet",
    "Space",
    "State",
    "Variant",
    "View",
    "parse_board",
    "parse_position",
    "replay",
]
