"""Every text that players see, in all languages, for both the terminal and the browser.

Each language has a JSON file of messages. A message is a text with {placeholders}, or an object with a text
for each CLDR plural category, chosen by the value `n`.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

LANGUAGES = {
    "en": "English",
    "de": "Deutsch",
    "el": "Ελληνικά",
    "pl": "Polski",
    "tr": "Türkçe",
    "uk": "Українська",
}
"""The languages by code, each by its own name."""
FALLBACK = "en"

Message = str | dict[str, str]


class UnknownLanguage(ValueError):
    def __init__(self, name: str) -> None:
        super().__init__(f"There is no language {name!r}: choose {', '.join(LANGUAGES)}.")


class Catalogue:
    """The messages of one language; calling it with a key and values gives the text."""

    def __init__(self, language: str, messages: Mapping[str, Message]) -> None:
        self.language = language
        self.messages = messages

    def __call__(self, key: str, **values: object) -> str:
        message = self.messages[key]
        if not isinstance(message, str):
            n = values["n"]
            assert isinstance(n, int)
            message = message[plural(self.language, n)]
        return message.format_map(values)

    def letters(self) -> str:
        """All letters that occur in the messages: a terminal has to be able to show them."""
        forms = (m if isinstance(m, str) else "".join(m.values()) for m in self.messages.values())
        return "".join({letter for form in forms for letter in form if letter.isalpha()})


def plural(language: str, n: int) -> str:
    """The CLDR plural category of a whole number."""
    n = abs(n)
    last, last_two = n % 10, n % 100
    if language in ("pl", "uk"):
        if n == 1 or (language == "uk" and last == 1 and last_two != 11):
            return "one"
        return "few" if 2 <= last <= 4 and not 12 <= last_two <= 14 else "many"
    return "one" if n == 1 else "other"


def decimal_sign(language: str) -> str:
    """The sign between a whole number and its decimals."""
    return "." if language == "en" else ","


def read_messages(language: str) -> dict[str, Message]:
    text = (Path(__file__).parent / f"{language}.json").read_text(encoding="utf-8")
    messages: dict[str, Message] = json.loads(text)
    return messages


@cache
def catalogue(language: str) -> Catalogue:
    if language not in LANGUAGES:
        raise UnknownLanguage(language)
    return Catalogue(language, read_messages(language))


def language_of(environment: Mapping[str, str]) -> str:
    """The language of the locale in the environment variables; English if there is no such language here."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            language = value.replace("-", "_").split("_")[0].split(".")[0].lower()
            return language if language in LANGUAGES else FALLBACK
    return FALLBACK
