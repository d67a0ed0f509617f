"""The errors of a client: the server cannot be used, or it refuses something."""

from qwixx.server.protocol import Error


class ClientError(Exception):
    """The server cannot be reached, is not a qwixx server, or refuses or ends the connection."""

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        self.code = code
        """Why the server ended the connection; empty in other cases."""


class Refused(Exception):
    """The server refused a command or a request; `code` says why."""

    def __init__(self, error: Error) -> None:
        super().__init__(f"{error.code}: {error.detail}" if error.detail else error.code)
        self.code = error.code
        self.error = error
