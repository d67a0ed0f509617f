"""The protocol as JSON Schema and OpenAPI, generated from its types; `scripts/protocol` writes both."""

import json
from collections.abc import Iterable
from typing import Any

import msgspec

from qwixx import __version__
from qwixx.rules import Reason

from .. import protocol as p
from ..web.guests import COOKIE
from .descriptions import describe, members, named

WIRE: dict[str, Any] = {
    "Command": p.Command,
    "Message": p.Message,
    "TableEvent": p.TableEvent,
    "Choice": p.Choice,
}
BODIES = [
    *(p.GuestProfile, p.Name, p.NewTable, p.Created, p.Summary, p.BotInfo, p.Variants, p.Replay, p.DiceCheck),
    *(
        p.GameLog,
        p.RecoveryKey,
        p.Recovery,
        p.TableView,
        p.Error,
        p.HintAnswer,
        p.VerdictAnswer,
        p.ReviewAnswer,
    ),
]

TEXT, HTML, SVG = TEXTS = ("text/plain", "text/html", "image/svg+xml")
"""Content types of the answers that are not JSON."""
WORKING = {"202": ("not ready yet: repeat the request after a moment", p.Working)}


def write_json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def protocol_schema() -> dict[str, Any]:
    """Every type by name under `$defs`; clients send a `Command`, the server sends a `Message`."""
    schemas, components = msgspec.json.schema_components(
        [*WIRE.values(), *BODIES], ref_template="#/$defs/{name}"
    )
    describe(components, [*WIRE.values(), *BODIES])
    unions = _described_unions(schemas)
    _name_error_codes(components, "#/$defs/ErrorCode")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The protocol of qwixx tables",
        "version": p.VERSION,
        "anyOf": [{"$ref": "#/$defs/Command"}, {"$ref": "#/$defs/Message"}],
        "$defs": {**unions, **dict(sorted(components.items()))},
    }


def _described_unions(schemas: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The schemas of `WIRE`, which are the first of those given, by name."""
    return {
        name: {**schema, "description": named(p.__name__, name)}
        for name, schema in zip(WIRE, schemas, strict=False)
    }


def _name_error_codes(components: dict[str, Any], reference: str) -> None:
    """Gives the error codes a schema of their own, which describes each of them."""
    codes = p.ERROR_CODES
    texts = {reason.value: f"{reason.sentence.capitalize()}." for reason in Reason} | members(p.Code)
    for schema in components.values():
        for field in schema.get("properties", {}).values():
            if field.get("enum") == codes:
                del field["enum"], field["type"]
                field["$ref"] = reference
    components["ErrorCode"] = {
        "title": "ErrorCode",
        "description": named(p.__name__, "ErrorCode"),
        "enum": codes,
        "x-enum-descriptions": [texts[code] for code in codes],
    }


class _Paths:
    """The paths of the document, while it is being made."""

    def __init__(self) -> None:
        self.kinds: list[Any] = [*WIRE.values()]
        self.places: list[dict[str, Any]] = [{} for _ in WIRE]
        self.paths: dict[str, dict[str, Any]] = {}

    def schema(self, kind: Any) -> dict[str, Any]:
        """A place in the document that is filled in when all types are known."""
        self.kinds.append(kind)
        self.places.append({})
        return self.places[-1]

    def add(
        self,
        method: str,
        path: str,
        what: str,
        gives: Any,
        *,
        takes: Any = None,
        status: str = "200",
        also: dict[str, tuple[str, Any]] | None = None,
        query: dict[str, Any] | None = None,
        cookie: bool = False,
    ) -> None:
        """`also`: other answers by status; `query`: a parameter; `cookie`: it is refused without one."""
        answers = {status: (what, gives), **(also or {})}
        operation: dict[str, Any] = {"summary": what}
        if cookie:
            operation["security"] = [{"guest": []}]
        named = {"name": "name", "in": "path", "required": True, "schema": {"type": "string"}}
        named["description"] = "The id of a table, or its short code."
        if parameters := [*([named] if "{name}" in path else []), *([query] if query else [])]:
            operation["parameters"] = parameters
        if takes:
            operation["requestBody"] = {"required": True, "content": _json(self.schema(takes))}
        operation["responses"] = {
            **{number: self._answer(*answer) for number, answer in answers.items()},
            "default": self._answer("refused", p.Error),
        }
        self.paths.setdefault(path, {})[method] = operation

    def _answer(self, what: str, kind: Any) -> dict[str, Any]:
        kinds = kind if isinstance(kind, tuple) else (kind,)
        content: dict[str, Any] = {}
        for one in kinds:
            content |= {one: {"schema": {"type": "string"}}} if one in TEXTS else _json(self.schema(one))
        return {"description": what, "content": content}

    def document(self) -> dict[str, Any]:
        schemas, components = msgspec.json.schema_components(
            self.kinds, ref_template="#/components/schemas/{name}"
        )
        describe(components, self.kinds)
        _name_error_codes(components, "#/components/schemas/ErrorCode")
        for place, schema in zip(self.places, schemas, strict=True):
            place.update(schema)
        components |= _described_unions(self.places)
        cookie = {"type": "apiKey", "in": "cookie", "name": COOKIE}
        cookie["description"] = "The cookie of a guest, which `POST /api/me` sets."
        return {
            "openapi": "3.1.0",
            "info": {"title": "qwixx", "version": __version__},
            "paths": self.paths,
            "components": {
                "securitySchemes": {"guest": cookie},
                "schemas": dict(sorted(components.items())),
            },
        }


def _number(name: str, what: str) -> dict[str, Any]:
    """A required number in the query string."""
    return {
        "name": name,
        "in": "query",
        "required": True,
        "description": what,
        "schema": {"type": "integer"},
    }


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def openapi() -> dict[str, Any]:
    paths = _Paths()
    _guest_paths(paths)
    _table_paths(paths)
    _game_paths(paths)
    paths.add("get", "/api/openapi.json", "this document", Any)
    paths.add("get", "/api/docs", "this document as a page", HTML)
    paths.add("get", "/healthz", "ok while games can be stored", TEXT)
    paths.add("get", "/metrics", "metrics for Prometheus", TEXT)
    paths.paths["/ws"] = {
        "get": {
            "summary": "the WebSocket: clients send a `Command`, the server sends a `Message`, as JSON",
            "security": [{"guest": []}],
            "responses": {
                "101": {"description": "connected"},
                "403": {"description": "there is no cookie, or a page of another site connects"},
            },
            "x-websocket": {
                "client": {"$ref": "#/components/schemas/Command"},
                "server": {"$ref": "#/components/schemas/Message"},
            },
        }
    }
    return paths.document()


def _guest_paths(paths: _Paths) -> None:
    paths.add("get", "/api/me", "the guest of the cookie, or null", p.GuestProfile | None)
    paths.add(
        *("post", "/api/me", "the guest of the cookie, with a new name", p.GuestProfile),
        takes=p.Name,
        also={"201": ("a new guest, with a cookie", p.GuestProfile)},
    )
    paths.add("delete", "/api/me", "deletes the guest of the cookie for good", None, cookie=True)
    paths.add("get", "/api/me/export", "all that is stored about the guest", p.PersonalData, cookie=True)
    key = "a recovery key, which carries the guest to another device once; it is never shown again"
    paths.add("post", "/api/me/key", key, p.RecoveryKey, status="201", cookie=True)
    recover = "the guest of a recovery key, with a new cookie; the old cookie and the key are void"
    paths.add("post", "/api/me/recover", recover, p.GuestProfile, takes=p.Recovery)


def _table_paths(paths: _Paths) -> None:
    home = "the address for others in the network, if the visitor's own works only on this machine"
    paths.add("get", "/api/home", home, str | None)
    paths.add("get", "/api/variants", "the games as data", p.Variants)
    paths.add("get", "/api/bots", "the bots that can sit at tables", list[p.BotInfo])
    paths.add("get", "/api/tables", "the open tables", list[p.Summary])
    paths.add(*("post", "/api/tables", "a new table", p.Created), takes=p.NewTable, status="201", cookie=True)
    paths.add("get", "/api/tables/{name}", "a table by id or short code", p.TableView, cookie=True)
    paths.add(*("get", "/api/tables/{name}/qr.svg", "its link for the camera of a phone", SVG), cookie=True)
    log = "what has happened since the game began, as everybody at the table was told"
    paths.add("get", "/api/tables/{name}/log", log, p.GameLog, cookie=True)
    paths.add(
        *("get", "/api/tables/{name}/hint", "training tables: what the choices of a seat are worth", p.Hint),
        also=WORKING,
        query=_number("seat", "The seat, counted from 0."),
        cookie=True,
    )
    paths.add(
        *("get", "/api/tables/{name}/verdict", "practice: what the choices of a turn cost", p.TurnVerdict),
        also=WORKING,
        query=_number("turn", "The turn, counted from 1."),
        cookie=True,
    )
    report = "tells the host of the server about another guest at the table"
    paths.add(
        *("post", "/api/tables/{name}/report", report, None), takes=p.NewReport, status="201", cookie=True
    )


def _game_paths(paths: _Paths) -> None:
    paths.add("get", "/api/games", "the guest's running and finished games", list[p.Summary], cookie=True)
    form = {"type": "string", "enum": ["text", "json"], "default": "text"}
    paths.add(
        *("get", "/api/games/{name}/record", "the record of a game that is over", (TEXT, Any)),
        query={"name": "format", "in": "query", "description": "The form of the record.", "schema": form},
    )
    paths.add("get", "/api/games/{name}/replay", "every position of a finished game", p.Replay)
    paths.add("get", "/api/games/{name}/dice", "whether its dice were fair", p.DiceCheck)
    paths.add(
        *("get", "/api/games/{name}/review", "what each choice cost, and the luck", p.Reviewed), also=WORKING
    )
