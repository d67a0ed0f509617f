"""Several processes that accept from one socket and meet in one PostgreSQL. One that dies is replaced."""

import asyncio
import logging
import multiprocessing
import signal
import socket
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess

from ..json_logs import set_up_logs
from ..settings import Settings
from ..store.opening import open_store
from ..store.store import StoreError
from .handoff import Handoff, HandoffPeer, places
from .run import Listen, run

logger = logging.getLogger("qwixx.server")

PATIENCE = 15
"""Seconds that a process gets to end in order."""
PAUSE = 1.0
"""Seconds before a dead process is replaced, so that a lasting fault does not spin."""

_spawn = multiprocessing.get_context("spawn")


def run_many(
    settings: Settings, listen: Listen, sock: socket.socket, workers: int, ready: Callable[[], None]
) -> None:
    """`ready` is called when the database can be used; connections wait until a process takes them."""
    asyncio.run(_try(settings))
    ready()
    set_up_logs()
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    seats: list[HandoffPeer | None] = [*places(workers)] if hasattr(socket, "send_fds") else [None] * workers
    processes = [_start(settings, listen, sock, place) for place in seats]
    while not stop.is_set():
        wait([process.sentinel for process in processes], timeout=0.2)
        for at, process in enumerate(processes):
            if not process.is_alive() and not stop.is_set():
                logger.error("worker ended", extra={"exit_code": process.exitcode})
                if place := seats[at]:
                    place.alive[at] = 0
                stop.wait(PAUSE)
                processes[at] = _start(settings, listen, sock, seats[at])
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(PATIENCE)
        if process.is_alive():
            process.kill()


async def _try(settings: Settings) -> None:
    """Whoever started it hears at once of a database that cannot be used, and of it alone."""
    await (await open_store(settings.database)).close()


def _start(settings: Settings, listen: Listen, sock: socket.socket, place: HandoffPeer | None) -> BaseProcess:
    process = _spawn.Process(target=_work, args=(settings, listen, sock, place), name="qwixx-worker")
    process.start()
    return process


def _work(settings: Settings, listen: Listen, sock: socket.socket, place: HandoffPeer | None) -> None:
    # Ctrl-C in a terminal reaches every process; the first one tells the others when to end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        run(settings, listen, [sock], Handoff(place) if place else None)
    except StoreError as error:
        logger.error("cannot start", extra={"why": str(error)})  # noqa: TRY400 - it needs no traceback
        sys.exit(1)
