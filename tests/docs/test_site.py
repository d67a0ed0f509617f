"""The documentation site builds without a warning, is complete, and asks no other host for anything."""

import importlib
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
import typer.main
from typer.testing import CliRunner

from qwixx.cli.app import app

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
OUTSIDE = {"index.md", "contributing.md", "changelog.md"}
PACKAGES = sorted(path.stem for path in (DOCS / "api").glob("*.md") if path.stem != "index")

# Building takes seconds: once is enough.
pytestmark = pytest.mark.xdist_group("site")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, ROOT / "scripts" / "docs_pages.py", "build", "--folder", folder],
        capture_output=True,
        encoding="utf-8",
    )
    assert built.returncode == 0, built.stdout + built.stderr
    return folder / "site"


def pages_of(nav: object) -> Iterator[str]:
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, dict):
        for inner in nav.values():
            yield from pages_of(inner)
    elif isinstance(nav, list):
        for inner in nav:
            yield from pages_of(inner)


def test_every_page_is_in_the_navigation() -> None:
    nav = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"]
    pages = [path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")]
    assert sorted(pages_of(nav)) == sorted([*pages, *OUTSIDE])


def test_the_navigation_has_a_group_for_every_reader() -> None:
    nav = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"]
    assert [name for entry in nav for name in entry] == [
        "Home",
        "Play",
        "Get better",
        "Program",
        "Host",
        "Work on it",
    ]


class Page(HTMLParser):
    """The text of an HTML page by heading, its ids, and what a browser fetches to show it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.fetched: list[str] = []
        self.sections: dict[str, str] = {}
        self.section = ""
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if name := found.get("id"):
            self.ids.add(name)
            if tag == "h2":
                self.section = name
        fetches = tag not in {"a", "form"} and not (tag == "link" and found.get("rel") == "canonical")
        self.fetched += [value for key in ("src", "href") if fetches and (value := found.get(key))]

    def handle_data(self, data: str) -> None:
        self.sections[self.section] = self.sections.get(self.section, "") + data


def test_no_page_asks_another_host_for_anything(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 20
    for path in pages:
        fetched = Page(path).fetched
        assert [address for address in fetched if re.match(r"(?:[a-z]+:)?//", address)] == [], path.name
        # Zensical would load the script that draws these from another host.
        assert 'class="mermaid"' not in path.read_text(encoding="utf-8"), path.name
    for sheet in site.rglob("*.css"):
        assert not re.search(r"url\([\"']?(https?:)?//|@import", sheet.read_text(encoding="utf-8")), (
            sheet.name
        )


def commands(group: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    for name, command in getattr(group, "commands", {}).items():
        yield from commands(command, (*path, name))


def test_the_commands_page_has_every_option_that_help_shows(site: Path) -> None:
    sections = Page(site / "commands.html").sections
    seen = 0
    for path in commands(typer.main.get_command(app)):
        done = CliRunner().invoke(app, [*path, "--help"], env={"COLUMNS": "200"})
        assert done.exit_code == 0
        section = sections["-".join(("qwixx", *path))]
        options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", done.output)) - {"--help"}
        lost = [option for option in options if not re.search(rf"(?<![\w-]){option}(?![\w-])", section)]
        assert lost == [], " ".join(("qwixx", *path))
        seen += len(options)
    assert seen > 100


def test_the_commands_page_explains_every_option(site: Path) -> None:
    """No row without a text."""
    page = (site / "commands.html").read_text(encoding="utf-8")
    rows = re.findall(r"<tr>\s*<td>(.*?)</td>\s*<td>(.*?)</td>", page, re.DOTALL)
    assert len(rows) > 100
    assert [option for option, text in rows if not text.strip()] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_the_reference_has_every_public_name(package: str, site: Path) -> None:
    name = "qwixx" if package == "qwixx" else f"qwixx.{package}"
    module = importlib.import_module(name)
    ids = Page(site / "api" / f"{package}.html").ids
    for member in module.__all__:
        # A function that has the name of its module is listed by its place in that module.
        value = getattr(module, member)
        home = f"{getattr(value, '__module__', '')}.{member}"
        assert {f"{name}.{member}", home} & ids, member
