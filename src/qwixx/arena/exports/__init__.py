"""Export of matches: a row for each decision, with position, choice and outcome, or for each game.

- `decision_rows`: decisions of games on the reference engine
- `decisions`: decisions of games that the kernel plays, many at a time
- `game_rows`: whole games
- `arrow`: the types of the columns
- `files`: the files that are written

The columns are documented in `docs/arena.md`.
"""
