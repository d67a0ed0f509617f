"""The Gymnasium environment."""

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import qwixx.envs
from qwixx import VARIANTS, BotFailure, IllegalAction, QwixxError, Reason, SetupError, parse_position
from qwixx.envs.gym import QwixxEnv
from qwixx.envs.picture import picture
from qwixx.extras import how_to_add
from qwixx.rules import Choice, View

ROOT = Path(__file__).parent.parent.parent


def make(**options: Any) -> QwixxEnv:
    env = gymnasium.make("qwixx/Qwixx-v0", **options).unwrapped
    assert isinstance(env, QwixxEnv)
    return env


def finish(env: QwixxEnv, seed: int | None = None) -> tuple[float, list[float]]:
    """Plays a game with random legal actions; returns the last reward and those before it."""
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=seed)
    rewards: list[float] = []
    over = False
    while not over:
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        _, reward, over, cut, info = env.step(action)
        rewards.append(reward)
        assert not cut
        assert not info["illegal"]
    return rewards[-1], rewards[:-1]


class Stubborn:
    """A bot that the kernel does not support."""

    def choose(self, view: View, legal: tuple[Choice, ...], rng: object) -> Choice:  # noqa: ARG002
        return legal[-1]


class Broken:
    def choose(self, view: View, legal: tuple[Choice, ...], rng: object) -> Choice:  # noqa: ARG002
        raise RuntimeError("no idea")


@pytest.mark.parametrize("render_mode", [None, "ansi"])
@pytest.mark.parametrize(
    "opponents",
    [["random"], ["gap", "random", "gap:skip=2"], [Stubborn()]],
    ids=["kernel", "kernel-of-three", "reference"],
)
@pytest.mark.parametrize("variant", VARIANTS)
def test_gymnasium_finds_no_fault(variant: str, opponents: list[Any], render_mode: str | None) -> None:
    # Gymnasium samples actions without the mask, so illegal ones must count as a pass.
    check_env(make(variant=variant, opponents=opponents, render_mode=render_mode))


def test_alone_it_is_about_the_score() -> None:
    check_env(make(opponents=[], reward="score"))
    with pytest.raises(SetupError, match="reward='score'"):
        make(opponents=[])


def test_the_name_is_known_to_gymnasium() -> None:
    env = gymnasium.make("qwixx/Qwixx-v0", variant="longo", opponents=["gap:skip=1"])
    assert env.observation_space.shape == (143,)
    assert env.action_space == gymnasium.spaces.Discrete(61)
    qwixx.envs.register()  # registering twice does no harm


def test_the_module_in_the_name_saves_the_import() -> None:
    """Gymnasium no longer reads entry points, but imports a module that is named before a colon."""
    script = "import gymnasium; print(gymnasium.make('qwixx.envs:qwixx/Qwixx-v0').spec.id)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "qwixx/Qwixx-v0\n", done.stderr
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"].get("entry-points", {})
    assert "gymnasium.envs" not in groups


def test_without_gymnasium_the_extra_is_named() -> None:
    without = "import sys; sys.modules['gymnasium'] = None; import qwixx.envs"
    done = subprocess.run([sys.executable, "-c", without], capture_output=True, text=True)
    assert f"qwixx.envs needs Gymnasium: {how_to_add('envs')}" in done.stderr


@pytest.mark.parametrize("variant", VARIANTS)
def test_reward_comes_at_the_end(variant: str) -> None:
    shares, leads = make(variant=variant), make(variant=variant, reward="score")
    for seed in range(5):
        share, before = finish(shares, seed)
        lead, _ = finish(leads, seed)
        own, other = shares.rules.scores(shares.position)
        assert lead == own - other
        assert share == (1 if own > other else 0.5 if own == other else 0)
        assert not any(before)


@pytest.mark.parametrize("opponents", [["random"], [Stubborn()]], ids=["kernel", "reference"])
def test_the_scores_come_with_the_end(opponents: list[Any]) -> None:
    env = make(opponents=opponents)
    _, info = env.reset(seed=4)
    over = False
    while not over:
        assert "scores" not in info
        _, _, over, _, info = env.step(np.flatnonzero(info["action_mask"])[-1])
    assert info["scores"].tolist() == list(env.rules.scores(env.position))


def test_masks_under_the_name_that_maskable_ppo_asks_for() -> None:
    env = make()
    _, info = env.reset(seed=4)
    assert env.action_masks().dtype == np.bool_
    assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()


def test_equal_scores_share_the_win() -> None:
    env = make(opponents=[Passive(), Passive()])
    _, info = env.reset(seed=1)
    over, reward = False, 0.0
    while not over:
        _, reward, over, _, info = env.step(0)
    # All pass always: the first player takes the fourth penalty first, and the others share the win.
    loser = env.position.active
    assert reward == (0 if loser == 0 else 0.5)
    assert info["action_mask"].sum() == 0


class Passive:
    def choose(self, view: View, legal: tuple[Choice, ...], rng: object) -> Choice:  # noqa: ARG002
        return legal[0]


@pytest.mark.parametrize("opponent", ["random", Stubborn()], ids=["kernel", "reference"])
def test_an_illegal_action_counts_as_a_pass_and_is_flagged(opponent: Any) -> None:
    illegal, passing = make(opponents=[opponent]), make(opponents=[opponent])
    _, info = illegal.reset(seed=4)
    passing.reset(seed=4)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    seen, _, _, _, flagged = illegal.step(wrong)
    expected, _, _, _, unflagged = passing.step(0)
    assert seen.tolist() == expected.tolist()
    assert (flagged["illegal"], unflagged["illegal"]) == (True, False)


@pytest.mark.parametrize("opponent", ["random", Stubborn()], ids=["kernel", "reference"])
def test_an_illegal_action_can_raise_and_changes_nothing(opponent: Any) -> None:
    env = make(opponents=[opponent], on_illegal="raise")
    _, info = env.reset(seed=4)
    before = env.position
    with pytest.raises(IllegalAction) as refused:
        env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert refused.value.reason is Reason.NOT_WHITE_SUM
    assert env.position == before
    env.step(int(np.flatnonzero(info["action_mask"])[-1]))


@pytest.mark.parametrize("on_illegal", ["pass", "raise"])
@pytest.mark.parametrize("action", [-1, 45])
def test_a_number_that_is_not_an_action_is_always_refused(action: int, on_illegal: str) -> None:
    env = make(on_illegal=on_illegal)
    env.reset(seed=1)
    with pytest.raises(QwixxError, match=f"{action} is not an action: use 0 to 44"):
        env.step(action)


def test_after_the_end_only_a_reset_helps() -> None:
    env = make()
    finish(env, 1)
    with pytest.raises(QwixxError, match="reset"):
        env.step(0)
    env.reset()


def test_seeds_and_the_games_after_them_are_reproducible() -> None:
    one, two = make(variant="onboard-b"), make(variant="onboard-b")
    games = []
    for seed in (7, None, None):
        finish(one, seed)
        finish(two, seed)
        assert one.record == two.record
        games.append(one.record.actions)
    assert len(set(games)) == 3
    finish(two, 7)
    assert two.record.actions == games[0]


def test_without_a_seed_games_differ() -> None:
    one, two = make(), make()
    finish(one)
    finish(two)
    assert one.record.headers != two.record.headers


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_agent_can_sit_in_any_seat(seat: int) -> None:
    env = make(opponents=["random", "gap"], seat=seat)
    finish(env, 2)
    names = ["random", "gap"]
    names.insert(seat, "agent")
    assert list(env.record.seats) == names


def test_one_opponent_needs_no_list() -> None:
    env = make(opponents="gap:skip=2")
    env.reset(seed=1)
    assert env.record.seats == ("agent", "gap:skip=2")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"variant": "clasic"}, "There is no variant 'clasic'"),
        ({"opponents": ["gapp"]}, "There is no bot 'gapp'"),
        ({"opponents": ["gap:skp=1"]}, "The bot gap has no option 'skp'"),
        ({"opponents": ["random"] * 5}, "classic is for 1 to 5 players, not 6"),
        ({"seat": 2}, "There is no seat 2: seats run from 0 to 1"),
        ({"reward": "points"}, "reward='points' is unknown: choose one of win, score"),
        ({"on_illegal": "ignore"}, "on_illegal='ignore' is unknown: choose one of pass, raise"),
        ({"lucky": [(5, 8), (6, 11)]}, "classic has no lucky numbers"),
    ],
)
def test_wrong_options_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(QwixxError, match=message):
        make(**options)


def test_lucky_pairs_and_boards_are_taken() -> None:
    env = make(variant="longo", lucky=[(2, 3), (15, 16)])
    seen, _ = env.reset(seed=1)
    assert seen[env.encoder.fields["lucky 0"]].tolist() == [2, 3]
    assert seen[env.encoder.fields["lucky 1"]].tolist() == [15, 16]
    board = VARIANTS["onboard-b"].board
    env = make(variant="onboard-a", board=board)
    assert env.rules.variant.board == board


def test_a_bot_that_fails_is_named() -> None:
    env = make(opponents=[Broken()])
    with pytest.raises(BotFailure, match=r"bot Broken in seat 1, game 0, ply .*: RuntimeError: no idea"):
        finish(env, 1)


def test_the_picture_shows_sheets_and_dice() -> None:
    env = make(variant="onboard-a", render_mode="ansi")
    env.reset(seed=2)
    text = env.render()
    assert text is not None
    assert text.count("red     2  3  4  5  6  7  8  9 10 11 12") == 2
    assert "pawn   at the start" in text
    finish(env, 2)
    text = env.render()
    assert text is not None
    assert " X" in text
    assert text.endswith("over\n")
    assert make().render() is None


def test_the_picture_shows_the_cells_of_closed_rows_as_lost() -> None:
    rules, state = parse_position("classic | r5,7 | g12,11,10,9,8,2 | 0 roll")
    lines = picture(rules, state).splitlines()
    assert lines[1] == "  red     -  -  -  X  -  X  8  9 10 11 12"
    assert lines[3] == "  green   -  -  -  -  -  -  -  -  -  -  -"
    assert lines[8] == "  green   X  X  X  X  X  -  -  -  -  -  X X"
