"""`qwixx serve`: run the server for this machine, the home network or the internet."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from ..errors import WrongUse
from ..server_options import Data, Database

Host = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS", help="The address to listen on. The default can be reached from this machine only."
    ),
]
Port = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=0,
        max=65535,
        help="The port to listen on; 0 chooses a free one.",
        show_default="8000, or the next free one",
    ),
]
Lan = Annotated[
    bool,
    typer.Option(
        "--lan",
        help="Let phones and computers in the same network join. The same as --host 0.0.0.0.",
    ),
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Do not open the game in the browser.")]
Origin = Annotated[
    list[str] | None,
    typer.Option(
        metavar="URL",
        help="The address of another web site that may use the server, such as https://qwixx.example. The "
        "option can be repeated.",
    ),
]
Proxies = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS,...",
        help="The addresses of reverse proxies, separated by commas. Their X-Forwarded headers are trusted.",
    ),
]
TlsCert = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="The certificate for HTTPS, with its chain, in PEM. It goes with --tls-key."
    ),
]
TlsKey = Annotated[
    Path | None, typer.Option(metavar="FILE", help="The key of the certificate, in PEM, without a password.")
]
Workers = Annotated[
    int,
    typer.Option(
        metavar="N", min=1, max=64, help="The number of server processes. More than one needs PostgreSQL."
    ),
]
LogAddresses = Annotated[
    bool,
    typer.Option("--log-addresses", help="Write the addresses of visitors to the log, to trace abuse."),
]
Pace = Annotated[
    float,
    typer.Option(
        metavar="SECONDS",
        min=0,
        max=60,
        help="The time that a bot waits before it plays, so that people can follow.",
    ),
]

KeepGames = Annotated[
    float | None,
    typer.Option(
        metavar="DAYS", min=0, help="Delete games that have been over for this time.", show_default="never"
    ),
]
KeepGuests = Annotated[
    float | None,
    typer.Option(
        metavar="DAYS",
        min=0,
        help="Delete guests who first came this long ago and have no game that is kept.",
        show_default="never",
    ),
]
KeepChat = Annotated[float, typer.Option(metavar="DAYS", min=0, help="Delete chat messages after this time.")]

EVERYWHERE = ("0.0.0.0", "::")
FIRST_PORT = 8000


def serve(
    context: typer.Context,
    host: Host = "127.0.0.1",
    port: Port = None,
    lan: Lan = False,
    no_browser: NoBrowser = False,
    data: Data = None,
    database: Database = None,
    origin: Origin = None,
    trusted_proxies: Proxies = "",
    tls_cert: TlsCert = None,
    tls_key: TlsKey = None,
    workers: Workers = 1,
    log_addresses: LogAddresses = False,
    pace: Pace = 0.8,
    keep_games: KeepGames = None,
    keep_guests: KeepGuests = None,
    keep_chat: KeepChat = 30,
) -> None:
    """Run the server and open the game in the browser.

    If it is already running, a second start only opens the browser, unless options ask for something else.

    Examples:
        qwixx serve
        qwixx serve --lan
        qwixx serve --data games --no-browser
    """
    import msgspec

    from qwixx.server.process.run import Listen, listen_on, listen_on_free, run
    from qwixx.server.settings import Retention, Settings
    from qwixx.server.store.address import address_of, read_address

    address = address_of(data, database)
    read_address(address)
    keep = Retention(games=keep_games, guests=keep_guests, chat=keep_chat)
    settings = Settings(
        database=address, origins=tuple(origin or ()), log_addresses=log_addresses, pace=pace, keep=keep
    )
    if workers > 1 and not settings.shared:
        raise WrongUse(
            "--workers needs PostgreSQL, because a SQLite file has only one writer: add --database "
            "postgresql://USER@HOST/NAME."
        )
    if not host:
        raise WrongUse("--host is empty: give an address, or use --lan for all addresses of this machine.")
    _check_origins(settings.origins)
    _check_proxies(trusted_proxies)
    _check_certificate(tls_cert, tls_key)
    if _is_running(context, address, browser=not no_browser):
        return
    scheme = "https" if tls_cert else "http"
    chosen = "0.0.0.0" if lan else host
    sock = listen_on_free(chosen, FIRST_PORT) if port is None else listen_on(chosen, port)
    settings = msgspec.structs.replace(settings, home=home_of(sock.getsockname(), scheme))
    ready = partial(_greet_and_note, address, sock.getsockname(), browser=not no_browser, scheme=scheme)
    listen = Listen(trusted_proxies=trusted_proxies, tls_cert=str(tls_cert or ""), tls_key=str(tls_key or ""))
    if workers > 1:
        from qwixx.server.process.workers import run_many

        run_many(settings, listen, sock, workers, ready)
    else:
        run(settings, listen, [sock], ready=ready)


def _is_running(context: typer.Context, address: str, *, browser: bool) -> bool:
    """Opens the server that already uses this database, if nothing was asked of a new one."""
    from qwixx.server.store.server_lock import running_site

    sources = {name: context.get_parameter_source(name) for name in context.params}
    asked = {name for name, source in sources.items() if source and source.name == "COMMANDLINE"}
    site = running_site(address) if asked <= {"data", "database", "no_browser"} else ""
    if site:
        print(f"Qwixx is already running at {site}", flush=True)
        if browser and _has_display():
            import webbrowser

            webbrowser.open(site)
    return bool(site)


def _greet_and_note(address: str, bound: tuple[str, int], *, browser: bool, scheme: str) -> None:
    from qwixx.server.store.server_lock import note_site

    note_site(address, site_of(bound, scheme))
    greet(bound, browser=browser, scheme=scheme)


def _check_origins(origins: tuple[str, ...]) -> None:
    from urllib.parse import urlsplit

    for origin in origins:
        try:
            scheme, _, path, query, fragment = (parts := urlsplit(origin))
            good = scheme in ("http", "https") and parts.hostname and parts.port != 0
        except ValueError:  # a port or an IPv6 address that is not valid
            good = False
        if not good or path.strip("/") or query or fragment:
            raise WrongUse(
                f"--origin {origin!r} is not the address of a web site: write one such as https://qwixx.example."
            )


def _check_proxies(proxies: str) -> None:
    from ipaddress import ip_network

    for proxy in proxies.split(",") if proxies else ():
        try:
            ip_network(proxy.strip(), strict=False)
        except ValueError:
            raise WrongUse(
                f"--trusted-proxies {proxy!r} is not an address or network: write one such as 127.0.0.1."
            ) from None


def _check_certificate(certificate: "Path | None", key: "Path | None") -> None:
    import ssl

    if (certificate is None) != (key is None):
        raise WrongUse("--tls-cert and --tls-key go together: give both.")
    for option, file in (("--tls-cert", certificate), ("--tls-key", key)):
        if file and not file.is_file():
            raise WrongUse(f"{option} {file} does not exist: give a file in PEM.")
    if certificate and key:
        try:
            # An empty password: without one, a key that has a password would ask for it.
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password="")
        except (OSError, ssl.SSLError) as error:
            raise WrongUse(
                f"--tls-cert {certificate} and --tls-key {key} cannot be used ({error.strerror or error}): "
                "give a certificate and its key, both in PEM, the key without a password."
            ) from None


def greet(bound: tuple[str, int], *, browser: bool, scheme: str = "http") -> None:
    """Prints the address of the game, for a network also as a QR code, and opens the browser."""
    here = site_of(bound, scheme)
    print(f"Qwixx is at {here} (stop it with Ctrl-C)", flush=True)
    if there := home_of(bound, scheme):
        import segno

        print(f"In the same network: {there}/", flush=True)
        segno.make(f"{there}/").terminal(compact=True)
    if browser and _has_display():
        import threading
        import webbrowser

        # Finding a browser can take a while; the server must answer meanwhile.
        threading.Thread(target=webbrowser.open, args=[here], daemon=True).start()


def site_of(bound: tuple[str, int], scheme: str) -> str:
    """The web address on this machine."""
    host, port = bound[:2]
    return f"{scheme}://{'127.0.0.1' if host in EVERYWHERE else _bracketed(host)}:{port}/"


def home_of(bound: tuple[str, int], scheme: str = "http") -> str:
    """The address for other devices in the network; empty if only this machine can reach the server."""
    host, port = bound[:2]
    address = _address_in_network() if host in EVERYWHERE else ""
    return address and f"{scheme}://{address}:{port}"


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _address_in_network() -> str:
    """This machine's address in the local network. Connecting a datagram socket sends nothing."""
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
