"""Link previews: in the language of the link, with the game and without names."""

import re

import httpx2
import pytest
from live_server import Running
from seated import Person, play

from qwixx.locales import LANGUAGES, catalogue
from qwixx.rules import VARIANTS
from qwixx.server import app
from qwixx.server.protocol import Options, Status, Summary
from qwixx.server.web import previews

PAGE = '<html lang="en"><head><!-- preview --><title>Qwixx</title><!-- /preview --></head></html>'
ADDRESS = "https://example.org"
ID = "0123456789abcdef" * 2


def listed(
    status: Status, seats: tuple[str, ...], variant: str = "classic", *, spectators: bool = True
) -> Summary:
    return Summary(ID, "CODE22", status, variant, seats, spectators, created=0, updated=0)


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        (listed("lobby", ("Ann", "")), "og.table"),
        (listed("lobby", ("Ann", "gap")), "og.watch"),
        (listed("playing", ("Ann", "gap")), "og.watch"),
        (listed("playing", ("Ann", "gap"), spectators=False), "home.what"),
        (listed("finished", ("Ann", "gap")), "og.replay"),
    ],
)
def test_a_preview_promises_a_seat_only_where_one_is_free(game: Summary, kind: str) -> None:
    tags = previews.game_tags(previews.Link(ADDRESS, f"t/{ID}", "en"), game)
    assert f'og:description" content="{catalogue("en")(kind)}"' in tags


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_preview_names_the_game_in_the_language_of_the_link(language: str) -> None:
    text = catalogue(language)
    for variant in VARIANTS:
        for page, kind in (("t", "table"), ("g", "replay"), ("review", "replay")):
            link = previews.Link(ADDRESS, f"{page}/{ID}", language)
            tags = previews.game_tags(link, listed("lobby", ("Ann", ""), variant))
            assert text(f"og.{kind}-title", game=text(f"variant.{variant}")) in tags
            assert f"https://example.org/preview-{variant}.png" in tags
            assert previews.with_preview(PAGE, tags, language).count("<title>") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_home_page_has_a_preview_with_a_whole_address(language: str) -> None:
    tags = previews.general_tags(previews.Link(ADDRESS, "", language))
    found = previews.with_preview(PAGE, tags, language)
    assert f'<html lang="{language}">' in found
    assert catalogue(language)("home.what") in found
    assert 'og:image" content="https://example.org/preview-classic.png"' in found
    assert 'og:url" content="https://example.org/"' in found


def test_the_address_of_a_preview_keeps_the_language_of_the_link() -> None:
    named = previews.general_tags(previews.Link(ADDRESS, "t/a b", "uk", names_language=True))
    assert 'og:url" content="https://example.org/t/a%20b?lang=uk"' in named


def test_only_ids_are_looked_up() -> None:
    assert previews.table_of(f"t/{ID}") == ID
    for path in ("t/ABCDEF", "", "t", f"x/{ID}", f"t/{ID}/x", f"t/{ID.upper()}"):
        assert previews.table_of(path) == "", path


@pytest.mark.parametrize(
    ("wanted", "accepted", "language"),
    [("de", "tr", "de"), ("xx", "tr-TR,en", "tr"), ("", "fr, uk;q=0.8", "uk"), ("", "", "en")],
)
def test_the_language_of_the_link_comes_first(wanted: str, accepted: str, language: str) -> None:
    assert previews.language_of_link(wanted, accepted) == language


def test_a_link_to_a_table_shows_the_game_and_nobody(
    server: Running, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    static = tmp_path_factory.mktemp("static")
    (static / "index.html").write_text(PAGE)
    monkeypatch.setattr(app, "STATIC", static)

    async def story(people: list[Person]) -> None:
        [ann] = people
        found = httpx2.get(f"{server.url}/t/{ann.id}?lang=de").text
        assert re.search(r'og:title" content="[^"]*Longo', found)
        assert catalogue("de")("og.watch") in found
        assert "Person 0" not in found
        assert 'og:locale" content="de_DE"' in found
        home = httpx2.get(server.url, headers={"accept-language": "pl"}).text
        assert catalogue("pl")("home.what") in home
        for coding, sent in (("gzip, br", "gzip"), ("identity", None)):
            answer = httpx2.get(server.url, headers={"accept-encoding": coding})
            assert answer.headers.get("content-encoding") == sent
            assert catalogue("en")("home.what") in answer.text
        assert f'og:image" content="{server.url}/preview-classic.png"' in home
        # Nobody can tell a code that exists from one that does not.
        for path in (f"t/{ID}", f"t/{ann.table['code']}", f"g/{ID}", "rules"):
            other = httpx2.get(f"{server.url}/{path}?lang=el").text
            assert f'og:image" content="{server.url}/preview-classic.png"' in other
            assert 'og:locale" content="el_GR"' in other
            assert f'og:url" content="{server.url}/{path}?lang=el"' in other
            assert '<html lang="el">' in other
        unknown = httpx2.get(f"{server.url}/rules?lang=xx", headers={"accept-language": "tr"}).text
        assert f'og:url" content="{server.url}/rules"' in unknown
        assert '<html lang="tr">' in unknown

    play(server.url, 1, Options(seats=1, variant="longo"), story)


def test_a_link_to_a_finished_game_promises_no_seat(
    server: Running, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    static = tmp_path_factory.mktemp("static")
    (static / "index.html").write_text(PAGE)
    monkeypatch.setattr(app, "STATIC", static)

    async def story(people: list[Person]) -> None:
        [ann] = people
        await ann.pass_to_the_end(0)
        found = httpx2.get(f"{server.url}/t/{ann.id}?lang=tr").text
        text = catalogue("tr")
        assert text("og.replay-title", game=text("variant.longo")) in found
        assert text("og.replay") in found
        assert text("og.table") not in found

    play(server.url, 1, Options(seats=1, variant="longo"), story)


def test_every_language_has_a_locale() -> None:
    assert previews.LOCALES.keys() == LANGUAGES.keys()
