"""`qwixx serve --workers`: processes that die, hang, lose their parent or are asked for metrics."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from zlib import crc32

import httpx2
import pytest
from live_server import wire
from sqlalchemy.engine import make_url

from qwixx.client import Guest
from qwixx.server.metrics import Measured
from qwixx.server.process.worker_board import FRESH_SECONDS, BoardPlace, WorkerBoard
from qwixx.server.protocol import Options

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the tests look for processes in /proc")

MAIN = """
import os
from qwixx.cli import main
from qwixx.server.process import workers
workers.HUNG_SECONDS = float(os.environ["HUNG_SECONDS"])
if __name__ == "__main__":
    main()
"""


class Serving:
    """A server with workers, as its host starts it."""

    def __init__(self, folder: Path, *arguments: str, hung_seconds: float = 1000.0) -> None:
        program = folder / "serve.py"
        program.write_text(MAIN)
        self.log = folder / "log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, str(program), "serve", "--no-browser", "--pace", "0", *arguments],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "HUNG_SECONDS": str(hung_seconds)},
            )

    def url(self) -> str:
        """Waits until it is ready."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().split()[3].rstrip("/")

    def events(self) -> list[str]:
        return [json.loads(line)["event"] for line in self.log.read_text().splitlines()]

    def workers(self) -> list[int]:
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return sorted(int(child) for child in children if "spawn_main" in command_of(int(child)))

    def stop(self) -> None:
        left = self.workers() if self.process.poll() is None else []
        self.process.terminate()
        self.process.wait(40)
        assert self.process.stdout is not None
        self.process.stdout.close()
        assert not [pid for pid in left if runs(pid)]


def command_of(pid: int) -> str:
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/cmdline").read_text()
    return ""


def runs(pid: int) -> bool:
    return bool(command_of(pid))


def wait_until(true: Callable[[], object], seconds: float = 40.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)


@contextmanager
def serving(
    folder: Path, database: str, port: int = 0, hung_seconds: float = 1000.0
) -> Iterator[tuple[str, Serving]]:
    arguments = "--port", str(port), "--workers", "2", "--database", database
    server = Serving(folder, *arguments, hung_seconds=hung_seconds)
    try:
        url = server.url()
        wait_until(lambda: server.events().count("ready") >= 2)
        # Each process has told the others that it is there.
        wait_until(lambda: metric(url, "qwixx_processes") == 2)
        yield url, server
    finally:
        server.stop()


def metric(url: str, name: str) -> float:
    lines = httpx2.get(f"{url}/metrics").text.splitlines()
    [value] = [line.split()[1] for line in lines if line.startswith(f"{name} ")]
    return float(value)


def test_workers_end_with_their_parent_and_free_the_port(postgres: str, tmp_path: Path) -> None:
    with serving(tmp_path, postgres) as (url, server):
        workers = server.workers()
        assert len(workers) == 2
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait()
        wait_until(lambda: not any(runs(pid) for pid in workers))
        port = int(url.rpartition(":")[2])
    again = tmp_path / "again"
    again.mkdir()
    with serving(again, postgres, port) as (url, _):
        assert httpx2.get(f"{url}/healthz").text == "ok\n"


def test_a_hung_worker_is_bypassed(postgres: str, tmp_path: Path) -> None:
    async def enter(url: str, guest: Guest, table: str) -> None:
        """With its name in the address, so that the connection is handed to the table's home process."""
        async with asyncio.timeout(30), wire(url, guest.cookie, query=f"?table={table}") as line:
            assert (await line.hello(table))["type"] == "snapshot"

    async def run(url: str, server: Serving) -> None:
        ann = await Guest.arrive(url, "Ann")
        tables = [await ann.create(Options(seats=2)) for _ in range(8)]
        assert len({crc32(table.encode()) % 2 for table in tables}) == 2
        hung = server.workers()[0]
        os.kill(hung, signal.SIGSTOP)
        await asyncio.sleep(FRESH_SECONDS)
        await asyncio.gather(*[enter(url, ann, table) for table in tables])
        os.kill(hung, signal.SIGCONT)

    with serving(tmp_path, postgres) as (url, server):
        asyncio.run(asyncio.wait_for(run(url, server), 120))


def test_a_hung_worker_is_replaced(postgres: str, tmp_path: Path) -> None:
    with serving(tmp_path, postgres, hung_seconds=3.0) as (url, server):
        hung = server.workers()[0]
        os.kill(hung, signal.SIGSTOP)
        wait_until(lambda: "worker hangs" in server.events())
        wait_until(lambda: not runs(hung))
        wait_until(lambda: len(server.workers()) == 2)
        wait_until(lambda: metric(url, "qwixx_processes") == 2)


def test_metrics_are_the_sums_over_all_workers_and_never_fall(postgres: str, tmp_path: Path) -> None:
    async def run(url: str, server: Serving) -> None:
        ann = await Guest.arrive(url, "Ann")
        for _ in range(6):
            await ann.create(Options(seats=2))
        await asyncio.sleep(1.5)
        for _ in range(10):
            assert metric(url, "qwixx_tables_opened_total") == 6
        for worker in server.workers():
            os.kill(worker, signal.SIGKILL)
            await asyncio.to_thread(wait_until, lambda worker=worker: not runs(worker))  # type: ignore[misc]
            await asyncio.to_thread(wait_until, lambda: len(server.workers()) == 2)
        await asyncio.to_thread(wait_until, lambda: server.events().count("ready") == 4)
        await asyncio.to_thread(wait_until, lambda: metric(url, "qwixx_processes") == 2)
        assert metric(url, "qwixx_tables_opened_total") == 6

    with serving(tmp_path, postgres) as (url, server):
        asyncio.run(asyncio.wait_for(run(url, server), 120))


def test_a_board_keeps_the_last_metrics_of_each_worker() -> None:
    board = WorkerBoard(2)
    first, second = BoardPlace(board, 0), BoardPlace(board, 1)
    assert first.others() == [Measured()]
    for count in range(5):
        second.beat(Measured({"a_total": count}, {"b": 1}))
    assert first.others() == [Measured({"a_total": 4}, {"b": 1})]
    second.rest()
    assert first.others() == [Measured({"a_total": 4})]
    assert BoardPlace(board, 1).before() == Measured({"a_total": 4}, {"b": 1})


# A database that is not there yet


class Relay:
    """Forwards a TCP port to the socket of PostgreSQL, once it is started."""

    def __init__(self, path: str) -> None:
        self.path = path
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]

    def start(self) -> None:
        threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True).start()

    async def _serve(self) -> None:
        async with await asyncio.start_server(self._connect, "127.0.0.1", self.port) as server:
            await server.serve_forever()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_unix_connection(self.path)
        await asyncio.gather(_pump(reader, there[1]), _pump(there[0], writer))


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
        writer.close()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_server_waits_for_its_database(postgres: str, tmp_path: Path, workers: str) -> None:
    url = make_url(postgres)
    relay = Relay(f"{url.query['host']}/.s.PGSQL.5432")
    address = url.set(query={}, host="127.0.0.1", port=relay.port).render_as_string(hide_password=False)
    server = Serving(tmp_path, "--port", "0", "--database", address, "--workers", workers)
    try:
        wait_until(lambda: "waiting for the database" in server.events())
        assert server.process.poll() is None
        relay.start()
        served = server.url()
        wait_until(lambda: "ready" in server.events())
        assert httpx2.get(f"{served}/healthz").text == "ok\n"
    finally:
        server.stop()


def test_a_server_that_waits_for_its_database_can_be_stopped(postgres: str, tmp_path: Path) -> None:
    relay = Relay("never started")
    address = make_url(postgres).set(query={}, host="127.0.0.1", port=relay.port)
    server = Serving(tmp_path, "--port", "0", "--database", address.render_as_string(hide_password=False))
    wait_until(lambda: "waiting for the database" in server.events())
    server.stop()
