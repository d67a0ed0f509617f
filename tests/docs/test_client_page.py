"""The page "Write a client in 60 lines" keeps its promise; tests/docs/test_docs.py runs its client."""

from pathlib import Path

from doc_pages import blocks

PAGE = Path(__file__).parents[2] / "docs" / "tutorials" / "first-client.md"


def test_the_client_has_at_most_60_lines_and_imports_nothing_of_ours() -> None:
    [client] = [block for block in blocks(PAGE, PAGE.read_text(encoding="utf-8")) if block.file]
    assert len([line for line in client.text.splitlines() if line.strip()]) <= 60
    assert "qwixx." not in client.text
    assert "import qwixx" not in client.text
