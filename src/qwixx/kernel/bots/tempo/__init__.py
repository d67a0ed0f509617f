"""The home of the bot `tempo`; its learned weights are in `weights/`.

- `values`: what it thinks of a position: the reference
- `value_tables`: the same as arrays, compiled
- `search`: its compiled search to the end of its turn
"""
