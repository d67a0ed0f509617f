"""`qwixx play`: the game in the terminal, for people and bots at one table.

- `choice_parser`: from what a player types to a choice
- `choice_prompt`: asks one player for a choice
- `command`: the command and its options
- `help_lines`: the help during a game
- `saving`: the file that a game is saved in
- `seats`: the players at the table
- `setup_questions`: the questions before a game
- `terminal`: input and output
- `terminal_game`: the game itself
"""
