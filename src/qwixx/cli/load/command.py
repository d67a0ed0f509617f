"""The options of `qwixx load`."""

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qwixx.cli.errors import WrongUse
from qwixx.cli.options import Json, Variant

if TYPE_CHECKING:
    from .report import LoadReport
    from .runs import LoadPlan

UNSOUND = 1
MOST_TABLES = 5_000
MOST_SECONDS = 3_600.0


def load(
    tables: Annotated[
        int, typer.Option(metavar="N", min=1, max=MOST_TABLES, help="The number of tables in play at once.")
    ] = 200,
    seats: Annotated[
        int, typer.Option(metavar="N", min=1, max=5, help="The number of people at each table.")
    ] = 5,
    variant: Variant = "classic",
    think: Annotated[
        str,
        typer.Option(
            metavar="SECONDS", help="The time before a choice, fixed or between two limits; 0 is none."
        ),
    ] = "0.5-1.5",
    seconds: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.1, max=MOST_SECONDS, help="The length of the run.")
    ] = 30.0,
    idle: Annotated[
        int,
        typer.Option(metavar="N", min=0, max=20_000, help="Hold N idle connections instead of playing."),
    ] = 0,
    memory: Annotated[
        bool, typer.Option("--memory", help="Measure the memory of idle tables instead.")
    ] = False,
    kill: Annotated[
        int,
        typer.Option(
            metavar="N", min=0, max=10_000, help="Kill the server N times during play, and check the games."
        ),
    ] = 0,
    restart: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            max=10_000,
            help="Stop and start the processes in turn, N times in all, and check the games.",
        ),
    ] = 0,
    workers: Annotated[
        int, typer.Option(metavar="N", min=1, max=16, help="The number of server processes.")
    ] = 1,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="The PostgreSQL database of the server: postgresql://USER@HOST/NAME.",
            show_default="a new SQLite file",
        ),
    ] = None,
    at: Annotated[
        list[str] | None,
        typer.Option(
            metavar="127.0.0.1:PORT",
            help="Use a server that is already running, instead of starting one. The option can be repeated.",
        ),
    ] = None,
    json: Json = False,
) -> int:
    """Load-test the server with real games over WebSockets.

    It starts a server of its own on this machine, with a core for each process if there are enough, and
    reports its speed, CPU time and memory. The exit code is 1 if anything was lost or two people saw
    different positions.

    Examples:
        qwixx load --tables 50 --seconds 10
        qwixx load --kill 3 --json
    """
    import asyncio

    import msgspec

    if at and (kill or restart or memory or workers > 1):
        raise WrongUse(
            "--at is for servers that run already: --kill, --restart, --memory and --workers start one."
        )
    if restart and workers == 1:
        raise WrongUse("--restart needs other processes that take over: give --workers 2 or more.")
    report = asyncio.run(
        _run(
            {
                "tables": tables,
                "seats": seats,
                "variant": variant,
                "think": _range(think),
                "seconds": seconds,
            },
            idle=idle,
            memory=memory,
            kill=kill,
            restart=restart,
            workers=workers,
            database=database,
            at=[_address(one) for one in at or ()],
        )
    )
    if json:
        print(msgspec.json.encode(report).decode())
    else:
        for key, value in msgspec.to_builtins(report).items():
            if key != "faults":
                print(f"{key.replace('_', ' '):32} {value}")
    for fault in report.faults[:20]:
        print(f"qwixx: {fault}", file=sys.stderr)
    return UNSOUND if report.faults else 0


async def _run(
    asked: dict[str, object],
    *,
    idle: int,
    memory: bool,
    kill: int,
    restart: int,
    workers: int,
    database: str | None,
    at: list[tuple[str, int]],
) -> "LoadReport":
    from .runs import LoadPlan
    from .server import ServerUnderLoad, apart, raise_file_limit
    from .wire import Address

    raise_file_limit()
    if at:
        plan = LoadPlan(addresses=[Address(*one) for one in at], servers=[], **asked)  # type: ignore[arg-type]
        return await _measure(plan, idle, memory, kill, restart, "")
    with tempfile.TemporaryDirectory(prefix="qwixx-load-") as folder:
        used = database or f"sqlite:///{Path(folder) / 'qwixx.db'}"
        # Each process that is restarted on its own is a server of its own; otherwise one server has them all.
        separate, each = (workers, 1) if restart else (1, workers)
        servers = [
            ServerUnderLoad(_free_port(), used, Path(folder) / f"server-{number}.log", each)
            for number in range(separate)
        ]
        with apart(servers):
            try:
                for server in servers:
                    await server.start()
                addresses = [server.address for server in servers]
                plan = LoadPlan(addresses=addresses, servers=servers, **asked)  # type: ignore[arg-type]
                report = await _measure(plan, idle, memory, kill, restart, used)
            finally:
                for server in servers:
                    server.stop()
    report.workers = workers
    report.database = used.partition(":")[0]
    return report


async def _measure(
    plan: "LoadPlan", idle: int, memory: bool, kill: int, restart: int, database: str
) -> "LoadReport":
    from qwixx.cli.progress import bar

    from . import runs

    if idle:
        return await runs.idle_connections(plan, idle)
    if memory:
        return await runs.idle_tables(plan)
    if kill:
        from .crashes import crashes

        with bar("Kills") as tell:
            return await crashes(plan, kill, database, tell)
    if restart:
        from .crashes import rolling_restarts

        with bar("Restarts") as tell:
            return await rolling_restarts(plan, restart, database, tell)
    return await runs.play(plan)


def _range(text: str) -> tuple[float, float]:
    low, _, high = text.partition("-")
    try:
        found = float(low), float(high or low)
    except ValueError:
        found = -1.0, -1.0
    if not 0 <= found[0] <= found[1] <= 60:
        raise WrongUse(f"--think must be seconds from 0 to 60, such as 0, 1 or 0.5-1.5, not {text!r}.")
    return found


def _address(text: str) -> tuple[str, int]:
    """An address on this machine: a load client must not be usable as a weapon."""
    host, _, port = text.rpartition(":")
    if host not in ("127.0.0.1", "localhost") or not port.isdecimal() or not 0 < int(port) < 65536:
        raise WrongUse(f"--at must be 127.0.0.1:PORT, because only this machine may be loaded, not {text!r}.")
    return "127.0.0.1", int(port)


def _free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
