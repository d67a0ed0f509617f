"""The runner of the docs' examples finds every kind of fault in a page."""

from pathlib import Path

import pytest
from doc_pages import Page

GOOD = """
<!-- test: file greeting.txt -->
```text
hello
```

```console
$ cat greeting.txt && echo "$HOME"
hello
.../home
$ printf '%s\\n' one two \\
>   three
one
...
three
```

<!-- test: replace 1000000 by 3 -->
```python
>>> total = sum(range(1000000))
>>> total
499999500000
```

```python
assert total == 3
```

<!-- test: stdin "typed\\n" -->
```console
$ cat
typed
```

<!-- test: skip needs a network -->
```console
$ exit 9
```
"""


def test_good_page_passes(tmp_path: Path) -> None:
    path = tmp_path / "good.md"
    (tmp_path / "folder").mkdir()
    page = Page(path, GOOD, tmp_path / "folder")
    lines = [block.line for block in page.waiting]
    assert len(lines) == 6
    for line in reversed(lines):
        page.run(line)


@pytest.mark.parametrize(
    "bad",
    [
        "```console\n$ exit 3\n```",
        "```console\n$ echo one\ntwo\n```",
        "```console\n$ echo one; echo two\none\n```",
        "```console\n$ true\nsomething\n```",
        "```console\nno prompt\n```",
        "```python\nassert 1 == 2\n```",
        "```python\n>>> 1 + 1\n3\n```",
        "<!-- test: replace 7 by 0 -->\n```python\n>>> 1 / 7\n0\n```",
        "<!-- test: replace 5 by 0 -->\n```python\n1 / 7\n```",
        "<!-- test: skipp -->\n```python\n```",
        "<!-- test: skip lost -->\n\n```python\n```",
    ],
)
def test_bad_page_fails(bad: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises((AssertionError, ZeroDivisionError)):
        Page(tmp_path / "bad.md", bad, tmp_path / "folder").run(1 + bad.startswith("<"))


SERVED = """
<!-- test: serve 8000 -->
```console
$ qwixx serve --data games
Qwixx is at http://127.0.0.1:8000/ ...
```

```python
>>> from urllib.request import urlopen
>>> with urlopen("http://127.0.0.1:8000/healthz") as answer:
...     answer.status
200
```
"""


def test_a_served_page_talks_to_its_own_server(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    page = Page(tmp_path / "served.md", SERVED, tmp_path / "folder")
    try:
        for line in [block.line for block in page.waiting]:
            page.run(line)
        server = page.server
        assert server
        assert server.process.poll() is None
        assert server.real != "127.0.0.1:8000"
    finally:
        page.close()
    assert server.process.poll() is not None


def test_a_server_that_does_not_start_fails(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    text = "<!-- test: serve 8000 -->\n```console\n$ qwixx serve --data /dev/null/x\nQwixx is at ...\n```"
    with pytest.raises(AssertionError):
        Page(tmp_path / "bad.md", text, tmp_path / "folder").run(2)
