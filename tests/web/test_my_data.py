"""Settings: a guest downloads and deletes their own data."""

import json
from pathlib import Path

from browser_play import Meet


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
    ann.press("settings.delete-not")
    ann.press("settings.delete")
    ann.see("settings.delete-sure")
    with ann.page.expect_navigation():
        ann.press("settings.delete-now")
    ann.see("home.title")
    after = ann.page.evaluate("fetch('/api/me').then((answer) => answer.json())")
    assert after is None or after["id"] != before
