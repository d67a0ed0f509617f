"""OpenSpiel: importing this module registers the game `python_qwixx`.

Each die still in the game is a chance node of its own, action 1 a simultaneous node, actions 2 and 3 nodes of
the active player. Player 0 begins.
"""

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from qwixx.rules import COLOURS, Action, Phase, Roll, Rules, State
from qwixx.rules.notation import write_choice
from qwixx.rules.scoring import most_turns, score_range

from .episodes import Reward, check_setting, rewards
from .observation import Encoder

DEFAULTS: dict[str, Any] = {"variant": "classic", "players": 2, "reward": "win"}
DICE = ("white", "other white", *COLOURS)
TERMINAL, CHANCE, SIMULTANEOUS = (
    int(player)
    for player in (pyspiel.PlayerId.TERMINAL, pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.SIMULTANEOUS)
)

NODES = {Phase.OVER: TERMINAL, Phase.ROLL: CHANCE, Phase.WHITE: SIMULTANEOUS}
"""In the other phases the active player chooses."""


def _game_type(reward: str) -> Any:
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name="python_qwixx",
        long_name="Python Qwixx",
        dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utility.CONSTANT_SUM if reward == "win" else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=5,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class GameParts:
    """What belongs to a game. It is found by the parameters, as OpenSpiel may lose what Python adds to it."""

    def __init__(self, variant: str, players: int, reward: Reward) -> None:
        self.rules = Rules(variant, players)
        check_setting(self.rules, reward, "raise")
        self.reward = reward
        self.encoder = Encoder(self.rules)
        faces = self.rules.variant.faces
        self.outcomes = [(face, 1 / faces) for face in range(faces)]
        self.choices = [
            [
                self.rules.decode(seat * self.encoder.actions + action)
                for action in range(self.encoder.actions)
            ]
            for seat in self.rules.seats
        ]


@functools.cache
def _desk(variant: str, players: int, reward: Reward) -> GameParts:
    return GameParts(variant, players, reward)


class QwixxGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        desk = _desk(**chosen)
        super().__init__(_game_type(desk.reward), _game_info(desk), chosen)

    @property
    def desk(self) -> GameParts:
        return _desk(**self.get_parameters())

    def new_initial_state(self) -> "QwixxState":
        return QwixxState(self)

    def max_chance_nodes_in_history(self) -> int:
        return most_turns(self.desk.rules) * len(DICE)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """The position is public, so whoever remembers everything knows the history and nothing else."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PositionObserver(self.desk.encoder, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


def _game_info(desk: GameParts) -> Any:
    variant, win = desk.rules.variant, desk.reward == "win"
    scores = score_range(desk.rules)
    lead = float(scores[-1] - scores[0])
    return pyspiel.GameInfo(
        num_distinct_actions=desk.encoder.actions,
        max_chance_outcomes=variant.faces,
        num_players=desk.rules.players,
        min_utility=0.0 if win else -lead,
        max_utility=1.0 if win else lead,
        utility_sum=1.0 if win else None,
        max_game_length=most_turns(desk.rules) * (3 if variant.board else 2),
    )


class Held:
    """A position, and the dice thrown so far. OpenSpiel copies states deeply; this need not be copied."""

    __slots__ = ("closed", "desk", "dice", "player", "position")

    def __init__(
        self,
        desk: GameParts,
        position: State,
        dice: tuple[int, ...] = (),
        closed: frozenset[int] | None = None,
    ) -> None:
        self.desk = desk
        self.position = position
        self.dice = dice
        self.closed = closed
        """Known once a die is thrown."""
        self.player = NODES.get(position.phase, position.active)
        """Who is to choose; OpenSpiel asks for it again and again."""

    def __deepcopy__(self, _: object) -> "Held":
        return self

    def thrown(self, die: int) -> "Held":
        """After one more die; with the last one, the roll is on the table."""
        rules, dice = self.desk.rules, (*self.dice, die)
        closed = rules.closed(self.position) if self.closed is None else self.closed
        if len(dice) < len(DICE) - len(closed):
            return Held(self.desk, self.position, dice, closed)
        coloured = iter(dice[2:])
        colours = [None if row in closed else next(coloured) for row in rules.crossing.rows]
        return self.after(Roll((dice[0], dice[1]), tuple(colours)))

    def after(self, *actions: Action) -> "Held":
        position = self.position
        for action in actions:
            position, _ = self.desk.rules.step(position, action)
        return Held(self.desk, position)


class QwixxState(pyspiel.State):  # type: ignore[misc]
    """Only the names that OpenSpiel asks for."""

    def __init__(self, game: QwixxGame) -> None:
        super().__init__(game)
        desk = game.desk
        self.held = Held(desk, desk.rules.start())

    def current_player(self) -> int:
        return self.held.player

    def _legal_actions(self, player: int) -> list[int]:
        desk = self.held.desk
        return list(desk.encoder.options(desk.rules.legal(self.held.position, player)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.held.desk.outcomes

    def _apply_action(self, action: int) -> None:
        held = self.held
        if held.player == CHANCE:
            self.held = held.thrown(action + 1)
        else:
            self.held = held.after(held.desk.encoder.choices[held.position.active][action])

    def _apply_actions(self, actions: Sequence[int]) -> None:
        choices = self.held.desk.encoder.choices
        self.held = self.held.after(*[choices[seat][action] for seat, action in enumerate(actions)])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return str(action + 1)
        return write_choice(self.held.desk.encoder.choices[player][action])

    def is_terminal(self) -> bool:
        return self.held.player == TERMINAL

    def returns(self) -> list[float]:
        return rewards(self.held.desk.rules, self.held.position, self.held.desk.reward)

    def __str__(self) -> str:
        held = self.held
        dice = " ".join(map(str, held.dice))
        return f"{held.desk.rules.position(held.position)} {dice}".rstrip()


class PositionObserver:
    """What OpenSpiel calls an observer: the vector of all environments, and the position as a line."""

    def __init__(self, encoder: Encoder, params: Any) -> None:
        if params:
            raise ValueError(f"Observation parameters not supported; passed {params}")
        self._encoder = encoder
        self.tensor: npt.NDArray[np.float32] = np.zeros(encoder.high.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: QwixxState, player: int) -> None:
        view = self._encoder.rules.view(state.held.position, player)
        self.tensor[:] = self._encoder.observe(view)

    def string_from(self, state: QwixxState, player: int) -> str:  # noqa: ARG002
        return str(state)


pyspiel.register_game(_game_type(DEFAULTS["reward"]), QwixxGame)
