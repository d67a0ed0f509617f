"""The samples for hosts in `hosting/`: what they say about the server is so. `test_proxies` runs proxies."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from configparser import ConfigParser, SectionProxy
from pathlib import Path

import pytest
import typer
from programs import need

from qwixx.cli.commands.serve import serve

HOSTING = Path(__file__).parents[2] / "hosting"
SAMPLES = ["Caddyfile", "nginx.conf", "qwixx.service", "Containerfile", "compose.yaml"]
PING_SECONDS = 20


def text(sample: str) -> str:
    return (HOSTING / sample).read_text()


def options() -> set[str]:
    app = typer.Typer()
    app.command()(serve)
    return {name for parameter in typer.main.get_command(app).params for name in parameter.opts}


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_sample_uses_only_options_that_exist(sample: str) -> None:
    others = {"--no-cache-dir", "--create-home", "--interval", "--start-period", "--build", "--now"}
    used = set(re.findall(r"(?<![\w-])--[a-z-]+", text(sample))) - others
    assert used
    assert used <= options()


@pytest.mark.parametrize("sample", ["Caddyfile", "nginx.conf"])
def test_a_proxy_hides_what_is_for_the_host(sample: str) -> None:
    for path in ("/metrics", "/healthz"):
        assert re.search(rf"^[^#\n]*{path}\b", text(sample), re.MULTILINE)


def test_nginx_passes_websockets_on_and_says_who_asks() -> None:
    config = text("nginx.conf")
    headers = dict(re.findall(r"proxy_set_header (\S+) (\S+);", config))
    assert headers == {
        "Host": "$host",
        "Upgrade": "$http_upgrade",
        "Connection": "$qwixx_connection",
        "X-Forwarded-For": "$remote_addr",
        "X-Forwarded-Proto": "$scheme",
    }
    assert "proxy_http_version 1.1;" in config
    assert config.count("{") == config.count("}")
    for name in ("read", "send"):
        [seconds] = re.findall(rf"proxy_{name}_timeout (\d+)s;", config)
        assert int(seconds) > 2 * PING_SECONDS


def service() -> SectionProxy:
    unit = ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(text("qwixx.service"))
    return unit["Service"]


def test_the_unit_starts_the_server_again_and_leaves_it_time_to_stop() -> None:
    assert service()["Restart"] == "always"
    assert int(service()["TimeoutStopSec"]) > 15
    assert f"/var/lib/{service()['StateDirectory']}" in service()["ExecStart"]


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    analyze = need("systemd-analyze", "systemd")
    unit = tmp_path / "qwixx.service"
    unit.write_text(text("qwixx.service").replace("/srv/qwixx/qwixx", sys.executable))
    checked = subprocess.run([analyze, "verify", str(unit)], capture_output=True, text=True)
    assert (checked.returncode, checked.stderr) == (0, "")


def container(instruction: str) -> list[str]:
    [found] = re.findall(rf"{instruction} (\[.*\])$", text("Containerfile"), re.MULTILINE)
    words: list[str] = json.loads(found)
    return words


@pytest.mark.parametrize("sample", ["qwixx.service", "Containerfile"])
def test_the_command_of_a_sample_serves_until_it_is_stopped(sample: str, tmp_path: Path) -> None:
    """In another folder, on another port, and for this machine alone."""
    if sample == "Containerfile":
        assert "STOPSIGNAL SIGTERM" in text(sample)
        words = container("ENTRYPOINT") + container("^CMD")
    else:
        words = shlex.split(service()["ExecStart"])
    there = {"/data": str(tmp_path), "/var/lib/qwixx": str(tmp_path), "0.0.0.0": "127.0.0.1"}
    command = [sys.executable, "-m", "qwixx", *(there.get(word, word) for word in words[1:]), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            port = re.findall(r":(\d+)/", process.stdout.readline())[0]
            check = [word.replace(":8000/", f":{port}/") for word in container("HEALTHCHECK .*? CMD")]
            assert check[0] == "python"
            assert f":{port}/healthz" in check[-1], "every other path answers with the page"
            subprocess.run([sys.executable, *check[1:]], env={**os.environ, "no_proxy": "*"}, check=True)
            process.send_signal(signal.SIGTERM)
            process.wait(int(service()["TimeoutStopSec"]))
        finally:
            process.kill()
    assert list(tmp_path.glob("*.db"))


def test_compose_accepts_the_file_and_asks_for_what_is_missing() -> None:
    command = [need("docker-compose"), "--file", str(HOSTING / "compose.yaml"), "config"]
    known = {"PATH": os.environ["PATH"], "QWIXX_PASSWORD": "secret"}
    asked = subprocess.run(command, env=known, capture_output=True, text=True)
    assert asked.returncode != 0
    assert "such as https://qwixx.example" in asked.stderr
    known["QWIXX_ORIGIN"] = "https://games.example"
    found = subprocess.run(command, env=known, capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    for word in ("postgresql://qwixx:secret@database/qwixx", "https://games.example", "172.16.0.0/12"):
        assert f"- {word}\n" in found.stdout


def test_the_container_and_the_compose_file_fit_together() -> None:
    assert "dockerfile: hosting/Containerfile" in text("compose.yaml")
    [port] = re.findall(r"EXPOSE (\d+)", text("Containerfile"))
    assert f"127.0.0.1:{port}:{port}" in text("compose.yaml")
    assert "'/src[server,postgres]'" in text("Containerfile")
