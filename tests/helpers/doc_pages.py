r"""Runs the fenced blocks of a Markdown page as a reader would.

A `python` block is executed, or checked as a doctest if it has prompts. In a `console` block the lines after
`$ ` are run and must end with exit code 0; output shown below a command must match what it prints; `...`
matches anything. The blocks of a page share a namespace and a folder, from which they can import. Comments
directly above a block change it:

    <!-- test: replace 1000000 by 200 -->   smaller numbers, so that it is quick; output is then not compared
    <!-- test: stdin "q\n" -->              what is typed, as a JSON string
    <!-- test: file my_bot.py -->           the block is saved under this name instead of being run
    <!-- test: serve 8000 -->               `qwixx serve`, on a free port, until the page ends or serves again
    <!-- test: skip REASON -->              for what cannot be run here
"""

import ast
import doctest
import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import pytest

from qwixx.folders import cache_folder
from qwixx.kernel.engine.quiet import COMPILE_QUIETLY
from qwixx.rules import VARIANTS

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent

FENCE = re.compile(r"^(?P<indent> *)(?P<ticks>`{3,})(?P<language>[\w-]*)")
DIRECTIVE = re.compile(r"^ *<!-- test: (replace|stdin|file|serve|skip)\b *(.*?) *-->$")


@dataclass
class Block:
    page: Path
    line: int
    language: str
    text: str
    replacements: list[tuple[str, str]] = field(default_factory=list)
    stdin: str = ""
    file: str = ""
    serve: str = ""
    skip: str | None = None

    def __str__(self) -> str:
        return (
            f"{self.page.relative_to(ROOT) if self.page.is_relative_to(ROOT) else self.page.name}:{self.line}"
        )

    def direct(self, verb: str, argument: str) -> None:
        match verb:
            case "replace":
                old, _, new = argument.partition(" by ")
                assert old in self.text, f"{self}: nothing to replace: {old}"
                self.text = self.text.replace(old, new)
                self.replacements.append((old, new))
            case "stdin":
                self.stdin = json.loads(argument)
            case "file":
                self.file = argument
            case "serve":
                self.serve = argument
            case "skip":
                self.skip = argument


def blocks(page: Path, text: str) -> Iterator[Block]:
    lines = text.splitlines()
    directives: list[tuple[str, str]] = []
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if directive := DIRECTIVE.match(line):
            directives.append((directive[1], directive[2]))
        elif fence := FENCE.match(line):
            end = next(i for i in range(number, len(lines)) if lines[i].strip() == fence["ticks"])
            body = "".join(f"{inner.removeprefix(fence['indent'])}\n" for inner in lines[number:end])
            block = Block(page, number, fence["language"], body)
            for verb, argument in directives:
                block.direct(verb, argument)
            directives = []
            number = end + 1
            yield block
        else:
            assert "<!-- test:" not in line, f"{page.name}:{number}: not a directive: {line}"
            assert not directives, f"{page.name}:{number}: a directive must be directly above its block"
    assert not directives, f"{page.name}: a directive without a block at the end"


# Console blocks


def commands(text: str) -> list[tuple[str, list[str]]]:
    """Each command (continued on lines that begin with `> `) and the output shown for it."""
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found and line.startswith("> ") and not found[-1][1]:
            found[-1] = (f"{found[-1][0]}\n{line[2:]}", [])
        else:
            assert found, f"a console block begins with `$ `, not with: {line}"
            found[-1][1].append(line)
    return found


def matches(shown: list[str], printed: str) -> bool:
    """A line `...` matches any lines, `...` within a line any part of it."""
    pattern = ""
    for line in shown:
        if line.strip() == "...":
            pattern += r"(.*\n)*?"
        else:
            pattern += ".*?".join(re.escape(part) for part in line.rstrip().split("...")) + r"\n"
    tidy = "".join(f"{line.rstrip()}\n" for line in printed.rstrip().splitlines())
    return re.fullmatch(pattern, tidy) is not None


def environment(folder: Path) -> dict[str, str]:
    home = folder / "home"
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTEST"))
    }
    places = {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("CONFIG", "DATA", "STATE")}
    # Compiling the kernel and solving a game take seconds, so all pages share one cache. Which of them
    # compiles depends on the order of the tests, so none says it.
    places["XDG_CACHE_HOME"] = str(cache_folder().parent)
    places["NUMBA_CACHE_DIR"] = os.environ.get("NUMBA_CACHE_DIR") or str(cache_folder())
    places[COMPILE_QUIETLY] = "1"
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    fixed = {"HOME": str(home), "PATH": path, "LANG": "C.UTF-8", "TERM": "dumb", "COLUMNS": "100"}
    return kept | places | fixed


def run_console(block: Block, folder: Path) -> None:
    for command, shown in commands(block.text):
        if command.split()[0] == "./test":
            assert os.access(ROOT / "test", os.X_OK)
            continue
        done = subprocess.run(
            command,
            shell=True,
            cwd=folder,
            env=environment(folder),
            input=block.stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=600,
        )
        assert done.returncode == 0, f"{block}: $ {command}\n{done.stdout}(exit code {done.returncode})"
        if any(shown) and not block.replacements:
            assert matches(shown, done.stdout), f"{block}: $ {command}\n{done.stdout}"


class Server:
    """A `qwixx serve` that runs until it is closed; bots there do not wait for people to follow."""

    def __init__(self, block: Block, folder: Path) -> None:
        [(command, shown)] = commands(block.text)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = str(free.getsockname()[1])
        self.shown, self.real = f"127.0.0.1:{block.serve}", f"127.0.0.1:{port}"
        output = folder / f"server-{port}.txt"
        with output.open("wb") as file:
            self.process = subprocess.Popen(
                f"exec {command} --no-browser --pace 0 --port {port}",
                shell=True,
                cwd=folder,
                env=environment(folder),
                stdout=file,
                stderr=subprocess.DEVNULL,
            )
        try:
            self.wait_for(shown, output)
        except AssertionError as error:
            self.close()
            raise AssertionError(f"{block}: $ {command}\n{error}") from None

    def wait_for(self, shown: list[str], output: Path) -> None:
        end = time.monotonic() + 60
        while not matches(shown, printed := output.read_text("utf-8").replace(self.real, self.shown)):
            assert self.process.poll() is None, printed
            assert time.monotonic() < end, printed
            time.sleep(0.05)

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()


# Python blocks


@patch.dict(VARIANTS)  # a game that a page adds is not there for other tests
def run_python(block: Block, module: ModuleType) -> None:
    if not re.search(r"^>>> ", block.text, re.MULTILINE):
        tree = ast.increment_lineno(ast.parse(block.text), block.line)
        exec(compile(tree, str(block.page), "exec"), module.__dict__)
        return
    test = doctest.DocTestParser().get_doctest(block.text, {}, str(block), str(block.page), block.line)
    if block.replacements:
        for example in test.examples:
            exec(compile(example.source, str(block.page), "single"), module.__dict__)
        return
    test.globs = module.__dict__
    report: list[str] = []
    failed, _ = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(
        test, out=report.append, clear_globs=False
    )
    assert failed == 0, "".join(report)


# Pages


class Page:
    """A page whose blocks run from the top, in its own folder."""

    def __init__(self, path: Path, text: str, folder: Path) -> None:
        self.folder = folder
        (folder / "home").mkdir()
        (folder / "qwixx").symlink_to(BIN / "qwixx")
        # Classes defined in a page look up their module.
        self.module = ModuleType(f"page_{path.stem}")
        sys.modules[self.module.__name__] = self.module
        self.waiting = list(blocks(path, text))
        self.ended: dict[int, Exception | None] = {}
        self.server: Server | None = None

    def run(self, line: int) -> None:
        """Runs the block at `line` after those above it, whose failures their own tests report."""
        while line not in self.ended:
            block = self.waiting.pop(0)
            try:
                self.run_block(block)
                self.ended[block.line] = None
            except Exception as error:  # a block may fail in any way
                self.ended[block.line] = error
        if failure := self.ended[line]:
            raise failure

    def run_block(self, block: Block) -> None:
        if block.skip is not None:
            return
        if block.serve:
            self.close()
            self.server = Server(block, self.folder)
            return
        if self.server:
            block.text = block.text.replace(self.server.shown, self.server.real)
        if block.file:
            (self.folder / block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            run_console(block, self.folder)
        elif block.language == "python":
            with chdir(self.folder), pytest.MonkeyPatch.context() as patch:
                patch.syspath_prepend(self.folder)
                run_python(block, self.module)

    def close(self) -> None:
        if self.server:
            self.server.close()
            self.server = None
