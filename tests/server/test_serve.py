"""`qwixx serve` from the outside."""

import asyncio
import json
import logging
import re
import resource
import socket
import ssl
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
from sqlalchemy.engine import URL
from websockets.asyncio.client import connect

from qwixx.cli.commands.serve import greet, home_of
from qwixx.cli.main import run
from qwixx.server.logs import set_up_logs
from qwixx.server.process.run import listen_on, listen_on_free
from qwixx.server.store.address import address_of
from qwixx.server.store.server_lock import ServerLock, note_site, running_site

SERVE = [sys.executable, "-c", "from qwixx.cli import main; main()", "serve", "--no-browser"]


def refusal(*arguments: str) -> str:
    done = subprocess.run([*SERVE, *arguments], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stdout == ""
    [line] = done.stderr.splitlines()
    return line


def test_a_taken_port_is_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert f"Port {port} is in use" in refusal("--port", port, "--data", str(tmp_path))


def test_without_a_port_the_next_free_one_is_taken() -> None:
    with listen_on("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with listen_on_free("127.0.0.1", port) as found:
            assert found.getsockname()[1] > port


def test_a_second_start_opens_the_server_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("qwixx.cli.commands.serve._has_display", lambda: True)
    address = address_of(tmp_path)
    lock = ServerLock(address)
    assert running_site(address) == ""  # it is starting
    note_site(address, "http://127.0.0.1:8001/")
    assert run(["--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "Qwixx is already running at http://127.0.0.1:8001/\n"
    assert run(["--data", str(tmp_path), "--no-browser"]) == 0
    assert opened == ["http://127.0.0.1:8001/"]
    # Somebody who asks for a port wants a server there, and is told why that is not possible.
    assert "Another server uses" in refusal("--port", "0", "--data", str(tmp_path))
    lock.release()
    assert running_site(address) == ""


def test_logs_are_words_on_a_terminal_and_json_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    record = logging.makeLogRecord({"msg": "waiting", "levelno": 30, "levelname": "WARNING", "why": "no\x1b"})
    root = logging.getLogger()
    before = root.handlers, root.level
    try:
        for terminal, shown in ((True, r"\d\d:\d\d:\d\d warning: waiting \(why no\?\)"), (False, r"\{.*\}")):
            monkeypatch.setattr("sys.stderr.isatty", lambda terminal=terminal: terminal)
            set_up_logs()
            [handler] = root.handlers
            assert re.fullmatch(shown, handler.format(record))
    finally:
        root.handlers, root.level = before


def test_several_workers_on_sqlite_are_refused_with_the_reason(tmp_path: Path) -> None:
    line = refusal("--workers", "2", "--port", "0", "--data", str(tmp_path))
    assert "PostgreSQL" in line
    assert "one writer" in line


def test_a_second_server_on_one_sqlite_file_is_refused_and_a_crash_leaves_no_lock(tmp_path: Path) -> None:
    data = ["--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(
        [*SERVE, *data], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as first:
        assert first.stdout is not None
        url = first.stdout.readline().split()[3]
        assert httpx2.get(f"{url}healthz").text == "ok\n"
        line = refusal(*data)
        assert f"Another server uses {tmp_path / 'qwixx.db'}: stop it" in line
        admin = [*SERVE[:3], "admin", "tables", "--data", str(tmp_path)]
        assert subprocess.run(admin, capture_output=True, timeout=60).returncode == 0
        backup = [*SERVE[:3], "backup", str(tmp_path / "copy.db"), "--data", str(tmp_path)]
        assert subprocess.run(backup, capture_output=True, timeout=60).returncode == 0
        first.kill()
    with subprocess.Popen(
        [*SERVE, *data], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as second:
        assert second.stdout is not None
        url = second.stdout.readline().split()[3]
        assert httpx2.get(f"{url}healthz").text == "ok\n"
        second.kill()


def test_a_strange_database_is_refused() -> None:
    assert 'Unsupported database "mysql"' in refusal("--database", "mysql://x/y", "--port", "0")


def test_a_database_that_cannot_be_used_is_one_line(tmp_path: Path, postgres_server: URL) -> None:
    assert "cannot be made" in refusal("--port", "0", "--data", "/dev/null/games")
    (tmp_path / "qwixx.db").write_text("no database" * 100)
    assert "cannot be used as a database" in refusal("--port", "0", "--data", str(tmp_path))
    assert "cannot be used as a database" in refusal(
        "--port", "0", "--database", f"{postgres_server.render_as_string()}&colour=red"
    )
    gone = postgres_server.set(database="nothing").render_as_string()
    for workers in ("1", "2"):
        line = refusal("--port", "0", "--database", gone, "--workers", workers)
        assert "cannot be used as a database" in line


@pytest.mark.parametrize(
    "origin",
    [
        "ftp://qwixx.example",
        "qwixx.example",
        "https://",
        "https://a.example/x",
        "http://[::1",
        "https://a.example:99999",
        "https://a.example:x",
    ],
)
def test_a_strange_origin_is_refused(origin: str) -> None:
    assert repr(origin) in refusal("--port", "0", "--origin", origin)


def test_a_host_that_is_empty_does_not_mean_every_address(tmp_path: Path) -> None:
    assert "--host" in refusal("--port", "0", "--data", str(tmp_path), "--host", "")


@pytest.mark.parametrize("proxies", ["300.1.1.1", "127.0.0.1,proxy.example"])
def test_strange_proxies_are_refused(proxies: str) -> None:
    assert "is not an address or network" in refusal("--port", "0", "--trusted-proxies", proxies)


def test_it_prints_its_address_answers_there_and_ends_in_order(tmp_path: Path) -> None:
    command = [*SERVE, "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.match(r"Qwixx is at (http://127\.0\.0\.1:\d+/)", line)
        assert found, line
        assert httpx2.get(f"{found[1]}healthz").text == "ok\n"
        process.terminate()
        process.wait(20)
    assert (tmp_path / "qwixx.db").is_file()


def test_it_asks_for_as_many_open_files_as_it_may_have(tmp_path: Path) -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    command = [
        "sh",
        "-c",
        'ulimit -S -n 256 && exec "$@"',
        "sh",
        *SERVE,
        "--port",
        "0",
        "--data",
        str(tmp_path),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        found = resource.prlimit(process.pid, resource.RLIMIT_NOFILE)
        process.terminate()
    assert found == (hard, hard)


def test_in_a_network_it_shows_a_code_for_phones(capsys: pytest.CaptureFixture[str]) -> None:
    greet(("0.0.0.0", 8000), browser=False)
    shown = capsys.readouterr().out
    assert "http://127.0.0.1:8000/" in shown
    if "In the same network" in shown:  # a machine without any network has no other address
        assert "█" in shown
        assert f"{home_of(('0.0.0.0', 8000))}/" in shown


def test_there_is_no_address_for_others_if_it_is_for_this_machine_alone() -> None:
    assert home_of(("127.0.0.1", 8000)) == ""


# HTTPS


def test_a_game_over_https_with_a_given_certificate(tmp_path: Path, certificate: tuple[Path, Path]) -> None:
    tls = ["--tls-cert", str(certificate[0]), "--tls-key", str(certificate[1])]
    trusted = ssl.create_default_context(cafile=str(certificate[0]))

    async def join(url: str, cookie: str, table: str) -> str:
        async with connect(
            f"{url.replace('http', 'ws', 1)}/ws",
            ssl=trusted,
            additional_headers={"Cookie": cookie},
            proxy=None,
        ) as socket:
            await socket.send(json.dumps({"type": "hello", "id": "1", "table": table}))
            return str(json.loads(await socket.recv())["type"])

    command = [*SERVE, "--port", "0", "--data", str(tmp_path), *tls]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            url = process.stdout.readline().split()[3].rstrip("/")
            assert url.startswith("https://127.0.0.1:")
            with httpx2.Client(base_url=url, verify=trusted) as client:
                made = client.post("/api/me", json={"name": "Ann"})
                assert "Secure" in made.headers["set-cookie"]
                table = client.post("/api/tables", json={"options": {"seats": 2}}).json()["id"]
            cookie = made.headers["set-cookie"].partition(";")[0]
            assert asyncio.run(asyncio.wait_for(join(url, cookie, table), 30)) == "snapshot"
        finally:
            process.terminate()
            process.wait(20)


def test_a_certificate_that_cannot_be_used_is_one_line(
    tmp_path: Path, certificate: tuple[Path, Path]
) -> None:
    cert, key = map(str, certificate)
    wrong = tmp_path / "wrong.pem"
    wrong.write_text("nothing")
    assert "go together" in refusal("--port", "0", "--tls-cert", cert)
    assert "go together" in refusal("--port", "0", "--tls-key", key)
    missing = str(tmp_path / "missing.pem")
    assert f"--tls-key {missing} does not exist" in refusal(
        "--port", "0", "--tls-cert", cert, "--tls-key", missing
    )
    for pair in ((cert, str(wrong)), (str(wrong), key)):
        assert "cannot be used" in refusal("--port", "0", "--tls-cert", pair[0], "--tls-key", pair[1])
