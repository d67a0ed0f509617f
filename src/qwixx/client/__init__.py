"""Play at a table of a running server from Python. It knows the protocol and nothing else of the server.

- `guest`: a guest of a server, who opens, finds and joins tables
- `table`: the connection to one table
- `reducer`: what a client knows about its table after each message
- `dice_notes`: the player's secrets and notes, to check the dice with
- `errors`: the errors of a client
"""

from .errors import ClientError, Refused
from .guest import Guest
from .table import Choose, TableClient

__all__ = ["Choose", "ClientError", "Guest", "Refused", "TableClient"]
