"""The command line: `qwixx` and its commands.

- `main`: runs a command and reports errors
- `app`: the Typer application with all commands
- `commands`: the commands with one module each
- `bench`: `qwixx bench`
- `completion`: scripts for tab completion
- `load`: `qwixx load`
- `play`: `qwixx play`
- `draw`: positions, results and reviews as text
- `options`: options that several commands share
- `server_options`: where the server keeps its games
- `matches`: what the commands match, ladder and stats share
- `language`: the language of the user
- `reading`: readers for files and options
- `given_position`: the reader for positions
- `record_errors`: errors about the games in files
- `own_bots`: makes the user's own bots importable
- `console`: the console that commands draw on
- `results`: what the commands print with --json
- `json_schema`: the JSON Schema of these results
- `match_report`: the report of a match
- `text_table`: tables of numbers
- `progress`: progress bars
- `ascii_fallback`: output on terminals without Unicode
- `help_format`: the format of the help texts
- `errors`: errors about options and arguments
- `exit_codes`: the exit codes
"""

from .main import main

__all__ = ["main"]
