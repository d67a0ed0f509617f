"""Games from a given position: in play, matches, batches and environments, with records that replay."""

import json
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import qwixx
import qwixx.envs
from qwixx.arena.intervals import Estimates
from qwixx.arena.match import play_match
from qwixx.arena.match_setting import MatchSetting
from qwixx.arena.report import compare
from qwixx.arena.workers.pieces import Piece, PieceResult, _play_reference, engine, play_piece
from qwixx.cli.main import run
from qwixx.envs import qwixx_v0
from qwixx.kernel import Batch
from qwixx.rules import Phase, QwixxError, Record, RecordError, Rules, State, replay

RULES = Rules("classic", 2)
LATE = "classic | r2,3,4,5,6,7,8 y3,5 p2 | g12,11,10,9,8,7 b12,10 p1 | 1 roll"


MIDDLE = [
    "classic | r2,3 | b12 | 1 white 4+1 3 6 2 5 : ? ?",
    "classic | r2,3 | b12 | 0 white 4+1 3 6 2 5 : ? y5",
    "longo | r2,3 | b16 p1 | 1 colour 4+1 3 6 2 5",
    "onboard-a | r2,3 | b12 | 0 board 4+1 3 6 2 5 crossed",
]
"""After the roll: in action 1, also when a seat has chosen, in action 2, and in action 3."""


def late() -> State:
    return qwixx.parse_position(LATE)[1]


def test_a_record_keeps_its_start_in_both_forms() -> None:
    record = qwixx.play("classic", ["gap", "random"], seed=3, start=late())
    assert (record.start, record.first) == (LATE, 1)
    assert f"Start: {LATE}\n" in str(record)
    for text in (str(record), record.json()):
        again = Record.parse(text)
        assert again == record
        assert next(iter(again.plies())).before == late()
        assert RULES.is_over(replay(again))


@pytest.mark.parametrize(
    ("start", "problem"),
    [
        (LATE.replace("classic", "longo"), "one of another game"),
        ("nonsense", "cannot be read"),
        ("classic | - | p4 | 1 over", "cannot start from its end"),
        (LATE.replace("1 roll", "0 roll"), "of seat 0's turn, not of seat 1's"),
    ],
)
def test_a_wrong_start_is_refused(start: str, problem: str) -> None:
    with pytest.raises(RecordError, match=problem):
        Record(variant="classic", seats=("a", "b"), first=1, start=start)
    text = str(Record(variant="classic", seats=("a", "b"), first=1, start=LATE))
    with pytest.raises(RecordError, match=problem):
        Record.parse(text.replace(LATE, start))


@pytest.mark.parametrize("start", MIDDLE)
def test_a_game_starts_in_the_middle_of_a_turn(start: str) -> None:
    """The rest of that turn is turn 0; every engine goes on with the same dice."""
    rules, state = qwixx.parse_position(start)
    name, bots = rules.variant.name, ("gap", "random")
    record = qwixx.play(name, bots, seed=3, game=1, start=state)
    assert record.start == rules.position(state)
    assert "\n0. " in str(record)
    assert "\n1. " in str(record)
    for text in (str(record), record.json()):
        again = Record.parse(text)
        assert again == record
        assert next(ply.turn for ply in again.plies()) == 0
        assert rules.is_over(replay(again))
    setting = MatchSetting(name, bots, seed=3, start=record.start, paired=False)
    kernel, reference = (PieceResult(setting.tally(), 0) for _ in range(2))
    piece = Piece(setting, 0, 4)
    _play_reference(piece, rules, reference)
    kernel = play_piece(piece)
    assert engine(setting) == "kernel"
    for found, count in kernel.tally.counts.items():
        assert (reference.tally[found] == count).all(), found
    env = gymnasium.make("qwixx/Qwixx-v0", variant=name, opponents="gap").unwrapped
    env.reset(seed=3, options={"position": state})
    env.step(0)
    assert env.record.start == record.start  # type: ignore[attr-defined]
    assert next(iter(env.record.plies())).before == state  # type: ignore[attr-defined]


def test_a_record_that_starts_in_the_middle_of_a_turn_is_written_in_order() -> None:
    head = f"Qwixx record 1\nVariant: classic\nStart: {MIDDLE[1]}\nSeat 0: a\nSeat 1: b\n\n"
    text = f"{head}0. : r5 ? | y7\n1. 1+1 2 3 4 5\n"
    record = Record.parse(text)
    assert [ply.after.active for ply in record.plies()] == [0, 1, 1]
    assert str(Record.parse(str(record))) == str(record)
    with pytest.raises(RecordError, match=r"should be 0\., the number of the turn"):
        Record.parse(text.replace("0. :", "1. :"))


def test_an_environment_refuses_a_position_in_which_the_agent_may_never_act() -> None:
    nearly = "classic | - | r11 y11 g3 b3 p3 | 1 colour 1+1 1 6 3 3"
    for opponent in ("gap", "pocket"):
        with pytest.raises(QwixxError, match="before the agent acts"):
            gymnasium.make("qwixx/Qwixx-v0", opponents=opponent).reset(seed=1, options={"position": nearly})
    with pytest.raises(QwixxError, match="before the agent acts"):
        gymnasium.make_vec("qwixx/Qwixx-v0", 2, opponents="gap").reset(seed=1, options={"position": nearly})


def test_every_command_starts_from_the_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["record", "gap", "random", "--start", MIDDLE[0]]) == 0
    assert f"\nStart: {MIDDLE[0]}\n" in capsys.readouterr().out
    assert run(["stats", "gap", "random", "--games", "6", "--start", LATE, "--json"]) == 0
    shares = [bot["cells"]["red"][0] for bot in json.loads(capsys.readouterr().out)["bots"]]
    assert sum(shares) >= 1  # seat 0 always has it
    assert run(["ladder", "gap", "random", "--games", "6", "--start", LATE]) == 0
    assert f"--start '{LATE}'" in capsys.readouterr().out
    assert run(["ladder", "gap", "random", "pocket", "--players", "3", "--games", "6", "--start", LATE]) == 2


def test_a_match_from_a_position_is_the_same_in_both_engines(capsys: pytest.CaptureFixture[str]) -> None:
    setting = MatchSetting("classic", ("gap", "random"), seed=3, start=LATE)
    kernel = play_match(setting, 6, workers=1)
    assert kernel.engine == "kernel"
    scores = np.zeros(2, int)
    for deal in range(3):
        for order in ((0, 1), (1, 0)):
            seats = [setting.bots[bot] for bot in order]
            found = RULES.scores(replay(qwixx.play("classic", seats, 3, deal, start=late())))
            scores[list(order)] += found
    assert [Estimates(kernel.tally).score(bot).value * 6 for bot in (0, 1)] == pytest.approx(scores.tolist())
    assert compare("classic", ["gap", "random"], 6, seed=3, start=late()).bots[0].mean_score * 6 == scores[0]
    assert run(["match", "gap", "random", "--games", "6", "--seed", "3", "--start", LATE]) == 0
    assert f"--start '{LATE}'" in capsys.readouterr().out
    assert run(["match", "gap", "random", "--start", LATE, "--variant", "longo"]) == 2


def test_all_games_of_a_batch_start_from_the_position() -> None:
    batch = Batch(RULES, 3, bots=[None, "gap"])
    batch.reset(7, start=late())
    for _ in range(60):
        for g in range(3):
            if batch.game(g)[1] >= 2 and not batch.over[g]:
                assert batch.state(g).sheets[0].rows[0] & 0x7F == 0x7F
        batch.step(batch.sample())
    assert all(batch.game(g)[1] >= 2 for g in range(3))
    batch.reset(7)
    assert batch.state(0).sheets == RULES.start().sheets
    with pytest.raises(QwixxError, match="the end of a game"):
        batch.reset(7, start=replay(qwixx.play("classic", ["gap", "gap"])))


def test_environments_start_from_the_position() -> None:
    for opponent in ("gap", "pocket"):  # compiled or not
        env = gymnasium.make("qwixx/Qwixx-v0", opponents=opponent).unwrapped
        for start in (late(), LATE):
            env.reset(seed=4, options={"position": start})
            assert env.record.start == LATE  # type: ignore[attr-defined]
            assert next(iter(env.record.plies())).before == late()  # type: ignore[attr-defined]
        env.reset(seed=4)
        assert env.record.start is None  # type: ignore[attr-defined]
        with pytest.raises(QwixxError, match="not its end"):
            env.reset(options={"position": "classic | p4 | - | 0 over"})
    table = qwixx_v0.env(players=2)
    table.reset(seed=1, options={"position": LATE})
    assert table.unwrapped.position.sheets == late().sheets
    assert table.unwrapped.position.phase is Phase.WHITE
    places = gymnasium.make_vec("qwixx/Qwixx-v0", 2, opponents="gap")
    seen, _ = places.reset(seed=1, options={"position": LATE})
    assert (seen != places.reset(seed=1)[0]).any()
