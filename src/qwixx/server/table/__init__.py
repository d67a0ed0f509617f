"""What may happen at a table. Pure: no clock, socket, database or chance; time and nonces are passed in.

- `log`: the entries of a table's log
- `table`: a table as the fold of its log
- `game`: the game at a table
- `decide`: a command becomes log entries or a refusal; start reading here
- `checks`: checks that commands share, and refusals
- `in_lobby`: commands about seats, the host and the table
- `host_tools`: kick, ban and lock
- `in_game`: commands in a running game
- `endings`: resigning, and ending a game early
- `opening`: the first entries of a new table
- `chat`: whether a chat message is allowed
- `duties`: what the server itself has to do, and when
- `views`: what each guest may see
- `rights`: who may see what of a table
- `records`: records, replays and checks of the dice
- `fair_dice`: the dice, from the seed and the nonces
- `practice`: which tables get exact verdicts
- `clean_text`: harmless names and chat lines
"""
