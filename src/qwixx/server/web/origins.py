"""Origins: the web pages that may use the server with their visitor's cookie, its own and configured ones."""

from urllib.parse import urlsplit

from starlette.types import Scope


class Origins:
    def __init__(self, allowed: tuple[str, ...] = ()) -> None:
        self._allowed = frozenset(origin.rstrip("/").lower() for origin in allowed)

    def allow(self, scope: Scope) -> bool:
        """Allows requests without an origin: they are from programs, which send cookies only on purpose."""
        headers: dict[bytes, bytes] = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1").lower()
        if not origin:
            return True
        if self._allowed:
            return origin in self._allowed
        host = headers.get(b"host", b"").decode("latin-1").lower()
        return bool(host) and urlsplit(origin).netloc == host and origin.startswith(("http://", "https://"))
