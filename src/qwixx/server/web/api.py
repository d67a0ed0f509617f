"""The HTTP API: the routes of its parts, health and metrics. Its bodies are defined in the protocol."""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ..admin.desk import AdminDesk
from ..coaching.pool import Coaching
from .game_api import GameApi
from .guest_api import GuestApi
from .requests import Requests
from .table_api import TableApi


class Api:
    def __init__(
        self, requests: Requests, coaching: Coaching, desk: AdminDesk, metrics_text: Callable[[], str]
    ) -> None:
        self._hub = requests.hub
        self._desk = desk
        self._metrics_text = metrics_text
        self._parts = (
            GuestApi(requests, desk),
            TableApi(requests, desk, coaching),
            GameApi(requests, coaching),
        )

    def routes(self) -> list[Route]:
        return [
            *(route for part in self._parts for route in part.routes()),
            Route("/healthz", self.health),
            Route("/metrics", self.metrics),
        ]

    async def health(self, _: Request) -> Response:
        if not await self._hub.health.check():
            return PlainTextResponse("storage\n", 503)
        if self._hub.closing:
            return PlainTextResponse("closing\n", 503)
        # The host wants it so: nothing is wrong with the server.
        return PlainTextResponse("read-only\n" if self._desk.read_only else "ok\n")

    async def metrics(self, _: Request) -> Response:
        return Response(self._metrics_text(), media_type="text/plain; version=0.0.4")
