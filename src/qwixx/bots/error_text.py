"""Error texts of third-party bots, as one printable line."""

LONGEST = 300


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
