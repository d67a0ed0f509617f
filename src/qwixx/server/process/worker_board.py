"""The board of a server's workers, in shared memory: each one's heartbeat and its latest metrics."""

import multiprocessing
import time
import zlib
from typing import Any

import msgspec

from ..metrics import Measured

BEAT_SECONDS = 0.5
"""Time between two heartbeats of a worker."""
FRESH_SECONDS = 3.0
"""Time after its last heartbeat in which a worker counts as responsive."""
PAGE_BYTES = 32 * 1024
"""Room for the metrics of one worker."""

_spawn = multiprocessing.get_context("spawn")


class WorkerBoard:
    """Nothing here is locked, because a worker may be killed at any moment.

    A worker writes only its own place. Its metrics have two pages: it fills the one that is not shown, and
    then shows it. A checksum tells readers that a page changed while they read.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._beats: Any = _spawn.RawArray("d", workers)
        self._shown: Any = _spawn.RawArray("b", workers)
        self._pages: Any = [_spawn.RawArray("c", 2 * PAGE_BYTES) for _ in range(workers)]

    def beat(self, worker: int) -> None:
        self._beats[worker] = time.monotonic()

    def rest(self, worker: int) -> None:
        """The worker accepts no connections (any more)."""
        self._beats[worker] = 0.0

    def last_beat(self, worker: int) -> float:
        """Time of the last heartbeat, in seconds of the monotonic clock; 0 if it accepts no connections."""
        return float(self._beats[worker])

    def responsive(self, worker: int) -> bool:
        return time.monotonic() - self.last_beat(worker) < FRESH_SECONDS

    def publish(self, worker: int, measured: Measured) -> None:
        data = msgspec.json.encode(measured)
        assert len(data) < PAGE_BYTES - 8
        head = len(data).to_bytes(4) + zlib.crc32(data).to_bytes(4)
        hidden = 1 - self._shown[worker]
        start = hidden * PAGE_BYTES
        self._pages[worker][start : start + len(head) + len(data)] = head + data
        self._shown[worker] = hidden

    def read(self, worker: int) -> Measured:
        """The worker's latest metrics, empty before the first."""
        while True:
            start = self._shown[worker] * PAGE_BYTES
            page = bytes(self._pages[worker][start : start + PAGE_BYTES])
            size, checksum = int.from_bytes(page[:4]), int.from_bytes(page[4:8])
            data = page[8 : 8 + size]
            if not size:
                return Measured()
            if zlib.crc32(data) == checksum:
                return msgspec.json.decode(data, type=Measured)


class BoardPlace:
    """One worker's place on the board."""

    def __init__(self, board: WorkerBoard, worker: int) -> None:
        self._board = board
        self._worker = worker

    def before(self) -> Measured:
        """What the process published whose place this one takes."""
        return self._board.read(self._worker)

    def beat(self, measured: Measured) -> None:
        self._board.beat(self._worker)
        self._board.publish(self._worker, measured)

    def rest(self) -> None:
        self._board.rest(self._worker)

    def others(self) -> list[Measured]:
        """The metrics of the other workers; of those that are at rest only the counters."""
        found = []
        for one in range(self._board.workers):
            if one != self._worker:
                measured = self._board.read(one)
                resting = not self._board.last_beat(one)
                found.append(Measured(measured.counters) if resting else measured)
        return found
