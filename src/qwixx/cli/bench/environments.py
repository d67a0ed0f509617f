"""Speeds of the environments, each compared with a simple environment of the same library."""

import random
import statistics
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

from msgspec import Struct

from qwixx.extras import how_to_add
from qwixx.rules import QwixxError

from .kernel import PLACES, VARIANTS
from .speed import Speed, clock_for, cores, speed

Play = Callable[[], int]
"""Plays an episode with random legal actions and returns its number of steps."""


class EnvSpeed(Struct, frozen=True):
    """Speeds on one core in steps per second: the best and the median of the runs."""

    library: str
    what: str
    unit: str
    best: float
    median: float
    yardstick: str
    yardstick_best: float
    yardstick_median: float
    ratio: float
    """Median speed divided by that of the yardstick."""

    def __str__(self) -> str:
        return (
            f"{self.library:11} {self.what:14} best {self.best:>10,.0f}, median {self.median:>10,.0f} "
            f"{self.unit}; {self.yardstick} {self.yardstick_best:,.0f}, {self.yardstick_median:,.0f}: "
            f"{self.ratio:.2f} times as fast"
        )


def env_speeds(seconds: float, runs: int) -> Iterator[EnvSpeed]:
    """Every environment with random legal actions; `seconds` is the length of a run."""
    _check_installed()
    yield from _gymnasium(seconds, runs)
    yield from _pettingzoo(seconds, runs)
    yield from _openspiel(seconds, runs)


def _check_installed() -> None:
    for name in ("gymnasium", "pettingzoo", "pyspiel"):
        if find_spec(name) is None:
            raise QwixxError(f"The environments need {name}: {how_to_add('envs')}")


def vector_speeds(seconds: float, runs: int) -> Iterator[Speed]:
    """Steps per second of the vectorised environment; only the agent's choices count, not the bot's."""
    _check_installed()
    from qwixx.envs.vector import QwixxVectorEnv

    for variant in VARIANTS:
        for count in cores():
            step = _stepper(QwixxVectorEnv(PLACES * count, variant, threads=count, copy=False))
            found = [_rate(step, seconds, count) for _ in range(runs)]
            yield speed("vector", f"{variant}, against random", "steps/s", count, found)


def _stepper(env: Any) -> Play:
    """Steps all games at once. A step that only begins the next game does not count as a choice."""
    env.reset(seed=1)
    begins = 0

    def step() -> int:
        nonlocal begins
        chosen = env.num_envs - begins
        _, _, over, _, _ = env.step(env.sample())
        begins = int(over.sum())
        return int(chosen)

    step()
    return step


def _gymnasium(seconds: float, runs: int) -> Iterator[EnvSpeed]:
    import gymnasium

    import qwixx.envs  # noqa: F401  # registers the environment

    yardstick = _gym_player(gymnasium.make("Blackjack-v1"), lambda _: (0, 1))
    for variant in VARIANTS:
        env = gymnasium.make("qwixx/Qwixx-v0", variant=variant, opponents=["random"])
        player = _gym_player(env, lambda info: info["action_mask"].nonzero()[0])
        yield _compare("Gymnasium", variant, "steps/s", player, "Blackjack-v1", yardstick, seconds, runs)


def _gym_player(env: Any, actions: Callable[[dict[str, Any]], Any]) -> Play:
    rng = random.Random(1)
    env.reset(seed=1)

    def play() -> int:
        _, info = env.reset()
        steps, over = 0, False
        while not over:
            possible = actions(info)
            _, _, over, _, info = env.step(possible[int(rng.random() * len(possible))])
            steps += 1
        return steps

    return play


def _pettingzoo(seconds: float, runs: int) -> Iterator[EnvSpeed]:
    from qwixx.envs import qwixx_v0

    try:
        # Not by its name, for which PettingZoo has one way before version 1.27 and another one since.
        from pettingzoo.classic.tictactoe import tictactoe
    except ImportError:
        raise QwixxError("PettingZoo's tictactoe_v3 needs pygame: pip install pygame.") from None
    yardstick = _aec_player(tictactoe.env())
    for variant in VARIANTS:
        player = _aec_player(qwixx_v0.env(variant=variant))
        yield _compare("PettingZoo", variant, "steps/s", player, "tictactoe_v3", yardstick, seconds, runs)


def _aec_player(env: Any) -> Play:
    rng = random.Random(1)
    env.reset(seed=1)

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            possible = observation["action_mask"].nonzero()[0]
            env.step(int(possible[int(rng.random() * len(possible))]))
            steps += 1
        return steps

    return play


def _openspiel(seconds: float, runs: int) -> Iterator[EnvSpeed]:
    """Nodes including dice, and only the choices of players, because tic-tac-toe has no dice."""
    import pyspiel
    from open_spiel.python.games import tic_tac_toe  # noqa: F401  # registers it

    import qwixx.envs.openspiel  # noqa: F401

    name = "python_tic_tac_toe"
    yardstick = _spiel_player(pyspiel.load_game(name), choices=False)
    for variant in VARIANTS:
        game = pyspiel.load_game("python_qwixx", {"variant": variant})
        for unit, choices in (("nodes/s", False), ("choices/s", True)):
            player = _spiel_player(game, choices)
            yield _compare("OpenSpiel", variant, unit, player, name, yardstick, seconds, runs)


def _spiel_player(game: Any, choices: bool) -> Play:
    rng = random.Random(1)

    def pick(actions: Any) -> Any:
        return actions[int(rng.random() * len(actions))]

    def play() -> int:
        state = game.new_initial_state()
        nodes = chosen = 0
        while not state.is_terminal():
            nodes += 1
            if state.is_chance_node():
                state.apply_action(pick(state.chance_outcomes())[0])
            elif state.is_simultaneous_node():
                chosen += game.num_players()
                state.apply_actions([pick(state.legal_actions(seat)) for seat in range(game.num_players())])
            else:
                chosen += 1
                state.apply_action(pick(state.legal_actions()))
        return chosen if choices else nodes

    return play


def _compare(
    library: str, what: str, unit: str, ours: Play, name: str, theirs: Play, seconds: float, runs: int
) -> EnvSpeed:
    """Times both in turn, run by run, so that the load of the machine affects both alike."""
    ours()
    theirs()
    found = [(_rate(ours, seconds), _rate(theirs, seconds)) for _ in range(runs)]
    (best, median), (other_best, other_median) = (
        (round(max(rates)), round(statistics.median(rates))) for rates in zip(*found, strict=True)
    )
    ratio = round(median / other_median, 2)
    return EnvSpeed(library, what, unit, best, median, name, other_best, other_median, ratio)


def _rate(play: Play, seconds: float, cores: int = 1) -> float:
    clock = clock_for(cores)
    began = clock()
    steps = 0
    while (spent := clock() - began) < seconds:
        steps += play()
    return steps / spent
