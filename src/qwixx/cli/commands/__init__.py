"""The commands of `qwixx`; those with several modules of their own are in `bench`, `load` and `play`.

- `show`: draws a position
- `hint`: the best choice in a position
- `replay`: shows a record
- `review`: what each choice of a game cost
- `verify`: checks the dice of a game
- `convert`: records from text to JSON and back
- `record`: bots play one game
- `match`: bots play many games
- `ladder`: rates bots
- `stats`: statistics of games
- `board`: checks a board and measures its track
- `solve`: exact values
- `train`: trains the bot tempo
- `perft`: counts sequences of choices
- `rules`: the rules in the player's language
- `listing`: `variants` and `bots`
- `completion`: prints a script for tab completion
- `serve`: runs the server
- `admin`: looks after a running server
- `backup`: `backup` and `restore`
"""
