"""The simulator: many games side by side as tensors, on the CPU or a GPU; `qwixx.rules` is the reference.

The seats of a position are counted from the active one, so seat 0 rolls, and every turn ends by turning the
seats by one. A row is a number with a bit for each crossed column, as on a sheet of the rules, without the
lock.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import torch
from torch import Tensor

if TYPE_CHECKING:
    from .tables import GameTables

ROWS = 4


class World:
    """The tables of a game on a device."""

    def __init__(self, tables: "GameTables", device: torch.device) -> None:
        self.tables, self.device, self.places = tables, device, tables.places
        self.column = self._on_device(tables.column)
        self.crosses = self._on_device(tables.crosses)
        self.length = self._on_device(tables.length)
        self.open_class = self._on_device(tables.open_class)
        self.class_points = self._on_device(tables.class_points)
        self.space_row = self._on_device(tables.space_row)
        self.space_column = self._on_device(tables.space_column)
        self.space_points = self._on_device(tables.space_points)
        self.pairs = self._on_device(tables.pairs)
        self.spot = self._on_device(tables.spot)
        self.ready = self._on_device(tables.ready)
        self.rows = torch.arange(ROWS, device=device)

    def _on_device(self, array: Any) -> Tensor:
        return torch.as_tensor(array, dtype=torch.int64, device=self.device)

    def crossable(self, pattern: Tensor, column: Tensor) -> Tensor:
        """Whether a column of an open row with that pattern may be crossed; a column of -1 may not."""
        at = column.clamp(min=0)
        enough = (column < self.tables.closing) | (self.crosses[pattern] >= self.tables.needed)
        return (column >= 0) & (column < self.tables.cells) & (pattern >> at == 0) & enough


@dataclass(frozen=True)
class Games:
    """Positions at the beginning of a turn, or within it. A tensor's first axis is the game."""

    marks: Tensor
    """By seat and row: the crossed columns."""
    locks: Tensor
    """By seat and row: 1 if the seat has crossed the lock."""
    closed: Tensor
    """By row."""
    penalties: Tensor
    pawns: Tensor
    final: Tensor
    """The seat that began the final lap, counted from the active one; -1 if nobody has."""
    lucky: Tensor
    """By seat: its two lucky numbers; empty without them."""

    def __len__(self) -> int:
        return len(self.marks)

    def at(self, index: Tensor) -> "Games":
        return Games(*(field[index] for field in self.fields()))

    def fields(self) -> tuple[Tensor, ...]:
        return self.marks, self.locks, self.closed, self.penalties, self.pawns, self.final, self.lucky

    def turned(self) -> "Games":
        """The same positions for the next player."""
        players = self.penalties.shape[1]
        return Games(
            self.marks.roll(-1, 1),
            self.locks.roll(-1, 1),
            self.closed,
            self.penalties.roll(-1, 1),
            self.pawns.roll(-1, 1),
            torch.where(self.final < 0, self.final, (self.final - 1) % players),
            self.lucky.roll(-1, 1),
        )


def new_games(world: World, count: int, random: torch.Generator | None = None) -> Games:
    """Games before the first roll. With a generator, half of them have any lucky pairs."""
    players, device = world.tables.players, world.device

    def zeros(*shape: int) -> Tensor:
        return torch.zeros((count, *shape), dtype=torch.int64, device=device)

    lucky = world.pairs.expand(count, *world.pairs.shape)
    if len(world.pairs) == 0:
        lucky = zeros(players, 0)
    elif random is not None:
        sums = 2 * world.tables.faces - 1
        one = torch.randint(sums, (count, players), device=device, generator=random)
        other = (one + 1 + torch.randint(sums - 1, one.shape, device=device, generator=random)) % sums
        usual = torch.rand((count, 1, 1), device=device, generator=random) < 0.5
        turned = torch.randint(players, (count, 1), device=device, generator=random)
        seats = (torch.arange(players, device=device) + turned) % players
        lucky = torch.where(usual, world.pairs[seats], torch.stack((one, other), 2) + 2)
    none = zeros() - 1
    return Games(
        zeros(players, ROWS), zeros(players, ROWS), zeros(ROWS), zeros(players), zeros(players), none, lucky
    )


def roll(world: World, count: int, random: torch.Generator) -> Tensor:
    """By game: two white dice, then one of each colour."""
    return torch.randint(1, world.tables.faces + 1, (count, 2 + ROWS), device=world.device, generator=random)


class Crosses(NamedTuple):
    """Options of a seat, by game: the row and the column of each, and whether the rules allow it."""

    row: Tensor
    column: Tensor
    legal: Tensor


def _with_pass(crosses: Crosses) -> Crosses:
    """The same options after a pass, which has a column of -1."""
    passes = torch.zeros_like(crosses.row[:, :1])
    return Crosses(
        torch.cat((passes, crosses.row), 1),
        torch.cat((passes - 1, crosses.column), 1),
        torch.cat((passes == 0, crosses.legal), 1),
    )


def white_options(world: World, games: Games, seat: int, dice: Tensor) -> Crosses:
    """Action 1: passing, the white sum in each row, and what a lucky number offers instead (R3, L4)."""
    total, marks = dice[:, 0] + dice[:, 1], games.marks[:, seat]
    is_open = games.closed == 0
    row = world.rows.expand(len(games), ROWS)
    column = world.column[:, total].T
    legal = is_open & world.crossable(marks, column)
    if games.lucky.shape[2]:
        count = world.crosses[marks] + 99 * games.closed
        following = world.length[marks]
        hit = (games.lucky[:, seat] == total[:, None]).any(1, keepdim=True)
        fewest = count == count.min(1, keepdim=True).values
        offered = hit & fewest & is_open & world.crossable(marks, following)
        row, column = torch.cat((row, row), 1), torch.cat((column, following), 1)
        legal = torch.cat((legal, offered), 1)
    return _with_pass(Crosses(row, column, legal))


def colour_options(world: World, games: Games, dice: Tensor) -> Crosses:
    """Action 2 of the active player: passing, and each coloured die with either white one (R4)."""
    row = world.rows.repeat(2).expand(len(games), 2 * ROWS)
    total = torch.cat((dice[:, :1] + dice[:, 2:], dice[:, 1:2] + dice[:, 2:]), 1)
    column = world.column[row, total]
    marks = games.marks[:, 0].repeat(1, 2)
    legal = (games.closed.repeat(1, 2) == 0) & world.crossable(marks, column)
    return _with_pass(Crosses(row, column, legal))


def move_options(world: World, games: Games) -> tuple[Tensor, Tensor]:
    """Action 3: staying (0) and the spaces ahead of the active pawn, and whether each is legal (B1, B2)."""
    slots = world.tables.reach + world.tables.players - 1
    space = games.pawns[:, :1] + 1 + torch.arange(slots, device=world.device)
    taken = (games.pawns[:, 1:, None] == space[:, None]).any(1)
    free = ~taken & (space <= world.tables.spaces)
    within = free & (free.cumsum(1) <= world.tables.reach)
    at = space.clamp(max=world.tables.spaces)
    row, column = world.space_row[at], world.space_column[at]
    marks = games.marks[:, 0].gather(1, row)
    allowed = (marks >> column & 1 == 1) | (
        (games.closed.gather(1, row) == 0) & world.crossable(marks, column)
    )
    stay = torch.zeros_like(space[:, :1])
    return torch.cat((stay, at), 1), torch.cat((stay == 0, within & allowed), 1)


def cross(world: World, games: Games, seat: int, row: Tensor, column: Tensor) -> tuple[Games, Tensor]:
    """The positions after a seat's cross, which is legal, and the rows that it closes, not closed yet.

    A column of -1 crosses nothing.
    """
    mine = (row[:, None] == world.rows).long()
    crosses = (column >= 0).long()
    bits = crosses << column.clamp(min=0)
    closes = mine * (column >= world.tables.closing).long()[:, None]
    marks, locks = games.marks.clone(), games.locks.clone()
    marks[:, seat] |= mine * bits[:, None]
    locks[:, seat] |= closes
    return replace(games, marks=marks, locks=locks), closes


def is_ended(world: World, games: Games) -> Tensor:
    """Whether closed rows or penalties have ended the game (R12, R13)."""
    return (games.closed.sum(1) >= world.tables.rows_to_end) | (
        games.penalties.max(1).values >= world.tables.max_penalties
    )


def reveal(world: World, games: Games, row: Tensor, column: Tensor) -> Games:
    """Action 1: the choices of all seats, by game and seat, applied to the same position (R3, R10, L6)."""
    closes = torch.zeros_like(games.closed)
    for seat in range(world.tables.players):
        games, rows = cross(world, games, seat, row[:, seat], column[:, seat])
        closes = closes | rows
    return replace(games, closed=games.closed | closes)


def finish_turn(
    world: World, games: Games, crossed: Tensor, row: Tensor, column: Tensor, space: Tensor
) -> tuple[Games, Tensor]:
    """The active player's actions 2 and 3, then the end of the turn; and whether the game is over.

    Games that were over before stay as they are. `crossed` says who has made a cross in action 1. The row and
    column are those of the coloured cross, and `space` is where the pawn moves; -1 and 0 for neither. All of
    it must be legal.
    """
    over = is_ended(world, games)
    column, space = torch.where(over, -1, column), torch.where(over, 0, space)
    games, closes = cross(world, games, 0, row, column)
    games = replace(games, closed=games.closed | closes)
    crossed = crossed | (column >= 0)
    over = over | (games.closed.sum(1) >= world.tables.rows_to_end)
    arrived = torch.zeros_like(over)
    if world.tables.spaces:
        space = torch.where(over, 0, space)
        pawns = games.pawns.clone()
        pawns[:, 0] = torch.where(space > 0, space, pawns[:, 0])
        games = replace(games, pawns=pawns)
        row, column = world.space_row[space], world.space_column[space]
        marks = games.marks[:, 0].gather(1, row[:, None])[:, 0]
        column = torch.where((space > 0) & (marks >> column & 1 == 0), column, -1)
        games, closes = cross(world, games, 0, row, column)
        games = replace(games, closed=games.closed | closes)
        crossed = crossed | (column >= 0)
        over = over | (games.closed.sum(1) >= world.tables.rows_to_end)
        arrived = (space >= world.tables.last) & ~over
    penalties = games.penalties.clone()
    penalties[:, 0] += (~crossed & ~over).long()
    over = over | (penalties[:, 0] >= world.tables.max_penalties)
    final = torch.where(arrived & ~over & (games.final < 0), 0, games.final)
    over = over | (final == 1 % world.tables.players)
    return replace(games, penalties=penalties, final=final), over


def row_classes(world: World, games: Games) -> Tensor:
    """By seat and row: the class of the row; see `qwixx.kernel.bots.expert.features`."""
    closed = world.places.open_classes + world.crosses[games.marks] + games.locks
    return torch.where(games.closed[:, None] == 1, closed, world.open_class[games.marks])


def scores(world: World, games: Games, classes: Tensor | None = None) -> Tensor:
    """By seat."""
    found = row_classes(world, games) if classes is None else classes
    points = world.class_points[found].sum(2) - world.tables.penalty_points * games.penalties
    return points + world.space_points[games.pawns] if world.tables.spaces else points


def leads(points: Tensor) -> Tensor:
    """By seat: the points ahead of the best of the others."""
    players = points.shape[1]
    others = [torch.cat((points[:, :seat], points[:, seat + 1 :]), 1) for seat in range(players)]
    return points - torch.stack([other.max(1).values for other in others], 1)


def shares(points: Tensor) -> Tensor:
    """By seat: the share of the win at the end of a game (R15)."""
    best = points == points.max(1, keepdim=True).values
    return best / best.sum(1, keepdim=True)


def features(world: World, games: Games, seat: int, following: int) -> tuple[Tensor, Tensor]:
    """The features of the positions as that seat sees them, when seat `following` rolls next; the points."""
    places, players = world.places, world.tables.players
    classes = row_classes(world, games)
    order = [(seat + n) % players for n in range(players)]
    base = torch.arange(players, device=world.device) * places.a_seat
    rows = classes[:, order] + base[:, None] + world.rows * places.classes
    penalties = games.penalties[:, order].clamp(max=world.tables.max_penalties - 1)
    parts = [rows.flatten(1), penalties + base + places.penalties]
    if world.tables.spaces:
        parts.append(games.pawns[:, order] + base + places.pawns)
    if games.lucky.shape[2]:
        parts.append((games.lucky[:, order] + base[:, None] + places.lucky).flatten(1))
    parts.append(torch.full_like(penalties[:, :1], places.following + (following - seat) % players))
    if world.tables.spaces:
        began = torch.where(games.final < 0, players, (games.final - seat) % players)
        parts.append((places.final + began)[:, None])
    points = scores(world, games, classes)
    most = world.tables.most_lead
    lead = leads(points)[:, seat].clamp(-most, most) + most
    stage = games.closed.sum(1).clamp(max=world.tables.rows_to_end - 1)
    parts.append((places.lead + stage * (2 * most + 1) + lead)[:, None])
    return torch.cat(parts, 1), points


def widened(world: World, features: Tensor) -> Tensor:
    """The features of the wide view; `qwixx.kernel.bots.expert.features` explains them."""
    places, players, device = world.places, world.tables.players, world.device
    base = torch.arange(players, device=device)[:, None] * places.a_seat + world.rows * places.classes
    classes = features[:, : players * ROWS].view(-1, players, ROWS) - base
    spot = world.spot[classes]
    ready = world.ready[classes].sum(2).clamp(max=world.tables.most_ready)
    one, other = torch.triu_indices(ROWS, ROWS, 1, device=device)
    number = torch.arange(players * len(one), device=device).view(players, -1)
    pairs = places.pairs + (number * places.spots + spot[:, :, one]) * places.spots + spot[:, :, other]
    leads = 2 * world.tables.most_lead + 1
    counts = world.tables.most_ready + 1
    where = features[:, -1] - places.lead
    stage = (where // leads * counts + ready[:, 0]) * counts + ready[:, 1:].max(1).values
    threat = places.threats + stage * leads + where % leads
    return torch.cat((features, pairs.flatten(1), threat[:, None]), 1)
