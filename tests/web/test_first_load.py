"""The first visit transfers at most 60 kB, in every language."""

import pytest
from browser_play import Meet

from qwixx.locales import LANGUAGES

MOST = 60_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_load_is_small(meet: Meet, language: str) -> None:
    ann = meet(language, service_workers="block")
    ann.expected = ("Service Worker registration blocked",)
    cdp = ann.context.new_cdp_session(ann.page)
    cdp.send("Network.enable")
    sizes: dict[str, float] = {}
    urls: dict[str, str] = {}
    cdp.on(
        "Network.requestWillBeSent", lambda event: urls.update({event["requestId"]: event["request"]["url"]})
    )
    cdp.on(
        "Network.loadingFinished",
        lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}),
    )
    ann.open("/")
    ann.see("home.claim")
    ann.page.wait_for_load_state("networkidle")
    loaded = {urls[request].removeprefix(ann.url): size for request, size in sizes.items()}
    assert any(path.endswith(".css") for path in loaded)
    assert any(f"/{language}-" in path for path in loaded)
    assert len([path for path in loaded if path.endswith(".js")]) >= 3
    assert sum(loaded.values()) <= MOST, loaded


def test_files_are_compressed(meet: Meet) -> None:
    ann = meet()
    plain: list[str] = []
    ann.page.on(
        "response",
        lambda answer: (
            plain.append(answer.url)
            if "/api/" not in answer.url
            and not answer.url.endswith(".png")
            and answer.headers.get("content-encoding") != "gzip"
            else None
        ),
    )
    ann.open("/")
    ann.see("home.claim")
    assert plain == []
