"""What people write: names and chat lines, made harmless for everybody else's screen."""

import unicodedata

from ..protocol import NAME_LENGTH

# Letters of other scripts need these two; alone or elsewhere they are invisible.
_JOINERS = {"\u200c", "\u200d"}


def clean(text: str) -> str:
    """One line in normal form (NFKC), without control, bidirectional or other invisible characters."""
    normal = unicodedata.normalize("NFKC", text)
    shown = (" " if char.isspace() else char for char in normal)
    kept = "".join(
        char
        for char in shown
        if unicodedata.category(char) not in ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp") or char in _JOINERS
    )
    # What stood apart may belong together now.
    return " ".join(unicodedata.normalize("NFKC", kept).split())


def clean_name(text: str) -> str:
    """Empty if nothing is left that can be seen."""
    name = clean(text)[:NAME_LENGTH].strip()
    return name if any(unicodedata.category(char)[0] in "LNSP" for char in name) else ""
