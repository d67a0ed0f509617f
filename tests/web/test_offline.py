"""The client works offline, without TLS, and across a new version."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser_play import FLAGS, Meet, Server, chromium_path, people
from playwright.sync_api import Browser, Playwright, expect

from qwixx.locales import catalogue

LOST = ("Failed to load resource", "WebSocket connection")


def test_it_opens_offline_with_rules_and_finished_games(meet: Meet) -> None:
    ann = meet("de")
    ann.expected = LOST
    ann.open("/")
    ann.wait_until_kept()
    ann.press("home.play")
    ann.page.locator(".turn").wait_for()
    ann.play()
    ann.see_the_end()
    ann.page.get_by_role("link", name=ann.text("end.replay")).click()
    ann.page.get_by_role("slider").wait_for()
    ann.page.get_by_role("link", name=ann.text("end.review"), exact=True).click()
    ann.page.locator("figure").wait_for()
    ann.open("/")
    ann.see("home.finished")
    # The second visit has kept the screens that were never opened, too.
    ann.wait_until_kept(all_screens=True)
    ann.context.set_offline(True)
    ann.page.reload()
    ann.see("home.finished")
    ann.page.locator('a[href^="/g/"]').first.click()
    ann.page.get_by_role("slider").wait_for()
    ann.page.get_by_role("link", name=ann.text("end.review"), exact=True).click()
    ann.page.locator("figure").wait_for()
    ann.open("/rules")
    ann.page.locator("main h1, main h2").first.wait_for()
    ann.open("/settings")
    ann.see("settings.theme")
    ann.open("/")
    ann.press("home.play")
    offline = ann.page.get_by_role("alert")
    expect(offline).to_have_text(ann.text("home.offline"))
    ann.context.set_offline(False)
    expect(offline).to_have_count(0)
    ann.press("home.play")
    ann.page.locator(".turn").wait_for()


def test_rules_and_home_open_offline_after_one_visit(meet: Meet) -> None:
    ann = meet("uk")
    ann.expected = LOST
    with ann.page.expect_response(lambda answer: answer.url.endswith("/api/games")):
        ann.open("/")
    ann.wait_until_kept()
    ann.context.set_offline(True)
    ann.page.reload()
    ann.see("home.claim")
    ann.page.get_by_role("navigation").get_by_role("link", name=ann.text("nav.rules")).click()
    ann.see("rules.pocket-title")
    assert ann.text("nav.rules") in ann.page.title()
    # An installed app has no button of the browser to go back.
    ann.press("nav.back")
    ann.see("home.claim")
    # These screens have not been kept.
    for path in ("/settings", "/learn", "/new", "/nowhere"):
        ann.open(path)
        ann.see("home.offline")


def test_another_language_needs_a_connection_and_says_so(meet: Meet) -> None:
    ann = meet("tr")
    ann.expected = LOST
    with ann.page.expect_response(lambda answer: answer.url.endswith("/api/games")):
        ann.open("/")
    ann.wait_until_kept()
    ann.context.set_offline(True)
    ann.page.reload()
    languages = ann.page.get_by_label(ann.text("nav.language")).first
    languages.select_option("de")
    lost = ann.page.get_by_text(ann.text("nav.language-lost"))
    expect(lost).to_be_in_viewport(ratio=1)
    expect(languages).to_have_value("tr")
    assert ann.no_overflow()
    ann.context.set_offline(False)
    expect(lost).to_have_count(0)
    languages.select_option("de")
    expect(ann.page.locator("html")).to_have_attribute("lang", "de")
    expect(ann.page.get_by_label(catalogue("de")("nav.language")).first).to_have_value("de")


def test_all_screens_open_offline_after_two_minutes_of_the_first_visit(meet: Meet) -> None:
    ann = meet("pl")
    ann.expected = LOST
    ann.page.clock.install()
    with ann.page.expect_response(lambda answer: answer.url.endswith("/api/games")):
        ann.open("/")
    ann.wait_until_kept()
    ann.page.clock.fast_forward(120_000)
    ann.wait_until_kept(all_screens=True)
    ann.context.set_offline(True)
    for path, text in (("/settings", "settings.theme"), ("/learn", "learn.about"), ("/new", "new.who")):
        ann.open(path)
        ann.see(text)
    ann.open("/learn")
    ann.press("learn.start")
    ann.see("refusal.offline")


def test_only_the_intended_answers_of_the_server_are_cached(meet: Meet) -> None:
    ann = meet()
    ann.open("/")
    ann.wait_until_kept()
    ann.press("home.play")
    ann.page.locator(".turn").wait_for()
    ann.open("/new")
    ann.see("new.who")
    kept = ann.page.evaluate(
        """async () => {
            const seen = [];
            for (const name of await caches.keys())
                for (const { url } of await (await caches.open(name)).keys())
                    seen.push(new URL(url).pathname);
            return seen.filter((path) => path.startsWith('/api'));
        }"""
    )
    assert set(kept) <= {"/api/me", "/api/variants", "/api/games"}


def test_a_new_version_waits_until_the_player_wants_it(meet: Meet, client: Path) -> None:
    ann = meet("tr")
    ann.open("/")
    ann.wait_until_kept()
    worker = client / "sw.js"
    before = worker.read_bytes()
    packed = {file: file.read_bytes() for file in (client / "sw.js.br", client / "sw.js.gz")}
    for file in packed:
        file.unlink()
    try:
        worker.write_bytes(before + b"// newer\n")
        ann.page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
        ann.see("page.new-version")
        with ann.page.expect_navigation():
            ann.press("page.reload")
        ann.see("home.claim")
        assert ann.page.get_by_text(ann.text("page.new-version")).count() == 0
    finally:
        worker.write_bytes(before)
        for file, content in packed.items():
            file.write_bytes(content)


# A home network without TLS: no secure context, so no service worker, wake lock or clipboard.


@pytest.fixture(scope="module")
def home_network(playwright: Playwright, server: Server) -> Iterator[Meet]:
    flags = [*FLAGS, "--host-resolver-rules=MAP qwixx.home 127.0.0.1"]
    browser: Browser = playwright.chromium.launch(executable_path=chromium_path(), args=flags)
    with people(browser, f"http://qwixx.home:{server.port}") as meet:
        yield meet
    browser.close()


def test_plain_http_has_no_errors_and_no_dead_buttons(home_network: Meet) -> None:
    ann = home_network("de")
    # Browsers warn of a header that has no effect without TLS.
    ann.expected = ("Cross-Origin-Opener-Policy",)
    ann.open("/settings")
    assert ann.page.evaluate("isSecureContext") is False
    assert ann.page.get_by_label(ann.text("settings.awake")).count() == 0
    ann.page.get_by_label(ann.text("settings.sounds")).check()
    ann.open("/new")
    ann.press("new.create")
    ann.page.wait_for_url("**/t/*")
    ann.press("lobby.share")
    ann.see("lobby.copied")
    ann.open("/")
    ann.press("home.play")
    ann.page.locator(".turn").wait_for()
    ann.play()
    ann.see_the_end()
    ann.press("end.share")
    ann.press("end.link")
    ann.see("lobby.copied")
    ann.press("drawer.close")
    ann.press("fair.check")
    ann.page.locator('p[role="status"]').filter(has_text=re.compile(r"\d")).wait_for()
