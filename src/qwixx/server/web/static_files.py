"""The files of the browser client: compressed when it is built, and cached by browsers until they change."""

import gzip
import os
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parents[1] / "static"
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
# By content coding, the smallest first: the ending of the compressed file. Browsers accept Brotli
# with TLS and from their own machine.
COMPRESSED = {"br": ".br", "gzip": ".gz"}


class ClientFiles(StaticFiles):
    """Names below `assets/` change with their content; all other files are checked at every visit."""

    def __init__(self, directory: Path = STATIC) -> None:
        super().__init__(directory=directory, check_dir=False)

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        path = Path(full_path)
        accepted = _codings(scope)
        for coding, ending in COMPRESSED.items():
            compressed = path.with_name(path.name + ending)
            if coding in accepted and compressed.is_file():
                response = super().file_response(compressed, compressed.stat(), scope, status_code)
                response.headers["content-encoding"] = coding
                break
        else:
            response = super().file_response(path, stat_result, scope, status_code)
        response.headers["content-type"] = self._media_type(path)
        response.headers["vary"] = "accept-encoding"
        response.headers["cache-control"] = IMMUTABLE if path.parent.name == "assets" else REVALIDATE
        return response

    @staticmethod
    def _media_type(path: Path) -> str:
        """The media type. The machine's own table may lack some of these, or have them wrong."""
        return MEDIA_TYPES.get(path.suffix, "application/octet-stream")


def page_response(html: str, scope: Scope) -> Response:
    """A page that is made for its reader."""
    headers = {"cache-control": REVALIDATE, "vary": "accept-encoding, accept-language"}
    content = html.encode()
    if "gzip" in _codings(scope):
        content = gzip.compress(content)
        headers["content-encoding"] = "gzip"
    return Response(content, headers=headers, media_type=MEDIA_TYPES[".html"])


def _codings(scope: Scope) -> list[str]:
    """The content codings that the reader accepts."""
    return Headers(scope=scope).get("accept-encoding", "").replace(" ", "").split(",")


MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
