"""Counts what a browser transfers, the requests of its service worker included."""

from playwright.sync_api import BrowserContext, Request


class Transfers:
    """All finished requests of a browser context, from now on."""

    def __init__(self, context: BrowserContext) -> None:
        self._finished: list[Request] = []
        context.on("requestfinished", self._add)

    def _add(self, request: Request) -> None:
        self._finished.append(request)

    def sizes(self) -> dict[str, int]:
        """By path: the bytes of body and headers, without what a cache or the service worker answered."""
        found: dict[str, int] = {}
        for request in self._finished:
            response = request.response()
            if response and not response.from_service_worker:
                size = request.sizes()
                path = "/" + request.url.split("/", 3)[3]
                # For a file from the browser's cache the body has the negative size of the headers.
                found[path] = found.get(path, 0) + size["responseBodySize"] + size["responseHeadersSize"]
        return found

    def total(self) -> int:
        return sum(self.sizes().values())
