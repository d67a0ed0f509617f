"""A codec error handler that writes the nearest ASCII sign where a terminal cannot show one.

Python's own handler would write `?5` for `−5`.
"""

import codecs

NAME = "qwixx.plain"
SIGNS = {
    "−": "-", "–": "-", "—": "-", "…": "...", "·": ".", "×": "x", "→": "->", "№": "No.", "\u00a0": " ",
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "’": "'",
}  # fmt: skip


def plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(SIGNS.get(sign, "?") for sign in error.object[error.start : error.end]), error.end


codecs.register_error(NAME, plain)
