"""The example agent learns even in a small fraction of its training time."""

import runpy
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "train_agent.py"


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLE))


def test_it_beats_random(example: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    assert example["main"](["--steps", "300", "--games", "1000"]) == 0
    *_, last = capsys.readouterr().out.splitlines()
    assert last.startswith("against random: wins 0.9")


def test_without_training_it_does_not(example: dict[str, Any]) -> None:
    """Without weights it always passes, the first of equal actions, and loses: the interval is meaningful."""
    import numpy as np

    weights = np.zeros(example["SITUATIONS"] * example["FEATURES"])
    share, low, high = example["evaluate"](weights, "random", 500, 3)
    assert low <= share <= high < 0.5
