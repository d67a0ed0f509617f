"""Error texts of third-party bots, as one printable line."""

import traceback
from pathlib import Path

LONGEST = 300
QWIXX = Path(__file__).parents[2]


def one_line(text: str) -> str:
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


def in_short(error: BaseException) -> str:
    """The type and message of an error, even if its `__str__` raises another."""
    name = type(error).__name__
    try:
        said = str(error)
    except Exception:  # noqa: BLE001
        said = ""
    return one_line(f"{name}: {said}" if said else name)


def sentence_end(error: BaseException) -> str:
    """The same as the end of a sentence."""
    return f"{in_short(error).removesuffix('.')}."


def with_place(error: BaseException) -> str:
    """The same after the line of the bot's file in which it happened, for an error that the caller caught."""
    frames = traceback.extract_tb(error.__traceback__)[1:]
    own = [frame for frame in frames if frame.filename == frames[0].filename]
    if not own or Path(own[0].filename).is_relative_to(QWIXX):
        return in_short(error)
    return one_line(f"{Path(own[-1].filename).name}, line {own[-1].lineno}: {in_short(error)}")
