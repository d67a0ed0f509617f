"""Dialogs and the keyboard: none closes another one, and no button that disappears takes the focus away."""

from at_the_table import INSTANT, begin, two_people
from browser_play import Meet, Person
from playwright.sync_api import Locator, expect


def button(person: Person, key: str, **values: object) -> Locator:
    return person.page.get_by_role("button", name=person.text(key, **values), exact=True)


def enter(control: Locator) -> None:
    control.focus()
    control.press("Enter")


def test_the_keys_open_from_the_menu(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    begin(ann)
    menu, dialog = button(ann, "table.menu"), ann.page.get_by_role("dialog")
    for by_key in (False, True):
        for control in (menu, dialog.get_by_role("button", name=ann.text("keys.title"))):
            enter(control) if by_key else control.click()
        keys = ann.page.get_by_role("dialog", name=ann.text("keys.title"))
        expect(keys).to_contain_text(ann.text("keys.take-back"))
        # An event of the menu that has been closed comes late.
        ann.page.wait_for_timeout(100)
        expect(keys).to_be_visible()
        ann.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(menu).to_be_focused()


def test_a_dialog_gives_the_focus_back(meet: Meet) -> None:
    ann, _, _ = two_people(meet)
    card = ann.page.locator(".mini")
    for width in (360, 1280):
        ann.page.set_viewport_size({"width": width, "height": 800})
        for opener in (button(ann, "table.menu"), button(ann, "chat.title"), card):
            for close in ("Escape", "button"):
                enter(opener)
                dialog = ann.page.get_by_role("dialog")
                expect(dialog.locator(":focus")).to_have_count(1)
                if close == "Escape":
                    ann.page.keyboard.press("Escape")
                else:
                    enter(button(ann, "drawer.close"))
                expect(dialog).to_have_count(0)
                expect(opener).to_be_focused()


def test_a_dialog_gives_no_focus_to_a_button_of_a_turn(meet: Meet) -> None:
    """It may have another meaning by then."""
    ann = meet(settings=INSTANT)
    begin(ann)
    for value in "123456":
        ann.page.get_by_role("button", name=value, exact=True).click()
    button(ann, "pad.done").focus()
    ann.page.keyboard.press("o")
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator(".turn")).to_be_focused()


def test_a_question_in_the_menu_has_the_focus_and_gives_it_back(meet: Meet) -> None:
    ann, _, _ = two_people(meet)
    enter(button(ann, "table.menu"))
    dialog = ann.page.get_by_role("dialog")
    for key in ("table.resign", "table.leave"):
        way_out = dialog.get_by_role("button", name=ann.text(key), exact=True)
        enter(way_out)
        stay = dialog.get_by_role("button", name=ann.text("table.stay"))
        expect(stay).to_be_focused()
        stay.press("Enter")
        expect(way_out).to_be_focused()


def test_what_is_asked_and_made_in_the_settings_has_the_focus(meet: Meet) -> None:
    ann = meet()
    ann.arrive()
    ann.open("/settings")
    enter(button(ann, "settings.delete"))
    expect(ann.page.get_by_text(ann.text("settings.delete-sure"))).to_be_focused()
    enter(button(ann, "do.cancel"))
    expect(button(ann, "settings.delete")).to_be_focused()
    enter(button(ann, "device.make"))
    expect(ann.page.get_by_label(ann.text("device.link"))).to_be_focused()


def test_who_is_removed_or_seated_leaves_the_focus_beside(meet: Meet) -> None:
    ann = meet()
    ann.arrive()
    ann.open("/new")
    # Until the variants are there, the page has room for four players.
    expect(ann.page.get_by_role("status").filter(has_text=ann.text("page.loading"))).to_have_count(0)
    for level in ("bot.hard", "bot.easy", "bot.medium"):
        ann.page.locator(".add").get_by_role("button", name=ann.text(level)).click()
    remove = [
        button(ann, "new.remove", name=ann.text(key))
        for key in ("new.friend", "bot.hard", "bot.easy", "bot.medium")
    ]
    # The first one to go makes room, so that the buttons to add players come back.
    for gone, next_one in ((1, 2), (2, 3), (3, 0)):
        enter(remove[gone])
        expect(remove[gone]).to_have_count(0)
        expect(remove[next_one]).to_be_focused()
    enter(remove[0])
    expect(button(ann, "new.friend")).to_be_focused()
    ann.open("/t/" + ann.new_table("classic", (None, None)))
    enter(button(ann, "lobby.sit").first)
    expect(button(ann, "new.here")).to_have_count(1)
    expect(ann.page.locator("li :focus")).to_have_count(1)


def test_the_keys_are_those_of_this_table(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    keys = ann.page.get_by_role("dialog", name=ann.text("keys.title"))
    for chat in (True, False):
        begin(ann, chat=chat)
        ann.page.keyboard.press("?")
        expect(keys.get_by_text(ann.text("keys.menu"))).to_be_visible()
        expect(keys.get_by_text(ann.text("keys.chat"))).to_have_count(int(chat))
        expect(keys.get_by_text(ann.text("pad.done"))).to_have_count(1)


def test_enter_confirms_typed_dice_when_they_are_complete(meet: Meet) -> None:
    ann = meet(settings=INSTANT)
    begin(ann)
    typing, keyboard = ann.page.locator(".keys"), ann.page.keyboard
    typing.wait_for()
    keyboard.type("12345")
    keyboard.press("Enter")
    expect(ann.page.locator(".ask")).not_to_have_text(ann.text("pad.check"))
    keyboard.type("6")
    expect(ann.page.locator(".ask")).to_have_text(ann.text("pad.check"))
    # A second press answers nothing.
    keyboard.press("Enter")
    keyboard.press("Enter")
    expect(ann.page.locator(".ask")).to_have_text(ann.text("table.white-alone", sum=3))


def test_escape_closes_the_inner_one_of_two_dialogs(meet: Meet) -> None:
    ann, _, _ = two_people(meet, settings=INSTANT)
    button(ann, "table.menu").click()
    dialogs = ann.page.get_by_role("dialog")
    dialogs.locator("summary", has_text=ann.text("people.title")).click()
    more = dialogs.get_by_role("button", name=ann.text("people.more", name=""))
    more.click()
    expect(dialogs).to_have_count(2)
    ann.page.keyboard.press("Escape")
    expect(dialogs).to_have_count(1)
    expect(more).to_be_focused()
