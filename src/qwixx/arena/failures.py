"""Failures of bots: each unfinished game is reported at once and saved for replay."""

import sys
from pathlib import Path

from qwixx.files import FileError, write_new
from qwixx.rules import Record

from .game import with_problem
from .match_setting import MatchSetting
from .reference_games import Failure

MOST_SAVED = 10
"""Enough to find out what is wrong with a bot."""


class Failures:
    """One line and one file for each of the first failures; the others are counted."""

    def __init__(self, setting: MatchSetting, folder: Path) -> None:
        self.setting = setting
        self.folder = folder
        self.saved: list[Path | None] = []
        """In the order of the failures; None for a game that could not be saved."""
        self.more = 0

    def tell(self, failure: Failure) -> None:
        if len(self.saved) == MOST_SAVED:
            self.more += 1
            return
        try:
            self.saved.append(self._save(failure))
            where = f"the game up to that point is in {self.saved[-1]}."
        except FileError as error:  # the match goes on
            self.saved.append(None)
            where = str(error)
        print(f"qwixx: {failure.message}; {where}", file=sys.stderr)

    def _save(self, failure: Failure) -> Path:
        """Writes the record to a new file; existing ones are kept."""
        stem = f"failed-{self.setting.variant}-{self.setting.seed}-{failure.game}-{failure.seating}"
        path = self.folder / f"{stem}.qwixx"
        number = 1
        while path.exists():
            number += 1
            path = self.folder / f"{stem}-{number}.qwixx"
        write_new(path, str(with_problem(Record.parse(failure.record), failure.message)))
        return path
