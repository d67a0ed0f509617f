"""The folders for qwixx's own files: a cache, and data that must be kept."""

from pathlib import Path

from platformdirs import user_cache_path, user_data_path


def cache_folder() -> Path:
    """For files that can be made again: compiled code, solved tables."""
    return user_cache_path("qwixx", appauthor=False)


def data_folder() -> Path:
    """For files that must not be lost: games."""
    return user_data_path("qwixx", appauthor=False)
