"""Export of matches: a row for each decision, with position, choice and outcome, or for each game.

The columns are documented in `docs/arena.md`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from qwixx.files import check_new, new_file
from qwixx.kernel.engine.results import game_columns
from qwixx.rules import Choice, QwixxError, Record, Roll
from qwixx.rules.action_codes import block
from qwixx.rules.records.record import Ply

from .match_setting import MatchSetting
from .optional import need
from .outcomes import Outcome, Outcomes

KINDS = (".jsonl", ".parquet")
GROUP_BYTES = 32_000_000
"""The size of a row group in a Parquet file: large enough for readers, small enough for memory."""


class Row(Struct, frozen=True):
    """One decision. Lists over seats begin with the seat that decides and go on clockwise."""

    variant: str
    seed: int
    game: int
    seating: int
    ply: int
    turn: int
    seat: int
    bot: str
    action: int
    active: bool
    position: str
    rows: list[int]
    penalties: list[int]
    pawns: list[int]
    white: list[int]
    colours: list[int]
    crossed: bool
    mask: list[int]
    choice: int
    score: int
    share: float
    place: int
    scores: list[int]


def check_export(path: Path, force: bool) -> str:
    """The suffix of the file; raises an error if it cannot be written."""
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise QwixxError(f"{path}: name a file that ends with {' or '.join(KINDS)}.")
    if kind == ".parquet":
        need("pyarrow", "train", "a file of that kind")
    check_new(path, force)
    return kind


def encode(setting: MatchSetting, deals: Mapping[int, Sequence[Outcome]]) -> bytes:
    """The rows of these deals, as a worker returns them."""
    exporter = Exporter(setting)
    found = [
        row
        for deal, games in deals.items()
        for (seating, *_), game in zip(setting.groups(deal), games, strict=True)
        for row in exporter.rows(deal, seating, game)
    ]
    if setting.export == ".jsonl":
        return b"".join(msgspec.json.encode(row) + b"\n" for row in found)
    return _arrow_bytes(found, exporter.choices)


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
    pa = need("pyarrow", "train", "a file of that kind")
    return _stream(pa, pa.table(columns))


class Exporter:
    """Makes rows from records by replaying them."""

    def __init__(self, setting: MatchSetting) -> None:
        self.setting = setting
        self.rules = setting.rules()
        self.choices = block(self.rules)
        self.indices: dict[Choice, int] = {}

    def rows(self, deal: int, seating: int, game: Outcome) -> Iterator[Row]:
        assert game.record is not None
        for ply in Record.parse(game.record).plies():
            if not isinstance(ply.action, Roll):
                yield self.row(deal, seating, game, ply, ply.action)

    def row(self, deal: int, seating: int, game: Outcome, ply: Ply, choice: Choice) -> Row:
        """The position is what the seat sees, without the hidden choices of others."""
        rules, seat = self.rules, choice.seat
        state = rules.view(ply.before, seat).state
        order = [(seat + n) % rules.players for n in rules.seats]
        sheets = [state.sheets[n] for n in order]
        best = max(game.scores)
        assert state.roll is not None
        return Row(
            variant=self.setting.variant,
            seed=self.setting.seed,
            game=deal,
            seating=seating,
            ply=ply.number,
            turn=ply.turn,
            seat=seat,
            bot=self.setting.seats(seating)[seat],
            action=state.phase.action,
            active=seat == state.active,
            position=rules.position(state),
            rows=[marks for sheet in sheets for marks in sheet.rows],
            penalties=[sheet.penalties for sheet in sheets],
            pawns=[sheet.pawn for sheet in sheets],
            white=list(state.roll.white),
            colours=[die or 0 for die in state.roll.colours],
            crossed=state.crossed,
            mask=self.mask(rules.legal(state, seat)),
            choice=self.index(choice),
            score=game.scores[seat],
            share=1 / game.scores.count(best) if game.scores[seat] == best else 0.0,
            place=1 + sum(score > game.scores[seat] for score in game.scores),
            scores=[game.scores[n] for n in order],
        )

    def index(self, choice: Choice) -> int:
        index = self.indices.get(choice)
        if index is None:
            index = self.indices[choice] = self.rules.code(choice) - choice.seat * self.choices
        return index

    def mask(self, legal: Sequence[Choice]) -> list[int]:
        mask = [0] * self.choices
        for choice in legal:
            mask[self.index(choice)] = 1
        return mask


@cache
def schema(choices: int) -> Any:
    pa = need("pyarrow", "train", "a file of that kind")
    small, numbers = pa.uint8(), pa.list_(pa.uint8())
    columns = {
        "variant": pa.string(),
        "seed": pa.uint64(),
        "game": pa.uint64(),
        "seating": small,
        "ply": pa.uint16(),
        "turn": pa.uint16(),
        "seat": small,
        "bot": pa.string(),
        "action": small,
        "active": pa.bool_(),
        "position": pa.string(),
        "rows": pa.list_(pa.uint32()),
        "penalties": numbers,
        "pawns": numbers,
        "white": numbers,
        "colours": numbers,
        "crossed": pa.bool_(),
        "mask": pa.list_(small, choices),
        "choice": pa.uint16(),
        "score": pa.int16(),
        "share": pa.float32(),
        "place": small,
        "scores": pa.list_(pa.int16()),
    }
    return pa.schema(columns)


def _arrow_bytes(rows: Sequence[Row], choices: int) -> bytes:
    pa = need("pyarrow", "train", "a file of that kind")
    table = pa.Table.from_pylist([msgspec.structs.asdict(row) for row in rows], schema=schema(choices))
    return _stream(pa, table)


def _stream(pa: Any, table: Any) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    data: bytes = sink.getvalue().to_pybytes()
    return data


@contextmanager
def writing(setting: MatchSetting, path: Path, force: bool) -> Iterator[Callable[[bytes], None]]:
    """Writes what workers return, in order, and keeps little of it in memory."""
    with new_file(path, force) as file:
        writer = LineFile(file) if setting.export == ".jsonl" else ParquetFile(file, setting)
        yield writer.write
        writer.close()


class LineFile:
    def __init__(self, file: BinaryIO) -> None:
        self.file = file

    def write(self, data: bytes) -> None:
        self.file.write(data)

    def close(self) -> None:
        """Nothing to do: every line is already written."""


class ParquetFile:
    def __init__(self, file: BinaryIO, setting: MatchSetting) -> None:
        self.pa = need("pyarrow", "train", "a file of that kind")
        parquet = need("pyarrow.parquet", "train", "a file of that kind")
        self.open = partial(parquet.ParquetWriter, file, compression="zstd")
        self.writer: Any = None
        if setting.rows == "decision":
            self.writer = self.open(schema(block(setting.rules())))
        self.waiting: list[Any] = []
        self.size = 0

    def write(self, data: bytes) -> None:
        table = self.pa.ipc.open_stream(data).read_all()
        self.waiting.append(table)
        self.size += table.nbytes
        if self.size >= GROUP_BYTES:
            self._flush()

    def close(self) -> None:
        if self.waiting:
            self._flush()
        (self.writer or self.open(self.pa.schema([]))).close()

    def _flush(self) -> None:
        if self.writer is None:
            self.writer = self.open(self.waiting[0].schema)
        self.writer.write_table(self.pa.concat_tables(self.waiting))
        self.waiting.clear()
        self.size = 0
