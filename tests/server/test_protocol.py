"""The protocol's description in docs/ is the one the server speaks."""

import inspect
import json
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from project_scripts import load_script

from qwixx.server import protocol
from qwixx.server.admin.desk import AdminDesk
from qwixx.server.bus.local import LocalBus
from qwixx.server.coaching.pool import Coaching
from qwixx.server.live.hub import Hub
from qwixx.server.reference import page
from qwixx.server.reference.descriptions import members, named
from qwixx.server.reference.openapi import openapi, protocol_schema, write_json
from qwixx.server.web.api import Api
from qwixx.server.web.guests import Guests
from qwixx.server.web.origins import Origins
from qwixx.server.web.requests import Requests

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(
    ("name", "made"), [("protocol.schema.json", protocol_schema), ("openapi.json", openapi)]
)
def test_the_description_is_not_stale(name: str, made: Any) -> None:
    """When this fails, run: .venv/bin/python scripts/protocol"""
    assert (DOCS / name).read_text(encoding="utf-8") == write_json(made())


def test_the_tables_of_the_page_are_not_stale() -> None:
    """When this fails, run: .venv/bin/python scripts/protocol"""
    made: str = load_script("protocol_tables").page()
    assert (DOCS / "protocol.md").read_text(encoding="utf-8") == made


def test_every_reference_in_the_descriptions_has_its_target() -> None:
    for document in (protocol_schema(), openapi()):
        text = json.dumps(document)
        for reference in set(json.loads(f"[{','.join(_references(text))}]")):
            place: Any = document
            for step in reference.removeprefix("#/").split("/"):
                place = place[step]


def _references(text: str) -> list[str]:
    return [part.split(",")[0].split("}")[0] for part in text.split('"$ref": ')[1:]]


@pytest.mark.parametrize("made", [protocol_schema, openapi])
def test_every_type_field_and_value_is_described(made: Any) -> None:
    document = made()
    schemas = document.get("$defs") or document["components"]["schemas"]
    assert [name for name, schema in schemas.items() if not schema.get("description")] == []
    fields = [
        (f"{name}.{field}", about.get("description"))
        for name, schema in schemas.items()
        for field, about in schema.get("properties", {}).items()
    ]
    assert len(fields) > 100
    assert [name for name, description in fields if not description] == []
    enums = {name: schema for name, schema in schemas.items() if "enum" in schema}
    assert {"ErrorCode", "Phase"} <= enums.keys()
    for schema in enums.values():
        assert len(schema["enum"]) == len(schema["x-enum-descriptions"])
        assert all(schema["x-enum-descriptions"])


def test_descriptions_come_from_the_docstrings() -> None:
    schemas = protocol_schema()["$defs"]
    assert schemas["GameView"]["description"] == inspect.getdoc(protocol.GameView)
    # A string of its own, that of an alias, that of a class.
    assert schemas["RollDice"]["properties"]["turn"]["description"].startswith("The turn to be rolled for")
    assert schemas["RollDice"]["properties"]["id"]["description"] == named(protocol.__name__, "Id") != ""
    assert schemas["TableView"]["properties"]["options"]["description"] == inspect.getdoc(protocol.Options)
    assert members(protocol.Code)["not-host"] == "Only the host of the table may do this."


def test_openapi_names_every_path_of_the_server() -> None:
    store: Any = None
    hub = Hub(store, bus := LocalBus())
    requests = Requests(hub, Guests(store, bus, hub.names), Origins(), "")
    api = Api(requests, Coaching(), AdminDesk(store, hub, print), str)
    routes = [route for route in (*api.routes(), *page.routes()) if route.include_in_schema]
    served = {(route.path, method.lower()) for route in routes for method in route.methods or ()}
    described = {(path, method) for path, methods in openapi()["paths"].items() for method in methods}
    assert {(path, method) for path, method in served if method != "head"} == described - {("/ws", "get")}


def test_every_message_has_its_own_tag_and_every_command_an_id() -> None:
    for union in (protocol.Command, protocol.Message):
        tags = [kind.__struct_config__.tag for kind in get_args(union)]
        assert len(set(tags)) == len(tags)
    assert all("id" in kind.__struct_fields__ for kind in get_args(protocol.Command))


def test_every_code_of_a_refusal_is_in_the_schema() -> None:
    codes = protocol_schema()["$defs"]["ErrorCode"]["enum"]
    assert set(protocol.Code) <= set(codes)
    assert "left-to-right" in codes


@pytest.mark.parametrize("field", ["clock", "seats", "roll_after", "away_after"])
def test_options_outside_their_bounds_are_refused(field: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=field):
        msgspec.json.decode(json.dumps({field: 1_000_000}), type=protocol.Options)
    with pytest.raises(msgspec.ValidationError, match="colour"):
        msgspec.json.decode(b'{"colour": 1}', type=protocol.Options)


@pytest.mark.parametrize(
    ("sent", "clock"),
    [
        ({"visibility": "open"}, protocol.OPEN_CLOCK),
        ({"visibility": "open", "clock": None}, None),
        ({"visibility": "open", "clock": 20}, 20),
        ({"visibility": "link"}, None),
        ({"visibility": "private"}, None),
        ({"visibility": "private", "clock": 20}, 20),
        ({}, None),
    ],
)
def test_the_clock_is_on_at_an_open_table_unless_its_host_says_otherwise(
    sent: dict[str, object], clock: int | None
) -> None:
    options = msgspec.json.decode(json.dumps(sent), type=protocol.Options)
    assert options.clock == clock
    stored = msgspec.json.decode(msgspec.json.encode(options), type=protocol.Options)
    assert stored.clock == clock, "the log keeps what was decided"
