"""The page `/api/docs`, and whether a server answers as its OpenAPI document says."""

import json
from html.parser import HTMLParser
from typing import Any

import httpx2
from live_server import Running

from qwixx.server.reference.openapi import openapi
from qwixx.server.reference.page import html


class Found(HTMLParser):
    """The ids, links and tags of a page, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            self.attributes.add(name)
            if name == "id":
                self.ids.append(value or "")
            elif name in ("href", "src"):
                self.links.append(value or "")

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_shows_every_request_and_every_field() -> None:
    document, page = openapi(), Found(html())
    assert all(path in page.text for path in document["paths"])
    schemas = document["components"]["schemas"]
    assert schemas.keys() <= set(page.ids)
    for schema in schemas.values():
        for name, field in schema.get("properties", {}).items():
            assert name in page.text
            assert field["description"].replace("`", "") in page.text
    assert len(page.ids) == len(set(page.ids))
    assert {link.removeprefix("#") for link in page.links if link.startswith("#")} <= set(page.ids)


def test_the_page_needs_nothing_that_its_security_policy_forbids(lasting: Running) -> None:
    answer = httpx2.get(f"{lasting.url}/api/docs")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    page = Found(answer.text)
    assert page.tags.isdisjoint({"script", "style", "img", "iframe"})
    assert page.attributes <= {"lang", "charset", "name", "content", "rel", "href", "id"}
    # The way home leads to the client, which may not be built.
    assert page.links.count("/") == 1
    outside = [link for link in page.links if not link.startswith("#") and link != "/"]
    assert outside
    for link in outside:
        assert link.startswith("/api/")
        assert httpx2.get(lasting.url + link).status_code == 200
    assert httpx2.get(f"{lasting.url}/api/openapi.json").json() == json.loads(json.dumps(openapi()))
    assert httpx2.get(f"{lasting.url}/api/docs.css").headers["content-type"].startswith("text/css")


def test_requests_need_the_cookie_where_the_document_says_so(lasting: Running) -> None:
    created = httpx2.post(f"{lasting.url}/api/me", json={"name": "Ann"})
    cookie = {"Cookie": created.headers["set-cookie"].split(";")[0]}
    renamed = httpx2.post(f"{lasting.url}/api/me", json={"name": "Anna"}, headers=cookie)
    assert (created.status_code, renamed.status_code) == (201, 200)
    opened = httpx2.post(f"{lasting.url}/api/tables", json={"options": {}}, headers=cookie)
    assert opened.status_code == 201
    needed: dict[str, Any] = {}
    refused: dict[str, Any] = {}
    for path, methods in openapi()["paths"].items():
        for method, operation in methods.items():
            if path != "/ws":
                address = lasting.url + path.replace("{name}", opened.json()["id"])
                needed[f"{method} {path}"] = "security" in operation
                refused[f"{method} {path}"] = httpx2.request(method, address).status_code == 401
    assert len(needed) > 20
    assert refused == needed
