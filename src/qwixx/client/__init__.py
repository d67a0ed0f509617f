"""Play at a table of a running server from Python. It knows the protocol and nothing else of the server."""

from .errors import ClientError, Refused
from .guest import Guest
from .table import Choose, TableClient

__all__ = ["Choose", "ClientError", "Guest", "Refused", "TableClient"]
