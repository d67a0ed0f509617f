"""A first visit transfers at most 60 kB in every language; with the beginning of a game, at most 120 kB."""

from pathlib import Path

import pytest
from browser_play import Meet
from transfers import Transfers

from qwixx.locales import LANGUAGES

FIRST_LOAD = 60_000
FIRST_GAME = 120_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_load_is_small(meet: Meet, language: str) -> None:
    ann = meet(language, service_workers="block")
    ann.expected = ("Service Worker registration blocked",)
    transfers = Transfers(ann.context)
    ann.open("/")
    ann.see("home.claim")
    ann.page.wait_for_load_state("networkidle")
    loaded = transfers.sizes()
    assert any(path.endswith(".css") for path in loaded)
    assert any(path.endswith(".js") for path in loaded)
    assert any(f"/{language}-" in path for path in loaded)
    assert sum(loaded.values()) <= FIRST_LOAD, loaded


def test_the_beginning_of_a_game_is_small(meet: Meet, client: Path) -> None:
    """In the language with the longest texts and the game with the most parts, offline use included."""
    ann = meet("el")
    transfers = Transfers(ann.context)
    ann.open("/")
    ann.wait_until_kept()
    ann.page.get_by_role("button", name=ann.text("tile.onboard-a")).click()
    ann.page.locator(".turn .go button").first.wait_for()
    loaded = transfers.sizes()
    assert any("/sheet-" in path for path in loaded)
    assert any("/table-" in path for path in loaded)
    assert not any("/End-" in path or "/Lobby-" in path for path in loaded), "loaded before it is needed"
    # The browser does not say how large the service worker is.
    assert sum(loaded.values()) + (client / "sw.js.br").stat().st_size <= FIRST_GAME, loaded


def test_files_are_compressed(meet: Meet) -> None:
    ann = meet()
    plain: list[str] = []
    ann.page.on(
        "response",
        lambda answer: (
            plain.append(answer.url)
            if "/api/" not in answer.url
            and not answer.url.endswith(".png")
            and answer.headers.get("content-encoding") not in ("br", "gzip")
            else None
        ),
    )
    ann.open("/")
    ann.see("home.claim")
    assert plain == []
