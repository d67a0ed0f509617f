"""Trains an agent in a minute or two, on a CPU and with NumPy alone, and shows that it beats `random`.

    python examples/train_agent.py

The agent scores each legal action by a few features of the cell it crosses, and chooses by softmax. After
each game the weights move towards the choices made if it ended better than average (REINFORCE). The games are
played in the vectorised environment; the mask excludes illegal actions.
"""

import argparse
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from qwixx.envs.vector import QwixxVectorEnv

Floats = npt.NDArray[np.float64]

ENVS = 256
SITUATIONS = 4
"""Action 1 as passive or active player; action 2 with a cross already made, or with a penalty at stake."""
FEATURES = 6


class Features:
    """What the agent knows about each action: a row of numbers, in the block of the current situation."""

    def __init__(self, env: QwixxVectorEnv) -> None:
        self.fields = env.encoder.fields
        self.actions = env.encoder.actions
        crossing = env.rules.crossing
        self.rows = len(crossing.rows)
        self.columns = len(crossing.cells) // self.rows
        falling = [row for row in crossing.rows if crossing.numbers[row][0] > crossing.numbers[row][-1]]
        # The action numbers follow the numbers on the cells; here cells are needed from left to right.
        self.order = np.arange(self.rows * self.columns).reshape(self.rows, self.columns)
        self.order[falling] = self.order[falling, ::-1]
        self.closing = np.arange(self.columns) >= crossing.closing[0]

    def __call__(self, observations: npt.NDArray[np.int8]) -> Floats:
        crossed = observations[:, self.fields["cells 0"]][:, self.order]
        column = np.arange(self.columns)
        rightmost = (crossed * (column + 1)).max(axis=2, keepdims=True)
        count = crossed.sum(axis=2, keepdims=True)
        skipped = (column - rightmost) / 4
        cell = np.zeros((*crossed.shape, FEATURES))
        cell[..., 0] = 1
        cell[..., 1] = skipped
        cell[..., 2] = skipped**2
        cell[..., 3] = count / 5
        cell[..., 4] = column / self.columns
        cell[..., 5] = self.closing
        features = np.zeros((len(observations), self.actions, SITUATIONS, FEATURES))
        by_action = np.zeros((len(observations), self.actions, FEATURES))
        by_action[:, 1 + self.order.ravel()] = cell.reshape(len(observations), -1, FEATURES)
        places = np.arange(len(observations))
        features[places, :, self.situation(observations)] = by_action
        return features.reshape(len(observations), self.actions, -1)

    def situation(self, observations: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
        action, active, crossed = (
            observations[:, self.fields[name].start].astype(np.int64)
            for name in ("action", "active", "crossed")
        )
        return np.asarray(np.where(action == 1, active == 0, 2 + (crossed == 0)))


def probabilities(weights: Floats, features: Floats, masks: npt.NDArray[np.int8]) -> Floats:
    values = np.where(masks, features @ weights, -np.inf)
    values[:, 0] = np.where(masks.any(axis=1), values[:, 0], 0)  # any action will do when the game is over
    raised = np.exp(values - values.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def train(steps: int, seed: int) -> Floats:
    env = QwixxVectorEnv(ENVS, opponents=["random"], reward="score")
    features, rng = Features(env), np.random.default_rng(seed)
    weights = np.zeros(SITUATIONS * FEATURES)
    leanings = np.zeros((ENVS, weights.size))
    """By game: the gradient that makes its choices more likely."""
    usual, spread = 0.0, 20.0
    seen, info = env.reset(seed=seed)
    for step in range(steps):
        known, masks = features(seen), info["action_mask"]
        chances = probabilities(weights, known, masks)
        chosen = (chances.cumsum(axis=1) > rng.random((ENVS, 1))).argmax(axis=1)
        leanings += known[np.arange(ENVS), chosen] - np.einsum("ga,gaf->gf", chances, known)
        seen, rewards, over, _, info = env.step(chosen)
        if over.any():
            better = (rewards[over] - usual) / spread
            weights += 0.02 * (better[:, None] * leanings[over]).mean(axis=0) * np.sqrt(over.sum())
            usual += 0.02 * (rewards[over].mean() - usual)
            leanings[over] = 0
        if (step + 1) % max(1, steps // 10) == 0:
            print(f"step {step + 1:6}: about {usual:+.1f} points ahead")
    return weights


def evaluate(weights: Floats, opponent: str, games: int, seed: int) -> tuple[float, float, float]:
    """The share of wins of an agent that always takes the best action, with its 95 % interval."""
    env = QwixxVectorEnv(ENVS, opponents=[opponent], reward="win")
    features = Features(env)
    each = -(-games // ENVS)
    shares: list[list[float]] = [[] for _ in range(ENVS)]
    seen, info = env.reset(seed=seed)
    # The first games of each environment, so that short games are not overrepresented.
    while min(map(len, shares)) < each:
        chosen = probabilities(weights, features(seen), info["action_mask"]).argmax(axis=1)
        seen, rewards, over, _, info = env.step(chosen)
        for place in np.flatnonzero(over):
            shares[place].append(float(rewards[place]))
    found = np.array([share for place in shares for share in place[:each]])
    mean, error = found.mean(), 1.96 * found.std(ddof=1) / np.sqrt(found.size)
    return float(mean), float(mean - error), float(mean + error)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Trains an agent and plays it against bots.")
    parser.add_argument("--steps", type=int, default=6000, help="steps of training, in 256 games at once")
    parser.add_argument("--games", type=int, default=10_000, help="games of each test")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    weights = train(options.steps, options.seed)
    low_against_random = 0.0
    for opponent in ("gap", "random"):
        share, low_against_random, high = evaluate(weights, opponent, options.games, options.seed + 1_000_000)
        print(f"against {opponent}: wins {share:.3f} of the games ({low_against_random:.3f} to {high:.3f})")
    return 0 if low_against_random > 0.5 else 1


if __name__ == "__main__":
    raise SystemExit(main())
