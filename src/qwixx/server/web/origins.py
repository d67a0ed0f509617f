"""Which web pages may speak to the server in the name of their visitor: its own, and those it is told of."""

from urllib.parse import urlsplit

from starlette.types import Scope


class Origins:
    def __init__(self, allowed: tuple[str, ...] = ()) -> None:
        self._allowed = frozenset(origin.rstrip("/").lower() for origin in allowed)

    def allow(self, scope: Scope) -> bool:
        """Programs send no origin, and carry nobody's cookie without being asked."""
        headers: dict[bytes, bytes] = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1").lower()
        if not origin:
            return True
        if self._allowed:
            return origin in self._allowed
        host = headers.get(b"host", b"").decode("latin-1").lower()
        return bool(host) and urlsplit(origin).netloc == host and origin.startswith(("http://", "https://"))
