"""The samples for nginx and Caddy, used by the real programs in front of a running server."""

import asyncio
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest
from live_server import Running
from programs import need
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from qwixx.server.process.run import Listen
from qwixx.server.settings import Settings

HOSTING = Path(__file__).parents[2] / "hosting"
SITE = "qwixx.example"
VISITOR = "127.0.0.2"
"""The address that a visitor comes from, so that it differs from the proxy's."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture
def behind(database: str) -> Iterator[Running]:
    """A server started as the samples say."""
    settings = Settings(database=database, pace=0, origins=(f"https://{SITE}",))
    running = Running(settings, listen=Listen(trusted_proxies="127.0.0.1")).start()
    yield running
    running.stop()


def changed(sample: str, *changes: tuple[str, str]) -> str:
    """The sample with other ports and files, each of which it must name exactly once."""
    config = (HOSTING / sample).read_text()
    for old, new in changes:
        assert config.count(old) == 1, old
        config = config.replace(old, new)
    return config


@contextmanager
def started(command: list[str], port: int) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 30
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert process.poll() is None, "the proxy ended at once"
            assert time.monotonic() < end, "the proxy does not listen"
            time.sleep(0.01)
        yield
    finally:
        process.terminate()
        process.wait(30)


def check_proxy(url: str, server: Running, tls: ssl.SSLContext | None) -> None:
    """A visitor gets the page, an account and a WebSocket; the server knows their address and scheme."""
    transport = httpx2.HTTPTransport(local_address=VISITOR, verify=tls or False)
    headers = {"Host": SITE, "Origin": f"https://{SITE}", "X-Forwarded-For": "203.0.113.9"}
    with httpx2.Client(transport=transport, base_url=url, headers=headers) as client:
        assert client.get("/").headers["content-type"].startswith("text/html")
        for path in ("/metrics", "/healthz"):
            assert client.get(path).status_code == 404
        made = client.post("/api/me", json={"name": "Ann"})
        assert made.status_code == 201
        cookie = made.headers["set-cookie"]
        assert ("Secure" in cookie) is (tls is not None)
    asyncio.run(asyncio.wait_for(talk(url, cookie.partition(";")[0], server, tls), 30))


async def talk(url: str, cookie: str, server: Running, tls: ssl.SSLContext | None) -> None:
    port = int(url.rpartition(":")[2])
    headers = {"Cookie": cookie, "X-Forwarded-For": "203.0.113.9"}

    def line(origin: str) -> connect:
        return connect(
            f"{'wss' if tls else 'ws'}://{SITE}:{port}/ws",
            additional_headers=headers,
            origin=origin,  # type: ignore[arg-type]
            ssl=tls,
            host="127.0.0.1",
            port=port,
            local_addr=(VISITOR, 0),
            proxy=None,
        )

    async with line(f"https://{SITE}") as wire:
        await wire.send('{"type": "ping", "id": "p"}')
        assert '"ack"' in str(await wire.recv())
        endpoint = server.application._socket
        assert endpoint is not None
        assert dict(endpoint.open._networks) == {VISITOR: 1}
    with pytest.raises(InvalidStatus):
        async with line("https://evil.example"):
            pass


def test_nginx_with_the_sample(behind: Running, tmp_path: Path, certificate: tuple[Path, Path]) -> None:
    nginx = need("nginx")
    http, https = free_port(), free_port()
    folder = f"/etc/letsencrypt/live/{SITE}"
    site = changed(
        "nginx.conf",
        ("listen 80;", f"listen 127.0.0.1:{http};"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{https} ssl;"),
        (f"{folder}/fullchain.pem", str(certificate[0])),
        (f"{folder}/privkey.pem", str(certificate[1])),
        ("http://127.0.0.1:8000", behind.url),
    )
    (tmp_path / "site.conf").write_text(site)
    places = "".join(
        f"{kind}_temp_path {tmp_path}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = tmp_path / "nginx.conf"
    config.write_text(
        f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/errors;\n"
        f"events {{}}\nhttp {{ access_log off; {places} include {tmp_path}/site.conf; }}\n"
    )
    command = [nginx, "-p", str(tmp_path), "-c", str(config), "-e", f"{tmp_path}/errors"]
    tested = subprocess.run([*command, "-t"], capture_output=True, text=True)
    assert tested.returncode == 0, tested.stderr
    assert "[warn]" not in tested.stderr
    with started(command, https):
        moved = httpx2.get(f"http://127.0.0.1:{http}/join", headers={"Host": SITE})
        assert (moved.status_code, moved.headers["location"]) == (301, f"https://{SITE}/join")
        check_proxy(f"https://127.0.0.1:{https}", behind, ssl.create_default_context(cafile=certificate[0]))


def test_caddy_with_the_sample(behind: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over plain HTTP, because Caddy gets its certificates from the internet."""
    caddy = need("caddy")
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    sample = HOSTING / "Caddyfile"
    checked = [caddy, "validate", "--adapter", "caddyfile", "--config", str(sample)]
    assert subprocess.run(checked, capture_output=True).returncode == 0
    port = free_port()
    site = changed(
        "Caddyfile",
        (f"\n{SITE} {{", f"\nhttp://{SITE}:{port} {{"),
        ("127.0.0.1:8000", behind.url.partition("://")[2]),
    )
    config = tmp_path / "Caddyfile"
    config.write_text("{\n\tadmin off\n}\n" + site)
    with started([caddy, "run", "--adapter", "caddyfile", "--config", str(config)], port):
        check_proxy(f"http://127.0.0.1:{port}", behind, None)
