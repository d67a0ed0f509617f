"""Ways to run the compiled engine.

- `games`: whole games between bots
- `batch`: many games side by side, for agents
- `advance`: the compiled steps of a batch
- `observations`: what a seat sees
- `afterstates`: what a seat can bring about
- `batched_bots`: bots that choose in many games at once
- `one_by_one`: such a bot, asked for one decision
- `positions`: positions of the rules, as rows and back
- `playouts`: games from given positions
- `judgements`: the chances to win from given positions
- `trace`: a game position by position
"""
