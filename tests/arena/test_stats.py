"""`qwixx stats`: consistent numbers, and pictures that can be opened."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from qwixx.arena import optional
from qwixx.arena.stats import distribution
from qwixx.cli.main import run
from qwixx.rules import QwixxError


def found(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert run(["stats", *arguments, "--json"]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def test_a_distribution() -> None:
    of = distribution(np.array([0, 0, 1, 0, 2, 1, 0]), lowest=-3)
    assert (of.lowest, of.counts) == (-1, [1, 0, 2, 1])
    assert of.mean == 0.75
    assert of.deviation == pytest.approx(1.0897, abs=1e-4)
    assert of.quantiles == {"5%": -1, "25%": -1, "50%": 1, "75%": 1, "95%": 2}


@pytest.mark.parametrize("variant", ["classic", "longo", "onboard-a"])
def test_numbers_are_consistent(variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    answer = found(capsys, "gap", "random", "--variant", variant, "--games", "200", "--seed", "3")
    assert answer["games"] == 200
    assert sum(answer["turns"]["counts"]) == 200
    for bot in answer["bots"]:
        assert sum(bot["scores"]["counts"]) == 200
        assert sum(bot["penalties"]) == pytest.approx(1)
        assert sum(bot["locks"]) == pytest.approx(1)
        for colour, cells in bot["cells"].items():
            assert sum(cells) == pytest.approx(bot["crosses"][colour])
        locked = sum(cells[-1] for cells in bot["cells"].values())
        assert locked == pytest.approx(sum(n * share for n, share in enumerate(bot["locks"])))
    assert sum(seat["share"] for seat in answer["seats"]) == pytest.approx(1)


def test_text_for_one_player(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["stats", "gap", "--games", "50"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("classic, 1 player, 50 games, engine: kernel\n")
    assert "2/12" in out
    assert "seat" not in out


@pytest.mark.parametrize("name", ["a.png", "a.svg"])
def test_pictures(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / name
    arguments = ["stats", "gap", "random", "--games", "60", "--out", str(path)]
    assert run(arguments) == 0
    first = path.read_bytes()
    assert run(arguments) == 2
    assert "already exists" in capsys.readouterr().err
    assert run([*arguments, "--force"]) == 0
    assert path.read_bytes() == first
    if name.endswith("png"):
        with Image.open(path) as image:
            assert image.width > 1000
            assert image.convert("L").getextrema() != (255, 255)
    else:
        assert b"random: how often each cell is crossed" in first
    assert [file.name for file in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    ("out", "fault"), [("a.gif", ".png or .svg"), ("missing/a.png", "there is no folder")]
)
def test_pictures_that_cannot_be_made(
    out: str, fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["stats", "gap", "random", "--out", str(tmp_path / out)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    assert fault in printed.err


def test_a_missing_extra_is_named_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(QwixxError, match=r"^a picture needs matplotlib: .* install .*\[plots\]'$"):
        optional.need("matplotlib", "plots", "a picture")
