"""The files of the browser client: compressed, cached until they change, and nothing else is served."""

import gzip
from pathlib import Path

import httpx2
import pytest
from live_server import Running
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from qwixx.server.web.static_files import ClientFiles

SCRIPT = b"export const rows = 4;\n" * 40


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (tmp_path / "secret.js").write_text("secret")
    (static / "assets" / "index-1a2b.js").write_bytes(SCRIPT)
    (static / "assets" / "index-1a2b.js.gz").write_bytes(gzip.compress(SCRIPT))
    (static / "manifest-en.webmanifest").write_text("{}")
    return TestClient(Starlette(routes=[Mount("/", ClientFiles(static))]))


def test_a_file_is_sent_compressed_to_clients_that_accept_gzip(client: TestClient) -> None:
    answer = client.get("/assets/index-1a2b.js", headers={"accept-encoding": "deflate, gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert int(answer.headers["content-length"]) < len(SCRIPT) / 4
    assert answer.content == SCRIPT
    plain = client.get("/assets/index-1a2b.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == SCRIPT
    assert plain.headers["vary"] == answer.headers["vary"] == "accept-encoding"
    assert plain.headers["etag"] != answer.headers["etag"]


def test_brotli_comes_first_where_the_client_accepts_it_and_the_file_is_there(
    client: TestClient, tmp_path: Path
) -> None:
    accepted = {"accept-encoding": "gzip, deflate, br, zstd"}
    path = "/assets/index-1a2b.js"
    assert client.get(path, headers=accepted).headers["content-encoding"] == "gzip"
    (tmp_path / "static" / f"{path[1:]}.br").write_bytes(b"smaller")
    with client.stream("GET", path, headers=accepted) as answer:
        assert answer.headers["content-encoding"] == "br"
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
        assert b"".join(answer.iter_raw()) == b"smaller"
    assert client.get(path, headers={"accept-encoding": "gzip"}).headers["content-encoding"] == "gzip"


def test_only_names_that_change_with_their_content_are_kept_for_ever(client: TestClient) -> None:
    assert "immutable" in client.get("/assets/index-1a2b.js").headers["cache-control"]
    manifest = client.get("/manifest-en.webmanifest")
    assert manifest.headers["cache-control"] == "no-cache"
    assert manifest.headers["content-type"] == "application/manifest+json"
    again = client.get("/manifest-en.webmanifest", headers={"if-none-match": manifest.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("path", ["/missing.js", "/../secret.js", "/%2e%2e/secret.js", "/assets"])
def test_nothing_else_is_handed_out(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_new_visitor_has_no_guest_yet(tmp_path: Path) -> None:
    import json
    from urllib.request import Request, urlopen

    from live_server import Running

    from qwixx.server.settings import Settings

    running = Running(Settings(database=f"sqlite:///{tmp_path}/qwixx.sqlite", pace=0)).start()
    try:
        assert json.load(urlopen(f"{running.url}/api/me")) is None
        made = urlopen(Request(f"{running.url}/api/me", json.dumps({"name": "Ann"}).encode()))
        cookie = made.headers["set-cookie"].partition(";")[0]
        assert (
            json.load(urlopen(Request(f"{running.url}/api/me", headers={"cookie": cookie})))["name"] == "Ann"
        )
    finally:
        running.stop()


def test_the_variants_are_sent_compressed_to_clients_that_accept_gzip(lasting: Running) -> None:
    path = f"{lasting.url}/api/variants"
    small = httpx2.get(path, headers={"accept-encoding": "gzip"})
    plain = httpx2.get(path, headers={"accept-encoding": "identity"})
    assert small.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert int(small.headers["content-length"]) < int(plain.headers["content-length"]) / 4
    assert small.content == plain.content
