"""`qwixx review` and `qwixx hint`, as a user calls them."""

import io
import json
from pathlib import Path

import msgspec
import pytest
from command_line import Qwixx
from rich.console import Console

import qwixx as package
from qwixx.cli.commands.review import GAMES
from qwixx.cli.draw.review import HintSource, draw_hint
from qwixx.cli.draw.words import Words
from qwixx.coach import GAMES as COACH_GAMES
from qwixx.coach import Option, Review, review, verdict_of
from qwixx.locales import LANGUAGES, catalogue
from qwixx.rules import parse_position

POSITION = "classic | r2,3 p1 | - | 0 white 4+1 3 6 2 5 : ? r5"
FEW = ("--games", "16")

# One process runs them all, because each process compiles the kernel or builds the table again.
pytestmark = pytest.mark.xdist_group("review")


@pytest.fixture
def game(qwixx: Qwixx) -> str:
    qwixx("record", "tempo", "random", "--seed", "2", "--out", "game.qwixx")
    return "game.qwixx"


def test_the_default_number_of_games_is_that_of_the_coach() -> None:
    assert GAMES == COACH_GAMES


def test_review_shows_the_numbers_of_every_player_and_what_to_learn(qwixx: Qwixx, game: str) -> None:
    done = qwixx("review", game, *FEW)
    assert done.code == 0
    assert "Win chances: as judged by our strongest bot." in done.out
    for word in (
        "tempo",
        "random",
        "Luck",
        "Adjusted for luck",
        "Win chance",
        "blunder",
        "Worth another look",
    ):
        assert word in done.out
    assert max(map(len, done.out.splitlines())) <= 80


def test_review_as_json_is_that_of_the_library(qwixx: Qwixx, game: str) -> None:
    done = qwixx("review", game, *FEW, "--json")
    found = msgspec.json.decode(done.out, type=Review)
    record = package.Record.parse(Path(game).read_text("utf-8"))
    assert found == review(record, games=16)


def test_the_choices_of_one_seat(qwixx: Qwixx, game: str) -> None:
    done = qwixx("review", game, *FEW, "--seat", "1")
    moments = done.out.partition("Worth another look")[2]
    assert "random" in moments
    assert "tempo" not in moments
    refused = qwixx("review", game, "--seat", "2")
    assert (refused.code, refused.err.count("\n")) == (2, 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(qwixx: Qwixx, game: str, language: str) -> None:
    done = qwixx("review", game, *FEW, "--lang", language)
    assert done.code == 0
    assert "{" not in done.out
    assert qwixx("hint", POSITION, *FEW, "--lang", language).code == 0


def test_solo_is_exact(qwixx: Qwixx) -> None:
    qwixx("record", "random", "--seed", "2", "--out", "solo.qwixx")
    done = qwixx("review", "solo.qwixx")
    assert "Values: exact." in done.out
    assert "Expected score" in done.out
    assert "115.5 →" in done.out


def test_an_unfinished_game_is_reviewed_as_far_as_it_goes(qwixx: Qwixx, game: str) -> None:
    text = Path(game).read_text("utf-8")
    Path("part.qwixx").write_text(text[: text.index("\n9. ")] + "\n", "utf-8")
    done = qwixx("review", "part.qwixx", *FEW)
    assert done.code == 0
    assert "not finished; this is the review up to turn 8" in " ".join(done.out.split())


def test_an_illegal_action_ends_the_review_with_its_reason(qwixx: Qwixx, game: str) -> None:
    text = Path(game).read_text("utf-8")
    lines = text[: text.index("\n9. ")] + "\n9. 1+1 1 1 1 1 : r12 -\n"
    Path("bad.qwixx").write_text(lines, "utf-8")
    done = qwixx("review", "bad.qwixx", *FEW)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "bad.qwixx, line 18, turn 9, tempo: r12 is not possible" in done.err
    assert "Adjusted for luck" in done.out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Qwixx record 1\nVariant: chess\nSeat 0: Ann\n", "chess"),
        ("Qwixx record 9\nVariant: classic\nSeat 0: Ann\n", "9"),
        ("hello", "line 1"),
        ("", "line 1"),
        ("{", "JSON"),
    ],
)
def test_a_file_that_is_not_a_record_is_refused_with_one_line(qwixx: Qwixx, text: str, said: str) -> None:
    Path("x.qwixx").write_text(text, "utf-8")
    done = qwixx("review", "x.qwixx")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err


@pytest.mark.parametrize("number", ["0", "7", "-3", "99999999"])
def test_impossible_numbers_of_games_are_refused(qwixx: Qwixx, game: str, number: str) -> None:
    done = qwixx("review", game, "--games", number)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "The number of games must be from 8 to 1,000,000, not " in done.err


def test_a_missing_file(qwixx: Qwixx) -> None:
    done = qwixx("review", "nowhere.qwixx")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "nowhere.qwixx" in done.err


# hint


def test_hint_lists_the_options_best_first(qwixx: Qwixx) -> None:
    done = qwixx("hint", POSITION, *FEW)
    assert done.code == 0
    assert "Player 1" in done.out
    assert "Player 2" not in done.out  # has chosen
    assert "Win chance" in done.out
    answer = json.loads(qwixx("hint", POSITION, *FEW, "--json").out)
    (options,) = answer["options"].values()
    assert answer["evaluator"] == "expert"
    assert [option["loss"] for option in options] == sorted(option["loss"] for option in options)
    assert {option["verdict"] for option in options} <= {"fine", "inaccuracy", "mistake", "blunder"}
    assert len(options) == 5


def test_hint_does_not_know_what_others_chose(qwixx: Qwixx) -> None:
    hidden = qwixx("hint", POSITION.replace("? r5", "? ?"), *FEW, "--seat", "0", "--json")
    assert hidden.out == qwixx("hint", POSITION, *FEW, "--seat", "0", "--json").out


def test_hint_before_a_roll_shows_the_expected_result(qwixx: Qwixx) -> None:
    done = qwixx("hint", "classic | r2,3 | - | 0 roll", *FEW)
    assert done.code == 0
    assert "not been rolled" in done.out
    answer = json.loads(qwixx("hint", "classic | - | 0 roll", "--json").out)
    assert answer["estimates"][0]["score"] == pytest.approx(115.4831, abs=1e-4)
    assert answer["options"] == {}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["classic | r2,3,4,12 | 0 roll"], "cannot occur"),
        (["chess | - | 0 roll"], "chess"),
        ([POSITION, "--seat", "1"], "not to act"),
        ([POSITION, "--seat", "5"], "5 is not a seat"),
        (["classic | r2 p4 | 0 over"], "over"),
        (["hello | you"], "position"),
        (["hello"], "hello cannot be read: No such file or directory."),
    ],
)
def test_positions_without_a_hint_are_refused_with_one_line(
    qwixx: Qwixx, arguments: list[str], said: str
) -> None:
    done = qwixx("hint", *arguments)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err


def test_a_game_without_choices_gets_no_praise(qwixx: Qwixx) -> None:
    Path("none.qwixx").write_text("Qwixx record 1\nVariant: classic\nSeat 0: Ann\nSeat 1: Bob\n\n", "utf-8")
    done = qwixx("review", "none.qwixx", *FEW)
    assert done.code == 0
    assert "excellent" not in done.out
    assert "Well played" not in done.out


def test_a_loss_stays_on_one_line_beside_long_words(qwixx: Qwixx) -> None:
    position = "onboard-a | r4,5 y3,4,5 g12 @10 | g12,8 b12,11,9 @12 | 0 board 1+4 6 3 6 3"
    done = qwixx("hint", position, *FEW, "--lang", "el")
    assert len([line for line in done.out.splitlines() if " ± " in line]) == 5
    assert not [line for line in done.out.splitlines() if line.strip() == "%"]
    assert max(map(len, done.out.splitlines())) <= 80


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_fits_forty_columns(language: str) -> None:
    rules, state = parse_position("classic | r2,3 | - | 0 colour 2+4 6 6 6 6")
    options = tuple(
        Option(choice, 0.5 - n / 20, 70.0 - n, n / 20, 0.012)
        for n, choice in enumerate(rules.legal(state, 0))
    )
    words = Words(catalogue(language), rules, ["Ann", "Ben"])
    for width, most in ((37, 3 + 2 * len(options)), (77, 5 + len(options))):
        console = Console(width=width, file=io.StringIO())
        *_, table = draw_hint(words, HintSource("expert", 0), (), {0: options})
        with console.capture() as capture:
            console.print(table)
        drawn = capture.get()
        assert "…" not in drawn
        assert len(drawn.splitlines()) <= most
        for option in options:
            verdict = words.text(f"verdict.{verdict_of(option, 'win')}")
            line = next(line for line in drawn.splitlines() if words.choice(option.choice) in line)
            assert line.rstrip().endswith(verdict)
