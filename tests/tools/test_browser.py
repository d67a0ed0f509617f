"""The search for a browser, and the check of a downloaded one."""

from collections.abc import Iterator
from pathlib import Path

import browser
import pytest


@pytest.fixture(autouse=True)
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Makes this a machine without any browser."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(browser, "PLACES", ())
    monkeypatch.setattr(browser, "BROUGHT", tmp_path / ".venv" / "chromium")
    browser.find.cache_clear()
    yield
    browser.find.cache_clear()


def provide(path: Path, code: int = 0) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\nexit {code}\n")
    path.chmod(0o755)
    return str(path)


def test_a_machine_without_a_browser_has_none() -> None:
    assert browser.find() is None


@pytest.mark.parametrize("name", browser.PROGRAMS)
def test_a_program_on_the_path_is_found(tmp_path: Path, name: str) -> None:
    path = provide(tmp_path / name)
    assert browser.find() == path


def test_a_program_in_a_usual_place_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = provide(tmp_path / "Applications" / "Google Chrome")
    monkeypatch.setattr(browser, "PLACES", (path,))
    assert browser.find() == path


def test_a_program_in_the_users_own_applications_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "ann"))
    monkeypatch.setattr(browser, "PLACES", ("/Applications/Chromium",))
    path = provide(tmp_path / "ann" / "Applications" / "Chromium")
    assert browser.find() == path


def test_a_program_that_does_not_start_is_ignored(tmp_path: Path) -> None:
    provide(tmp_path / "chromium-browser", code=1)
    assert browser.find() is None
    browser.find.cache_clear()
    path = provide(tmp_path / "microsoft-edge")
    assert browser.find() == path


def test_the_headless_shell_comes_before_a_browser_with_windows(tmp_path: Path) -> None:
    provide(tmp_path / "chromium")
    path = provide(tmp_path / "chromium-headless-shell")
    assert browser.find() == path


def test_the_machines_own_comes_before_the_downloaded_one(tmp_path: Path) -> None:
    downloaded = provide(browser.BROUGHT / "start")
    assert browser.find() == downloaded
    browser.find.cache_clear()
    path = provide(tmp_path / "chromium")
    assert browser.find() == path


def test_a_package_with_another_hash_is_refused(tmp_path: Path) -> None:
    (tmp_path / "package.tgz").write_bytes(b"something else")
    with pytest.raises(RuntimeError, match="hash"):
        browser.check(tmp_path / "package.tgz")


def test_on_other_systems_one_sentence_says_why_none_is_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    monkeypatch.setattr("sys.argv", ["browser.py"])
    assert browser.main() == 1
    out, error = capsys.readouterr()
    assert out == ""
    assert error.splitlines()[1:] == [
        "qwixx: Chromium could not be installed: the package @sparticuz/chromium is for Linux on x86-64 only"
    ]
