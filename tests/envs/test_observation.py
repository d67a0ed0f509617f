"""The vectors that all environments share."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from qwixx import VARIANTS, Rules, State
from qwixx.dice import dice_stream, roll
from qwixx.envs.observation import Encoder

GAMES = [(name, players) for name, variant in VARIANTS.items() for players in (1, 2, variant.max_players)]


def positions(rules: Rules, seed: int) -> Iterator[State]:
    """A random game, position by position."""
    rng = random.Random(seed)
    state, turn = rules.start(seed % rules.players), 0
    while not rules.is_over(state):
        if rules.awaits_roll(state):
            turn += 1
            dice = roll(dice_stream(seed, 0, turn), rules.variant.faces, rules.closed(state))
            state, _ = rules.step(state, dice)
        else:
            yield state
            seat = rng.choice(sorted(rules.to_act(state)))
            state, _ = rules.step(state, rng.choice(rules.legal(state, seat)))
    yield state


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_fields_say_what_is_on_the_table(variant: str, players: int) -> None:
    rules = Rules(variant, players)
    encoder = Encoder(rules)
    for state in positions(rules, seed=3):
        for seat in rules.seats:
            seen = encoder.observe(rules.view(state, seat))
            part = {name: seen[where].tolist() for name, where in encoder.fields.items()}
            for away in rules.seats:
                other = (seat + away) % players
                sheet = state.sheets[other]
                assert part[f"cells {away}"] == [
                    sheet.rows[row] >> rules.crossing.columns[row][number] & 1
                    for row, number in rules.crossing.cells
                ]
                locks = zip(sheet.rows, rules.crossing.locks, strict=True)
                assert part[f"locks {away}"] == [int(bool(marks & lock)) for marks, lock in locks]
                assert part[f"penalties {away}"] == [sheet.penalties]
                assert part.get(f"pawn {away}", [0]) == [sheet.pawn]
                assert part.get(f"lucky {away}", []) == list(rules.lucky[other])
            assert part["action"] == [{"white": 1, "colour": 2, "board": 3}.get(state.phase, 0)]
            assert (seat + part["active"][0]) % players == state.active
            dice = (*state.roll.white, *(die or 0 for die in state.roll.colours)) if state.roll else (0,) * 6
            assert part["dice"] == list(dice)
            assert part["crossed"] == [state.crossed]
            final = part.get("final", [0])[0]
            assert (None if final == 0 else (seat + final - 1) % players) == state.final


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_values_are_small_and_within_their_bounds(variant: str, players: int) -> None:
    rules = Rules(variant, players)
    encoder = Encoder(rules)
    for state in positions(rules, seed=1):
        seen = encoder.observe(rules.view(state, 0))
        assert seen.dtype == np.int8
        assert seen.shape == encoder.high.shape
        assert (seen >= 0).all()
        assert (seen <= encoder.high).all()


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_mask_holds_the_legal_choices_by_their_codes(variant: str, players: int) -> None:
    rules = Rules(variant, players)
    encoder = Encoder(rules)
    for state in positions(rules, seed=2):
        for seat in rules.seats:
            legal = rules.legal(state, seat)
            mask = encoder.mask(encoder.options(legal))
            found = [rules.decode(seat * encoder.actions + int(action)) for action in np.flatnonzero(mask)]
            assert found == list(legal)
            assert mask.size == encoder.actions


def test_pending_choices_of_others_do_not_show() -> None:
    rules = Rules("classic", 3)
    encoder = Encoder(rules)
    rolled, _ = rules.step(rules.start(), roll(dice_stream(1, 0, 1), 6, ()))
    seen = {encoder.observe(rules.view(rolled, 0)).tobytes()}
    for choice in rules.legal(rolled, 1):
        chosen, _ = rules.step(rolled, choice)
        seen.add(encoder.observe(rules.view(chosen, 0)).tobytes())
        both, _ = rules.step(chosen, rules.legal(chosen, 2)[-1])
        seen.add(encoder.observe(rules.view(both, 0)).tobytes())
    assert len(seen) == 1


def test_what_is_handed_out_may_be_written_to() -> None:
    rules = Rules("classic", 2)
    encoder = Encoder(rules)
    state = rules.start()
    encoder.observe(rules.view(state, 0))[:] = 1
    assert not encoder.observe(rules.view(state, 0))[encoder.fields["cells 0"]].any()
