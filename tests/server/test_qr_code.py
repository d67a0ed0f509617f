"""The link to a table as a QR code."""

import io
from pathlib import Path
from xml.etree import ElementTree

import httpx2
import pytest
import segno
from live_server import Running

from qwixx.server.settings import Settings


def test_the_code_holds_the_link_of_the_table(lasting: Running) -> None:
    with httpx2.Client(base_url=lasting.url) as client:
        client.post("/api/me", json={"name": "Ann"})
        made = client.post("/api/tables", json={"options": {}}).json()
        answer = client.get(f"/api/tables/{made['code']}/qr.svg")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    assert ElementTree.fromstring(answer.text).tag == "{http://www.w3.org/2000/svg}svg"
    expected = io.BytesIO()
    link = f"{lasting.url}/t/{made['id']}"
    segno.make(link).save(expected, kind="svg", scale=4, light="#fff")
    assert answer.content == expected.getvalue()


@pytest.mark.parametrize(
    ("host", "home"),
    [("localhost", True), ("127.0.0.1", True), ("192.0.2.9", False), ("qwixx.example", False)],
)
def test_at_the_machine_itself_links_are_good_for_the_others_too(
    tmp_path: Path, host: str, home: bool
) -> None:
    others = "http://192.0.2.9:8000"
    running = Running(Settings(database=f"sqlite:///{tmp_path}/qwixx.db", home=others)).start()
    try:
        with httpx2.Client(base_url=running.url, headers={"Host": f"{host}:8000"}) as client:
            client.post("/api/me", json={"name": "Ann"})
            table = client.post("/api/tables", json={"options": {}}).json()["id"]
            picture = client.get(f"/api/tables/{table}/qr.svg").content
            assert client.get("/api/home").json() == (others if home else None)
    finally:
        running.stop()
    expected = io.BytesIO()
    link = f"{others if home else f'http://{host}:8000'}/t/{table}"
    segno.make(link).save(expected, kind="svg", scale=4, light="#fff")
    assert picture == expected.getvalue()


def test_a_table_that_is_not_there_has_none(lasting: Running) -> None:
    answer = httpx2.get(f"{lasting.url}/api/tables/nothing/qr.svg")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-table")
