"""Runs several processes on one socket and one PostgreSQL, and replaces those that end or hang."""

import asyncio
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess

from msgspec import Struct

from ..logs import set_up_logs
from ..settings import Settings
from ..store.opening import open_store
from ..store.store import StoreError
from .handoff import Handoff, HandoffPeer, make_peers
from .run import Listen, open_when_ready, run
from .worker_board import BoardPlace, WorkerBoard

logger = logging.getLogger("qwixx.server")

STOP_SECONDS = 15
"""Time that a process has to shut down before it is killed."""
RESTART_PAUSE = 1.0
"""Seconds before a dead process is replaced, so that a lasting fault does not restart it in a tight loop."""
WATCH_SECONDS = 0.2
"""Time between two looks at the workers."""
HUNG_SECONDS = 20.0
"""Time without a heartbeat after which a worker is killed and replaced."""

_spawn = multiprocessing.get_context("spawn")


class WorkerTask(Struct, frozen=True, kw_only=True):
    """Arguments of every worker."""

    settings: Settings
    listen: Listen
    sock: socket.socket
    board: WorkerBoard


class WorkerProcess:
    """One of the processes, as its parent sees it."""

    def __init__(self, task: WorkerTask, index: int, peer: HandoffPeer | None) -> None:
        """`peer`: `None` where the system cannot pass a connection to another process."""
        self._task = task
        self._index = index
        self._peer = peer
        self._beat = 0.0
        self._silent = 0.0
        self.process = self._start()

    def _start(self) -> BaseProcess:
        given = self._task, self._index, self._peer
        process = _spawn.Process(target=_work, args=given, name="qwixx-worker")
        process.start()
        return process

    def replace(self) -> None:
        logger.error("worker ended", extra={"exit_code": self.process.exitcode})
        self._task.board.rest(self._index)
        self.process = self._start()

    def check_heart(self) -> None:
        """Kills the process if its heart has stopped; it is then replaced like any other that ended.

        Only time counts in which this process itself was awake: both may have been suspended.
        """
        beat = self._task.board.last_beat(self._index)
        self._silent = self._silent + WATCH_SECONDS if beat and beat == self._beat else 0.0
        self._beat = beat
        if self._silent >= HUNG_SECONDS:
            logger.error("worker hangs", extra={"seconds": round(self._silent)})
            self._silent = 0.0
            self.process.kill()
            self.process.join(STOP_SECONDS)


def run_many(
    settings: Settings, listen: Listen, sock: socket.socket, workers: int, ready: Callable[[], None]
) -> None:
    """`ready` is called when the database can be used; connections wait until a process accepts them."""
    set_up_logs()
    asyncio.run(_check_database(settings))
    ready()
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    board = WorkerBoard(workers)
    # The state of an encrypted connection is in the memory of its process.
    can_hand_over = hasattr(socket, "send_fds") and not listen.tls_cert
    peers: list[HandoffPeer | None] = [*make_peers(board)] if can_hand_over else [None] * workers
    task = WorkerTask(settings=settings, listen=listen, sock=sock, board=board)
    running = [WorkerProcess(task, index, peer) for index, peer in enumerate(peers)]
    while not stop.is_set():
        if wait([worker.process.sentinel for worker in running], timeout=WATCH_SECONDS):
            stop.wait(RESTART_PAUSE)
        for worker in running:
            if stop.is_set():
                break
            if worker.process.is_alive():
                worker.check_heart()
            else:
                worker.replace()
    for worker in running:
        worker.process.terminate()
    for worker in running:
        worker.process.join(STOP_SECONDS)
        if worker.process.is_alive():
            worker.process.kill()


async def _check_database(settings: Settings) -> None:
    """Raises `StoreError` here, once, if the database cannot be used, instead of in every process."""

    async def check() -> None:
        await (await open_store(settings.database)).close()

    await open_when_ready(check, lambda: False)


def _work(task: WorkerTask, index: int, peer: HandoffPeer | None) -> None:
    # Ctrl-C in a terminal reaches every process; the parent tells the others when to stop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    handoff = Handoff(peer) if peer else None
    try:
        run(task.settings, task.listen, [task.sock], handoff, place=BoardPlace(task.board, index))
    except StoreError as error:
        logger.error("cannot start", extra={"why": str(error)})  # noqa: TRY400 - it needs no traceback
        sys.exit(1)


def _end_with_parent() -> None:
    """Without its parent a worker would hold the port and never be replaced."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()  # a pipe that the system closes when the parent is gone, however it ended
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(STOP_SECONDS)
    os._exit(1)
