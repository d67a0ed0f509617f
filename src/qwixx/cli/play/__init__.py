"""`qwixx play`: the game in the terminal, for people and bots at one table.

- `choice_parser`: from what a player types to a choice
- `choice_prompt`: asks one player for a choice
- `closing`: the signals of a closed terminal
- `coaching`: hints and reviews
- `command`: the commands and their options
- `costly`: which choices are asked for twice
- `dice_pad`: dice that players type in
- `full_screen`: the game on the whole screen
- `help_lines`: the help during a game
- `keyboard`: the keys of other alphabets
- `local_game`: the game without input and output
- `result_lines`: the end of a game
- `saving`: the files that games are saved in
- `seats`: the players at the table
- `setup_questions`: the questions before a game
- `terminal`: input and output
- `terminal_game`: the game in plain lines
"""
