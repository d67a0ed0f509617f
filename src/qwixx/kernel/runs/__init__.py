"""Ways to run the compiled engine.

- `games`: whole games between bots
- `batch`: many games side by side, for agents
- `advance`: the compiled steps of a batch
- `observations`: what a seat sees
- `playouts`: games from given positions
- `trace`: a game position by position
"""
