"""Prepares the documentation site in a folder, and lets Zensical serve it or build it there.

The pages are also read in the repository, so their links are those of the repository. Here they become links
of the site: README.md, CONTRIBUTING.md and CHANGELOG.md get a place on it, and a link to a file that the site
does not have becomes plain text. The commands page gets every command with all its options.
"""

import argparse
import posixpath
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer.main

from qwixx.cli.app import app
from qwixx.cli.help_format import explained

ROOT = Path(__file__).resolve().parent.parent

OUTSIDE = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
"""Pages of the site that are not in docs/: where they are in the repository, and where on the site."""

ZENSICAL = [sys.executable, "-m", "zensical"]

COMMANDS = "<!-- commands -->"
CODE = re.compile(r"^( *)(`{3,}).*?^\1\2 *$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?P<picture>!?)\[(?P<text>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>[^)\s]+)\)")
TEST = re.compile(r"^ *<!-- test: .*? -->\n", re.MULTILINE)


def sources() -> dict[str, str]:
    """Every file of the site: its place there, and its place in the repository."""
    inside = (
        path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs").rglob("*")) if path.is_file()
    )
    return {name: source for source, name in OUTSIDE.items()} | {
        path.removeprefix("docs/"): path for path in inside
    }


def write_pages(folder: Path) -> None:
    """Brings the pages up to date. Unchanged files are left alone, so that each page is built once."""
    folder.mkdir(parents=True, exist_ok=True)
    pages, wanted = folder / "docs", sources()
    for name, source in wanted.items():
        content = (ROOT / source).read_bytes()
        if name.endswith(".md"):
            content = on_the_site(content.decode(), source, name).encode()
        target = pages / name
        if not target.exists() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
    for path in pages.rglob("*"):
        if path.is_file() and path.relative_to(pages).as_posix() not in wanted:
            path.unlink()
    shutil.copy(ROOT / "zensical.toml", folder)
    if not (folder / "src").exists():
        (folder / "src").symlink_to(ROOT / "src")


def on_the_site(page: str, source: str, name: str) -> str:
    page = TEST.sub("", page)
    if COMMANDS in page:
        page = page.replace(COMMANDS, "\n".join(reference(typer.main.get_command(app), "qwixx")))
    # A link in code is an example.
    parts: list[str] = []
    end = 0
    for code in CODE.finditer(page):
        parts += [with_links(page[end : code.start()], source, name), code[0]]
        end = code.end()
    return "".join([*parts, with_links(page[end:], source, name)])


def with_links(text: str, source: str, name: str) -> str:
    def link(found: re.Match[str]) -> str:
        path, hash_sign, anchor = found["target"].partition("#")
        if not path or re.match(r"[a-z]+:", path):
            return found[0]
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        if target not in OUTSIDE and not target.startswith("docs/"):
            return found["text"]
        place = OUTSIDE.get(target, target.removeprefix("docs/"))
        relative = posixpath.relpath(place, posixpath.dirname(name) or ".")
        return f"{found['picture']}[{found['text']}]({relative}{hash_sign}{anchor})"

    return LINK.sub(link, text)


def reference(command: Any, name: str) -> Iterator[str]:
    """A section for the command, with all its arguments and options, and one for each command inside it."""
    context = command.context_class(command, info_name=name)
    usage = " ".join(command.collect_usage_pieces(context))
    yield from [f"## {name}", "", command.help or "", "", "```text", f"{name} {usage}", "```", ""]
    rows = [row for parameter in command.params if (row := explained(parameter, context))]
    if rows:
        yield from ["| argument or option | meaning |", "|---|---|"]
        for signature, text in rows:
            yield f"| `{signature}` | {cell(text)} |".replace("\n", " ")
        yield ""
    if command.examples:
        yield from ["```console", *(f"$ {example}" for example in command.examples), "```", ""]
    for inner in getattr(command, "commands", {}).values():
        yield from reference(inner, f"{name} {inner.name}")


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def newest() -> float:
    return max(path.stat().st_mtime for path in [*map(ROOT.joinpath, OUTSIDE), *(ROOT / "docs").rglob("*")])


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", nargs="?", choices=["serve", "build"], default="serve")
    parser.add_argument(
        "--folder", type=Path, default=ROOT / "build" / "docs", help="the site will be in site/ there"
    )
    options = parser.parse_args()
    write_pages(options.folder)
    if options.command == "build":
        return subprocess.call([*ZENSICAL, "build", "--clean", "--strict"], cwd=options.folder)
    server = subprocess.Popen([*ZENSICAL, "serve", "--dev-addr", "127.0.0.1:8001"], cwd=options.folder)
    seen = newest()
    try:
        while server.poll() is None:
            time.sleep(0.5)
            if newest() != seen:
                seen = newest()
                write_pages(options.folder)
    except KeyboardInterrupt:
        pass
    return server.wait()


if __name__ == "__main__":
    raise SystemExit(main())
