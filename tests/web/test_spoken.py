"""What a screen reader says of a page, and when."""

import re

from at_the_table import INSTANT, begin, cell, type_dice
from browser_play import Meet
from playwright.sync_api import expect


def test_the_points_of_a_row_are_read_with_their_row_and_not_after_every_cross(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    begin(ann)
    type_dice(ann, "331111")
    cell(ann, "red", 6)
    ann.page.locator(".go .main").click()
    points = ann.text("sheet.points")
    red = ann.page.locator(".own .row.red")
    expect(red).to_contain_text(f"{points}: 1")
    live = ":is(output, [aria-live], [role=status], [role=alert])"
    expect(ann.page.locator(f".own .row {live}, .own .row{live}")).to_have_count(0)


def test_the_card_of_another_player_says_what_its_numbers_are(meet: Meet) -> None:
    ann = meet("de", settings=INSTANT)
    begin(ann, seats=(None, "hard"))
    said = [ann.text("bot.hard"), ann.text("sheet.total", points=0), ann.text("sheet.penalties-count", n=0)]
    card = ann.page.get_by_role("button", name=re.compile(".*".join(map(re.escape, said))))
    expect(card).to_have_count(1)


def test_the_sentence_about_a_level_is_read_when_it_is_chosen(meet: Meet) -> None:
    ann = meet()
    ann.open("/")
    group = ann.page.get_by_role("group", name=ann.text("home.opponent"))
    for level in ("hard", "easy"):
        group.get_by_label(ann.text(f"level.{level}")).check(force=True)
        expect(group).to_have_accessible_description(
            f"{ann.text(f'bot.{level}')} – {ann.text(f'style.{level}')}"
        )
    expect(group.locator("[aria-live=polite]")).to_contain_text(ann.text("style.easy"))
