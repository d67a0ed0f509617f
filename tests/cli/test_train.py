"""`qwixx train`: a bot learns a game by playing against itself."""

from pathlib import Path

import msgspec
import pytest
from command_line import Qwixx

from qwixx.kernel.bots.tempo.values import Values, values_of
from qwixx.rules import Rules


def test_the_same_seed_gives_the_same_values(qwixx: Qwixx, tmp_path: Path) -> None:
    texts = []
    for name, seed in (("a", "3"), ("b", "3"), ("c", "4")):
        out = tmp_path / name
        size = ("--games", "80", "--seed", seed)
        assert qwixx("train", "tempo", "onboard-a", "--players", "2", *size, "--out", str(out)).code == 0
        texts.append(out.read_bytes())
    assert texts[0] == texts[1] != texts[2]
    values, shipped = msgspec.json.decode(texts[0], type=Values), values_of(Rules("onboard-a", 2))
    assert [len(brings) for brings in values.rows] == [len(brings) for brings in shipped.rows]
    assert len(values.spaces) == len(shipped.spaces)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("tempo", "classic", "--players", "9"), "classic is for 1 to 5 players, not 9."),
        (("tempo", "chess"), "chess"),
        (("gap", "classic"), "does not learn: choose tempo, expert"),
    ],
)
def test_an_unknown_game_or_bot_is_refused(
    qwixx: Qwixx, tmp_path: Path, arguments: tuple[str, ...], problem: str
) -> None:
    done = qwixx("train", *arguments, "--out", str(tmp_path / "values.json"))
    assert done.code == 2
    assert problem in done.err
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_not_overwritten(qwixx: Qwixx, tmp_path: Path) -> None:
    out = tmp_path / "values.json"
    out.write_text("mine")
    done = qwixx("train", "tempo", "classic", "--out", str(out))
    assert (done.code, out.read_text()) == (2, "mine")
    assert "already exists" in done.err
