"""Trains the network of the bot expert and writes its weights; needs PyTorch, and is slow without a GPU.

    .venv/bin/python scripts/train_expert.py classic 2 --rounds 2000 --out classic-2.npz

It says every few seconds how far it is. After each hundred rounds, and when it is interrupted, it writes
FILE.state, from which the same command goes on, and FILE.json, the learning curve: rounds, games, steps and
the two losses. docs/strength.md says what to expect.
"""

import argparse
import json
import sys
import time
from pathlib import Path

import torch

from qwixx import Rules
from qwixx.arena.expert.export import write_weights
from qwixx.arena.expert.learning import Learner, Plan
from qwixx.arena.expert.simulator import World
from qwixx.arena.expert.tables import tables_of

SAVED_EVERY = 100
TOLD_AFTER = 10.0


def main() -> None:
    options = read_options()
    torch.backends.cuda.matmul.allow_tf32 = True
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    world = World(tables_of(Rules(options.variant, options.players)), device)
    plan = Plan(width=options.width, games=options.games, batch=options.batch, openings=2)
    learner = Learner(world, plan, options.seed)
    state, curve_file = options.out.with_suffix(".state"), options.out.with_suffix(".json")
    curve = []
    if state.exists():
        learner.restore(torch.load(state, map_location="cpu" if device.type == "cpu" else None))
        curve = json.loads(curve_file.read_text())
        print(f"Going on after round {learner.rounds}.", file=sys.stderr)

    def save() -> None:
        torch.save(learner.saved(), state)
        curve_file.write_text(json.dumps(curve))
        with options.out.open("wb") as file:
            write_weights(learner.trained(), file)

    told = time.monotonic()
    try:
        while learner.rounds < options.rounds:
            win, lead = learner.round(learner.rounds / options.rounds)
            curve.append([learner.rounds, learner.finished, learner.steps, win, lead])
            if time.monotonic() - told > TOLD_AFTER:
                told = time.monotonic()
                done = f"round {learner.rounds} of {options.rounds}, {learner.finished} games"
                print(f"{done}, losses {win:.4f} {lead:.4f}", file=sys.stderr)
            if learner.rounds % SAVED_EVERY == 0:
                save()
    finally:
        save()


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Train the network of the bot expert.")
    parser.add_argument("variant")
    parser.add_argument("players", type=int)
    parser.add_argument("--out", type=Path, required=True, metavar="FILE")
    parser.add_argument("--rounds", type=int, default=2000, help="rounds of playing and learning")
    parser.add_argument("--games", type=int, default=32768, help="games side by side")
    parser.add_argument("--batch", type=int, default=16384, help="positions in one step of learning")
    parser.add_argument("--width", type=int, default=256, help="width of the network's table")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    main()
