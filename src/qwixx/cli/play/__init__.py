"""`qwixx play`, `resume` and `join`: the game in the terminal, with bots, people here, or a server's table.

- `choice_parser`: from what a player types to a choice
- `choice_prompt`: asks one player for a choice
- `closing`: the signals of a closed terminal
- `coaching`: hints and reviews
- `command`: the commands and their options
- `costly`: which choices are asked for twice
- `dice_pad`: dice that players type in
- `full_screen`: the game on the whole screen
- `game_lock`: one terminal for a saved game
- `help_lines`: the help during a game
- `joining`: a server's table
- `keyboard`: the keys of other alphabets
- `local_game`: the game without input and output
- `options`: options that the commands share
- `result_lines`: the end of a game
- `running`: runs a game on the whole screen or in plain lines
- `saving`: the files that games are saved in
- `seats`: the players at the table
- `setup_questions`: the questions before a game
- `shown_game`: what the screen knows about a game
- `terminal`: input and output
- `terminal_game`: the game in plain lines
"""
