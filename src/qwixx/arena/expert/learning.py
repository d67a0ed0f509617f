"""The learning of `expert`: it plays against itself and learns from its own later judgement, TD(lambda)."""

import itertools
import math
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import torch
from torch import Tensor

from .network import POINTS, FastNetwork, Network
from .policy import Policy, play_turn
from .simulator import Games, World, features, leads, new_games, roll, scores, shares, widened

SAMPLE = 100_000
"""Positions of a round whose features are counted."""


class Plan(NamedTuple):
    """The settings of a training."""

    wide: bool = False
    """Whether the network has the wide view."""
    width: int = 256
    hidden: int = 64
    games: int = 32768
    """Games played side by side."""
    turns: int = 16
    """Turns between two rounds of learning."""
    batch: int = 32768
    trace: float = 0.85
    """The lambda of TD(lambda)."""
    rate: float = 2e-3
    last_rate: float = 1e-5
    lead_weight: float = 0.1
    lead_loss: float = 0.5
    average: float = 0.999
    """Decay of the moving average of the weights; the averaged weights play."""
    openings: int = 4
    """Some games begin with up to this many random turns."""


class Learner:
    """A training that can be saved and resumed between rounds."""

    def __init__(self, world: World, plan: Plan, seed: int) -> None:
        self.world, self.plan = world, plan
        self.random = torch.Generator(world.device).manual_seed(seed)
        torch.manual_seed(seed)
        count = world.places.wide if plan.wide else world.places.all
        widen = partial(widened, world) if plan.wide else None
        self.network = Network(count, plan.width, plan.hidden, widen).to(world.device)
        self.averaged = Network(count, plan.width, plan.hidden, widen).to(world.device)
        self.averaged.load_state_dict(self.network.state_dict())
        self.seen = torch.zeros(count, dtype=torch.int64, device=world.device)
        fused = world.device.type == "cuda"
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=plan.rate, fused=fused)
        self.steps = self.finished = self.rounds = 0
        self.games = new_games(world, plan.games, self.random)
        self.opening = self._openings(plan.games)
        self.symmetries = _symmetries(world)

    def saved(self) -> dict[str, Any]:
        """All that a training needs to go on, for `restore`."""
        return {
            "network": self.network.state_dict(),
            "averaged": self.averaged.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "counts": (self.steps, self.finished, self.rounds),
            "positions": (*self.games.fields(), self.opening, self.seen),
            "random": (self.random.get_state(), torch.get_rng_state()),
        }

    def restore(self, saved: dict[str, Any]) -> None:
        self.network.load_state_dict(saved["network"])
        self.averaged.load_state_dict(saved["averaged"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.steps, self.finished, self.rounds = saved["counts"]
        *fields, self.opening, self.seen = saved["positions"]
        self.games = Games(*fields)
        self.random.set_state(saved["random"][0])
        torch.set_rng_state(saved["random"][1])

    def trained(self) -> dict[str, Any]:
        """The averaged weights by name, for `export`."""
        arrays = {name: weights.cpu().numpy() for name, weights in self.averaged.state_dict().items()}
        return {**arrays, "seen": self.seen.cpu().numpy()}

    def _openings(self, count: int) -> Tensor:
        """By game: how many of its first turns are random; none in half of the games."""
        chance = 2 * self.plan.openings + 1
        turns = torch.randint(chance, (count,), device=self.world.device, generator=self.random)
        return (turns - self.plan.openings).clamp(min=0)

    def round(self, progress: float) -> tuple[float, float]:
        """Plays some turns of all games and learns from them; the mean losses."""
        with torch.no_grad():
            data, targets = self._play(Policy(FastNetwork(self.averaged), self.plan.lead_weight))
        rate = self.plan.last_rate + (self.plan.rate - self.plan.last_rate) * 0.5 * (
            1 + math.cos(math.pi * progress)
        )
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        losses = self._learn(data, targets)
        self.rounds += 1
        return losses

    def _play(self, policy: Policy) -> tuple[Tensor, Tensor]:
        """Features of all positions as all seats see them, and what they turned out to be worth."""
        world, players = self.world, self.world.tables.players
        noted, judged, ends, results, played = [], [], [], [], []
        for _ in range(self.plan.turns):
            noted.append(_views(world, self.games))
            judged.append(_judge(policy, noted[-1]))
            noise = (self.opening > 0).long()
            played.append(noise == 0)
            dice = roll(world, self.plan.games, self.random)
            after, over = play_turn(world, [policy] * players, self.games, dice, noise)
            points = scores(world, after)
            results.append(torch.stack((shares(points), leads(points) / POINTS), 2))
            ends.append(over)
            self._go_on(after.turned(), over)
        judged.append(_judge(policy, _views(world, self.games)))
        target = judged[-1]
        targets = []
        trace = self.plan.trace
        for turn in reversed(range(self.plan.turns)):
            # Seat 1 of this turn is seat 0 of the next.
            later = ((1 - trace) * judged[turn + 1] + trace * target).roll(1, 1)
            target = torch.where(ends[turn][:, None, None], results[turn], later)
            targets.append(target)
        # What follows a position before a random turn says nothing about good play.
        keep = torch.stack(played)
        return torch.stack(noted)[keep].flatten(0, 1), torch.stack(targets[::-1])[keep].flatten(0, 1)

    def _go_on(self, games: Games, over: Tensor) -> None:
        """Replaces the finished games by new ones."""
        fresh = new_games(self.world, self.plan.games, self.random)
        openings = self._openings(self.plan.games)

        def chosen(old: Tensor, new: Tensor) -> Tensor:
            return torch.where(over.view(-1, *[1] * (old.dim() - 1)), new, old)

        self.games = Games(*map(chosen, games.fields(), fresh.fields()))
        self.opening = chosen((self.opening - 1).clamp(min=0), openings)
        self.finished += int(over.sum())

    def _note(self, sample: Tensor) -> None:
        """Counts the features of a random sample; a regular one could miss the views of a seat."""
        if self.network.widened:
            sample = self.network.widened(sample)
        self.seen += torch.bincount(sample.flatten(), minlength=len(self.seen))

    def _learn(self, data: Tensor, targets: Tensor) -> tuple[float, float]:
        order = torch.randperm(len(data), device=data.device, generator=self.random)
        self._note(data[order[:SAMPLE]].long())
        total = torch.zeros(2, device=data.device)
        batches = order.split(self.plan.batch)
        for index in batches:
            views = self.symmetries(data[index].long(), self.random)
            out, target = self.network(views), targets[index]
            win = torch.nn.functional.binary_cross_entropy_with_logits(out[:, 0], target[:, 0])
            lead = torch.nn.functional.mse_loss(out[:, 1], target[:, 1])
            self.optimizer.zero_grad(set_to_none=True)
            (win + self.plan.lead_loss * lead).backward()
            self.optimizer.step()
            self.steps += 1
            follow = max(1 - self.plan.average, 1 / (self.steps + 1))
            with torch.no_grad():
                torch._foreach_lerp_(
                    list(self.averaged.parameters()), list(self.network.parameters()), follow
                )
            total += torch.stack((win.detach(), lead.detach()))
        win_loss, lead_loss = (total / len(batches)).tolist()
        return win_loss, lead_loss


def _views(world: World, games: Games) -> Tensor:
    """By seat: the features of the positions before a turn."""
    views = [features(world, games, seat, 0)[0] for seat in range(world.tables.players)]
    return torch.stack(views, 1).to(torch.int32)


def _judge(policy: Policy, views: Tensor) -> Tensor:
    out = policy.evaluate(views.flatten(0, 1)).view(*views.shape[:2], 2)
    return torch.stack((out[..., 0].sigmoid(), out[..., 1]), 2)


def _symmetries(world: World) -> Callable[[Tensor, torch.Generator], Tensor]:
    """Swaps rows at random: swapping red and yellow, for example, gives an equivalent game."""
    places, players = world.places, world.tables.players
    pairs = list(itertools.product((0, 1), repeat=3)) if world.tables.symmetric else [(0, 0, 0)]
    shifts, sources, mirrored = [], [], []
    for one, two, swapped in pairs:
        row_of = [0 ^ one, 1 ^ one, 2 ^ two, 3 ^ two]
        row_of = [row ^ 2 if swapped else row for row in row_of]
        source = [row_of.index(row) for row in range(4)]
        shift = [(row - source[row]) * places.classes for row in range(4)] * players
        shifts.append(shift + [0] * (places.size - len(shift)))
        columns = [4 * seat + row for seat in range(players) for row in source]
        sources.append([*columns, *range(len(columns), places.size)])
        mirrored.append(swapped)
    shift_by, order, mirror = (
        torch.tensor(numbers, device=world.device) for numbers in (shifts, sources, mirrored)
    )
    lucky = slice(5 * players, 7 * players)
    base = torch.arange(players, device=world.device).repeat_interleave(2) * places.a_seat + places.lucky

    def apply(views: Tensor, random: torch.Generator) -> Tensor:
        which = torch.randint(len(pairs), (len(views),), device=views.device, generator=random)
        views = views.gather(1, order[which]) + shift_by[which]
        if places.lucky < places.a_seat:
            number = views[:, lucky] - base
            turned = torch.where(mirror[which][:, None] == 1, 2 * world.tables.faces + 2 - number, number)
            views[:, lucky] = turned + base
        return views

    return apply


def match(world: World, one: Policy, other: Policy, games: int, seed: int) -> tuple[float, float]:
    """The mean share of wins of `one` among others, over all first seats, and its standard error."""
    players = world.tables.players
    won = []
    for place in range(players):
        random = torch.Generator(world.device).manual_seed(seed)
        position = new_games(world, games, None)
        share = torch.zeros(games, device=world.device)
        left = torch.arange(games, device=world.device)
        turn = 0
        while len(left):
            policies = [one if (seat + turn) % players == place else other for seat in range(players)]
            dice = roll(world, games, random)[left]
            after, over = play_turn(world, policies, position, dice)
            points = shares(scores(world, after))[:, (place - turn) % players]
            share[left[over]] = points[over].float()
            turn += 1
            keep = (~over).nonzero()[:, 0]
            left, position = left[keep], after.turned().at(keep)
        won.append(share)
    mean = torch.stack(won).mean(0)
    return mean.mean().item(), (mean.std() / math.sqrt(games)).item()
