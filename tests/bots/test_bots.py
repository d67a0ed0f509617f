"""Bots by name, the choices of random and gap, and custom bots."""

import sys
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from game_table import Table, at

from qwixx import Bot, BotError, BotFailure, Cross, QwixxError, Record, View, bot_names, make_bot, play
from qwixx.bots import registry
from qwixx.bots.gap import Gap
from qwixx.bots.random import Random
from qwixx.dice import Stream
from qwixx.rules import Choice
from qwixx.rules.notation import write_choice

SPACES = "r2+1 y3+1 g11+2 b12+2 g10+3 r4+4 y5+5 b9+6 g8+8 r6+10 y7+12 g2+20"


def chosen(game: Table, bot: str = "gap", seat: int = 0) -> str:
    legal = game.rules.legal(game.state, seat)
    choice = make_bot(bot).choose(game.rules.view(game.state, seat), legal, Stream(1))
    assert choice in legal
    return write_choice(choice)


# Gap in action 1


@pytest.mark.parametrize(
    ("sheet", "skip", "expected"),
    [
        ("-", 1, "r3"),  # red and yellow skip one cell: the lower row
        ("-", 0, "-"),
        ("r2 y2", 0, "r3"),
        ("r2,3 y2", 0, "y3"),  # red cannot, yellow skips none
        ("r3 y2", 1, "y3"),
        ("r4 y4 g5", 1, "g3"),
        ("r4 y4 g6", 1, "-"),  # green would skip two
        ("r4 y4 g6", 2, "g3"),
        ("r4 y4 g6 b5", 2, "b3"),  # blue skips fewer
    ],
)
def test_gap_action_1_crosses_the_cell_that_skips_fewest_if_within_skip(
    sheet: str, skip: int, expected: str
) -> None:
    for seat, sheets in [(0, f"{sheet} | -"), (1, f"- | {sheet}")]:
        game = at(f"classic | {sheets} | 0 roll").roll("1+2 6 6 6 6")
        assert chosen(game, f"gap:skip={skip}", seat) == expected


def test_gap_takes_lucky_crosses_too() -> None:
    game = at("longo lucky 6,11 9,10 | - | - | 1 roll").roll("5+1 1 1 1 1")
    assert chosen(game, "gap:skip=0") == "r2"
    assert chosen(at("longo lucky 6,11 9,10 | r4 y3 g9 b9 | - | 1 roll").roll("5+1 1 1 1 1")) == "r5"


# Gap in action 2


def colour(sheet: str, white: str, dice: str = "1+2 3 4 6 6") -> Table:
    return at(f"classic | {sheet} | - | 0 roll").roll(dice).white(white, "-")


def test_gap_action_2_keeps_within_skip_after_a_cross() -> None:
    assert chosen(colour("r2 y2", "r3")) == "r4"
    assert chosen(colour("r2 y2", "r3", "1+2 5 5 5 5")) == "-"
    assert chosen(colour("r2 y2", "r3", "1+2 5 5 5 5"), "gap:skip=2") == "r6"


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ("1+2 3 6 6 6", "r4"),  # skips two
        ("1+2 5 6 6 6", "r6"),  # four
        ("1+2 6 6 4 4", "-"),  # five and more
        ("1+1 6 6 6 6", "r7"),
    ],
)
def test_gap_action_2_skips_up_to_four_to_avoid_a_penalty(dice: str, expected: str) -> None:
    game = at("classic | - | - | 0 roll").roll(dice).white("-", "-")
    if expected == "r7":
        assert chosen(game) == "-"
        assert chosen(game, "gap:skip=5") == "r7"
    else:
        assert chosen(game) == expected


def test_gap_action_2_prefers_the_fewest_and_the_lower_row() -> None:
    assert chosen(colour("-", "-", "1+2 2 2 6 6")) == "r3"
    assert chosen(colour("r6", "-", "1+2 2 2 6 6")) == "y3"


# Gap in action 3


def board(sheet: str, white: str = "-", dice: str = "6+6 6 6 6 6", other: str = "-") -> Table:
    game = at(f"onboard-a board {SPACES} | {sheet} | {other} | 0 roll").roll(dice)
    return game.white(white, "-").colour("-")


def test_gap_action_3_goes_to_the_farthest_space_within_skip() -> None:
    """After a cross: space 5, green 10, skips two; space 4, blue 12, none."""
    assert chosen(board("-", "y7", "1+6 6 6 6 6")) == "@4"
    assert chosen(board("-", "y7", "1+6 6 6 6 6"), "gap:skip=2") == "@5"


def test_gap_action_3_goes_to_a_number_that_is_already_crossed() -> None:
    assert chosen(board("g10", "y7", "1+6 6 6 6 6"), "gap:skip=0") == "@5"


def test_gap_action_3_stays_if_every_move_would_skip_too_many() -> None:
    assert chosen(board("b9 r2 @1", "y7", "1+6 6 6 6 6", "b12 @4"), "gap:skip=0") == "-"


def test_gap_action_3_avoids_a_penalty_with_the_cross_that_skips_fewest() -> None:
    """Space 5 is crossed already and would be farther, but makes no cross."""
    game = board("g11,10 y2", "-")
    assert chosen(game) == "@1"
    assert chosen(board("r3 g11,10 y2", "-")) == "@2"


def test_gap_action_3_without_any_cross_still_goes_far() -> None:
    assert chosen(board("r3,7 y4 g10 b11", "-")) == "@5"


def test_gap_refuses_a_negative_skip() -> None:
    with pytest.raises(
        BotError, match="bot, line 1, column 5: The option 'skip' of gap must be 0 or more cells, not -1"
    ):
        make_bot("gap:skip=-1")


# Random


def test_random_takes_every_choice_equally_often() -> None:
    game = at("classic | - | - | 0 roll").roll("4+1 1 2 3 6").white("-", "-")
    legal = game.rules.legal(game.state, 0)
    view = game.rules.view(game.state, 0)
    counts = Counter(Random().choose(view, legal, Stream(n)) for n in range(9000))
    assert set(counts) == set(legal)
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 26.1


# Names


def test_names() -> None:
    assert {"random", "gap"} <= set(bot_names())
    assert isinstance(make_bot("random"), Random)
    gap = make_bot("gap:skip=3")
    assert isinstance(gap, Gap)
    assert gap.skip == 3
    default = make_bot("gap")
    assert isinstance(default, Gap)
    assert default.skip == 1
    assert all(isinstance(make_bot(name), Bot) for name in bot_names())


@pytest.mark.parametrize(
    ("name", "column", "message"),
    [
        ("gapp", 1, "There is no bot 'gapp': choose random, gap"),
        ("", 1, "There is no bot ''"),
        ("gap:skp=1", 5, "The bot gap has no option 'skp': it takes skip"),
        ("gap:skip", 5, "The option 'skip' needs a value, such as skip=1"),
        ("gap:skip=", 10, "The option 'skip' must be a whole number, not ''"),
        ("gap:skip=two", 10, "The option 'skip' must be a whole number, not 'two'"),
        ("gap:skip=1,depth=2", 12, "The bot gap has no option 'depth'"),
        ("gap:skip=1,", 12, "The bot gap has no option ''"),
        ("expert:weights", 8, "The option 'weights' needs a value, such as weights=FILE"),
        ("random:skip=1", 8, "The bot random has no option 'skip': it takes no options"),
        ("gap:skip=1,skip=2", 12, "The option 'skip' is given twice"),
        (":Bot", 1, "The module '' cannot be loaded"),
        (".bots:Bot", 1, "The module '.bots' cannot be loaded"),
        ("random:Bot", 8, "The bot random has no option 'Bot': it takes no options"),
        ("no_such_module:Bot", 1, "There is no module 'no_such_module'"),
        ("my_bots.py:Greedy", 1, "There is no module 'my_bots': write my_bots:Greedy"),
        ("qwixx:Bote", 7, "The module 'qwixx' has no 'Bote'"),
        (
            "qwixx:play",
            1,
            "qwixx:play is not a bot: it must be a class with a method choose(view, legal, rng)",
        ),
        (
            "qwixx:Record",
            1,
            "qwixx:Record is not a bot: it must be a class with a method choose(view, legal, rng)",
        ),
    ],
)
def test_a_wrong_name_is_refused_with_its_place(name: str, column: int, message: str) -> None:
    with pytest.raises(BotError) as caught:
        make_bot(name)
    assert (caught.value.line, caught.value.column) == (1, column)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"bot, line 1, column {column}: ")


# Custom bots


OWN = '''
class Last:
    """Takes the last choice."""

    def __init__(self, times: int = 1, share: float = 0.5, name: str = "x", loud: bool = False):
        self.options = (times, share, name, loud)

    def choose(self, view, legal, rng):
        return legal[-1]


class Needy:
    def __init__(self, depth: int):
        self.depth = depth

    def choose(self, view, legal, rng):
        return legal[0]


not_a_class = 5
'''


@pytest.fixture
def own_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    (tmp_path / "own_bots.py").write_text(OWN)
    (tmp_path / "broken_bots.py").write_text("class Bot")
    monkeypatch.syspath_prepend(tmp_path)
    yield "own_bots"
    sys.modules.pop("own_bots", None)


def test_a_class_of_a_module(own_module: str) -> None:
    bot = make_bot(f"{own_module}:Last:times=3,share=0.25,name=ann,loud=true")
    assert bot.options == (3, 0.25, "ann", True)  # type: ignore[attr-defined]
    assert make_bot("own_bots:Last").options == (1, 0.5, "x", False)  # type: ignore[attr-defined]
    assert play("classic", ["own_bots:Last", "gap"], seed=1).seats == ("own_bots:Last", "gap")


@pytest.mark.parametrize(
    ("name", "column", "message"),
    [
        ("own_bots:Last:loud=maybe", 20, "The option 'loud' must be true or false, not 'maybe'"),
        ("own_bots:Last:size=1", 15, "has no option 'size': it takes times, share, name, loud"),
        ("own_bots:Needy", 16, "needs the option 'depth'"),
        ("own_bots:not_a_class", 1, "own_bots:not_a_class is not a bot: it must be a class"),
        ("broken_bots:Bot", 1, "The module 'broken_bots' cannot be loaded: SyntaxError"),
    ],
)
def test_a_wrong_name_of_a_custom_bot(own_module: str, name: str, column: int, message: str) -> None:  # noqa: ARG001
    with pytest.raises(BotError) as caught:
        make_bot(name)
    assert message in str(caught.value)
    assert caught.value.column == column


def test_names_from_outside_never_import_a_module(own_module: str) -> None:
    with pytest.raises(BotError, match="There is no bot 'own_bots'"):
        make_bot(f"{own_module}:Last", modules=False)
    assert own_module not in sys.modules


def installed(monkeypatch: pytest.MonkeyPatch, **bots: str) -> None:
    found = EntryPoints(EntryPoint(name, value, registry.GROUP) for name, value in bots.items())
    monkeypatch.setattr("importlib.metadata.entry_points", found.select)


def test_an_installed_package_adds_names(own_module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(
        monkeypatch, last=f"{own_module}:Last", broken="no_such_module:Bot", random=f"{own_module}:Last"
    )
    assert bot_names()[:6] == ["random", "gap", "pocket", "tempo", "expert", "amateur"]
    assert set(bot_names()) >= {"last", "broken"}
    assert bot_names().count("random") == 1
    assert type(make_bot("last:times=4")).__name__ == "Last"
    assert type(make_bot("last", modules=False)).__name__ == "Last"
    assert isinstance(make_bot("random"), Random), "installed bots cannot replace built-in ones"
    with pytest.raises(BotError, match="broken is installed but cannot be loaded"):
        make_bot("broken")


def test_an_installed_name_that_is_not_a_bot(own_module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, five=f"{own_module}:not_a_class")
    with pytest.raises(BotError, match="five is not a bot: it must be a class with a method choose"):
        make_bot("five")


# Bots that fail in a game


class Cheat:
    def choose(self, view: View, legal: tuple[Choice, ...], rng: Stream) -> Choice:  # noqa: ARG002
        if view.state.active == 1:
            raise RuntimeError("out of ideas")
        return legal[0]


def test_a_failing_bot_is_named_and_the_game_so_far_is_kept() -> None:
    with pytest.raises(
        BotFailure,
        match=r"bot Cheat in seat 1, game 0, ply .*: test_bots\.py, line \d+: RuntimeError: out of ideas",
    ) as caught:
        play("classic", ["gap", Cheat()], seed=3)
    assert isinstance(caught.value, QwixxError)
    assert caught.value.seat == 1
    assert caught.value.ply == len(caught.value.record.actions) + 1
    assert list(caught.value.record.plies())


class Illegal:
    def choose(self, view: View, legal: tuple[Choice, ...], rng: Stream) -> Choice:  # noqa: ARG002
        return "r5"  # type: ignore[return-value]


def test_a_bot_that_chooses_something_illegal_is_named() -> None:
    with pytest.raises(
        BotFailure,
        match=r"bot Illegal in seat 0, game 0, ply 2: test_bots.py, line \d+: chose r5, which is not one of",
    ):
        play("classic", [Illegal(), "gap"])


class Calculating:
    def choose(self, view: View, legal: tuple[Choice, ...], rng: Stream) -> Choice:  # noqa: ARG002
        whole: Any = np.int64
        best = legal[-1]
        return (
            Cross(whole(best.seat), whole(best.row), whole(best.number)) if isinstance(best, Cross) else best
        )


def test_numpy_integers_that_a_bot_returns_can_be_recorded() -> None:
    record = play("classic", [Calculating(), "gap"], seed=1)
    assert Record.parse(record.json()) == Record.parse(str(record)) == record
