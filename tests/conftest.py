"""How the tests are spread over processes, and what is said about those that could not run.

Every run ends with the number of tests that could not run and how to get them, and fails if `CI` is set. A
test that needs a program calls `pytest.skip` with what is missing and how to install it. If the variable
NOT_RUN names a file, the list goes there: `./test` prints it as its own last lines.
"""

import os
from collections import Counter
from pathlib import Path

import pytest

# Browser tests mostly wait. Two processes more than there are cores, and a file of browser tests after every
# few others, keep the cores busy. `./test` tells xdist to keep this order: it would begin with the largest
# files.


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not hasattr(config, "workerinput"):
        return  # one process: tests that share a fixture stay together
    files = Counter(item.path for item in items)
    browser = [item for item in items if "web" in item.path.parts]
    browser.sort(key=lambda item: -files[item.path])
    others = [item for item in items if "web" not in item.path.parts]
    # The largest file of browser tests begins first, and the last one well before the end.
    place = {item: n / len(browser) * 0.8 for n, item in enumerate(browser)}
    place |= {item: n / len(others) for n, item in enumerate(others)}
    items.sort(key=place.__getitem__)


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
