"""Tasks for the tests of the executor; worker processes import them by name."""

import gc
import importlib
import os
import signal
import struct
from multiprocessing.connection import Connection
from pathlib import Path


def square(number: int) -> int:
    return number * number


def fall_over(path: str) -> str:
    """Kills its process on the first call."""
    if not Path(path).exists():
        Path(path).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return path


def fall_over_while_answering(path: str) -> str:
    """Kills its process on the first call, with half an answer in the pipe."""
    if not Path(path).exists():
        Path(path).touch()
        (pipe,) = [found for found in gc.get_objects() if type(found) is Connection]
        os.write(pipe.fileno(), struct.pack("!i", 1000) + b"half")
        os.kill(os.getpid(), signal.SIGKILL)
    return path


def always_fall_over(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def import_nonsense(_: object) -> None:
    importlib.import_module("nonsense")
