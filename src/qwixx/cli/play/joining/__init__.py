"""`qwixx join`: a server's table in the terminal.

- `command`: the command and its options
- `lines`: the table in plain lines
- `lobby`: the table before its game
- `screen`: the table on the whole screen
- `remote_game`: the game as the server sends it
"""
