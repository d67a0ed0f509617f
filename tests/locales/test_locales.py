"""The six languages are complete, with the right plural forms and equal placeholders; no text is unused."""

import ast
import json
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import qwixx
from qwixx.locales import LANGUAGES, Message, UnknownLanguage, catalogue, language_of, plural, read_messages
from qwixx.rules import COLOURS, VARIANTS, Reason
from qwixx.server.protocol import Code

SOURCE = Path(qwixx.__file__).parent
WEB = Path(__file__).parents[2] / "web" / "src"
PLURALS = json.loads((Path(__file__).parents[1] / "vectors" / "plurals.json").read_text(encoding="utf-8"))
ENGLISH = read_messages("en")
OTHERS = [language for language in LANGUAGES if language != "en"]

# CLDR's categories of whole numbers, and `other`, which every language has.
CATEGORIES = {
    "en": {"one", "other"},
    "de": {"one", "other"},
    "el": {"one", "other"},
    "pl": {"one", "few", "many", "other"},
    "tr": {"one", "other"},
    "uk": {"one", "few", "many", "other"},
}

# Texts that are rightly the same in English and another language.
SAME_AS_ENGLISH = {
    "variant.classic": "a name",
    "variant.longo": "a name",
    "rules.game-onboard": "a name",
    "learn.partner": "a name",
    "event.crossed": "no words",
    "die.shows": "no words",
    "review.percent": "no words",
    "bot.easy": "a name",
    "bot.medium": "a name",
    "bot.hard": "a name",
    "bot.expert": "a name",
    "lobby.code": "the same word",
    "lobby.bot": "the same word",
    "chat.title": "the same word",
    "table.menu": "the same word",
    "speed.normal": "the same word",
    "track.start": "the same word",
    "sheet.bonus": "the same word",
    "score.bonus": "the same word",
}

# Errors that the browser client finds by itself.
BROWSER_REFUSALS = {"offline", "outdated"}


def forms(message: Message) -> list[str]:
    return [message] if isinstance(message, str) else list(message.values())


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_keys_in_the_same_order(language: str) -> None:
    assert list(read_messages(language)) == list(ENGLISH)


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_those_of_the_language(language: str) -> None:
    for key, message in read_messages(language).items():
        assert isinstance(message, str) == isinstance(ENGLISH[key], str), key
        if not isinstance(message, str):
            assert set(message) == CATEGORIES[language], key


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_agree(language: str) -> None:
    for key, message in read_messages(language).items():
        allowed = set().union(*(placeholders(form) for form in forms(ENGLISH[key])))
        for form in forms(message):
            # A singular may say "the last number" where the plural counts.
            missing = allowed - placeholders(form) - {"n"}
            assert placeholders(form) <= allowed, key
            assert not missing, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_untidy(language: str) -> None:
    for key, message in read_messages(language).items():
        for form in forms(message):
            assert form.strip(), key
            assert form == form.strip(), key
            assert "  " not in form, key


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated(language: str) -> None:
    same = [key for key, message in read_messages(language).items() if message == ENGLISH[key]]
    assert [key for key in same if key not in SAME_AS_ENGLISH] == []


def test_the_list_of_equal_texts_has_no_needless_entry() -> None:
    same = {
        key for language in OTHERS for key, text in read_messages(language).items() if text == ENGLISH[key]
    }
    assert set(SAME_AS_ENGLISH) == same


@pytest.mark.parametrize("language", LANGUAGES)
def test_rows_can_be_told_apart_by_their_letters(language: str) -> None:
    text = catalogue(language)
    assert len({text(f"row-short.{colour}") for colour in COLOURS}) == len(COLOURS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_and_variant_has_a_text(language: str) -> None:
    messages = read_messages(language)
    refusals = {key.removeprefix("refusal.") for key in messages if key.startswith("refusal.")}
    assert refusals == {
        *(reason.value for reason in Reason),
        *(code.value for code in Code),
        *BROWSER_REFUSALS,
    }
    assert {key.removeprefix("variant.") for key in messages if key.startswith("variant.")} == set(VARIANTS)


def test_the_plural_vectors_cover_every_language() -> None:
    assert set(PLURALS) == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_rules(language: str) -> None:
    """The client's unit tests take the same vectors."""
    for category, numbers in PLURALS[language].items():
        assert [plural(language, n) for n in numbers] == [category] * len(numbers)


def test_messages_contain_their_values() -> None:
    assert catalogue("pl")("outlook.skips", n=1) == "pomija 1 liczbę"
    assert catalogue("pl")("outlook.skips", n=3) == "pomija 3 liczby"
    assert catalogue("uk")("outlook.skips", n=5) == "пропускає 5 чисел"
    assert catalogue("de")("cell.red", number=6) == "Rot 6"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_AT.UTF-8", "LC_MESSAGES": "uk_UA"}, "uk"),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": "tr", "LC_MESSAGES": "uk_UA"}, "tr"),
        ({"LANG": "el", "LC_ALL": ""}, "el"),
        ({"LC_ALL": "POSIX", "LANG": "pl_PL"}, "en"),
    ],
)
def test_the_locale_decides(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


def test_an_unknown_language_is_refused_with_the_list() -> None:
    with pytest.raises(UnknownLanguage, match=r"'xx'.*en, de, el, pl, tr, uk"):
        catalogue("xx")


# Words

# What players do not say. Greek σειρά and Turkish sıra mean a row where turns are counted. English players
# cross numbers out, and "cell" and "lap" are words of the code.
AVOIDED = {
    "en": [
        r"\bcells?\b",
        r"\blaps?\b",
        r"\bcross(es|ed|ing)? (a \d|nothing|\{|the (sum|next|last)|red|green)",
        r"\bactive once more\b",
        r"\b(whoever|anew|so many)\b",
        r"\bchance to win\b",
        r"\b[Ll]oad (it|the page)\b",
    ],
    "de": [
        r"weiße Summe",
        r"noch einmal aktiv",
        r"\bUrteil",
        r"\bSie\b(?= (können|dürfen|müssen|haben|sind))",
    ],
    "el": [
        r"σειρά \{",
        r"[Σσ]ειρές",
        r"(αυτή|κάθε|όλη|ίδια) τη σειρά",
        r"κάθε σειρά",
        r"λευκό άθροισμα",
        r"σπόρο",
        r"οικοδεσπότ",
        r"[Κκ]ρίση",
    ],
    "pl": [r"\b[Ww]ybory\b", r"Wczytaj", r"jeszcze raz aktywn", r"\b(Pan|Pani|Państwo)\b"],
    "tr": [r"[Ss]ıra \{", r"\{\} sıra", r"[Bb]u sıra\b", r"[Ee]v sahib", r"(eylem|kare|yer) \{"],
    "uk": [
        r"Завантаж(те)? (її|сторінку)",
        r"[Зз]аглуш",
        r"[Нн]авчальн(ий|а|ого)",
        r"ще по разу",
        r"у хід Ади",
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_says_what_players_do_not(language: str) -> None:
    found = [
        (key, word)
        for key, message in read_messages(language).items()
        for form in forms(message)
        for word in AVOIDED[language]
        if re.search(word, re.sub(r"\{\w+\}", "{}", form))
    ]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_are_written_with_a_real_minus_and_percent_as_the_language_does(language: str) -> None:
    percent = {"de": "\u00a0%", "uk": "\u00a0%", "tr": "%"}.get(language, "%")
    pattern = rf"{percent}\{{" if language == "tr" else rf"\}}{percent}"
    for key, message in read_messages(language).items():
        for form in forms(message):
            assert not re.search(r"-(\{|\d)", form), key
            assert form.count("%") == len(re.findall(pattern, form)), key


# Keys in the code

KEY = re.compile(r"[a-z-]+\.[a-z-]+")


def keys_in(tree: ast.AST) -> Iterator[str]:
    """Patterns of the keys that the code uses; the values in an f-string match anything."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value):
            yield re.escape(node.value)
        elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            start = str(node.values[0].value)
            if re.fullmatch(r"[a-z-]+\.", start) and len(node.values) == 2:
                yield re.escape(start) + r"[a-z-]+"


def asked_for() -> set[str]:
    groups = {key.partition(".")[0] for key in ENGLISH}
    found = {key for path in SOURCE.rglob("*.py") for key in keys_in(ast.parse(path.read_text("utf-8")))}
    return {key for key in found if key.replace("\\", "").partition(".")[0] in groups}


def test_every_key_in_the_code_exists() -> None:
    wrong = [key for key in asked_for() if not any(re.fullmatch(key, known) for known in ENGLISH)]
    assert wrong == []


def browser_keys() -> set[str]:
    """Patterns of the keys that the browser client uses."""
    code = "".join(
        path.read_text("utf-8") for suffix in ("ts", "svelte") for path in WEB.rglob(f"*.{suffix}")
    )
    plain = {re.escape(key) for key in re.findall(r'"([a-z-]+\.[a-z-]+)"', code)}
    return plain | {re.escape(start) + r"[a-z-]+" for start in re.findall(r"`([a-z-]+\.)\$\{", code)}


def test_every_key_in_the_browser_client_exists() -> None:
    groups = {key.partition(".")[0] for key in ENGLISH}
    keys = {key for key in browser_keys() if key.replace("\\", "").partition(".")[0] in groups}
    assert [key for key in keys if not any(re.fullmatch(key, known) for known in ENGLISH)] == []


def test_every_text_is_used() -> None:
    patterns = asked_for() | browser_keys()
    assert [key for key in ENGLISH if not any(re.fullmatch(pattern, key) for pattern in patterns)] == []
