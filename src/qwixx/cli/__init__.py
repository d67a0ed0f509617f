"""The command line: `qwixx` and its commands."""

from .main import main

__all__ = ["main"]
