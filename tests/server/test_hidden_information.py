"""Every frame of two thousand games, to everyone at the table: nothing hidden is sent too early."""

import base64
import copy
import json
from random import Random
from typing import Any

import msgspec
import pytest

from qwixx.rules import Phase
from qwixx.server import protocol
from qwixx.server.protocol import Options, TableEvent
from qwixx.server.table import log, views
from qwixx.server.table.decide import decide
from qwixx.server.table.game import variant_of
from qwixx.server.table.records import log_of
from qwixx.server.table.table import Table

GAMES = 500
GUESTS = ("ann", "bob", "spectator")
NAMES = {guest: guest.title() for guest in GUESTS}


class Watched:
    """A table whose frames are kept instead of sent to connections."""

    def __init__(self, options: Options, seed: bytes) -> None:
        self.table = Table("id", "CODE22", seed)
        events: list[log.Event] = [log.Opened(options, "ann")]
        events += [log.Sat(seat, GUESTS[seat % 2], f"n{seat}") for seat in range(options.seats)]
        self.log: list[bytes] = []
        self.told: list[TableEvent] = []
        """What everybody was told since the game began."""
        for event in [*events, log.Started(0)]:
            self.told = self.apply(log.Entry(1, event))
        self.secrets = [seed.hex(), base64.b64encode(seed).decode(), base64.urlsafe_b64encode(seed).decode()]
        self.commands = 0
        self.frames = 0

    def apply(self, entry: log.Entry) -> list[TableEvent]:
        self.log.append(log.encode(entry))
        return self.table.apply(entry)

    def send(self, guest: str, command: Any) -> None:
        found = decide(self.table, guest, command, 2)
        assert isinstance(found, list), found
        old, self.table = self.table, copy.copy(self.table)
        told: list[TableEvent] = []
        for entry in found:
            told += self.apply(entry)
        self.told += told
        frames = views.Frames(old, self.table, told, NAMES, 2, tuple)
        for watcher in GUESTS:
            if frame := frames.frame(watcher, []):
                self.check(watcher, frame.decode())
        # Somebody comes back just now.
        watcher = GUESTS[self.table.seq % len(GUESTS)]
        self.check(watcher, self.snapshot(watcher))

    def snapshot(self, guest: str) -> str:
        seen = protocol.Snapshot(
            seq=self.table.seq,
            you=guest,
            now=2,
            table=views.table_view(self.table, NAMES),
            variant=variant_of(self.table.options),
            version=protocol.VERSION,
            game=views.game_view(self.table),
            offers=views.offers(self.table, guest),
            picked=views.picked(self.table, guest),
        )
        return msgspec.json.encode(seen).decode()

    def check(self, guest: str, frame: str) -> None:
        self.frames += 1
        if self.table.status != "finished":
            assert not any(secret in frame for secret in self.secrets)
        message = json.loads(frame)
        own = set(self.table.seats_of(guest))
        assert {choice["seat"] for choice in choices(message)} <= own
        game = self.table.game
        assert game is not None
        if game.state.phase is Phase.WHITE:
            # The rules' position of an open action 1 knows no choice, so the frame shows none either.
            shown = [event for event in message.get("events", []) if event.get("action") == 1]
            hidden = [event for event in shown if event["type"] in ("crossed", "passed")]
            rolled = [event["type"] for event in message.get("events", [])]
            assert not hidden or "rolled" in rolled[rolled.index(hidden[-1]["type"]) :]


def choices(value: Any) -> list[dict[str, Any]]:
    """Everything in a message that is a choice."""
    if isinstance(value, list):
        return [found for one in value for found in choices(one)]
    if not isinstance(value, dict):
        return []
    if value.get("type") in ("pass", "cross", "move"):
        return [value]
    return [found for one in value.values() for found in choices(one)]


def play(watched: Watched, random: Random) -> None:
    number = 0
    while watched.table.status == "playing":
        game = watched.table.game
        assert game is not None
        number += 1
        if not game.action:
            guest = watched.table.seats[game.state.active].guest
            watched.send(guest, protocol.RollDice(f"r{number}", game.turn + 1))
            continue
        seat = random.choice(game.awaited())
        choice = random.choice(game.legal[seat][1:] + game.legal[seat])
        command = protocol.Choose(f"c{number}", game.turn, game.action, choice)
        watched.send(watched.table.seats[seat].guest, command)


@pytest.mark.parametrize("variant", ["classic", "longo", "onboard-a", "onboard-b"])
def test_no_frame_shows_the_seed_or_a_pending_choice(variant: str) -> None:
    random = Random(variant)
    frames = 0
    for number in range(GAMES):
        watched = Watched(Options(variant=variant, seats=2 + number % 2), random.randbytes(32))
        play(watched, random)
        assert watched.table.seed.hex() in watched.snapshot("spectator")
        shown = log_of(watched.table, watched.log)
        assert shown.seq == watched.table.seq
        assert [line.event for line in shown.lines] == watched.told
        frames += watched.frames
    assert frames > 50 * GAMES


def test_the_check_finds_what_it_looks_for() -> None:
    watched = Watched(Options(seats=2), bytes(range(32)))
    with pytest.raises(AssertionError):
        watched.check("ann", json.dumps({"x": bytes(range(32)).hex()}))
    with pytest.raises(AssertionError):
        watched.check("bob", json.dumps({"picked": [{"type": "cross", "seat": 0, "row": 1, "number": 7}]}))
    watched.send("ann", protocol.RollDice("r", 1))
    leak = {"events": [{"type": "crossed", "seat": 0, "row": 1, "number": 7, "action": 1}]}
    with pytest.raises(AssertionError):
        watched.check("bob", json.dumps(leak))
