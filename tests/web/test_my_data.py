"""Settings: a guest downloads and deletes their own data, and no page is a dead end."""

import json
from pathlib import Path

from browser_play import Meet
from playwright.sync_api import expect


def test_a_guest_downloads_and_deletes_their_data(meet: Meet) -> None:
    ann = meet("en")
    ann.open("/new")
    ann.press("new.create")
    ann.page.wait_for_url("**/t/*")
    ann.open("/settings")
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name=ann.text("settings.export")).click()
    before = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))["id"]
    ann.press("settings.delete")
    ann.press("do.cancel")
    ann.press("settings.delete")
    ann.see("settings.delete-sure")
    with ann.page.expect_navigation():
        ann.press("settings.delete-now")
    ann.see("home.claim")
    after = ann.page.evaluate("fetch('/api/me').then((answer) => answer.json())")
    assert after is None or after["id"] != before


def test_a_guest_moves_to_another_device_with_a_key(meet: Meet) -> None:
    ann, tablet = meet("en"), meet("de")
    ann.arrive()
    ann.field("home.name").fill("Ann-Marie")
    ann.field("home.name").blur()
    ann.open("/settings")
    ann.press("device.make")
    ann.see("device.once")
    assert ann.page.get_by_alt_text(ann.text("lobby.qr")).evaluate("picture => picture.naturalWidth") > 0
    link = ann.field("device.link").input_value()
    tablet.open(link.removeprefix(tablet.url))
    tablet.page.get_by_role("heading", name=tablet.text("device.enter")).wait_for()
    expect(tablet.page).to_have_title(f"{tablet.text('device.enter')} – Qwixx")
    assert "#" not in tablet.page.url
    with tablet.page.expect_navigation():
        tablet.press("device.go")
    tablet.see("home.claim")
    assert tablet.page.evaluate("fetch('/api/me').then((answer) => answer.json())")["name"] == "Ann-Marie"
    assert ann.page.evaluate("fetch('/api/me').then((answer) => answer.json())") is None


def test_the_api_documentation_leaves_the_settings_open_and_leads_home(meet: Meet) -> None:
    """An installed app has no button of the browser to go back."""
    ann = meet("en")
    # The page of the documentation has no icon.
    ann.expected = ("favicon.ico",)
    ann.open("/settings")
    with ann.page.expect_popup() as opened:
        ann.page.get_by_role("link", name=ann.text("settings.docs")).click()
    opened.value.get_by_role("link", name="Qwixx", exact=True).click()
    opened.value.get_by_text(ann.text("home.claim")).wait_for()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text(ann.text("nav.settings"))
