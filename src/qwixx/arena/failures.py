"""Games that a bot did not finish: said at once, and saved for replay."""

import sys
from pathlib import Path

from msgspec import structs

from qwixx.files import write_new
from qwixx.rules import Record

from .setting import Setting
from .table import Failure

MOST_SAVED = 10
"""Enough to see what is wrong with a bot."""


class Failures:
    """One line and one file for each of the first failures; the others are counted."""

    def __init__(self, setting: Setting, folder: Path) -> None:
        self.setting = setting
        self.folder = folder
        self.saved: list[Path] = []
        self.more = 0

    def tell(self, failure: Failure) -> None:
        if len(self.saved) == MOST_SAVED:
            self.more += 1
            return
        self.saved.append(self._save(failure))
        print(f"qwixx: {failure.message}; the game up to there is in {self.saved[-1]}.", file=sys.stderr)

    def _save(self, failure: Failure) -> Path:
        """Never over another file."""
        stem = f"failed-{self.setting.variant}-{self.setting.seed}-{failure.game}-{failure.rotation}"
        path = self.folder / f"{stem}.qwixx"
        number = 1
        while path.exists():
            number += 1
            path = self.folder / f"{stem}-{number}.qwixx"
        write_new(path, str(_with_problem(failure)))
        return path


def _with_problem(failure: Failure) -> Record:
    record = Record.parse(failure.record)
    line = "".join(sign if sign.isprintable() else " " for sign in failure.message)
    return structs.replace(record, headers={**record.headers, "Failure": " ".join(line.split())})
