"""Episodes on the reference engine and on the kernel play the same games."""

import random

import numpy as np
import pytest

from qwixx import VARIANTS, Pass, play, replay
from qwixx.bots import make_bot
from qwixx.dice import bot_stream
from qwixx.envs.compiled_episodes import CompiledEpisodes, open_episodes
from qwixx.envs.episodes import Episodes, EpisodeSetting
from qwixx.rules import Choice, Rules, Variant, View

SEATS: list[tuple[str | None, ...]] = [
    (None,),
    (None, "random"),
    ("gap:skip=2", None),
    (None, None),
    ("random", None, "gap"),
    (None, None, None, "gap"),
]


@pytest.mark.parametrize("reward", ["win", "score"])
@pytest.mark.parametrize("seats", SEATS, ids=str)
@pytest.mark.parametrize("variant", VARIANTS)
def test_both_show_the_same_at_every_step(variant: str, seats: tuple[str | None, ...], reward: str) -> None:
    if len(seats) == 1:
        reward = "score"
    setting = EpisodeSetting(variant, seats, reward)  # type: ignore[arg-type]
    slow, fast = Episodes(setting), CompiledEpisodes(setting)
    rng = random.Random(5)
    for seed in (11, None, None):
        slow.next_game(seed)
        fast.next_game(seed)
        while slow.asked:
            assert fast.asked == slow.asked
            actions = [0] * len(seats)
            for seat in slow.rules.seats:
                if seats[seat] is None:
                    assert fast.observe(seat).tolist() == slow.observe(seat).tolist()
                    assert fast.mask(seat).tolist() == slow.mask(seat).tolist()
            for seat in slow.asked:
                possible = np.flatnonzero(slow.mask(seat)).tolist()
                # Sometimes any action, which may be illegal.
                wild = rng.random() < 0.1
                actions[seat] = rng.randrange(slow.encoder.actions) if wild else rng.choice(possible)
                assert fast.allows(seat, actions[seat]) == slow.allows(seat, actions[seat])
            slow.act(actions)
            fast.act(actions)
        assert not fast.asked
        agents = [seat for seat in slow.rules.seats if seats[seat] is None]
        assert [fast.observe(seat).tolist() for seat in agents] == [
            slow.observe(seat).tolist() for seat in agents
        ]
        assert fast.rewards() == pytest.approx(slow.rewards())
        assert fast.game().so_far() == slow.game().so_far()


def test_a_deal_in_the_middle_goes_on_with_the_next_game() -> None:
    setting = EpisodeSetting("classic", (None, "random"))
    slow, fast = Episodes(setting), CompiledEpisodes(setting)
    for seed in (3, None, None):
        slow.next_game(seed)
        fast.next_game(seed)
        fast.act([0, 0])
        slow.act([0, 0])
        assert fast.observe(0).tolist() == slow.observe(0).tolist()
    assert slow.game().record.headers == {"Seed": "3", "Game": "2"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_agent_that_chooses_as_a_bot_plays_the_game_of_the_bot(variant: str) -> None:
    """A seed gives the same game with and without an environment."""
    for table in (
        Episodes(EpisodeSetting(variant, (None, "gap"))),
        CompiledEpisodes(EpisodeSetting(variant, (None, "gap"))),
    ):
        table.next_game(9)
        bot = make_bot("random")
        while table.asked:
            game = table.game()
            legal = game.rules.legal(game.state, 0)
            action = game.state.phase.action
            rng = bot_stream(9, 0, game.turn, 0, action)
            choice = bot.choose(game.rules.view(game.state, 0), legal, rng)
            table.act([table.rules.code(choice), 0])
        record = table.game().so_far()
        assert record.actions == play(variant, ["random", "gap"], seed=9, first=record.first).actions
        assert replay(record) == table.game().state


class Sleepy:
    def choose(self, view: View, legal: tuple[Choice, ...], rng: object) -> Choice:  # noqa: ARG002
        return legal[0]


def test_the_kernel_is_used_where_it_knows_all_bots() -> None:
    assert isinstance(open_episodes(EpisodeSetting("classic", (None, "gap:skip=2"))), CompiledEpisodes)
    assert isinstance(open_episodes(EpisodeSetting("classic", (None, None))), CompiledEpisodes)
    table = open_episodes(EpisodeSetting("classic", (None, Sleepy())))
    assert not isinstance(table, CompiledEpisodes)
    table.next_game(1)
    while table.asked:
        table.act([0, 0])
    seat_1 = [action for action in table.game().so_far().actions if getattr(action, "seat", None) == 1]
    assert set(seat_1) == {Pass(1)}


def test_the_first_player_is_drawn() -> None:
    table = Episodes(EpisodeSetting("classic", (None, None, None)))
    first = []
    for seed in range(30):
        table.next_game(seed)
        first.append(table.game().record.first)
    assert set(first) == {0, 1, 2}


def test_a_variant_that_the_kernel_cannot_hold_is_played_on_the_reference_engine() -> None:
    from msgspec import structs

    from qwixx.rules.variant import CLASSIC

    rows = CLASSIC.rows[1][:5] + CLASSIC.rows[0][5:], CLASSIC.rows[0][:5] + CLASSIC.rows[1][5:]
    mixed: Variant = structs.replace(CLASSIC, name="mixed", rows=(*rows, *CLASSIC.rows[2:]))
    table = open_episodes(EpisodeSetting(mixed, (None, "random")))
    assert not isinstance(table, CompiledEpisodes)
    assert isinstance(table.rules, Rules)
