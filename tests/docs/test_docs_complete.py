"""The docs name every command, variant and bot, their links work, and the public names are complete."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer.main
from doc_pages import blocks

import qwixx
from qwixx.cli.app import app

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
API = ROOT / "docs" / "api" / "index.md"
PAGES = [README, *sorted((ROOT / "docs").rglob("*.md"))]
TEXTS = {path: path.read_text(encoding="utf-8") for path in PAGES}
# External links are not followed.
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)\s]+)\)")


def commands(group: object, prefix: str = "qwixx") -> Iterator[str]:
    """Each command as it is typed, including groups and their commands."""
    for name, command in getattr(group, "commands", {}).items():
        yield f"{prefix} {name}"
        yield from commands(command, f"{prefix} {name}")


def mentioned(words: str) -> bool:
    pattern = re.compile(rf"(?<![\w-]){re.escape(words)}(?![\w-])")
    return any(pattern.search(text) for text in TEXTS.values())


@pytest.mark.parametrize("command", list(commands(typer.main.get_command(app))))
def test_every_command_is_in_the_docs(command: str) -> None:
    assert mentioned(command), f"no page says `{command}`"


@pytest.mark.parametrize("variant", qwixx.VARIANTS)
def test_every_variant_is_in_the_docs(variant: str) -> None:
    assert mentioned(f"`{variant}`")


@pytest.mark.parametrize("bot", qwixx.bot_names())
def test_every_bot_is_in_the_docs(bot: str) -> None:
    assert re.search(rf"`{re.escape(bot)}[`:]", TEXTS[ROOT / "docs" / "bots.md"])


def anchors(text: str) -> set[str]:
    """The anchors that GitHub makes from the headings."""
    headings = re.findall(r"^#+ +(.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(path: Path) -> list[str]:
    """The links of a page; links in code are examples and do not count."""
    text = TEXTS.get(path) or path.read_text(encoding="utf-8")
    for block in blocks(path, text):
        text = text.replace(block.text, "")
    return LINK.findall(re.sub(r"`[^`]*`", "", text))


@pytest.mark.parametrize(
    "path", [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"], ids=lambda path: path.name
)
def test_every_link_and_picture_exists(path: Path) -> None:
    for link in links(path):
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        assert target.exists(), f"{path.name}: {link}"
        assert target.is_relative_to(ROOT), f"{path.name}: {link} leaves the repository"
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target.read_text(encoding="utf-8")), f"{path.name}: {link}"


def test_every_page_is_reached_from_the_readme() -> None:
    """The pages of the API reference are reached from its index."""
    linked = {
        (page.parent / link.partition("#")[0]).resolve() for page in (README, API) for link in links(page)
    }
    lost = [path.name for path in PAGES if path not in linked and path != README]
    assert lost == [], "add them to the links in README.md"
    assert API in {(ROOT / link).resolve() for link in links(README)}


def test_the_check_of_anchors() -> None:
    assert anchors("# A board of your own\n## What `x` is, and why?") == {
        "a-board-of-your-own",
        "what-x-is-and-why",
    }


# The public names


def test_public_names_exist_and_are_all_listed() -> None:
    assert sorted(qwixx.__all__) == sorted(set(qwixx.__all__))
    assert [name for name in qwixx.__all__ if not hasattr(qwixx, name)] == []
    imported = {
        name
        for name, value in vars(qwixx).items()
        if not name.startswith("_") and getattr(value, "__name__", name) != f"qwixx.{name}"
    }
    assert imported == set(qwixx.__all__)


def test_all_errors_share_one_base_class() -> None:
    errors = [
        value for value in vars(qwixx).values() if isinstance(value, type) and issubclass(value, Exception)
    ]
    assert len(errors) > 5
    assert all(issubclass(error, qwixx.QwixxError) for error in errors)
