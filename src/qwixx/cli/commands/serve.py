"""`qwixx serve`: live tables for this machine, the home network or everybody."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

Host = Annotated[str, typer.Option(help="The address to listen on; this machine alone by default.")]
Port = Annotated[int, typer.Option(help="0 takes any free port.", min=0, max=65535)]
Lan = Annotated[
    bool, typer.Option("--lan", help="For phones in the same network: the same as --host 0.0.0.0.")
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")]
Data = Annotated[Path | None, typer.Option(help="The folder for the games, if not the usual one.")]
Database = Annotated[str | None, typer.Option(help="sqlite:///FILE or postgresql://USER@HOST/NAME")]
Origin = Annotated[
    list[str] | None,
    typer.Option(help="A web address that may use the server, such as https://qwixx.example; repeatable."),
]
Proxies = Annotated[
    str, typer.Option(help="Addresses of reverse proxies, with commas, whose X-Forwarded headers count.")
]
Workers = Annotated[int, typer.Option(help="Processes; more than one needs PostgreSQL.", min=1, max=64)]
Pace = Annotated[
    float,
    typer.Option(help="Seconds a bot waits before it plays, so that people can follow.", min=0, max=60),
]

EVERYWHERE = ("0.0.0.0", "::")


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    lan: Lan = False,
    no_browser: NoBrowser = False,
    data: Data = None,
    database: Database = None,
    origin: Origin = None,
    trusted_proxies: Proxies = "",
    workers: Workers = 1,
    pace: Pace = 0.8,
) -> None:
    """Serve live tables to browsers and programs."""
    import msgspec

    from qwixx.server.process.run import Listen, listen_on, run
    from qwixx.server.settings import Settings
    from qwixx.server.store.address import address_of, read_address

    address = address_of(data, database)
    read_address(address)
    settings = Settings(database=address, origins=tuple(origin or ()), pace=pace)
    if workers > 1 and not settings.shared:
        raise typer.BadParameter(
            "several workers need PostgreSQL: a SQLite file has one writer. Use --database postgresql://…"
        )
    if not host:
        raise typer.BadParameter("--host needs an address; for all that this machine has, use --lan.")
    _check_origins(settings.origins)
    _check_proxies(trusted_proxies)
    sock = listen_on("0.0.0.0" if lan else host, port)
    settings = msgspec.structs.replace(settings, home=home_of(sock.getsockname()))
    ready = partial(greet, sock.getsockname(), browser=not no_browser)
    listen = Listen(trusted_proxies=trusted_proxies)
    if workers > 1:
        from qwixx.server.process.workers import run_many

        run_many(settings, listen, sock, workers, ready)
    else:
        run(settings, listen, [sock], ready=ready)


def _check_origins(origins: tuple[str, ...]) -> None:
    from urllib.parse import urlsplit

    for origin in origins:
        try:
            scheme, _, path, query, fragment = (parts := urlsplit(origin))
            good = scheme in ("http", "https") and parts.hostname and parts.port != 0
        except ValueError:  # a port or an IPv6 address that is none
            good = False
        if not good or path.strip("/") or query or fragment:
            raise typer.BadParameter(
                f"--origin {origin!r} should be the address of a site, such as https://qwixx.example."
            )


def _check_proxies(proxies: str) -> None:
    from ipaddress import ip_network

    for proxy in proxies.split(",") if proxies else ():
        try:
            ip_network(proxy.strip(), strict=False)
        except ValueError:
            raise typer.BadParameter(
                f"--trusted-proxies {proxy!r} should be an address or a network, such as 127.0.0.1."
            ) from None


def greet(bound: tuple[str, int], *, browser: bool) -> None:
    """Says where the game is; for a network also as a code that phones read."""
    host, port = bound[:2]
    here = f"http://{'127.0.0.1' if host in EVERYWHERE else _bracketed(host)}:{port}/"
    print(f"Qwixx is at {here} (stop it with Ctrl-C)", flush=True)
    if there := home_of(bound):
        import segno

        print(f"In the same network: {there}/", flush=True)
        segno.make(f"{there}/").terminal(compact=True)
    if browser and _has_display():
        import threading
        import webbrowser

        # Finding a browser can take a while, and the server answers meanwhile.
        threading.Thread(target=webbrowser.open, args=[here], daemon=True).start()


def home_of(bound: tuple[str, int]) -> str:
    """The address for others in the network; empty if there is none."""
    host, port = bound[:2]
    address = _address_in_network() if host in EVERYWHERE else ""
    return address and f"http://{address}:{port}"


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _address_in_network() -> str:
    """The address other devices reach this machine at. Connecting a datagram socket sends nothing."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            return ""
    return "" if address.startswith("127.") else address


def _has_display() -> bool:
    import os
    import sys

    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
