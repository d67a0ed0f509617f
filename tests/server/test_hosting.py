"""The samples for hosts in `hosting/`: what they say about the server is so."""

import re
from configparser import ConfigParser
from pathlib import Path

import pytest
import typer

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


def test_the_unit_starts_the_server_again_and_leaves_it_time_to_stop() -> None:
    unit = ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(text("qwixx.service"))
    service = unit["Service"]
    assert service["Restart"] == "always"
    assert int(service["TimeoutStopSec"]) > 15
    assert f"/var/lib/{service['StateDirectory']}" in service["ExecStart"]


def test_the_container_and_the_compose_file_fit_together() -> None:
    assert "dockerfile: hosting/Containerfile" in text("compose.yaml")
    [port] = re.findall(r"EXPOSE (\d+)", text("Containerfile"))
    assert f"127.0.0.1:{port}:{port}" in text("compose.yaml")
    assert "'/src[postgres]'" in text("Containerfile")
