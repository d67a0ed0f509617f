"""The simulator that expert learns in, against the rules: options, what follows, scores, the end."""

import io
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from qwixx import Cross, Move, Pass, Phase, QwixxError, Roll, Rules, State
from qwixx.kernel.bots.expert.features import features_of, widened
from qwixx.kernel.bots.expert.weights import is_wide, read_weights

torch = pytest.importorskip("torch")

from qwixx.arena.expert import simulator as sim  # noqa: E402
from qwixx.arena.expert.export import whole_numbers  # noqa: E402
from qwixx.arena.expert.learning import Learner, Plan  # noqa: E402
from qwixx.arena.expert.tables import tables_of  # noqa: E402
from qwixx.arena.expert.training import train  # noqa: E402

GAMES = [
    ("classic", 2, 12),
    ("classic", 5, 6),
    ("longo", 2, 9),
    ("longo", 4, 6),
    ("onboard-a", 2, 9),
    ("onboard-b", 4, 6),
]


def games_of(rules: Rules, world: sim.World, state: State) -> sim.Games:
    """The position for the simulator: its seats are counted from the active one."""
    order = [(state.active + n) % rules.players for n in range(rules.players)]
    sheets = [state.sheets[seat] for seat in order]
    cells = world.tables.cells
    closed = [int(row in rules.closed(state)) for row in range(4)]
    final = -1 if state.final is None else (state.final - state.active) % rules.players

    def tensor(values: object) -> Any:
        return torch.tensor([values], dtype=torch.int64)

    return sim.Games(
        tensor([[row & ((1 << cells) - 1) for row in sheet.rows] for sheet in sheets]),
        tensor([[row >> cells for row in sheet.rows] for sheet in sheets]),
        tensor(closed),
        tensor([sheet.penalties for sheet in sheets]),
        tensor([sheet.pawn for sheet in sheets]),
        torch.tensor([final]),
        tensor([list(rules.lucky[seat]) for seat in order]),
    )


def same(one: sim.Games, other: sim.Games) -> bool:
    return all(torch.equal(mine, theirs) for mine, theirs in zip(one.fields(), other.fields(), strict=True))


def offered(rules: Rules, crosses: sim.Crosses, seat: int) -> set[Pass | Cross]:
    found: set[Pass | Cross] = set()
    for row, column, legal in zip(*(field[0].tolist() for field in crosses), strict=True):
        if legal:
            number = rules.crossing.numbers[row][column]
            found.add(Cross(seat, row, number) if column >= 0 else Pass(seat))
    return found


@pytest.mark.parametrize(("variant", "players", "count"), GAMES)
def test_the_simulator_plays_by_the_rules(variant: str, players: int, count: int) -> None:
    dice = Random(7)
    lucky = tuple(tuple(dice.sample(range(2, 17), 2)) for _ in range(players)) if variant == "longo" else None
    rules = Rules(variant, players, lucky=lucky) if lucky else Rules(variant, players)
    world = sim.World(tables_of(rules), torch.device("cpu"))
    for game in range(count):
        state = rules.start(first=game % players)
        while not rules.is_over(state):
            state = check_turn(rules, world, state, dice, 0.2 + 0.8 * (game % 3) / 2)


def check_turn(rules: Rules, world: sim.World, state: State, dice: Random, eager: float) -> State:
    """Plays a turn on the rules and in the simulator; the position after it."""
    faces, active = rules.variant.faces, state.active
    thrown = [dice.randint(1, faces) for _ in range(6)]
    closed = rules.closed(state)
    colours = tuple(None if row in closed else thrown[2 + row] for row in range(4))
    games, roll = games_of(rules, world, state), torch.tensor([thrown])
    for seat in rules.seats:
        found, _ = sim.features(world, games, (seat - active) % rules.players, 0)
        expected = features_of(rules, state, seat)
        assert sorted(found[0].tolist()) == sorted(expected)
        wide = widened(rules, np.array([expected]))[0]
        assert sorted(sim.widened(world, found)[0].tolist()) == sorted(wide.tolist())
    state, _ = rules.step(state, Roll((thrown[0], thrown[1]), colours))
    row, column = torch.zeros(1, rules.players, dtype=torch.int64), torch.zeros(1, rules.players) - 1
    column = column.long()
    legal = {seat: rules.legal(state, seat) for seat in rules.seats}
    for seat, options in legal.items():
        place = (seat - active) % rules.players
        assert offered(rules, sim.white_options(world, games, place, roll), seat) == set(options)
        choice = pick(options, dice, eager)
        if isinstance(choice, Cross):
            row[0, place] = choice.row
            column[0, place] = rules.crossing.columns[choice.row][choice.number]
        state, _ = rules.step(state, choice)
    games = sim.reveal(world, games, row, column)
    crossed = column[:, 0] >= 0
    assert same(games, games_of(rules, world, state))
    nothing, none = torch.zeros(1, dtype=torch.int64), torch.full((1,), -1)
    then_row, then_column, space = nothing, none, nothing
    if state.phase is Phase.COLOUR:
        options = rules.legal(state, active)
        assert offered(rules, sim.colour_options(world, games, roll), active) == set(options)
        choice = pick(options, dice, eager)
        if isinstance(choice, Cross):
            then_row = torch.tensor([choice.row])
            then_column = torch.tensor([rules.crossing.columns[choice.row][choice.number]])
        state, _ = rules.step(state, choice)
    if state.phase is Phase.BOARD:
        options = rules.legal(state, active)
        spaces, allowed = sim.move_options(world, games_of(rules, world, state))
        moves = {Move(active, to) if to else Pass(active) for to in spaces[allowed].tolist()}
        assert moves == set(options)
        choice = pick(options, dice, eager)
        space = torch.tensor([choice.space if isinstance(choice, Move) else 0])
        state, _ = rules.step(state, choice)
    games, over = sim.finish_turn(world, games, crossed, then_row, then_column, space)
    assert bool(over) == rules.is_over(state)
    assert same(games if over else games.turned(), games_of(rules, world, state))
    seats = [(active + n) % rules.players for n in range(rules.players)]
    assert sim.scores(world, games)[0].tolist() == [rules.scores(state)[seat] for seat in seats]
    return state


def pick(options: tuple[Pass | Cross | Move, ...], dice: Random, eager: float) -> Pass | Cross | Move:
    """Any option; the eager pass less often, so that games are long."""
    rest = options[1:]
    return dice.choice(rest) if rest and dice.random() < eager else dice.choice(options)


def test_a_saved_training_goes_on_as_if_it_had_not_stopped() -> None:
    world = sim.World(tables_of(Rules("longo", 3)), torch.device("cpu"))
    plan = Plan(width=8, hidden=4, games=16, batch=64, turns=4)
    through = Learner(world, plan, 1)
    begun = through.round(0.0)
    saved = io.BytesIO()
    torch.save(through.saved(), saved)
    goes_on = through.round(0.5)
    resumed = Learner(world, plan, 2)
    saved.seek(0)
    resumed.restore(torch.load(saved))
    assert resumed.round(0.5) == goes_on
    assert Learner(world, plan, 1).round(0.0) == begun, "one seed is one training"
    assert resumed.finished == through.finished
    assert whole_numbers(resumed.trained())["table"].shape == (world.places.all, 8)


def test_an_interrupted_training_ends_with_the_file_of_one_that_was_not(tmp_path: Path) -> None:
    rules = Rules("classic", 2)
    plan = Plan(wide=True, width=8, hidden=4, games=16, batch=64, turns=8)
    rounds = 0

    def stop(_done: int, _all: int) -> None:
        nonlocal rounds
        rounds += 1
        if rounds == 2:
            raise KeyboardInterrupt

    def go_on(_done: int, _all: int) -> None: ...

    through = train(rules, 20, 5, go_on, tmp_path / "one.npz", plan)
    with pytest.raises(KeyboardInterrupt):
        train(rules, 20, 5, stop, tmp_path / "two.npz", plan)
    assert train(rules, 20, 5, go_on, tmp_path / "two.npz", plan) == through
    assert is_wide(rules, read_weights(io.BytesIO(through), rules))
    assert {path.name for path in tmp_path.iterdir()} == {"one.npz.curve.json", "two.npz.curve.json"}
    with pytest.raises(QwixxError, match="two or more players"):
        train(Rules("classic", 1), 20, 5, go_on, tmp_path / "three.npz", plan)
