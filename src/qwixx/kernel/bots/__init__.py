"""The compiled bots.

- `players`: the bots by name, as numbers
- `gap_limits`: how many cells `gap` skips
- `choosing`: what `random` and `gap` choose, and when `tempo` and `expert` are asked
- `tempo`: the bot `tempo`: values, learned weights, search
- `expert`: the bot `expert`: features, learned network, search
"""
