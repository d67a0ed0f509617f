"""Names of bots: any wrong name raises a `BotError` with its column."""

from pathlib import Path

import pytest

from qwixx import BotError, make_bot
from qwixx.bots.gap import Gap

MODULE = """
class Whole:
    def __init__(self, depth: int, share: float = 0.5, loud: bool = False, note="x"):
        self.options = (depth, share, loud, note)
        if depth > 9:
            raise RuntimeError("too deep\\nto go on")
    def choose(self, view, legal, rng):
        return legal[0]
class Odd(Whole):
    def __init__(self, depth: "Nowhere" = 1): ...
thing = 5
"""


@pytest.fixture(autouse=True)
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_players.py").write_text(MODULE)
    (tmp_path / "my_broken.py").write_text("1 / 0")
    (tmp_path / "my_typo.py").write_text("def")
    monkeypatch.syspath_prepend(tmp_path)


def test_options_are_read_by_their_type() -> None:
    bot = make_bot("my_players:Whole:depth=3,share=-2.5e-1,loud=true,note=a b")
    assert vars(bot)["options"] == (3, -0.25, True, "a b")
    assert isinstance(make_bot("gap:skip=2"), Gap)
    assert isinstance(make_bot("gap:"), Gap)


@pytest.mark.parametrize(
    ("name", "column", "says"),
    [
        ("", 1, "There is no bot '': choose "),
        (":", 1, "There is no bot ''"),
        ("::", 1, "There is no bot ''"),
        ("\0", 1, "There is no bot '\\x00'"),
        ("Gap", 1, "There is no bot 'Gap'"),
        ("x" * 100_000, 1, "xxx…: choose "),
        ("gap:skip", 5, "The option 'skip' needs a value, such as skip=1"),
        ("gap:skip=", 10, "The option 'skip' must be a whole number, not ''"),
        ("gap:skip=x", 10, "The option 'skip' must be a whole number, not 'x'"),
        ("gap:skip=٣", 10, "The option 'skip' must be a whole number, not '٣'"),
        ("gap:skip=²", 10, "The option 'skip' must be a whole number, not '²'"),
        ("gap:skip=1_0", 10, "The option 'skip' must be a whole number, not '1_0'"),
        ("gap:skip= 1", 10, "The option 'skip' must be a whole number, not ' 1'"),
        ("gap:skip=1.5", 10, "The option 'skip' must be a whole number, not '1.5'"),
        ("gap:skip=" + "9" * 5000, 10, "must be a whole number, not '999"),
        ("gap:skip=-1", 5, "The option 'skip' of gap must be 0 or more cells, not -1"),
        ("gap:jump=1", 5, "The bot gap has no option 'jump': it takes skip"),
        ("gap:skip=1,", 12, "The bot gap has no option '': it takes skip"),
        ("gap:skip=1,skip=2", 12, "The option 'skip' is given twice"),
        ("random:skip=1", 8, "The bot random has no option 'skip': it takes no options"),
        ("nowhere:Bot", 1, "There is no module 'nowhere'"),
        (".:Bot", 1, "The module '.' cannot be loaded: TypeError"),
        (":Bot", 1, "The module '' cannot be loaded: ValueError"),
        ("my_broken:Bot", 1, "The module 'my_broken' cannot be loaded: ZeroDivisionError: division by zero"),
        ("my_typo:Bot", 1, "The module 'my_typo' cannot be loaded: SyntaxError"),
        ("my_players:Nobody", 12, "The module 'my_players' has no 'Nobody'"),
        (
            "my_players:thing",
            1,
            "my_players:thing is not a bot: it must be a class with a method choose(view, legal, rng)",
        ),
        (
            "my_players:Whole",
            18,
            "The bot my_players:Whole needs the option 'depth': write my_players:Whole:depth=VALUE",
        ),
        ("my_players:Whole:depth=1,share=nan", 32, "The option 'share' must be a number, not 'nan'"),
        ("my_players:Whole:depth=1,loud=1", 31, "The option 'loud' must be true or false, not '1'"),
        ("my_players:Whole:depth=10", 1, "could not be created: RuntimeError: too deep"),
        ("my_players:Odd:depth=1", 1, "could not be created: NameError"),
    ],
)
def test_a_wrong_name_is_refused_with_its_column(name: str, column: int, says: str) -> None:
    with pytest.raises(BotError) as refused:
        make_bot(name)
    assert says in str(refused.value)
    assert refused.value.column == column
    assert str(refused.value).startswith(f"bot, line 1, column {column}: ")
    assert "\n" not in str(refused.value)
    assert refused.value.message[0].isupper() or refused.value.message.startswith(name)
    assert refused.value.message.endswith(".")
    assert len(str(refused.value)) < 250
