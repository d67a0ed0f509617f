"""Link previews: the title, description and picture that messengers show for a link (Open Graph).

They say which game it is, in the language of the link, and name nobody.
"""

import re
from html import escape
from urllib.parse import quote

from msgspec import Struct

from qwixx.locales import FALLBACK, LANGUAGES, catalogue
from qwixx.rules.variant import CLASSIC

from ..protocol import Summary

PAGE = re.compile(r"(t|g|review)/([0-9a-f]{32})")
"""The pages with a preview of their own. Only ids have one, because short codes could be guessed."""
BETWEEN = re.compile(r"<!-- preview -->.*<!-- /preview -->", re.DOTALL)
"""The preview in the client's page. As built, it is in English, without the address of the server."""
LOCALES = {"en": "en_GB", "de": "de_DE", "el": "el_GR", "pl": "pl_PL", "tr": "tr_TR", "uk": "uk_UA"}
"""By language: its name in Open Graph, which has a country."""
LANG = re.compile(r'<html lang="\w+"')


def table_of(path: str) -> str:
    """The id of the table or game that the page shows; empty for all other pages."""
    found = PAGE.fullmatch(path)
    return found[2] if found else ""


def language_of_link(wanted: str, accepted: str) -> str:
    """The language in the link, else the first known one that the reader accepts."""
    wishes = [wanted, *(wish.strip()[:2].lower() for wish in accepted.split(","))]
    return next((wish for wish in wishes if wish in LANGUAGES), FALLBACK)


class Link(Struct, frozen=True):
    """A link as somebody has shared it."""

    address: str
    """The address of the server."""
    path: str
    language: str
    """The language of its preview."""
    names_language: bool = False
    """Whether the link itself names that language."""

    @property
    def url(self) -> str:
        return f"{self.address}/{quote(self.path)}" + f"?lang={self.language}" * self.names_language


def general_tags(link: Link) -> str:
    """The preview of the home page and of all pages without their own, such as that of an unknown table."""
    text = catalogue(link.language)
    return _tags(link, CLASSIC.name, f"Qwixx: {text('home.claim')}", text("home.what"))


def game_tags(link: Link, game: Summary) -> str:
    """The preview of a table or a game. A finished game is there to be watched, whatever its link.

    A running or full table invites only those who may watch.
    """
    text = catalogue(link.language)
    if not link.path.startswith("t/") or game.status == "finished":
        kind, title = "replay", "og.replay-title"
    elif game.status == "lobby" and not all(game.seats):
        kind, title = "table", "og.table-title"
    elif game.spectators:
        kind, title = "watch", "og.replay-title"
    else:
        return general_tags(link)
    in_words = text(title, game=text(f"variant.{game.variant}"))
    return _tags(link, game.variant, in_words, text(f"og.{kind}"))


def _tags(link: Link, variant: str, title: str, description: str) -> str:
    values = {
        "og:type": "website",
        "og:site_name": "Qwixx",
        "og:locale": LOCALES[link.language],
        "og:title": title,
        "og:description": description,
        "og:url": link.url,
        "og:image": f"{link.address}/preview-{variant}.png",
        "og:image:width": "1200",
        "og:image:height": "630",
    }
    lines = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in values.items()]
    lines += [
        f'<meta name="description" content="{escape(description)}" />',
        '<meta name="twitter:card" content="summary_large_image" />',
        f"<title>{escape(title)}</title>",
    ]
    return "\n".join(lines)


def with_preview(page: str, tags: str, language: str) -> str:
    """The page with these tags, which are in this language."""
    page = LANG.sub(f'<html lang="{language}"', page, count=1)
    # A function, because `sub` interprets backslashes in a replacement string.
    return BETWEEN.sub(lambda _: tags, page, count=1)
