"""A whole training of `expert`, which can be interrupted and resumed."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from qwixx.rules import QwixxError, Rules

from .export import write_weights
from .learning import Learner, Plan
from .simulator import World
from .tables import tables_of

SAVED_EVERY = 100
"""Rounds between two savings."""
ON_GPU = Plan(wide=True, hidden=32, games=32768, batch=16384, openings=2)
ON_CPU = ON_GPU._replace(games=1024, batch=1024)


def train(
    rules: Rules,
    games: int,
    seed: int,
    tell: Callable[[int, int], None],
    out: Path,
    plan: Plan | None = None,
) -> bytes:
    """The file of weights after that many games; `tell` is called with the games played and their total.

    Beside `out` it writes `OUT.state`, from which the same training goes on if it is interrupted, and
    `OUT.curve.json`, the learning curve: rounds, games, steps and the two losses.
    """
    if rules.players == 1:
        raise QwixxError("expert learns games of two or more players: name them with --players.")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = True
    plan = plan or (ON_GPU if device.type == "cuda" else ON_CPU)
    learner = Learner(World(tables_of(rules), device), plan, seed)
    state, curve_file = out.with_name(f"{out.name}.state"), out.with_name(f"{out.name}.curve.json")
    curve: list[tuple[float, ...]] = []
    if state.exists():
        learner.restore(torch.load(state, map_location=None if device.type == "cuda" else device))
        curve = json.loads(curve_file.read_text("utf-8"))
    try:
        while learner.finished < games:
            losses = learner.round(learner.finished / games)
            curve.append((learner.rounds, learner.finished, learner.steps, *losses))
            if learner.rounds % SAVED_EVERY == 0:
                _save(learner, curve, state, curve_file)
            tell(min(learner.finished, games), games)
    except BaseException:
        _save(learner, curve, state, curve_file)
        raise
    _save(learner, curve, state, curve_file)
    state.unlink()
    packed = io.BytesIO()
    write_weights(learner.trained(), rules, packed)
    return packed.getvalue()


def _save(learner: Learner, curve: Any, state: Path, curve_file: Path) -> None:
    torch.save(learner.saved(), state)
    curve_file.write_text(json.dumps(curve), "utf-8")
