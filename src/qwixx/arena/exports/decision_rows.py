"""A row for each decision of a match on the reference engine: records, replayed.

`decisions` has the same rows of games that the kernel plays.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct

from qwixx.rules import Choice, Record, Roll
from qwixx.rules.action_codes import block
from qwixx.rules.records.record import Ply

from ..match_setting import MatchSetting
from ..optional import need
from ..outcomes import Outcome
from .arrow import EXTRA, schema, stream


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


def _arrow_bytes(rows: Sequence[Row], choices: int) -> bytes:
    table = need("pyarrow", *EXTRA).Table.from_pylist(
        [msgspec.structs.asdict(row) for row in rows], schema=schema(choices)
    )
    return stream(table)
