"""`qwixx replay`: a record, step by step or at its end."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..language import Language
from ..options import Json

if TYPE_CHECKING:
    from qwixx.rules import IllegalRecord, Record
    from qwixx.rules.records.record import Ply


def replay(
    file: Annotated[Path, typer.Argument(help="A record, as text or JSON.")],
    steps: Annotated[bool, typer.Option("--steps", help="Tell everything that happened.")] = False,
    ply: Annotated[int | None, typer.Option(help="Stop after this many plies; 0 is the start.")] = None,
    json: Json = False,
    lang: Language = None,
) -> None:
    """Replay a record: its last position, or every step."""
    from ..reading import read_record

    record = read_record(file)
    plies, fault = _play(record, ply)
    if json:
        _print_json(record, plies, fault, steps)
    else:
        _print(record, plies, steps, lang)
    if fault:
        raise fault


def _play(record: "Record", last: int | None) -> "tuple[list[Ply], IllegalRecord | None]":
    """As far as asked for, or up to the first illegal action: what stands before it is still good."""
    from qwixx.rules import IllegalRecord

    if last is not None and not 0 <= last <= len(record.actions):
        raise typer.BadParameter(f"--ply {last}: this record's plies run from 0 to {len(record.actions)}.")
    plies: list[Ply] = []
    try:
        for ply in record.plies():
            if last is not None and ply.number > last:
                break
            plies.append(ply)
    except IllegalRecord as fault:
        return plies, fault if last is None or last >= fault.ply else None
    return plies, None


def _print_json(record: "Record", plies: "list[Ply]", fault: "IllegalRecord | None", steps: bool) -> None:
    import msgspec

    from .show import summary

    rules = record.rules()
    state = plies[-1].after if plies else rules.start(record.first)
    answer: dict[str, Any] = {
        "variant": record.variant,
        "seats": record.seats,
        "plies": len(plies),
        **summary(rules, state),
    }
    if steps:
        answer["steps"] = [
            {
                "ply": ply.number,
                "turn": ply.turn,
                "action": ply.action,
                "events": ply.events,
                "position": rules.position(ply.after),
            }
            for ply in plies
        ]
    if fault:
        answer["error"] = {
            "ply": fault.ply,
            "reason": fault.reason.value,
            "rule": fault.rule,
            "message": str(fault),
        }
    print(msgspec.json.encode(answer).decode())


def _print(record: "Record", plies: "list[Ply]", steps: bool, lang: str | None) -> None:
    from ..console import make_console
    from ..draw.glyphs import glyphs_for
    from ..draw.result import result, verdict
    from ..draw.screen import screen
    from ..draw.words import Words
    from ..language import text_for

    console = make_console()
    rules = record.rules()
    words = Words(text_for(lang, console.encoding), rules, record.seats, glyphs_for(console.encoding))
    for ply in plies if steps else ():
        for line in words.lines(ply.events, ply.turn):
            console.print(f"{ply.number:>4}  {line}", soft_wrap=True)
    state = plies[-1].after if plies else rules.start(record.first)
    if steps:
        console.print()
    for picture in screen(words, state, state.active, every_sheet=True, width=console.width):
        console.print(picture)
    if cause := rules.cause(state):
        scores = result(words, state, console.width)
        console.print(*scores, words.cause(cause), verdict(words, state), sep="\n")
