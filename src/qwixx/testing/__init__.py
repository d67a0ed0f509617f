"""Checks for other people's parts: run them over a store of your own."""

from .store import check_store

__all__ = ["check_store"]
