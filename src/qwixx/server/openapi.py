"""The protocol as JSON Schema and OpenAPI, generated from its types; `scripts/protocol` writes both."""

import json
from typing import Any

import msgspec

from qwixx import __version__
from qwixx.rules import Reason

from . import protocol as p
from .descriptions import describe, members, named

WIRE: dict[str, Any] = {
    "Command": p.Command,
    "Message": p.Message,
    "TableEvent": p.TableEvent,
    "Choice": p.Choice,
}
BODIES = [
    *(p.GuestProfile, p.Name, p.NewTable, p.Created, p.Summary, p.BotInfo, p.Variants, p.Replay, p.DiceCheck),
    *(p.RecoveryKey, p.Recovery, p.TableView, p.Error, p.HintAnswer, p.VerdictAnswer, p.ReviewAnswer),
]

TEXTS: dict[Any, str] = {str: "text/plain", "picture": "image/svg+xml"}
"""Content types of the answers that are not JSON."""


def write_json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def protocol_schema() -> dict[str, Any]:
    """Every type by name under `$defs`; clients send a `Command`, the server sends a `Message`."""
    schemas, components = msgspec.json.schema_components(
        [*WIRE.values(), *BODIES], ref_template="#/$defs/{name}"
    )
    describe(components, [*WIRE.values(), *BODIES])
    unions = dict(zip(WIRE, schemas, strict=False))
    for name, schema in unions.items():
        schema["description"] = named(p.__name__, name)
    _name_error_codes(components, "#/$defs/ErrorCode")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The protocol of qwixx tables",
        "version": p.VERSION,
        "anyOf": [{"$ref": "#/$defs/Command"}, {"$ref": "#/$defs/Message"}],
        "$defs": {**unions, **dict(sorted(components.items()))},
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
    def __init__(self) -> None:
        self.kinds: list[Any] = []
        self.places: list[dict[str, Any]] = []
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
        query: str = "",
    ) -> None:
        """`query`: the name of a required number in the query string."""
        refused = {"description": "refused", "content": _json(self.schema(p.Error))}
        good: dict[str, Any] = {"description": what}
        good["content"] = (
            {TEXTS[gives]: {"schema": {"type": "string"}}} if gives in TEXTS else _json(self.schema(gives))
        )
        operation: dict[str, Any] = {"summary": what, "responses": {status: good, "default": refused}}
        if takes:
            operation["requestBody"] = {"required": True, "content": _json(self.schema(takes))}
        if "{name}" in path:
            operation["parameters"] = [
                {"name": "name", "in": "path", "required": True, "schema": {"type": "string"}}
            ]
        if query:
            operation["parameters"].append(
                {"name": query, "in": "query", "required": True, "schema": {"type": "integer"}}
            )
        self.paths.setdefault(path, {})[method] = operation

    def document(self) -> dict[str, Any]:
        schemas, components = msgspec.json.schema_components(
            self.kinds, ref_template="#/components/schemas/{name}"
        )
        describe(components, self.kinds)
        _name_error_codes(components, "#/components/schemas/ErrorCode")
        for place, schema in zip(self.places, schemas, strict=True):
            place.update(schema)
        return {
            "openapi": "3.1.0",
            "info": {"title": "qwixx", "version": __version__},
            "paths": self.paths,
            "components": {"schemas": dict(sorted(components.items()))},
        }


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def openapi() -> dict[str, Any]:
    paths = _Paths()
    paths.add("get", "/api/me", "the guest of the cookie, or null", p.GuestProfile | None)
    paths.add("post", "/api/me", "a new guest, with a cookie, or a new name", p.GuestProfile, takes=p.Name)
    paths.add("delete", "/api/me", "deletes the guest of the cookie for good", None)
    paths.add("get", "/api/me/export", "all that is stored about the guest", p.PersonalData)
    key = "a recovery key, which carries the guest to another device once; it is never shown again"
    paths.add("post", "/api/me/key", key, p.RecoveryKey, status="201")
    recover = "the guest of a recovery key, with a new cookie; the old cookie and the key are void"
    paths.add("post", "/api/me/recover", recover, p.GuestProfile, takes=p.Recovery)
    home = "the address for others in the network, if the visitor's own works only on this machine"
    paths.add("get", "/api/home", home, str | None)
    paths.add("get", "/api/variants", "the games as data", p.Variants)
    paths.add("get", "/api/bots", "the bots that can sit at tables", list[p.BotInfo])
    paths.add("get", "/api/tables", "the open tables", list[p.Summary])
    paths.add("post", "/api/tables", "a new table", p.Created, takes=p.NewTable, status="201")
    paths.add("get", "/api/tables/{name}", "a table by id or short code", p.TableView)
    paths.add("get", "/api/tables/{name}/qr.svg", "its link for the camera of a phone", "picture")
    hint = "training tables: what the choices of a seat are worth"
    paths.add("get", "/api/tables/{name}/hint", hint, p.HintAnswer, query="seat")
    verdict = "practice: what the choices of a turn cost"
    paths.add("get", "/api/tables/{name}/verdict", verdict, p.VerdictAnswer, query="turn")
    report = "tells the host of the server about another guest at the table"
    paths.add("post", "/api/tables/{name}/report", report, None, takes=p.NewReport, status="201")
    paths.add("get", "/api/games", "the guest's running and finished games", list[p.Summary])
    paths.add("get", "/api/games/{name}/record", "the record of a finished game; JSON with ?format=json", str)
    paths.add("get", "/api/games/{name}/replay", "every position of a finished game", p.Replay)
    paths.add("get", "/api/games/{name}/dice", "whether its dice were fair", p.DiceCheck)
    paths.add("get", "/api/games/{name}/review", "what each choice cost, and the luck", p.ReviewAnswer)
    paths.add("get", "/healthz", "ok while games can be stored", str)
    paths.add("get", "/metrics", "metrics for Prometheus", str)
    return paths.document()
