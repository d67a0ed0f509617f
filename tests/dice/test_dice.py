"""Dice streams: the definition in docs/dice.md, fairness and independence."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from qwixx import QwixxError, Roll, play
from qwixx.dice import Stream, bot_stream, check_seed, dice_stream, roll
from qwixx.dice.stream import GAMMA, MASK, key, mix
from qwixx.rules.notation import write_roll

PAGE = Path(__file__).parents[2] / "docs" / "dice.md"


def table(heading: str) -> list[list[str]]:
    """The cells of a table of the page, found by the headings of its first columns."""
    text = PAGE.read_text(encoding="utf-8")
    start = text.index(f"| {heading} |")
    lines = text[start:].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


# The vectors of the page


def test_the_page_has_its_vectors() -> None:
    sizes = [
        len(table(name))
        for name in ("numbers", "seed | game | turn | sides", "seed | game | turn | seat", "a")
    ]
    assert sizes == [9, 8, 5, 6]


@pytest.mark.parametrize("row", table("numbers"))
def test_vector_of_a_key(row: list[str]) -> None:
    parts = numbers(row[0])
    stream = Stream(*parts)
    assert [f"{number:016x}" for number in (key(*parts), stream.next(), stream.next())] == row[1:]


@pytest.mark.parametrize("row", table("seed | game | turn | sides"))
def test_vector_of_dice(row: list[str]) -> None:
    seed, game, turn, sides = map(int, row[:4])
    assert write_roll(roll(dice_stream(seed, game, turn), sides, ())) == row[4]


@pytest.mark.parametrize("row", table("seed | game | turn | seat"))
def test_vector_of_a_decision(row: list[str]) -> None:
    stream = bot_stream(*map(int, row[:5]))
    assert [stream.below(5) for _ in range(5)] == numbers(row[5])


class Counting(Stream):
    __slots__ = ("drawn",)

    def __init__(self, *parts: int) -> None:
        super().__init__(*parts)
        self.drawn = 0

    def next(self) -> int:
        self.drawn += 1
        return super().next()


@pytest.mark.parametrize("row", table("a"))
def test_vector_of_below(row: list[str]) -> None:
    stream = Counting(int(row[0]))
    assert [stream.below(int(row[1])) for _ in range(4)] == numbers(row[2])
    assert stream.drawn == int(row[3])


def test_mix_is_that_of_splitmix64() -> None:
    """The first numbers of the published generator for the seed 1234567."""
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    assert [mix(1234567 + n * GAMMA & MASK) for n in range(1, 5)] == published


# Fairness, with fixed seeds


@pytest.mark.parametrize(("sides", "limit"), [(6, 20.5), (8, 24.3)])
def test_every_die_shows_every_side_equally_often(sides: int, limit: float) -> None:
    """99.9 % of fair dice stay below the limits."""
    rolls = [roll(dice_stream(11, game, turn), sides, ()) for game in range(100) for turn in range(1, 81)]
    for die in range(6):
        shown = Counter((*one.white, *one.colours)[die] for one in rolls)
        expected = len(rolls) / sides
        assert len(shown) == sides
        assert sum((count - expected) ** 2 / expected for count in shown.values()) < limit


def test_white_sums_are_those_of_two_dice() -> None:
    sums = Counter(sum(roll(dice_stream(3, 0, turn), 6, ()).white) for turn in range(1, 7201))
    expected = {total: 200 * (6 - abs(total - 7)) for total in range(2, 13)}
    assert sum((sums[total] - count) ** 2 / count for total, count in expected.items()) < 29.6


@pytest.mark.parametrize("n", [1, 2, 3, 5, 7, 45, 100])
def test_below_gives_each_number_equally_often(n: int) -> None:
    stream = Stream(n)
    counts = Counter(stream.below(n) for _ in range(200 * n))
    assert set(counts) == set(range(n))
    chi_square = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert chi_square < n + 4.5 * (2 * n) ** 0.5


def test_below_rejects_what_would_be_biased() -> None:
    """With n = 3 · 2³⁰ a quarter of the draws must be rejected, else the lower third is twice as likely."""
    stream = Counting(5)
    below = [stream.below(3 * 2**30) for _ in range(3000)]
    assert 3800 < stream.drawn < 4200
    thirds = Counter(number // 2**30 for number in below)
    assert all(900 < thirds[third] < 1100 for third in range(3))


# One seed, one game


def test_streams_of_neighbouring_turns_games_seeds_and_seats_are_different() -> None:
    first = [
        Stream(seed, game, turn, last).next()
        for seed in range(4)
        for game in range(4)
        for turn in range(1, 11)
        for last in range(20)
    ]
    assert len(set(first)) == len(first)


def test_removed_dice_do_not_change_the_others() -> None:
    whole = roll(dice_stream(7, 0, 1), 6, ())
    assert roll(dice_stream(7, 0, 1), 6, {0, 2}) == Roll(
        whole.white, (None, whole.colours[1], None, whole.colours[3])
    )


def test_a_game_rolls_the_dice_of_its_seed() -> None:
    record = play("longo", ["random", "gap", "gap"], seed=12, game=34)
    turn = 0
    for ply in record.plies():
        if isinstance(ply.action, Roll):
            turn += 1
            closed = record.rules().closed(ply.before)
            assert ply.action == roll(dice_stream(12, 34, turn), 8, closed)


def test_other_bots_get_the_same_dice() -> None:
    def whites(*bots: str) -> list[tuple[int, int]]:
        return [action.white for action in play("classic", bots, seed=9).actions if isinstance(action, Roll)]

    one, other = whites("gap", "gap"), whites("random", "gap")
    assert one != other, "the games differ in length"
    assert all(a == b for a, b in zip(one, other, strict=False))


@pytest.mark.parametrize("seed", [-1, 2**64, "7", 1.5, None])
def test_an_invalid_seed_is_refused(seed: int) -> None:
    with pytest.raises(QwixxError, match=f"^{seed!r} is not a seed: use a whole number from 0 to"):
        play("classic", ["random"], seed=seed)
    with pytest.raises(QwixxError, match=f"^{seed!r} is not a game: use a whole number from 0 to"):
        play("classic", ["random"], game=seed)
    with pytest.raises(QwixxError):
        check_seed(seed)


def test_the_largest_seed_is_valid() -> None:
    assert check_seed(0) == 0
    assert check_seed(2**64 - 1) == 2**64 - 1


def test_a_numpy_integer_is_the_same_seed() -> None:
    seed: Any = np.uint64(2**64 - 1)
    assert play("classic", ["random", "gap"], seed=seed) == play("classic", ["random", "gap"], seed=2**64 - 1)
