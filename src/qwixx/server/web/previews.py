"""Link previews: the title, description and picture that messengers show for a link (Open Graph).

They say which game it is, in the language of the link, and name nobody.
"""

import re
from html import escape

from qwixx.locales import FALLBACK, LANGUAGES, catalogue
from qwixx.rules.variant import CLASSIC

PAGE = re.compile(r"(t|g|review)/([0-9a-f]{32})")
"""The pages with a preview of their own. Only ids have one, because short codes could be guessed."""
BETWEEN = re.compile(r"<!-- preview -->.*<!-- /preview -->", re.DOTALL)
"""The preview in the client's page. As built, it is that of pages without their own, in English."""
HOME = ""
"""The path of the home page."""


def table_of(path: str) -> str:
    """The id of the table or game that the page shows; empty for all other pages."""
    found = PAGE.fullmatch(path)
    return found[2] if found else ""


def language_of_link(wanted: str, accepted: str) -> str:
    """The language in the link, else the first known one that the reader accepts."""
    wishes = [wanted, *(wish.strip()[:2].lower() for wish in accepted.split(","))]
    return next((wish for wish in wishes if wish in LANGUAGES), FALLBACK)


def home_tags(language: str, address: str) -> str:
    text = catalogue(language)
    return _tags(HOME, CLASSIC.name, language, address, f"Qwixx: {text('home.claim')}", text("home.what"))


def game_tags(path: str, variant: str, language: str, address: str) -> str:
    text = catalogue(language)
    kind = "table" if path.startswith("t/") else "replay"
    title = text(f"og.{kind}-title", game=text(f"variant.{variant}"))
    return _tags(path, variant, language, address, title, text(f"og.{kind}"))


def _tags(path: str, variant: str, language: str, address: str, title: str, description: str) -> str:
    values = {
        "og:type": "website",
        "og:site_name": "Qwixx",
        "og:locale": language,
        "og:title": title,
        "og:description": description,
        "og:url": f"{address}/{path}",
        "og:image": f"{address}/preview-{variant}.png",
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


def with_preview(page: str, tags: str) -> str:
    # A function, because `sub` interprets backslashes in a replacement string.
    return BETWEEN.sub(lambda _: tags, page, count=1)
