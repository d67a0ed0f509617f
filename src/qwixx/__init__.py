"""The dice games Qwixx, Longo and On Board: rules, bots, records, and everything built on them.

These names are the public library. The packages below it:

- `rules`: the rules of the game, as pure functions on immutable values
- `dice`: reproducible and provably fair dice
- `bots`: computer players, and how to name them
- `kernel`: the compiled engine that plays many games quickly
- `solver`: exact values of best play
- `arena`: games and matches between bots
- `coach`: hints and reviews
- `envs`: environments for learning agents
- `server`: live tables over HTTP and WebSocket
- `client`: a Python client of the server
- `cli`: the command line
- `locales`: the texts that players see, in all languages
- `testing`: checks for your own bots, environments and stores
- `extras`: optional packages, and how to add them
- `files`: files that users name
- `folders`: folders for data and caches
"""

from qwixx.arena import BotFailure, play
from qwixx.bots import BatchBot, Bot, BotError, bot_names, make_bot
from qwixx.rules import (
    COLOURS,
    VARIANTS,
    Board,
    BoardError,
    Breakdown,
    CellStatus,
    Cross,
    FormatError,
    IllegalAction,
    IllegalRecord,
    Move,
    Outlook,
    Pass,
    Phase,
    PositionError,
    QwixxError,
    Reason,
    Record,
    RecordError,
    Roll,
    Rules,
    SetupError,
    Sheet,
    Space,
    State,
    Variant,
    View,
    parse_board,
    parse_position,
    replay,
)

__version__ = "0.2.0"

__all__ = [
    "COLOURS",
    "VARIANTS",
    "BatchBot",
    "Board",
    "BoardError",
    "Bot",
    "BotError",
    "BotFailure",
    "Breakdown",
    "CellStatus",
    "Cross",
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
    "bot_names",
    "make_bot",
    "parse_board",
    "parse_position",
    "play",
    "replay",
]
