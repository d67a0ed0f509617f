"""`qwixx play`: the game in the terminal, for people and bots at one table.

- `choice_parser`: from what a player types to a choice
- `choice_prompt`: asks one player for a choice
- `closing`: the signals of a closed terminal
- `command`: the commands and their options
- `help_lines`: the help during a game
- `local_game`: the game without input and output
- `saving`: the files that games are saved in
- `seats`: the players at the table
- `setup_questions`: the questions before a game
- `terminal`: input and output
- `terminal_game`: the game in plain lines
"""
