"""Home, and the screens around a game: the list of games, forced colours, print and the review."""

from browser_play import Bots, Meet, Person
from playwright.sync_api import Locator, expect


def start(person: Person, bots: Bots = (None,)) -> str:
    table = person.new_table("classic", bots)
    person.open(f"/t/{table}")
    person.press("lobby.sit")
    person.press("lobby.start")
    person.page.locator(".turn").wait_for()
    return table


def play_to_the_end(person: Person) -> str:
    person.arrive()
    table = start(person, (None, "gap"))
    person.play()
    person.see_the_end()
    return table


def ground(element: Locator) -> str:
    return str(element.evaluate("(element) => getComputedStyle(element).backgroundColor"))


def test_every_game_that_waits_for_us_is_marked(meet: Meet) -> None:
    ann = meet()
    ann.arrive()
    for _ in range(4):
        start(ann)
    ann.new_table("longo", (None, "hard"))
    ann.arrive()
    expect(ann.page.locator(".continue")).to_have_count(2)
    # They leave room for the button that plays, on a small phone, too.
    ann.page.set_viewport_size({"width": 360, "height": 640})
    expect(ann.page.get_by_role("button", name=ann.text("home.play"), exact=True)).to_be_in_viewport(ratio=1)
    for game in ann.page.locator(".continue").all():
        assert game.evaluate("(e) => e.clientHeight") < 80
    rows = ann.page.locator("section", has_text=ann.text("home.running")).locator("li")
    expect(rows.filter(has_text=ann.text("table.your-turn"))).to_have_count(2)
    assert ann.text("table.your-turn") in rows.first.inner_text()


def test_the_app_is_installed_in_the_language_of_the_page(meet: Meet) -> None:
    ann = meet("de")
    ann.arrive()
    expect(ann.page.locator("link[rel=manifest]")).to_have_attribute("href", "/manifest-de.webmanifest")


def test_the_settings_say_that_the_browser_blocks_notifications(meet: Meet) -> None:
    ann = meet()
    ann.page.add_init_script("Notification.requestPermission = async () => 'denied'")
    ann.open("/settings")
    switch = ann.field("settings.notify")
    switch.click()
    ann.see("settings.notify-blocked")
    expect(switch).not_to_be_checked()


def test_bots_of_one_level_are_told_apart_in_the_list_as_at_the_table(meet: Meet) -> None:
    ann = meet()
    ann.arrive()
    start(ann, (None, "hard", "easy", "hard"))
    leo = ann.text("bot.hard")
    ann.page.get_by_text(f"{leo} 4").first.wait_for()
    ann.arrive()
    listed = ann.page.locator(".continue, .players").first
    expect(listed).to_contain_text(f"{leo} 2")
    expect(listed).to_contain_text(f"{leo} 4")
    assert f"{ann.text('bot.easy')} 3" not in listed.inner_text()


def test_a_new_table_can_be_set_up_without_scrolling_on_a_phone_on_its_side(meet: Meet) -> None:
    ann = meet(size=(844, 390))
    ann.open("/new")
    main = ann.page.locator("form .go .main")
    expect(main).to_be_in_viewport(ratio=1)
    bar = ann.page.locator("form .go").bounding_box()
    assert bar
    assert bar["height"] <= 60, "it leaves the choices no room"


def test_what_is_chosen_is_visible_in_forced_colours(meet: Meet) -> None:
    ann = meet()
    ann.page.emulate_media(forced_colors="active")
    ann.arrive()
    squares = ann.page.locator(".logo i")
    assert len({ground(square) for square in squares.all()}) == 4, "the logo has lost its colours"
    for path, choices in (("/", ".levels label"), ("/new", ".games label")):
        ann.open(path)
        ann.page.locator(choices).first.wait_for()
        chosen = ann.page.locator(f"{choices}:has(:checked)")
        other = ann.page.locator(f"{choices}:not(:has(:checked))").first
        assert ground(chosen) != ground(other), path


def test_a_result_has_its_bars_in_forced_colours_and_no_buttons_on_paper(meet: Meet) -> None:
    ann = meet()
    play_to_the_end(ann)
    ann.page.emulate_media(forced_colors="active")
    bars = ann.page.locator(".bars i:is(.red, .yellow, .green, .blue)")
    assert bars.count()
    card = ground(ann.page.locator("main").first)
    for bar in bars.all():
        assert ground(bar) not in (card, "rgba(0, 0, 0, 0)")
    ann.page.emulate_media(forced_colors="none", media="print")
    expect(ann.page.locator("main button:visible, main a.button:visible")).to_have_count(0)
    ann.open("/rules")
    ann.page.locator("article").wait_for()
    expect(ann.page.locator("button:visible, a.button:visible")).to_have_count(0)


def test_lists_and_the_review_call_us_you_as_the_result_does(meet: Meet) -> None:
    ann = meet()
    table = play_to_the_end(ann)
    ann.open("/")
    expect(ann.page.locator(".players").first).to_contain_text(ann.text("play.you"))
    for person, names in ((ann, f"{ann.text('play.you')} – gap"), (meet(), " – gap")):
        person.open(f"/review/{table}")
        shown = person.page.locator("h1 + .soft")
        expect(shown).to_contain_text(names)
        assert (person is ann) == shown.inner_text().startswith(ann.text("play.you"))
