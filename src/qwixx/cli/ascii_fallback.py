"""For terminals that cannot show a sign: the nearest plain one, as `?5` says nothing where `-5` is meant."""

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
