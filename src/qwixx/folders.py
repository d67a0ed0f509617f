"""Where files of our own go: what can be made again, and what cannot."""

from pathlib import Path

from platformdirs import user_cache_path, user_data_path


def cache_folder() -> Path:
    """For what can be made again: compiled code, solved tables."""
    return user_cache_path("qwixx", appauthor=False)


def data_folder() -> Path:
    """For what must not be lost: games."""
    return user_data_path("qwixx", appauthor=False)
