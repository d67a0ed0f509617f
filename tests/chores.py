"""Work to hand out: workers import it by name."""

import importlib
import os
import signal
from pathlib import Path


def square(number: int) -> int:
    return number * number


def fall_over(path: str) -> str:
    """Ends its process the first time."""
    if not Path(path).exists():
        Path(path).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return path


def always_fall_over(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def import_nonsense(_: object) -> None:
    importlib.import_module("nonsense")
