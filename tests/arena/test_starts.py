"""Games from a given position: in play, matches, batches and environments, with records that replay."""

import gymnasium
import numpy as np
import pytest

import qwixx
import qwixx.envs
from qwixx.arena.intervals import Estimates
from qwixx.arena.match import play_match
from qwixx.arena.match_setting import MatchSetting
from qwixx.arena.report import compare
from qwixx.cli.main import run
from qwixx.envs import qwixx_v0
from qwixx.kernel import Batch
from qwixx.rules import Phase, QwixxError, Record, RecordError, Rules, State, replay

RULES = Rules("classic", 2)
LATE = "classic | r2,3,4,5,6,7,8 y3,5 p2 | g12,11,10,9,8,7 b12,10 p1 | 1 roll"


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
        ("classic | - | - | 1 white 4+1 3 6 2 5 : ? ?", "awaits a roll"),
        (LATE.replace("1 roll", "0 roll"), "of seat 0's turn, not of seat 1's"),
    ],
)
def test_a_wrong_start_is_refused(start: str, problem: str) -> None:
    with pytest.raises(RecordError, match=problem):
        Record(variant="classic", seats=("a", "b"), first=1, start=start)
    text = str(Record(variant="classic", seats=("a", "b"), first=1, start=LATE))
    with pytest.raises(RecordError, match=problem):
        Record.parse(text.replace(LATE, start))


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
        with pytest.raises(QwixxError, match="awaits a roll"):
            env.reset(options={"position": "classic | - | - | 0 white 4+1 3 6 2 5 : ? ?"})
    table = qwixx_v0.env(players=2)
    table.reset(seed=1, options={"position": LATE})
    assert table.unwrapped.position.sheets == late().sheets
    assert table.unwrapped.position.phase is Phase.WHITE
    places = gymnasium.make_vec("qwixx/Qwixx-v0", 2, opponents="gap")
    seen, _ = places.reset(seed=1, options={"position": LATE})
    assert (seen != places.reset(seed=1)[0]).any()
