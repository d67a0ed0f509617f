"""Dice: seeded streams for simulated games, provably fair dice for live tables.

- `stream`: random numbers from a seed: the dice and the bots of simulated games
- `fair`: the rolls of a live table, from the server's seed and what the players add
- `chain`: what each player adds to the dice, committed to in advance
- `proof`: the proof of fair dice in a record, and its check
"""

from .stream import Stream, bot_stream, check_seed, dice_stream, roll

__all__ = ["Stream", "bot_stream", "check_seed", "dice_stream", "roll"]
