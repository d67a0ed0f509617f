"""How `expert` chooses: it answers what the others will probably choose; tensors of many games.

A1 is the active player's best turn if everybody else passes. Each passive player's likely choice is the best
answer to A1 if the other passive ones pass. The active player plays the best answer to these choices, and a
passive player the best answer to A1 and the others' likely choices. `qwixx.bots.expert` is the reference.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import torch
from torch import Tensor

from .network import POINTS, FastNetwork
from .simulator import (
    Crosses,
    Games,
    World,
    colour_options,
    cross,
    features,
    finish_turn,
    is_ended,
    leads,
    move_options,
    reveal,
    shares,
    white_options,
)

CERTAIN = 40.0
"""The log odds of a game that is won."""


class Policy(NamedTuple):
    evaluate: FastNetwork
    lead_weight: float = 0.0
    """The weight of the lead beside the log odds."""
    answers: bool = True
    """Whether it answers the others' likely choices, or expects them to pass."""


class PlannedTurn(NamedTuple):
    """A turn of the active player, by game: columns are -1 without a cross, spaces 0 without a move."""

    white_row: Tensor
    white_column: Tensor
    row: Tensor
    column: Tensor
    space: Tensor


def worth(world: World, policy: Policy, games: Games, over: Tensor, seat: int) -> Tensor:
    """What positions after a turn are worth to a seat; those of finished games exactly."""
    found, points = features(world, games, seat, 1 % world.tables.players)
    out = policy.evaluate(found)
    value = out[:, 0] + policy.lead_weight * out[:, 1]
    share = shares(points)[:, seat].float()
    exact = torch.logit(share).clamp(-CERTAIN, CERTAIN)
    exact = exact + policy.lead_weight * leads(points)[:, seat] / POINTS
    return torch.where(over, exact, value)


def _dense(index: tuple[Tensor, ...], shape: tuple[int, ...], values: Tensor) -> Tensor:
    found = torch.full(shape, -math.inf, device=values.device)
    found[index] = values
    return found


def best_finish(
    world: World, policy: Policy, games: Games, crossed: Tensor, dice: Tensor, noise: Tensor | None = None
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Actions 2 and 3: the worth of the best, its row, column and space.

    Where `noise` is 1, any legal ones are chosen instead.
    """
    ended = is_ended(world, games)
    colours = colour_options(world, games, dice)
    first = torch.arange(colours.legal.shape[1], device=world.device) == 0
    game, option = (colours.legal & (~ended[:, None] | first)).nonzero(as_tuple=True)
    row, column = colours.row[game, option], colours.column[game, option]
    slots, slot, space = 1, torch.zeros_like(option), torch.zeros_like(option)
    if world.tables.spaces:
        after, closes = cross(world, games.at(game), 0, row, column)
        after = replace(after, closed=after.closed | closes)
        spaces, legal = move_options(world, after)
        stay = torch.arange(legal.shape[1], device=world.device) == 0
        part, slot = (legal & (~is_ended(world, after)[:, None] | stay)).nonzero(as_tuple=True)
        slots = legal.shape[1]
        game, option, row, column = game[part], option[part], row[part], column[part]
        space = spaces[part, slot]
    then, over = finish_turn(world, games.at(game), crossed[game], row, column, space)
    values = worth(world, policy, then, over, 0)
    if noise is not None:
        values = torch.where(noise[game] == 1, torch.rand_like(values), values)
    shape = (len(games), colours.legal.shape[1] * slots)
    best = _dense((game, option * slots + slot), shape, values).max(1)
    chosen = torch.empty(shape, dtype=torch.int64, device=world.device)
    chosen[game, option * slots + slot] = torch.arange(len(game), device=world.device)
    at = chosen.gather(1, best.indices[:, None])[:, 0]
    return best.values, row[at], column[at], space[at]


class Plans(NamedTuple):
    """The turns that the active player considers: one for each choice in action 1, with its best finish."""

    game: Tensor
    option: Tensor
    shape: torch.Size
    turn: PlannedTurn
    best: Tensor
    """By game: the number of the best plan."""

    def the_best(self) -> PlannedTurn:
        return PlannedTurn(*(field[self.best] for field in self.turn))


def make_plans(
    world: World, policy: Policy, games: Games, dice: Tensor, noise: Tensor | None = None
) -> Plans:
    """The active player's plans if the others pass in action 1."""
    options = white_options(world, games, 0, dice)
    game, option = options.legal.nonzero(as_tuple=True)
    row, column = options.row[game, option], options.column[game, option]
    after, closes = cross(world, games.at(game), 0, row, column)
    after = replace(after, closed=after.closed | closes)
    value, *finish = best_finish(world, policy, after, column >= 0, dice[game])
    best = _best(game, option, options.legal.shape, value, noise)
    return Plans(game, option, options.legal.shape, PlannedTurn(row, column, *finish), best)


def _best(game: Tensor, option: Tensor, shape: torch.Size, values: Tensor, noise: Tensor | None) -> Tensor:
    """By game: the number of its best option among all options of all games."""
    if noise is not None:
        values = torch.where(noise[game] == 1, torch.rand_like(values), values)
    best = _dense((game, option), tuple(shape), values).argmax(1, keepdim=True)
    number = torch.empty(tuple(shape), dtype=torch.int64, device=values.device)
    number[game, option] = torch.arange(len(game), device=values.device)
    return number.gather(1, best)[:, 0]


def worth_of_turns(
    world: World, policy: Policy, games: Games, seat: int, row: Tensor, column: Tensor, turn: PlannedTurn
) -> Tensor:
    """What the choices of all seats in action 1 and the active player's turn are worth to a seat.

    A part of the turn that the others' choices have made illegal is left out.
    """
    after = reveal(world, games, row, column)
    still_open = after.closed.gather(1, turn.row[:, None])[:, 0] == 0
    then_column, space = torch.where(still_open, turn.column, -1), turn.space
    if world.tables.spaces:
        coloured, _ = cross(world, after, 0, turn.row, then_column)
        spaces, legal = move_options(world, coloured)
        space = torch.where(((spaces == space[:, None]) & legal).any(1), space, 0)
    then, over = finish_turn(world, after, column[:, 0] >= 0, turn.row, then_column, space)
    return worth(world, policy, then, over, seat)


def answer_as_active(
    world: World, policy: Policy, games: Games, plans: Plans, others: Crosses, noise: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    """The active player's choice in action 1 by the best of the plans, if the others choose those crosses."""
    row, column = others.row[plans.game], others.column[plans.game]
    row[:, 0], column[:, 0] = plans.turn.white_row, plans.turn.white_column
    values = worth_of_turns(world, policy, games.at(plans.game), 0, row, column, plans.turn)
    at = _best(plans.game, plans.option, plans.shape, values, noise)
    return row[at, 0], column[at, 0]


def answer_as_passive(
    world: World,
    policy: Policy,
    games: Games,
    seat: int,
    dice: Tensor,
    turn: PlannedTurn,
    others: Crosses,
    noise: Tensor | None = None,
) -> tuple[Tensor, Tensor]:
    """A passive player's best choice in action 1, if the active one plays that turn: row and column."""
    options = white_options(world, games, seat, dice)
    game, option = options.legal.nonzero(as_tuple=True)
    row, column = others.row[game], others.column[game]
    row[:, 0], column[:, 0] = turn.white_row[game], turn.white_column[game]
    row[:, seat], column[:, seat] = options.row[game, option], options.column[game, option]
    played = PlannedTurn(*(field[game] for field in turn))
    values = worth_of_turns(world, policy, games.at(game), seat, row, column, played)
    at = _best(game, option, options.legal.shape, values, noise)
    return row[at, seat], column[at, seat]


def choose_white(
    world: World,
    policy: Policy,
    games: Games,
    dice: Tensor,
    seats: Sequence[int],
    noise: Tensor | None = None,
) -> dict[int, tuple[Tensor, Tensor]]:
    """Action 1: by seat, the row and column of the choice."""
    players = world.tables.players
    passes = torch.zeros((len(games), players), dtype=torch.int64, device=world.device)
    nothing = Crosses(passes, passes - 1, passes == 0)
    plans = make_plans(world, policy, games, dice, None if policy.answers else noise)
    expected = plans.the_best()
    if not policy.answers:
        zero = passes[:, 0]
        found = {0: (expected.white_row, expected.white_column)}
        expected = PlannedTurn(zero, zero - 1, zero, zero - 1, zero)
        for seat in seats:
            if seat:
                found[seat] = answer_as_passive(world, policy, games, seat, dice, expected, nothing, noise)
        return found
    likely = Crosses(passes.clone(), passes - 1, nothing.legal)
    found = {}
    for seat in range(1, players):
        found[seat] = answer_as_passive(
            world, policy, games, seat, dice, expected, nothing, noise if players == 2 else None
        )
        likely.row[:, seat], likely.column[:, seat] = found[seat]
    if 0 in seats:
        found[0] = answer_as_active(world, policy, games, plans, likely, noise)
    if players > 2:
        for seat in seats:
            if seat:
                found[seat] = answer_as_passive(world, policy, games, seat, dice, expected, likely, noise)
    return found


def play_turn(
    world: World, policies: Sequence[Policy], games: Games, dice: Tensor, noise: Tensor | None = None
) -> tuple[Games, Tensor]:
    """A turn with the policy of each seat: the positions after it, not turned yet, and which are over."""
    row = torch.zeros((len(games), len(policies)), dtype=torch.int64, device=world.device)
    column = row - 1
    for policy in set(policies):
        seats = [seat for seat, other in enumerate(policies) if other == policy]
        for seat, choice in choose_white(world, policy, games, dice, seats, noise).items():
            if seat in seats:
                row[:, seat], column[:, seat] = choice
    after = reveal(world, games, row, column)
    crossed = column[:, 0] >= 0
    _, then_row, then_column, space = best_finish(world, policies[0], after, crossed, dice, noise)
    return finish_turn(world, after, crossed, then_row, then_column, space)
