"""Tests that could not run: every run ends with their number and how to get them, and fails if `CI` is set.

A test that needs a program calls `pytest.skip` with what is missing and how to install it. If the
variable NOT_RUN names a file, the list goes there: `./test` prints it as its own last lines.
"""

import os
from collections import Counter
from pathlib import Path

import pytest

LINES = pytest.StashKey[list[str]]()


def not_run(session: pytest.Session) -> list[str]:
    """How many tests were skipped, and why."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    reports = reporter.stats.get("skipped", []) if reporter else []
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in reports)
    if not reasons:
        return []
    count = reasons.total()
    return [
        f"{count} {'test' if count == 1 else 'tests'} did not run:",
        *(f"  {number} × {reason}" for reason, number in reasons.most_common()),
    ]


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workerinput"):
        return  # a worker of pytest-xdist: its reports go to the main process
    session.config.stash[LINES] = lines = not_run(session)
    if lines and os.environ.get("CI") and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_unconfigure(config: pytest.Config) -> None:
    lines = config.stash.get(LINES, [])
    if path := os.environ.get("NOT_RUN"):
        Path(path).write_text("".join(f"{line}\n" for line in lines))
    elif lines:
        print(*lines, sep="\n")
