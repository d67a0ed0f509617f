"""The batched bot in PyTorch that docs/bots.md shows."""

from pathlib import Path

import pytest
from doc_pages import blocks

from qwixx.arena.report import compare

torch = pytest.importorskip("torch")

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"


def test_the_bot_of_the_page_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [block] = [
        found for found in blocks(PAGE, PAGE.read_text(encoding="utf-8")) if "import torch" in found.text
    ]
    (tmp_path / block.file).write_text(block.text)
    monkeypatch.syspath_prepend(tmp_path)
    found = compare("classic", ["torch_network:TorchNetwork", "gap"], games=6, workers=1)
    assert (found.engine, found.games) == ("batched", 6)
