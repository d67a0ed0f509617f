"""Attacks from inside all limits that could stall, flood or haunt a server. The load is bounded."""

import asyncio

import pytest
from live_server import Running, wire

from qwixx.client import Guest
from qwixx.server.protocol import Options, Say
from qwixx.server.table import chat, clean_text
from qwixx.server.table.chat import RecentLines, decide_line
from qwixx.server.table.checks import Refusal
from qwixx.server.table.clean_text import RAW_LENGTH, clean, clean_name
from qwixx.server.table.table import Table

EXPANDING = "\ufdfa"
"""One character that becomes 18 in normal form."""


# Text that is costly to clean


def table(**options: object) -> Table:
    return Table("id", "code", bytes(32), options=Options(**options))  # type: ignore[arg-type]


@pytest.mark.parametrize("case", ["chat off", "muted", "too long", "said before", "too fast"])
def test_a_line_that_is_refused_anyway_is_not_cleaned(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: str) -> str:
        raise AssertionError("the text was cleaned")

    at, recent, text, want = table(), RecentLines(), EXPANDING, "too-fast"
    match case:
        case "chat off":
            at, want = table(chat=False), "chat-off"
        case "muted":
            at.muted, want = frozenset({"ann"}), "muted"
        case "too long":
            text, want = EXPANDING * (RAW_LENGTH + 1), "chat-too-long"
        case "said before":
            recent.add("ann", b"a")
            want = ""
        case "too fast":
            for _ in range(5):
                assert decide_line(at, "ann", Say("b", "hello"), recent, 0.0) == "hello"
    monkeypatch.setattr(chat, "clean", refuse)
    found = decide_line(at, "ann", Say("a", text), recent, 0.0)
    assert (found.code if isinstance(found, Refusal) else found) == want


def test_lines_that_are_cleaned_and_refused_count_against_the_rate() -> None:
    at, recent = table(), RecentLines()
    codes = []
    for number in range(7):
        found = decide_line(at, "ann", Say(str(number), EXPANDING * 300), recent, 0.0)
        assert isinstance(found, Refusal)
        codes.append(found.code)
    assert codes == ["chat-too-long"] * 5 + ["too-fast"] * 2


def test_cleaning_looks_at_a_bounded_number_of_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []

    class Counted:
        @staticmethod
        def normalize(form: str, text: str) -> str:
            looked.append(len(text))
            return clean_text_normalize(form, text)

        @staticmethod
        def category(char: str) -> str:
            looked.append(1)
            return clean_text_category(char)

    clean_text_normalize = clean_text.unicodedata.normalize
    clean_text_category = clean_text.unicodedata.category
    monkeypatch.setattr(clean_text, "unicodedata", Counted)
    assert len(clean(EXPANDING * 16_000)) <= RAW_LENGTH
    assert clean_name(EXPANDING * 16_000)
    assert sum(looked) <= 7 * RAW_LENGTH


def test_a_flood_of_costly_lines_is_refused_and_others_are_served(lasting: Running) -> None:
    async def visit() -> None:
        mallory, ann = [await Guest.arrive(lasting.url, name) for name in ("Mallory", "Ann")]
        table = await ann.create(Options(chat=False))
        async with wire(lasting.url, mallory.cookie) as line, wire(lasting.url, ann.cookie) as other:
            await line.hello(table)
            await other.hello(table)
            for _ in range(100):
                await line.say("say", text=EXPANDING * 2500)
            assert (await other.ask("ping"))["type"] == "ack"
            for _ in range(100):
                assert (await line.hear())["code"] == "chat-off"

    asyncio.run(visit())
