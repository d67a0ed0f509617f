"""Environments for learning agents."""

from .observation import Encoder

__all__ = ["Encoder"]
