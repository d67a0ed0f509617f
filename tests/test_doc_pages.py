"""The runner of examples notices what is wrong with a page."""

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
