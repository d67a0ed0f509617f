"""Reverse proxies: trusts the configured ones, and warns once about any other."""

import logging

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

logger = logging.getLogger("qwixx.server")

WARNING = (
    "X-Forwarded-For from an untrusted address: if it is your proxy, name it with --trusted-proxies; "
    "until then all its visitors share the limits of one address"
)


class Proxies:
    """Takes the visitor's address from the headers of trusted proxies, before the application sees it."""

    def __init__(self, application: ASGIApp, trusted: str) -> None:
        """`trusted`: addresses and networks, separated by commas."""
        self._application = application
        self._trusting = ProxyHeadersMiddleware(application, trusted) if trusted else None  # type: ignore[arg-type]
        self._warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._warned and self._is_untrusted_proxy(scope):
            self._warned = True
            logger.warning(WARNING)
        if self._trusting:
            await self._trusting(scope, receive, send)  # type: ignore[arg-type]
        else:
            await self._application(scope, receive, send)

    def _is_untrusted_proxy(self, scope: Scope) -> bool:
        if scope["type"] == "lifespan" or not any(name == b"x-forwarded-for" for name, _ in scope["headers"]):
            return False
        client = scope.get("client")
        return not (self._trusting and client and client[0] in self._trusting.trusted_hosts)
