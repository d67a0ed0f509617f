"""`check_bot` passes every registered bot and finds each kind of forbidden behaviour."""

import random

import pytest

from qwixx import View, bot_names
from qwixx.dice import Stream
from qwixx.rules import Choice, Cross, Pass
from qwixx.testing import check_bot


@pytest.mark.parametrize("name", [*bot_names(), "gap:skip=0", "gap:skip=3"])
def test_every_registered_bot_passes(name: str) -> None:
    check_bot(name)


class Passes:
    def choose(self, view: View, legal: tuple[Choice, ...], rng: Stream) -> Choice:  # noqa: ARG002
        return legal[0]


def test_takes_a_name_a_class_or_a_bot() -> None:
    check_bot("random", seed=3)
    check_bot(Passes)
    check_bot(Passes(), games=2)


class Illegal(Passes):
    def choose(self, view: View, legal: tuple[Choice, ...], rng: Stream) -> Choice:  # noqa: ARG002
        return Cross(view.seat, 0, 12)


def test_finds_an_illegal_choice() -> None:
    with pytest.raises(
        AssertionError,
        match=r"bot Illegal in seat 0 chose Cross\(.*\), which is not one of Pass.*it saw: classic",
    ):
        check_bot(Illegal)


class ForAnother(Passes):
    def choose(self, view: View, legal: tuple[Choice, ...], rng: Stream) -> Choice:  # noqa: ARG002
        return Pass(view.seat + 1)


def test_finds_a_choice_for_another_seat() -> None:
    with pytest.raises(AssertionError, match="which is not one of"):
        check_bot(ForAnother)


class Faulty(Passes):
    def choose(self, view: View, legal: tuple[Choice, ...], rng: Stream) -> Choice:  # noqa: ARG002
        return legal[len(legal)]


def test_finds_an_error() -> None:
    with pytest.raises(AssertionError, match="raised IndexError"):
        check_bot(Faulty())


class OwnChance(Passes):
    def choose(self, view: View, legal: tuple[Choice, ...], rng: Stream) -> Choice:  # noqa: ARG002
        return random.choice(legal)


def test_finds_randomness_that_does_not_come_from_rng() -> None:
    with pytest.raises(AssertionError, match="and then, seeing the same,"):
        check_bot(OwnChance)


class Whisper(Passes):
    """A bot whose passive seats copy the choice of the seat that was asked before."""

    said = 0

    def choose(self, view: View, legal: tuple[Choice, ...], rng: Stream) -> Choice:
        chosen = rng.below(len(legal)) if view.seat == 0 else Whisper.said % len(legal)
        Whisper.said = chosen + view.seat
        return legal[chosen]


def test_finds_seats_that_share_information() -> None:
    with pytest.raises(AssertionError, match="and then, seeing the same,"):
        check_bot(Whisper)


class Vandal(Passes):
    def choose(self, view: View, legal: tuple[Choice, ...], rng: Stream) -> Choice:  # noqa: ARG002
        view.rules.lucky = ((2, 3),) * view.rules.players
        return legal[0]


def test_finds_a_bot_that_changes_what_it_is_shown() -> None:
    with pytest.raises(AssertionError, match="changed what it was shown"):
        check_bot(Vandal)
