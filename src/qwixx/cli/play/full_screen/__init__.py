"""The game on the full screen of a terminal, with single keys, arrow keys and the mouse.

- `app`: the Textual application
- `choosing`: from keys to a choice
- `game_screen`: the screen of any game
- `layout`: everything on the screen, line by line
- `line_editor`: the editor of one typed line
- `local_screen`: the screen of a game that is played here
- `menu`: the questions before a game
- `page_screen`: the screen that hands each key to the page on top
- `pages`: pages over the game, such as help and results
"""
