"""Lost connections: they are noticed, nothing chosen meanwhile is lost, and the last word counts."""

import re

from at_the_table import INSTANT, begin, cell, type_dice, with_a_clock
from browser_play import Meet, Server
from playwright.sync_api import expect


def test_a_device_that_goes_offline_says_so_at_once(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    ann.expected = ("WebSocket", "ERR_INTERNET_DISCONNECTED")
    begin(ann)
    ann.context.set_offline(True)
    ann.page.get_by_text(ann.text("link.lost")).first.wait_for(timeout=10_000)
    forward = ann.page.locator(".go button.main")
    expect(forward).to_have_text(ann.text("link.waiting"))
    expect(forward).to_be_disabled()
    said, below = (
        ann.page.locator(place).first.bounding_box() for place in (".link.lost", ".players, .turn")
    )
    assert said
    assert below
    assert said["y"] + said["height"] <= below["y"]
    ann.context.set_offline(False)
    ann.page.get_by_role("status").filter(has_text="●").wait_for()
    expect(forward).not_to_have_text(ann.text("link.waiting"))


def test_a_server_that_does_not_answer_is_noticed_within_ten_seconds(meet: Meet, server: Server) -> None:
    ann = with_a_clock(meet)
    begin(ann)
    server.freeze()
    try:
        ann.page.clock.run_for(10_000)
        ann.see("link.lost")
        expect(ann.page.locator(".go button.main")).to_be_disabled()
    finally:
        server.thaw()
    ann.page.get_by_role("status").filter(has_text="●").wait_for()
    type_dice(ann, "331111")


def test_a_confirmed_choice_is_shown_until_the_server_has_it(meet: Meet, server: Server) -> None:
    ann = meet(settings=INSTANT)
    ann.expected = ("WebSocket connection", "Failed to load resource")
    begin(ann)
    type_dice(ann, "331111")
    cell(ann, "red", 6)
    server.kill()
    ann.see("link.lost")
    ann.page.locator(".go .main").click()
    ann.see("table.sending")
    for motion in ("no-preference", "reduce"):
        ann.page.emulate_media(reduced_motion=motion)
        delay = "getComputedStyle(document.querySelector('.done small')).animationDelay"
        assert ann.page.evaluate(delay) == "0.3s", "it flashes when the server is quick"
    expect(ann.page.locator(".cell.picked.sending")).to_have_count(1)
    server.start()
    expect(ann.page.locator(".ask")).to_have_text(ann.text("table.colour"), timeout=60_000)
    assert ann.page.locator(".sending").count() == 0


def test_only_the_last_word_on_a_choice_is_sent(meet: Meet) -> None:
    """Somebody crosses out a number without a connection, and then passes: the pass counts."""
    ann = meet(settings=INSTANT)
    ann.expected = ("WebSocket", "ERR_INTERNET_DISCONNECTED")
    begin(ann)
    type_dice(ann, "331111")
    cell(ann, "red", 6)
    ann.context.set_offline(True)
    ann.see("link.lost")
    ann.page.locator(".go .main").click()
    ann.see("table.sending")
    ann.page.locator(".go .pass").click()
    expect(ann.page.locator(".done .what")).to_have_text(ann.text("choice.pass"))
    ann.context.set_offline(False)
    expect(ann.page.locator(".ask")).to_have_text(ann.text("table.colour"))
    expect(ann.page.locator(".cell.crossed")).to_have_count(0)
    expect(ann.page.get_by_role("alert")).to_have_count(0)


def test_a_table_that_cannot_be_reached_is_tried_again_first(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    begin(ann)
    ann.page.route_web_socket(re.compile(r"/ws\b"), lambda route: route.close())
    ann.page.reload()
    ann.see("refusal.offline")
    again = ann.page.get_by_role("button", name=ann.text("page.again"))
    expect(again).to_contain_class("main")
    expect(ann.page.locator("main .main")).to_have_count(1)
