"""The game on the full screen of a terminal, with single keys, arrow keys and the mouse.

- `app`: the Textual application
- `choosing`: from keys to a choice
- `game_screen`: the screen of the game
- `layout`: everything on the screen, line by line
- `pages`: pages over the game, such as help and results
"""
