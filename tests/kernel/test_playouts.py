"""Games that go on from a position are those that the rules and the bots play from there."""

import numpy as np
import pytest
from kernel_parity import Setting, settings

import qwixx
from qwixx.bots import make_bot
from qwixx.dice import bot_stream, dice_stream, roll
from qwixx.kernel import simulate
from qwixx.kernel.runs.playouts import CHUNK, Place, Playouts
from qwixx.kernel.runs.positions import row_of, state_of
from qwixx.rules import Phase, Roll, Rules, State

SEED = 11
ACTION = {Phase.WHITE: 1, Phase.COLOUR: 2, Phase.BOARD: 3}


def played_on(rules: Rules, bots: list[str], place: Place, game: int) -> State:
    """The reference: from the position to the end, with the dice of that game."""
    state, turn = place
    players = [make_bot(bot) for bot in bots]
    while not rules.is_over(state):
        if rules.awaits_roll(state):
            turn += 1
            dice = dice_stream(SEED, game, turn)
            state, _ = rules.step(state, roll(dice, rules.variant.faces, rules.closed(state)))
            continue
        asked = state
        for seat in sorted(rules.to_act(asked)):
            rng = bot_stream(SEED, game, turn, seat, ACTION[asked.phase])
            choice = players[seat].choose(rules.view(asked, seat), rules.legal(asked, seat), rng)
            state, _ = rules.step(state, choice)
    return state


@pytest.mark.parametrize("setting", settings(), ids=str)
def test_from_the_start_it_is_the_simulated_game(setting: Setting) -> None:
    rules, bots = setting.rules, ["tempo"] * setting.players
    playouts = Playouts(rules, bots, SEED)
    for first in (0, setting.players - 1):
        found = playouts.play([(rules.start(first), 0)], range(4, 9))
        expected = simulate(rules, bots, SEED, range(4, 9), first=first)
        for name in ("scores", "turns", "cause", "penalties", "pawns", "marks", "locks"):
            assert np.array_equal(getattr(found, name), getattr(expected, name)), name


@pytest.mark.parametrize("setting", settings(), ids=str)
def test_positions_become_rows_and_back(setting: Setting) -> None:
    rules = setting.rules
    record = qwixx.play(
        setting.variant, ["random"] * setting.players, SEED, lucky=setting.lucky, board=setting.board
    )
    for ply in record.plies():
        assert state_of(rules, row_of(rules, ply.after, ply.turn)) == ply.after


@pytest.mark.parametrize("setting", settings(), ids=str)
@pytest.mark.parametrize("bot", ["tempo", "random"])
def test_from_any_position_it_is_the_game_of_the_rules(setting: Setting, bot: str) -> None:
    rules, bots = setting.rules, [bot] * setting.players
    record = qwixx.play(
        setting.variant, ["random"] * setting.players, SEED, lucky=setting.lucky, board=setting.board
    )
    plies = list(record.plies())
    # Every phase of some turns in the middle, action 1 with some choices missing, and the end.
    middle = plies[len(plies) // 2]
    chosen = [ply for ply in plies if middle.turn <= ply.turn < middle.turn + 2][:12]
    places = [(ply.after, ply.turn) for ply in (*chosen, plies[-1])]
    assert any(isinstance(ply.action, Roll) for ply in chosen)
    games = range(2)
    found = Playouts(rules, bots, SEED, threads=2).play(places, games)
    for n, place in enumerate(places):
        for game in games:
            end = played_on(rules, bots, place, game)
            assert tuple(found.scores[2 * n + game]) == rules.scores(end), rules.position(place[0])


@pytest.mark.parametrize("games", [1, 3, 400, CHUNK, CHUNK + 1, 2 * CHUNK + 7])
def test_pieces_of_the_work_make_the_whole(games: int) -> None:
    """However the work is split, every game of every position is played once and is at its index."""
    rules = Rules("classic", 2)
    state = rules.start()
    places = [(state, 0), (state, 5), (state, 0)]
    progress: list[int] = []
    found = Playouts(rules, ["gap", "gap"], threads=2).play(places, range(games), progress.append)
    assert sum(progress) == 3 * games
    parts = found.scores.reshape(3, games, 2)
    assert np.array_equal(parts[0], parts[2])
    assert np.array_equal(parts[0], simulate(rules, ["gap", "gap"], 0, range(games)).scores)


def test_nothing_to_play() -> None:
    rules = Rules("classic", 2)
    assert len(Playouts(rules, ["gap", "gap"]).play([], range(5))) == 0
    assert len(Playouts(rules, ["gap", "gap"]).play([(rules.start(), 0)], range(0))) == 0
