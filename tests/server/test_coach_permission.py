"""Who may ask the coach for what, and that nothing hidden goes into the question, so that none comes out."""

import copy
import itertools
from random import Random

import pytest
from msgspec import structs

from qwixx import parse_position
from qwixx.rules import Choice, Phase
from qwixx.server import protocol
from qwixx.server.coaching import permission
from qwixx.server.protocol import Options
from qwixx.server.table import log
from qwixx.server.table.checks import CommandRefused
from qwixx.server.table.decide import decide
from qwixx.server.table.records import record_of
from qwixx.server.table.table import Table

GUESTS = ("ann", "bob", "cem")


def begun(options: Options, *, stand_in: bool = False) -> tuple[Table, list[log.Entry]]:
    table = Table("id", "CODE22", bytes(32))
    events: list[log.Event] = [log.Opened(options, "ann")]
    events += [log.Sat(seat, GUESTS[seat], f"n{seat}") for seat in range(options.seats)]
    events.append(log.Started(0))
    if stand_in:
        events.append(log.HandedOver(0, "gap"))
    entries = [log.Entry(1, event) for event in events]
    for entry in entries:
        table.apply(entry)
    return table, entries


def do(table: Table, guest: str, command: protocol.Command) -> list[log.Entry]:
    found = decide(table, guest, command, 2)
    assert isinstance(found, list), found
    for entry in found:
        table.apply(entry)
    return found


def roll(table: Table) -> list[log.Entry]:
    game = table.game
    assert game
    guest = table.seats[game.state.active].guest
    return do(table, guest, protocol.RollDice(f"r{game.turn}", game.turn + 1))


def choose(table: Table, choice: Choice) -> list[log.Entry]:
    game = table.game
    assert game
    command = protocol.Choose(f"c{table.seq}", game.turn, game.action, choice)
    return do(table, table.seats[choice.seat].guest, command)


def refused(table: Table, guest: str, seat: int) -> str:
    with pytest.raises(CommandRefused) as caught:
        permission.hint(table, guest, seat)
    return caught.value.refusal.code


TRAINING = Options(seats=2, training=True, roll_after=None)


def test_only_at_training_tables() -> None:
    table, _ = begun(Options(seats=2))
    roll(table)
    assert refused(table, "ann", 0) == "not-training"


def test_only_for_the_own_seat() -> None:
    table, _ = begun(TRAINING)
    roll(table)
    assert refused(table, "bob", 0) == "not-your-seat"
    assert refused(table, "stranger", 0) == "not-your-seat"
    assert refused(table, "ann", 2) == "no-such-seat"
    assert permission.hint(table, "ann", 0).seat == 0


def test_only_while_there_is_something_to_choose() -> None:
    table, _ = begun(TRAINING)
    assert refused(table, "ann", 0) == "not-your-turn"
    roll(table)
    assert table.game
    choose(table, table.game.legal[0][1])
    assert refused(table, "ann", 0) == "not-your-turn"
    assert permission.hint(table, "bob", 1).action == 1
    choose(table, table.game.legal[1][0])
    if table.game.state.phase is Phase.COLOUR:
        assert permission.hint(table, "ann", 0).action == 2
        assert refused(table, "bob", 1) == "not-your-turn"


def test_not_in_the_lobby_nor_after_the_game() -> None:
    table, _ = begun(TRAINING)
    assert refused(structs.replace(table, status="lobby", game=None), "ann", 0) == "not-playing"
    assert refused(structs.replace(table, status="finished"), "ann", 0) == "not-playing"


def test_not_while_a_bot_plays_there() -> None:
    table, _ = begun(TRAINING, stand_in=True)
    game = table.game
    assert game
    dice = log.DiceRolled((3, 4), (1, 2, 3, 4))
    table.apply(log.Entry(2, dice))
    assert refused(table, "ann", 0) == "not-your-turn"


@pytest.mark.parametrize("variant", ["classic", "longo", "onboard-a"])
def test_the_question_is_the_same_whatever_the_others_have_chosen(variant: str) -> None:
    """What the coach is asked depends on nothing hidden, and its answer on nothing but the question."""
    random, compared = Random(variant), 0
    for _ in range(15):
        table, _ = begun(Options(variant=variant, seats=3, training=True))
        while table.status == "playing":
            game = table.game
            assert game
            if not game.action:
                roll(table)
                continue
            for seat in game.awaited():
                question = permission.hint(table, GUESTS[seat], seat)
                rules, state = parse_position(question.position)
                assert all(choice is None for choice in state.choices)
                assert rules.legal(state, seat) == game.legal[seat]
                others = [n for n in rules.seats if n != seat and len(game.legal[n]) > 1]
                wishes: list[list[Choice | None]] = [
                    [None, *game.legal[n][:3]] if game.action == 1 else [None] for n in others
                ]
                for hidden in itertools.product(*wishes):
                    again = copy.copy(table)
                    for choice in hidden:
                        if choice:
                            choose(again, choice)
                    assert permission.hint(again, GUESTS[seat], seat) == question
                    compared += any(hidden)
            seat = random.choice(game.awaited())
            choose(table, random.choice(game.legal[seat]))
    assert compared > 1000


# Verdicts


def verdict(table: Table, entries: list[log.Entry], guest: str, turn: int) -> str:
    _, record = record_of(table, [log.encode(entry) for entry in entries], {})
    try:
        return permission.verdict(table, guest, turn, record).record
    except CommandRefused as refused:
        return refused.refusal.code


SOLO = Options(seats=1, training=True)


def test_verdicts_are_for_the_person_who_practises() -> None:
    for options, expected in [
        (Options(seats=1), "not-training"),
        (TRAINING, "not-practice"),
        (Options(variant="longo", seats=1, training=True), "not-practice"),
        (SOLO, "too-early"),
    ]:
        assert verdict(*begun(options), "ann", 1) == expected
    assert verdict(*begun(SOLO), "bob", 1) == "not-your-seat"


def test_a_turn_is_judged_when_it_is_over_and_the_question_holds_no_seed() -> None:
    table, entries = begun(SOLO)
    turns: list[str] = []
    while table.status == "playing":
        game = table.game
        assert game
        if game.action:
            assert verdict(table, entries, "ann", game.turn) == "too-early"
            entries += choose(table, game.legal[0][-1])
        else:
            turns += [verdict(table, entries, "ann", game.turn)] if game.turn else []
            entries += roll(table)
    assert table.game
    turns.append(verdict(table, entries, "ann", table.game.turn))
    assert len(turns) == table.game.turn
    assert not any(table.seed.hex() in text for text in turns)
    # The question about a turn stays the same when the game has gone on.
    assert [verdict(table, entries, "ann", turn) for turn in range(1, len(turns) + 1)] == turns
    assert verdict(table, entries, "ann", 0) == "too-early"
    assert verdict(table, entries, "ann", len(turns) + 1) == "too-early"
