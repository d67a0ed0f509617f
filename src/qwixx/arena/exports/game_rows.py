"""A row for each game of a match."""

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from qwixx.kernel.engine.results import game_columns

from ..match_setting import MatchSetting
from ..optional import need
from ..outcomes import Outcomes
from .arrow import EXTRA, stream


def encode_games(setting: MatchSetting, seating: int, deals: Sequence[int], games: Outcomes) -> bytes:
    """A row for each game of a seating, as a worker returns them."""
    sheets = games.sheets()
    number = len(deals)
    columns: dict[str, NDArray[Any]] = {
        "variant": np.full(number, setting.variant),
        "seed": np.full(number, setting.seed, np.uint64),
        "game": np.array(deals, np.uint64),
        "seating": np.full(number, seating, np.uint8),
        **{f"bot_{seat}": np.full(number, bot) for seat, bot in enumerate(setting.seats(seating))},
        **game_columns(
            games.scores.astype(np.int16),
            games.turns.astype(np.int16),
            games.causes,
            sheets.penalties.astype(np.uint8),
            sheets.crosses.astype(np.uint8),
            sheets.locks,
        ),
    }
    if setting.export == ".jsonl":
        names, values = list(columns), [column.tolist() for column in columns.values()]
        rows = (dict(zip(names, row, strict=True)) for row in zip(*values, strict=True))
        return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)
    return stream(need("pyarrow", *EXTRA).table(columns))
