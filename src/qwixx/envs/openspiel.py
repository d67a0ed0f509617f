"""The OpenSpiel game: importing this module registers `python_qwixx`.

Each die still in the game is a chance node, action 1 is a simultaneous node, and actions 2 and 3 are nodes of
the active player. Player 0 begins.
"""

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from qwixx.rules import COLOURS, Action, Phase, Roll, Rules, SetupError, State, parse_position
from qwixx.rules.notation import write_choice
from qwixx.rules.scoring import most_turns, score_range

from .episodes import Reward, check_setting, rewards
from .observation import Encoder

DEFAULTS: dict[str, Any] = {"variant": "classic", "players": 2, "reward": "win", "start": ""}
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
    """What all states of a game share. Looked up by the parameters: OpenSpiel may lose Python attributes."""

    def __init__(self, variant: str, players: int, reward: Reward, start: str) -> None:
        self.rules = Rules(variant, players)
        self.start = self.rules.start()
        if start:
            self.rules, self.start = parse_position(_with_commas(start))
            if self.rules.is_over(self.start) or any(self.start.choices):
                raise SetupError("The game cannot start from its end, or after choices in action 1.")
        check_setting(self.rules, reward, "raise")
        self.reward = reward
        self.encoder = Encoder(self.rules)
        faces = self.rules.variant.faces
        self.outcomes = [(face, 1 / faces) for face in range(faces)]


@functools.cache
def _parts_of(variant: str, players: int, reward: Reward, start: str) -> GameParts:
    return GameParts(variant, players, reward, start)


def _with_commas(start: str) -> str:
    """OpenSpiel writes parameters with commas between them, so a position has semicolons instead."""
    return start.replace(";", ",")


class QwixxGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        chosen["start"] = chosen["start"].replace(",", ";")
        parts = _parts_of(**chosen)
        chosen |= {"variant": parts.rules.variant.name, "players": parts.rules.players}
        if not chosen["start"]:
            del chosen["start"]  # OpenSpiel 1 cannot read an empty parameter back
        super().__init__(_game_type(parts.reward), _game_info(parts), chosen)

    @property
    def parts(self) -> GameParts:
        return _parts_of(**(DEFAULTS | self.get_parameters()))

    def new_initial_state(self) -> "QwixxState":
        return QwixxState(self)

    def max_chance_nodes_in_history(self) -> int:
        return most_turns(self.parts.rules) * len(DICE)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """The position is public, so perfect recall means knowing the history."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PositionObserver(self.parts.encoder, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


def _game_info(parts: GameParts) -> Any:
    variant, win = parts.rules.variant, parts.reward == "win"
    scores = score_range(parts.rules)
    lead = float(scores[-1] - scores[0])
    return pyspiel.GameInfo(
        num_distinct_actions=parts.encoder.actions,
        max_chance_outcomes=variant.faces,
        num_players=parts.rules.players,
        min_utility=0.0 if win else -lead,
        max_utility=1.0 if win else lead,
        utility_sum=1.0 if win else None,
        max_game_length=most_turns(parts.rules) * (3 if variant.board else 2),
    )


class Node:
    """A position and the dice rolled so far. It never changes, so deep copies of a state share it."""

    __slots__ = ("closed", "dice", "parts", "player", "position")

    def __init__(
        self,
        parts: GameParts,
        position: State,
        dice: tuple[int, ...] = (),
        closed: frozenset[int] | None = None,
    ) -> None:
        self.parts = parts
        self.position = position
        self.dice = dice
        self.closed = closed
        """The closed rows, computed with the first die."""
        self.player = NODES.get(position.phase, position.active)
        """The player to choose, computed once because OpenSpiel asks for it often."""

    def __deepcopy__(self, _: object) -> "Node":
        return self

    def thrown(self, die: int) -> "Node":
        """The node after one more die; the last die completes the roll."""
        rules, dice = self.parts.rules, (*self.dice, die)
        closed = rules.closed(self.position) if self.closed is None else self.closed
        if len(dice) < len(DICE) - len(closed):
            return Node(self.parts, self.position, dice, closed)
        coloured = iter(dice[2:])
        colours = [None if row in closed else next(coloured) for row in rules.crossing.rows]
        return self.after(Roll((dice[0], dice[1]), tuple(colours)))

    def after(self, *actions: Action) -> "Node":
        position = self.position
        for action in actions:
            position, _ = self.parts.rules.step(position, action)
        return Node(self.parts, position)


class QwixxState(pyspiel.State):  # type: ignore[misc]
    """Implements the methods that OpenSpiel calls."""

    def __init__(self, game: QwixxGame) -> None:
        super().__init__(game)
        parts = game.parts
        self.node = Node(parts, parts.start)

    def current_player(self) -> int:
        return self.node.player

    def _legal_actions(self, player: int) -> list[int]:
        parts = self.node.parts
        return list(parts.encoder.options(parts.rules.legal(self.node.position, player)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.node.parts.outcomes

    def _apply_action(self, action: int) -> None:
        node = self.node
        if node.player == CHANCE:
            self.node = node.thrown(action + 1)
        else:
            self.node = node.after(node.parts.encoder.choices[node.position.active][action])

    def _apply_actions(self, actions: Sequence[int]) -> None:
        choices = self.node.parts.encoder.choices
        self.node = self.node.after(*[choices[seat][action] for seat, action in enumerate(actions)])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return str(action + 1)
        return write_choice(self.node.parts.encoder.choices[player][action])

    def is_terminal(self) -> bool:
        return self.node.player == TERMINAL

    def returns(self) -> list[float]:
        return rewards(self.node.parts.rules, self.node.position, self.node.parts.reward)

    def __str__(self) -> str:
        node = self.node
        dice = " ".join(map(str, node.dice))
        return f"{node.parts.rules.position(node.position)} {dice}".rstrip()


class PositionObserver:
    """An OpenSpiel observer: the vector that all environments share, and the position as a line of text."""

    def __init__(self, encoder: Encoder, params: Any) -> None:
        if params:
            raise ValueError(f"Observation parameters not supported; passed {params}")
        self._encoder = encoder
        self.tensor: npt.NDArray[np.float32] = np.zeros(encoder.high.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: QwixxState, player: int) -> None:
        view = self._encoder.rules.view(state.node.position, player)
        self.tensor[:] = self._encoder.observe(view)

    def string_from(self, state: QwixxState, player: int) -> str:  # noqa: ARG002
        return str(state)


pyspiel.register_game(_game_type(DEFAULTS["reward"]), QwixxGame)
