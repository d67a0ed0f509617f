"""Bots against bots."""

from .game import BotFailure, play

__all__ = ["BotFailure", "play"]
