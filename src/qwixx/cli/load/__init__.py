"""`qwixx load`: a client that plays real games by the hundred, to measure the server and to break it."""

from .command import load

__all__ = ["load"]
