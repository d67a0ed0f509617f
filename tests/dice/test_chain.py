"""Hash chains: one published hash fixes the nonce and the link of every turn."""

import hashlib

import pytest

from qwixx.dice.chain import LENGTH, Chain, is_link, is_nonce

CHAIN = Chain.of("ff" * 32, 10)


def test_every_value_is_the_hash_of_the_next() -> None:
    pairs = zip(CHAIN.values, CHAIN.values[1:], strict=False)
    assert all(hashlib.sha256(bytes.fromhex(later)).hexdigest() == earlier for earlier, later in pairs)
    assert CHAIN.values[-1] == "ff" * 32


def test_the_promise_fixes_the_nonce_and_one_link_for_each_turn() -> None:
    assert is_nonce(CHAIN.nonce, CHAIN.promise)
    for turn in range(1, 9):
        link = CHAIN.link(turn)
        assert link
        fitting = [other for other in range(1, 20) if is_link(link, other, CHAIN.promise)]
        assert fitting == [turn]


def test_a_short_chain_has_no_link_for_late_turns() -> None:
    assert CHAIN.link(8) == "ff" * 32
    assert CHAIN.link(9) is None


def test_a_drawn_chain_is_long_enough_for_any_game_and_never_the_same() -> None:
    chain = Chain.draw()
    assert len(chain.values) == LENGTH
    assert chain.link(LENGTH - 2)
    assert chain.promise != Chain.draw().promise


@pytest.mark.parametrize(
    "bad", ["", "x", CHAIN.nonce.upper(), CHAIN.nonce + "\n", " " + CHAIN.nonce, "ff" * 32]
)
def test_anything_else_is_not_the_nonce(bad: str) -> None:
    assert not is_nonce(bad, CHAIN.promise)


def test_the_promise_and_the_nonce_are_not_links() -> None:
    assert not is_link(CHAIN.promise, 0, CHAIN.promise)
    assert not is_link(CHAIN.nonce, 0, CHAIN.promise)
    assert not any(is_link(CHAIN.nonce, turn, CHAIN.promise) for turn in range(1, 20))
