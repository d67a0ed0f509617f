"""The files of the browser client: packed when it is built, and kept by browsers as long as they are true."""

import os
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parents[1] / "static"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


class ClientFiles(StaticFiles):
    """Names below `assets/` change with their content; all others may have changed at the next visit."""

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
        packed = path.with_name(f"{path.name}.gz")
        accepted = "gzip" in Headers(scope=scope).get("accept-encoding", "")
        if accepted and packed.is_file():
            response = super().file_response(packed, packed.stat(), scope, status_code)
            response.headers["content-encoding"] = "gzip"
            response.headers["content-type"] = self._kind(path)
        else:
            response = super().file_response(path, stat_result, scope, status_code)
            response.headers["content-type"] = self._kind(path)
        response.headers["vary"] = "accept-encoding"
        response.headers["cache-control"] = FOR_EVER if path.parent.name == "assets" else ASK_AGAIN
        return response

    @staticmethod
    def _kind(path: Path) -> str:
        """The machine's own table of kinds may lack these, or have them wrong."""
        return KINDS.get(path.suffix, "application/octet-stream")


KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
