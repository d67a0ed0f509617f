"""Records and boards that users name as files."""

from pathlib import Path

from qwixx import files
from qwixx.rules import QwixxError, Record

# The longest possible game is far shorter; a film given by mistake should not fill the memory.
LARGEST = 5_000_000


def read_text(path: Path) -> str:
    if path.is_file() and path.stat().st_size > LARGEST:
        raise QwixxError(f"{path} is larger than {LARGEST // 1_000_000} MB and cannot be one of ours.")
    return files.read_text(path)


def read_record(path: Path) -> Record:
    return Record.parse(read_text(path))
