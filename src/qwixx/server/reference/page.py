"""The page `/api/docs`, which shows the OpenAPI document: plain HTML with a style sheet, without scripts."""

import asyncio
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from .openapi import openapi

STYLE = Path(__file__).with_suffix(".css")
_CODE = re.compile("`([^`]+)`")


def routes() -> list[Route]:
    return [
        Route("/api/docs", _page),
        Route("/api/openapi.json", _document),
        Route("/api/docs.css", _style, include_in_schema=False),
    ]


async def _page(_: Request) -> Response:
    return HTMLResponse(await asyncio.to_thread(html))


async def _document(_: Request) -> Response:
    return Response((await asyncio.to_thread(_json)).encode(), media_type="application/json")


async def _style(_: Request) -> Response:
    return Response(STYLE.read_text(encoding="utf-8"), media_type="text/css")


@cache
def _json() -> str:
    return json.dumps(openapi(), ensure_ascii=False)


@cache
def html() -> str:
    """The page. It is made once, when somebody first asks for it."""
    document = openapi()
    schemas = document["components"]["schemas"]
    return "\n".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<title>qwixx API</title><link rel="stylesheet" href="/api/docs.css"></head><body>',
            f"<h1>qwixx {escape(document['info']['version'])}: the API</h1>",
            "<p>For programs that play at tables of this server. <code>POST /api/me</code> creates a guest",
            "and sets its cookie; no other key is needed. Tools can read the same from",
            '<a href="/api/openapi.json">openapi.json</a>.</p>',
            '<nav><a href="/">Qwixx</a> <a href="#requests">Requests</a> <a href="#Command">Commands</a>',
            '<a href="#Message">Messages</a> <a href="#ErrorCode">Error codes</a>',
            '<a href="#types">Types</a></nav>',
            '<h2 id="requests">Requests</h2>',
            *_operations(document["paths"]),
            '<h2 id="types">Types</h2>',
            *(_type(name, schema) for name, schema in schemas.items()),
            "</body></html>\n",
        ]
    )


def _operations(paths: dict[str, Any]) -> Iterator[str]:
    for path, methods in paths.items():
        for method, operation in methods.items():
            yield f"<section><h3><b>{method.upper()}</b> <code>{escape(path)}</code></h3>"
            yield f"<p>{_text(operation['summary'])}{_needs_cookie(operation)}</p>"
            yield _table(("", "what", "type"), [*_asked(operation), *_answered(operation)])
            yield "</section>"


def _needs_cookie(operation: dict[str, Any]) -> str:
    return " <i>(needs the cookie)</i>" if operation.get("security") else ""


def _asked(operation: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    for one in operation.get("parameters", ()):
        yield f"<code>{one['name']}</code>", _text(one["description"]), _kind(one["schema"])
    if body := operation.get("requestBody"):
        yield "body", "", _contents(body)
    for side, schema in operation.get("x-websocket", {}).items():
        yield side, "", _kind(schema)


def _answered(operation: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    for status, answer in operation["responses"].items():
        number = "errors" if status == "default" else status
        yield number, _text(answer["description"]), _contents(answer)


def _contents(body: dict[str, Any]) -> str:
    return " or ".join(
        _kind(content["schema"]) if kind == "application/json" else f"<code>{kind}</code>"
        for kind, content in body.get("content", {}).items()
    )


def _type(name: str, schema: dict[str, Any]) -> str:
    parts = [f'<section id="{name}"><h3>{name}</h3><p>{_text(schema["description"])}</p>']
    if fields := schema.get("properties"):
        required = schema.get("required", ())
        rows = (
            (
                f"<code>{field}</code>{'' if field in required else ' ?'}",
                _kind(about),
                _text(about["description"]),
            )
            for field, about in fields.items()
        )
        parts.append(_table(("field", "type", "description"), rows))
    elif values := schema.get("enum"):
        texts = schema["x-enum-descriptions"]
        rows_of_values = (
            (f"<code>{value}</code>", _text(text)) for value, text in zip(values, texts, strict=True)
        )
        parts.append(_table(("value", "meaning"), rows_of_values))
    else:
        parts.append(f"<p>{_kind(schema)}</p>")
    return "".join([*parts, "</section>"])


def _kind(schema: dict[str, Any]) -> str:
    """The type in a few words, with links to the types that it is made of."""
    match schema:
        case {"$ref": reference}:
            name = reference.rpartition("/")[2]
            return f'<a href="#{name}">{name}</a>'
        case {"anyOf": kinds}:
            return " or ".join(map(_kind, kinds))
        case {"enum": values}:
            return " or ".join(f"<code>{escape(json.dumps(value))}</code>" for value in values)
        case {"prefixItems": kinds}:
            return f"[{', '.join(map(_kind, kinds))}]"
        case {"items": kind} if kind:
            return f"list of {_kind(kind)}"
        case {"type": "object", "additionalProperties": kind}:
            return f"map to {_kind(kind)}"
        case {"type": name}:
            return escape(name) + _bounds(schema)
    return "any"


def _bounds(schema: dict[str, Any]) -> str:
    match schema:
        case {"minimum": low, "maximum": high}:
            return f" from {low} to {high}"
        case {"minimum": low}:
            return f" from {low}"
        case {"maxLength": most}:
            return f" of at most {most} characters"
    return ""


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    first = "".join(f"<th>{cell}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{first}</tr>{body}</table>"


def _text(text: str) -> str:
    """Escaped, with what is in backticks as code."""
    return _CODE.sub(r"<code>\1</code>", escape(text, quote=False))
