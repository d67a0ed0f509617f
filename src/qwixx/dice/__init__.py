"""Dice: seeded streams for simulated games; `fair`, `chain` and `proof` have those of live tables."""

from .stream import Stream, bot_stream, check_seed, dice_stream, roll

__all__ = ["Stream", "bot_stream", "check_seed", "dice_stream", "roll"]
