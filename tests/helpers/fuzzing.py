"""Fuzzing: every parser of outside input must accept damaged input or refuse it with its own error.

`scripts/fuzz` runs it for a given time, `tests/test_fuzzing.py` for a moment.
"""

import copy
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from qwixx import QwixxError, Record, Roll, parse_board, parse_position, play, replay
from qwixx.dice.chain import Chain
from qwixx.files import read_text
from qwixx.rules import VARIANTS
from qwixx.server import protocol
from qwixx.server.table import log
from qwixx.server.table.checks import Refusal
from qwixx.server.table.decide import decide
from qwixx.server.table.table import Table, fold
from qwixx.server.web.session import _decode

ROUND = 1_000
NOW = 2_000_000


@dataclass
class Target:
    """`check` returns whether the input was accepted; any error but the expected refusal is a failure."""

    samples: list[bytes]
    check: Callable[[bytes], bool]
    inputs: int = 0
    taken: int = 0


# Damage

_bits = st.one_of(
    st.binary(max_size=8),
    st.sampled_from(
        [
            b"\x00",
            b"\xff",
            b"\xf0\x9f\x8e\xb2",
            b"\n",
            b"\n\n",
            b"-1",
            b"99999999999999999999",
            b"1e999",
            b"null",
        ]
    ),
    st.sampled_from(
        [b'"', b"{", b"}", b"[" * 500, b"]", b",", b":", b"|", b" : ", b"?", b"#", b"@1", b"\xef\xbb\xbf"]
    ),
)
_edit = st.tuples(st.floats(0, 1), st.integers(0, 12), _bits)


def damaged(samples: list[bytes]) -> st.SearchStrategy[bytes]:
    """A good input with bytes removed, inserted or replaced, two good inputs joined, or random bytes."""

    def apply(data: bytes, edits: list[tuple[float, int, bytes]]) -> bytes:
        for where, cut, put in edits:
            place = int(where * len(data))
            data = data[:place] + put + data[place + cut :]
        return data

    def join(one: bytes, two: bytes, where: float) -> bytes:
        return one[: int(where * len(one))] + two[int(where * len(two)) :]

    good = st.sampled_from(samples)
    return st.one_of(
        st.builds(apply, good, st.lists(_edit, max_size=4)),
        st.builds(join, good, good, st.floats(0, 1)),
        st.binary(max_size=200),
    )


# Records, positions, boards


def _records() -> list[bytes]:
    found = []
    for variant, kind in VARIANTS.items():
        for players in (1, 2, kind.max_players):
            record = play(variant, ["random", *["gap"] * (players - 1)], seed=players)
            short = msgspec.structs.replace(record, actions=record.actions[:40])
            found += [str(record).encode(), str(short).encode(), short.json().encode()]
    return found


def _check_record(data: bytes) -> bool:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "record"
        path.write_bytes(data)
        try:
            record = Record.parse(read_text(path))
        except QwixxError:
            return False
    assert Record.parse(record.json()) == record
    try:
        replay(record)
    except QwixxError:
        return False
    assert Record.parse(str(record)) == record
    return True


def _positions() -> list[bytes]:
    found = []
    for variant in VARIANTS:
        record = play(variant, ["random", "gap"], seed=3)
        rules = record.rules()
        found += [rules.position(ply.after).encode() for ply in record.plies()][::7]
    return found


def _check_position(data: bytes) -> bool:
    try:
        rules, state = parse_position(data.decode(errors="replace"))
    except QwixxError:
        return False
    assert parse_position(rules.position(state)) == (rules, state)
    return True


def _boards() -> list[bytes]:
    return [str(kind.board).encode() for kind in VARIANTS.values() if kind.board]


def _check_board(data: bytes) -> bool:
    try:
        board = parse_board(data.decode(errors="replace"))
    except QwixxError:
        return False
    assert parse_board(str(board)) == board
    return True


# Commands


CHAIN = Chain.of("ff" * 32)


def _tables() -> list[Table]:
    """A table before, during and after a game, and one that is starting; in the game all seats can choose."""
    events: list[log.Event] = [
        log.Opened(protocol.Options(seats=2), "ann"),
        log.Sat(0, "ann", "a"),
        log.Sat(1, "bob", "b"),
        log.Started(0),
    ]
    for action in play("classic", ["random", "gap"], seed=1).actions:
        if isinstance(action, Roll):
            events.append(log.DiceRolled(action.white, action.colours))
        else:
            events.append(log.ChoiceMade(action))
    entries = [log.encode(log.Entry(1000, event)) for event in events]
    starting: list[log.Event] = [
        log.Opened(protocol.Options(seats=2), "ann"),
        log.Sat(0, "ann", promise=CHAIN.promise),
        log.BotSat(1, "gap"),
        log.StartAsked(),
    ]
    revealing = [log.encode(log.Entry(1000, event)) for event in starting]
    whole = Table("id", "CODE", bytes(32))
    tables = [fold(copy.copy(whole), entries[:end]) for end in (3, 4, 5, 6)]
    for entry in entries:
        if whole.status != "finished":
            # The table passes by itself for a seat that can only pass.
            _try(whole, log.decode(entry))
    return [*tables, whole, fold(Table("id", "CODE", bytes(32)), revealing)]


def _try(table: Table, entry: log.Entry) -> None:
    event, game = entry.event, table.game
    if isinstance(event, log.ChoiceMade) and game and event.choice.seat not in game.awaited():
        return
    table.apply(entry)


TABLES = _tables()


def _commands() -> list[bytes]:
    p = protocol
    return [
        msgspec.json.encode(command)
        for command in (
            p.Hello("1", "id", 3),
            p.Sit("2", 1, "nonce"),
            p.Sit("2", 1, promise=CHAIN.promise),
            p.Reveal("2", 0, CHAIN.nonce),
            p.RollDice("2", 1, link=CHAIN.link(1)),
            p.Stand("3", 0),
            p.SeatBot("4", 1, "gap:skip=2"),
            p.ClearSeat("5", 1),
            p.Ready("6", True),
            p.Configure("7", p.Options(variant="longo", seats=3, lucky=((5, 8), (6, 11), (2, 3)))),
            p.Configure("8", p.Options(variant="onboard-a", seats=2, board=_boards()[0].decode())),
            p.Start("9"),
            p.RollDice("10", 1),
            p.RollDice("11", 1, p.Dice((1, 6), (1, 2, None, 4))),
            *[p.Choose("12", 1, 1, choice) for seat in (0, 1) for choice in TABLES[2].game.legal[seat]],  # type: ignore[union-attr]
            p.HandOver("13", 0),
            p.TakeBack("14", 0),
            p.Resign("14", 1),
            p.ProposeEnd("14"),
            p.AnswerEnd("14", 1, False),
            p.Rematch("15"),
            p.Leave("16"),
            p.Say("17", "ä \U0001f3b2"),
            p.Mute("18", "bob"),
            p.Ping("19"),
        )
    ]


def _check_command(data: bytes) -> bool:
    try:
        command = _decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        # The errors that the server answers with `malformed` or `unknown-message`.
        return False
    if isinstance(command, (protocol.Hello, protocol.Say, protocol.Rematch, protocol.Ping)):
        return True
    taken = False
    for table in TABLES:
        for guest in ("ann", "bob", "eve"):
            before = copy.deepcopy(table)
            found = decide(table, guest, command, NOW)
            assert table == before, "a command that is only asked about changes nothing"
            if not isinstance(found, Refusal):
                taken = True
                fold(copy.copy(table), [log.encode(entry) for entry in found])
    return taken


def targets() -> dict[str, Target]:
    return {
        "command": Target(_commands(), _check_command),
        "record": Target(_records(), _check_record),
        "position": Target(_positions(), _check_position),
        "board": Target(_boards(), _check_board),
    }


def fuzz(target: Target, number: int, inputs: int) -> None:
    """Runs a round of inputs; a failure is raised with the smallest input that causes it."""

    @seed(number)
    @settings(
        max_examples=inputs,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(damaged(target.samples))
    def round_of_inputs(data: bytes) -> None:
        target.inputs += 1
        target.taken += target.check(data)

    round_of_inputs()


def main(arguments: list[str]) -> None:
    seconds = float(arguments[0]) if arguments else 60.0
    for name, target in targets().items():
        end = time.monotonic() + seconds
        number = 0
        while time.monotonic() < end:
            fuzz(target, number, ROUND)
            number += 1
        print(json.dumps({"target": name, "inputs": target.inputs, "taken": target.taken}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
