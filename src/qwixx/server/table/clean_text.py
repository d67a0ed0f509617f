"""Cleaning of what people write, names and chat lines, so that it is harmless on other people's screens."""

import unicodedata

from ..protocol import CHAT_LENGTH, NAME_LENGTH

RAW_LENGTH = 4 * CHAT_LENGTH
"""Characters that are cleaned at most, before and after normalisation, which can lengthen text 18 times."""

# Some scripts need these two joiners between letters; elsewhere they are invisible.
_JOINERS = {"\u200c", "\u200d"}
# Letters and symbols that look like nothing: Hangul fillers, and the empty Braille pattern.
_BLANK = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"}
MOST_MARKS = 3
"""Combining marks on one letter of a name; some scripts need this many."""


def clean(text: str) -> str:
    """One line in normal form (NFKC), without control, bidirectional or other invisible characters.

    Anything beyond `RAW_LENGTH` is cut off, so that the work is bounded.
    """
    normal = unicodedata.normalize("NFKC", text[:RAW_LENGTH])[:RAW_LENGTH]
    shown = (" " if char.isspace() else char for char in normal)
    kept = "".join(
        char
        for char in shown
        if unicodedata.category(char) not in ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp") or char in _JOINERS
    )
    # Characters that are now neighbours may combine.
    return " ".join(unicodedata.normalize("NFKC", kept).split())


def clean_name(text: str) -> str:
    """A name of at most `NAME_LENGTH` characters; empty if nothing visible is left."""
    name: list[str] = []
    for char in clean(text):
        kind = unicodedata.category(char)
        before = [unicodedata.category(last) for last in name[-MOST_MARKS:]]
        pile = len(before) == MOST_MARKS and all(one in ("Mn", "Me") for one in before)
        joins = before and before[-1] in ("Lo", "Mn", "Mc", "So", "Sk")
        if char in _BLANK or (kind in ("Mn", "Me") and pile) or (char in _JOINERS and not joins):
            continue
        name.append(char)
        if len(name) == NAME_LENGTH:
            break
    shown = "".join(name).strip().rstrip("".join(_JOINERS))
    return shown if any(unicodedata.category(char)[0] in "LNSP" for char in shown) else ""
