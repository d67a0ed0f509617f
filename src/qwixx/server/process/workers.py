"""Runs several processes that accept from one socket and share one PostgreSQL, and replaces dead ones."""

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
from .handoff import Handoff, HandoffPeer, make_peers
from .run import Listen, run

logger = logging.getLogger("qwixx.server")

STOP_SECONDS = 15
"""Time that a process has to shut down before it is killed."""
RESTART_PAUSE = 1.0
"""Seconds before a dead process is replaced, so that a lasting fault does not restart it in a tight loop."""

_spawn = multiprocessing.get_context("spawn")


def run_many(
    settings: Settings, listen: Listen, sock: socket.socket, workers: int, ready: Callable[[], None]
) -> None:
    """`ready` is called when the database can be used; connections wait until a process accepts them."""
    asyncio.run(_check_database(settings))
    ready()
    set_up_logs()
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    can_hand_over = hasattr(socket, "send_fds")
    peers: list[HandoffPeer | None] = [*make_peers(workers)] if can_hand_over else [None] * workers
    processes = [_start(settings, listen, sock, peer) for peer in peers]
    while not stop.is_set():
        wait([process.sentinel for process in processes], timeout=0.2)
        for index, process in enumerate(processes):
            if not process.is_alive() and not stop.is_set():
                logger.error("worker ended", extra={"exit_code": process.exitcode})
                if peer := peers[index]:
                    peer.alive[index] = 0
                stop.wait(RESTART_PAUSE)
                processes[index] = _start(settings, listen, sock, peers[index])
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(STOP_SECONDS)
        if process.is_alive():
            process.kill()


async def _check_database(settings: Settings) -> None:
    """Raises `StoreError` here, once, if the database cannot be used, instead of in every process."""
    await (await open_store(settings.database)).close()


def _start(settings: Settings, listen: Listen, sock: socket.socket, peer: HandoffPeer | None) -> BaseProcess:
    process = _spawn.Process(target=_work, args=(settings, listen, sock, peer), name="qwixx-worker")
    process.start()
    return process


def _work(settings: Settings, listen: Listen, sock: socket.socket, peer: HandoffPeer | None) -> None:
    # Ctrl-C in a terminal reaches every process; the parent tells the others when to stop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        run(settings, listen, [sock], Handoff(peer) if peer else None)
    except StoreError as error:
        logger.error("cannot start", extra={"why": str(error)})  # noqa: TRY400 - it needs no traceback
        sys.exit(1)
