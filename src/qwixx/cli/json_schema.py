"""The JSON Schema of what every command prints with --json; `scripts/command_schema` writes it."""

from typing import Any

import msgspec

from qwixx.arena.ladder import Ladder
from qwixx.arena.report import MatchReport
from qwixx.arena.stats import Stats
from qwixx.rules import Record, Variant
from qwixx.server.reference.descriptions import describe

from . import results
from .bench.results import BenchResult, RulesBenchResult
from .load.report import LoadReport

PRINTED: dict[str, Any] = {
    "bench": BenchResult,
    "bench batch": BenchResult,
    "bench batched": BenchResult,
    "bench c": BenchResult,
    "bench envs": BenchResult,
    "bench export": BenchResult,
    "bench kernel": BenchResult,
    "bench rules": RulesBenchResult,
    "bench threads": BenchResult,
    "board": results.BoardResult,
    "bots": list[results.BotResult],
    "convert": Record,
    "hint": results.HintResult,
    "ladder": Ladder,
    "load": LoadReport,
    "match": MatchReport,
    "perft": results.PerftResult,
    "record": Record,
    "replay": results.ReplayResult,
    "review": results.ReviewResult,
    "show": results.PositionResult,
    "solve": results.SolveResult,
    "stats": Stats,
    "variants": list[Variant],
    "verify": results.VerifyResult,
}
"""What each command prints; `record` and `convert` print one on each line."""


def command_schema() -> dict[str, Any]:
    """A schema for each command under `properties`, by its name; the types are under `$defs`."""
    schemas, components = msgspec.json.schema_components(PRINTED.values(), ref_template="#/$defs/{name}")
    describe(components, PRINTED.values())
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What the commands of qwixx print with --json",
        "type": "object",
        "properties": dict(zip(PRINTED, schemas, strict=True)),
        "$defs": {name: _nullable(schema) for name, schema in sorted(components.items())},
    }


def _nullable(schema: Any) -> Any:
    """The schema with null for every number: JSON has no other way to write one that is unknown."""
    if isinstance(schema, list):
        return [_nullable(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _nullable(value) for key, value in schema.items()}
    return found | {"type": ["number", "null"]} if schema.get("type") == "number" else found
