"""A table's link as a code for the cameras of phones."""

import io
from xml.etree import ElementTree

import httpx2
import segno
from live_server import Running


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


def test_a_table_that_is_not_there_has_none(lasting: Running) -> None:
    answer = httpx2.get(f"{lasting.url}/api/tables/nothing/qr.svg")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-table")
