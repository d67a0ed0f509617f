"""What can go wrong between a client and its server."""

from qwixx.server.protocol import Error


class ClientError(Exception):
    """The server cannot be reached, is none, or does not let us in."""


class Refused(Exception):
    """The server said no; `code` says why."""

    def __init__(self, error: Error) -> None:
        super().__init__(f"{error.code}: {error.detail}" if error.detail else error.code)
        self.code = error.code
        self.error = error
