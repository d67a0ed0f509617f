"""Keyboards: the Latin letter on the key that types a Greek or Ukrainian letter."""

import unicodedata

_LATIN = "abcdefghijklmnoprstuvwxyz"
_GREEK = "αβψδεφγηιξκλμνοπρστθωςχυζ"
_UKRAINIAN = "фисвуапршолдьтщзкіегмцчня"
# The key of the letter q types a semicolon on a Greek keyboard.
_SAME_KEY = str.maketrans(_GREEK + _UKRAINIAN + ";й", _LATIN + _LATIN + "qq")


def latin(typed: str) -> str:
    """What the same keys type on a Latin keyboard, in small letters."""
    return unicodedata.normalize("NFC", typed.casefold()).translate(_SAME_KEY)
