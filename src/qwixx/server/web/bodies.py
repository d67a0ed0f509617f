"""Bodies of requests and answers: JSON, with limits, and QR codes."""

from collections.abc import Mapping
from io import BytesIO
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ..protocol import MESSAGE_BYTES, Code
from ..table.checks import CommandRefused

T = TypeVar("T")


def json_response(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(value), status, headers, media_type="application/json")


async def body(request: Request, kind: type[T]) -> T:
    data = b""
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > MESSAGE_BYTES:
                raise CommandRefused(Code.TOO_LARGE)
    except ClientDisconnect:
        raise CommandRefused(Code.MALFORMED, detail="the request ended early: send its whole body") from None
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise CommandRefused(Code.MALFORMED, detail=str(error)) from None


def number_parameter(request: Request, name: str) -> int:
    text = request.query_params.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise CommandRefused(Code.MALFORMED, detail=f"{name} must be a number of at most five digits")
    return int(text)


def address_of(request: Request) -> str:
    return request.client.host if request.client else ""


def qr_code(link: str) -> bytes:
    """A picture in SVG, black on white, which every reader can read."""
    import segno

    picture = BytesIO()
    segno.make(link).save(picture, kind="svg", scale=4, light="#fff")
    return picture.getvalue()
