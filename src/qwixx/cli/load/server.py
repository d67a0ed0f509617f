"""The server under load, in processes of its own and on cores of its own; its CPU time and its memory."""

import asyncio
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .wire import Address, LoadError, request

START = 30.0
RESUME = 600.0
TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
PROC = Path("/proc")


def raise_file_limit() -> None:
    """Every connection is an open file, here and in the server, which inherits the limit."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


class ServerUnderLoad:
    def __init__(self, port: int, database: str, log: Path, workers: int = 1) -> None:
        self.address = Address("127.0.0.1", port)
        self.command = [
            sys.executable,
            "-c",
            "from qwixx.cli import main; main()",
            "serve",
            "--no-browser",
            "--port",
            str(port),
        ]
        self.command += ["--database", database, "--workers", str(workers)]
        self.workers = workers
        self.process: subprocess.Popen[bytes] | None = None
        self._log = log
        self._log_start = 0
        self._cores: list[int] = []

    async def start(self) -> float:
        """Starts it, and returns the time when it began to answer."""
        with self._log.open("ab") as log:
            self._log_start = log.tell()
            self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=log)
        if self._cores:
            os.sched_setaffinity(self.process.pid, self._cores)
        end = time.monotonic() + START
        while True:
            if self.process.poll() is not None:
                raise LoadError(f"The server did not start: {self._last_words()}")
            try:
                await request(self.address, "GET", "/api/bots")
            except OSError:
                if time.monotonic() > end:
                    raise LoadError(f"The server did not start within {START:.0f} s.") from None
                await asyncio.sleep(0.005)
            else:
                return time.perf_counter()

    async def resumed(self) -> None:
        """Waits until the server has read all unfinished games after its start."""
        end = time.monotonic() + RESUME
        while b'"resumed"' not in self._log.read_bytes()[self._log_start :]:
            if time.monotonic() > end:
                raise LoadError(f"The server did not resume its games within {RESUME:.0f} s.")
            await asyncio.sleep(0.1)

    def _last_words(self) -> str:
        lines = self._log.read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it logged nothing."

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def stop(self) -> bool:
        """Asks the server to end; False if it had to be killed."""
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()
                return False
            self.process = None
        return True

    def pids(self) -> list[int]:
        assert self.process is not None
        return [self.process.pid, *_children(self.process.pid)]

    def cpu(self) -> float | None:
        """CPU seconds of all its processes so far; `None` where the system does not say."""
        return sum(map(_cpu, self.pids())) if PROC.exists() else None

    def memory(self) -> float | None:
        """Resident memory in kB; `None` where the system does not say."""
        return sum(map(_memory, self.pids())) if PROC.exists() else None


@contextmanager
def apart(servers: list[ServerUnderLoad]) -> Iterator[None]:
    """Puts servers and client on different cores, if there are enough: one for each server process."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    mine = max(1, len(before) - sum(server.workers for server in servers))
    for server in servers:
        server._cores = sorted(before)[mine:]
    try:
        os.sched_setaffinity(0, sorted(before)[:mine])
        yield
    finally:
        os.sched_setaffinity(0, before)


def _children(pid: int) -> list[int]:
    found = []
    for task in (PROC / str(pid) / "task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found += [child, *_children(child)]
    return found


def _cpu(pid: int) -> float:
    fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def _memory(pid: int) -> float:
    for line in (PROC / str(pid) / "status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1])
    return 0.0
