"""Fixtures for browser tests: the built client, a real server and a real browser."""

import fcntl
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from browser_play import Meet, Server, chromium_path, launch, people
from playwright.sync_api import Browser, Playwright, sync_playwright

ROOT = Path(__file__).parent.parent.parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of a file share a server and its games, so they run in one process."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.fixture(scope="session")
def builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def client(builder: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the client, built from the current sources. One test process builds, the others wait."""
    folder: Path = builder.STATIC
    lock = tmp_path_factory.getbasetemp().parent / "client.lock"
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if builder.is_stale():
            builder.build()
    assert not builder.is_stale()
    return folder


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Playwright, for these tests only: while it runs, no other event loop can run in this process."""
    chromium_path()
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = launch(playwright)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def server(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert (client / "index.html").is_file()
    running = Server(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


@pytest.fixture
def meet(chromium: Browser, server: Server) -> Iterator[Meet]:
    with people(chromium, server.url) as meet:
        yield meet
