"""The rules of Qwixx, Longo and On Board: pure values in, pure values out."""

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
