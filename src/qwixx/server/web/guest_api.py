"""Guests of the HTTP API: their names, recovery keys, export and deletion."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..admin.desk import AdminDesk
from ..protocol import Code, GuestProfile, Name, Recovery, RecoveryKey
from ..table.checks import CommandRefused
from ..table.clean_text import clean_name
from .bodies import body, json_response, qr_code
from .guests import COOKIE, YEAR
from .rate_limits import RateLimit
from .requests import Requests

NAME_RATE = (0.5, 30)
"""New guests, new names and deletions per address: (rate per second, burst)."""
KEY_RATE = (0.01, 5)
"""New recovery keys per guest."""
RECOVERY_RATE = (0.2, 20)
"""Attempts to use a recovery key, per address."""
EXPORT_RATE = (0.1, 3)
"""Exports per guest: each reads all of the guest's games."""


class GuestApi:
    def __init__(self, requests: Requests, desk: AdminDesk) -> None:
        self._requests = requests
        self._desk = desk
        self.new_names = RateLimit(*NAME_RATE)
        self.keys = RateLimit(*KEY_RATE)
        self.exports = RateLimit(*EXPORT_RATE)
        self.recoveries = RateLimit(*RECOVERY_RATE)

    def routes(self) -> list[Route]:
        route = self._requests.route
        return [
            route("/api/me", self.me, "GET"),
            route("/api/me", self.set_me, "POST"),
            route("/api/me", self.delete_me, "DELETE"),
            route("/api/me/export", self.export, "GET"),
            route("/api/me/key", self.new_key, "POST"),
            route("/api/me/recover", self.recover, "POST"),
        ]

    async def me(self, request: Request) -> Response:
        """The guest, or null for a new visitor. Not an error status, which browsers would log."""
        guest = await self._requests.guests.find(request.scope["headers"])
        return json_response(guest and GuestProfile(guest.id, guest.name))

    async def set_me(self, request: Request) -> Response:
        """Creates a guest, or renames the one who asks."""
        self._requests.limit(self.new_names, request)
        name = clean_name((await body(request, Name)).name)
        if not name:
            raise CommandRefused(Code.BAD_NAME)
        known = await self._requests.guests.find(request.scope["headers"])
        if known:
            await self._requests.guests.rename(known, name)
            if name != known.name:
                await self._requests.hub.housekeeping.relist(known.id)
            return json_response(GuestProfile(known.id, name))
        guest, secret = await self._requests.guests.create(name)
        self._requests.visitor_log.line("guest created")
        return self._with_cookie(request, json_response(GuestProfile(guest.id, name), 201), secret)

    def _with_cookie(self, request: Request, response: Response, secret: str) -> Response:
        response.set_cookie(
            COOKIE,
            secret,
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
        return response

    async def new_key(self, request: Request) -> Response:
        """A recovery key, as a link and as a QR code. It is in this answer and nowhere else."""
        guest = await self._requests.guest(request)
        self.keys.require(guest.id)
        key = await self._requests.guests.make_key(guest)
        # Browsers do not send the part after the #, so the key is in no log of a proxy.
        link = f"{self._requests.base(request)}/restore#{key}"
        self._requests.visitor_log.line("recovery key made")
        return json_response(RecoveryKey(key, link, qr_code(link).decode()), 201)

    async def recover(self, request: Request) -> Response:
        """Carries the guest of a recovery key to the device that asks."""
        self._requests.limit(self.recoveries, request)
        found = await self._requests.guests.recover((await body(request, Recovery)).key)
        if found is None:
            raise CommandRefused(Code.WRONG_KEY)
        guest, secret = found
        await self._desk.moved(guest)
        self._requests.visitor_log.line("guest recovered")
        return self._with_cookie(request, json_response(GuestProfile(guest.id, guest.name)), secret)

    async def export(self, request: Request) -> Response:
        """All that is stored about the guest, as a file."""
        guest = await self._requests.guest(request)
        self.exports.require(guest.id)
        response = json_response(await self._desk.export(guest))
        response.headers["Content-Disposition"] = 'attachment; filename="qwixx-my-data.json"'
        return response

    async def delete_me(self, request: Request) -> Response:
        """Deletes the guest for good."""
        guest = await self._requests.guest(request)
        self._requests.limit(self.new_names, request)
        await self._desk.erase(guest.id)
        response = json_response(None)
        response.delete_cookie(COOKIE, httponly=True, samesite="lax")
        return response
