"""Dice: seeded streams for simulated games."""

from .stream import Stream, bot_stream, check_seed, dice_stream, roll

__all__ = ["Stream", "bot_stream", "check_seed", "dice_stream", "roll"]
