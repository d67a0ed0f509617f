"""Runs mutmut's mutants of the rules: pytest collects the tests once, and each mutant gets a fork of its own.

mutmut alone starts pytest once per mutant, which takes far longer than the tests themselves. scripts/mutate
runs this file in a copy of the tree; the arguments are patterns of mutant names. Outcomes are saved as they
arrive, and a run continues where the last one stopped unless the rules or their tests have changed.
"""

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from fnmatch import fnmatch
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from mutmut.__main__ import copy_also_copy_files, copy_src_dir, create_mutants, setup_source_paths
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state

TESTS = ["tests/rules"]
# The property tests take too long to repeat for every survivor, and the table of rules only checks names.
LEFT_OUT = ["--deselect=tests/rules/test_properties.py", "--ignore=tests/rules/test_coverage_table.py"]
OPTIONS = ["-q", "-n0", "-p", "no:cacheprovider", "--rootdir=.", *LEFT_OUT]
# The tests for a mutant that already takes effect while the rules are imported.
AT_IMPORT = [f"tests/rules/test_{name}.py" for name in ("classic", "closing", "turns", "longo", "onboard")]

KILLED, SURVIVED, SLOW, UNTESTED = "killed", "survived", "timeout", "no test"


class Mutants:
    """A pytest plugin that runs the collected tests against the mutants instead of once."""

    def __init__(self, patterns: list[str], kept: Path) -> None:
        self.patterns = patterns or ["*"]
        self.kept = kept
        self.items: dict[str, list[pytest.Item]] = defaultdict(list)
        self.seconds: dict[str, float] = {}
        self.at_import: set[str] = set()
        self.outcome = read(kept)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.at_import = set(state()._stats)
        for item in session.items:
            self.see(item)
        names = [name for name in mutants() if any(fnmatch(name, pattern) for pattern in self.patterns)]
        names = [name for name in names if name not in self.outcome]
        with self.kept.open("a", encoding="utf-8") as kept:
            for number, name in enumerate(names, 1):
                self.outcome[name] = self.run(name)
                print(self.outcome[name], name, sep="\t", file=kept, flush=True)
                counts = dict(Counter(self.outcome.values()))
                print(f"\r{number}/{len(names)} {counts}", end="", file=sys.__stderr__, flush=True)
        return True

    def see(self, item: pytest.Item) -> None:
        """Notes which functions the test calls and how long it takes."""
        state()._stats.clear()
        start = time.perf_counter()
        if any(report.failed for report in runtestprotocol(item, log=False)):
            pytest.exit(f"{item.nodeid} fails without a mutant", 1)
        self.seconds[item.nodeid] = time.perf_counter() - start
        for function in state()._stats:
            self.items[function].append(item)

    def run(self, name: str) -> str:
        function = name.rpartition("__mutmut_")[0]
        items = sorted(self.items[function], key=lambda item: self.seconds[item.nodeid])
        seconds = 10 + 10 * sum(self.seconds[item.nodeid] for item in items)
        outcome = forked(name, items, int(seconds)) if items else UNTESTED
        if outcome in (SURVIVED, UNTESTED) and function in self.at_import:
            return afresh(name)
        return outcome


def mutants() -> list[str]:
    metas = sorted(Path("src/qwixx/rules").glob("*.meta"))
    return [name for meta in metas for name in json.loads(meta.read_text())["exit_code_by_key"]]


def read(kept: Path) -> dict[str, str]:
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    return {name: outcome for outcome, name in (line.split("\t") for line in lines)}


def digest() -> str:
    files = [path for folder in ("src/qwixx/rules", "tests") for path in sorted(Path(folder).rglob("*.py"))]
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]


def forked(name: str, items: list[pytest.Item], seconds: int) -> str:
    child = os.fork()
    if child == 0:
        signal.alarm(seconds)
        set_mutant_under_test(name)
        for item in items:
            if any(report.failed for report in runtestprotocol(item, log=False)):
                os._exit(1)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        return SLOW
    return SURVIVED if os.waitstatus_to_exitcode(status) == 0 else KILLED


def afresh(name: str) -> str:
    """Runs the tests in a new process, because the fork has already imported the rules without the mutant."""
    environment = os.environ | {"MUTANT_UNDER_TEST": name, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "pytest", "-x", *OPTIONS, *AT_IMPORT]
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    return KILLED if done.returncode else SURVIVED


def main(patterns: list[str]) -> int:
    set_mutant_under_test("mutant_generation")
    Path("mutants").mkdir(exist_ok=True)
    copy_src_dir()
    copy_also_copy_files()
    setup_source_paths()
    create_mutants(1)
    kept = Path(f"outcomes-{digest()}.tsv").absolute()
    os.chdir("mutants")
    set_mutant_under_test("stats")
    plugin = Mutants(patterns, kept)
    if code := pytest.main([*OPTIONS, *TESTS], plugins=[plugin]):
        return int(code)
    for name, outcome in plugin.outcome.items():
        if outcome in (SURVIVED, UNTESTED):
            print(f"{outcome:10} {name}")
    counts = Counter(plugin.outcome.values())
    killed = counts[KILLED] + counts[SLOW]
    print(f"{killed} of {len(plugin.outcome)} mutants killed: {100 * killed / len(plugin.outcome):.1f} %")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
