"""The compiled bots.

- `batch_bot`: the protocol of bots that choose in many games at once
- `error_text`: errors of other people's bots as one printable line
- `kinds`: the kinds of bots, as numbers
- `players`: a bot's name and options as numbers
- `pocket_limits`: how many throws `pocket` gives up
- `gap_limits`: how many cells `gap` skips
- `choosing`: what `random` and `gap` choose, and when the others are asked
- `tempo`: the bot `tempo`: values, learned weights, search
- `expert`: the bot `expert`: features, learned network, search
- `pocket`: the bot `pocket`
- `best_play`: what `expert` chooses alone, in a game that is solved
- `amateur`: the bot `amateur`: its errors and what it never does
"""
