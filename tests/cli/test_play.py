"""Whole games in the terminal, with scripted input."""

import io
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import Qwixx, assert_is_a_sentence
from rich.console import Console

from qwixx.arena import play
from qwixx.bots import LEVELS
from qwixx.cli.draw.words import Words
from qwixx.cli.play.choice_prompt import ChoicePrompt
from qwixx.cli.play.game_lock import GameLock
from qwixx.cli.play.terminal import Terminal
from qwixx.files import FileError
from qwixx.locales import LANGUAGES, catalogue
from qwixx.rules import VARIANTS, Record, Roll, parse_position, replay

# Enter rolls and confirms, 1 takes the first option. These lines are enough for any game.
FIRST_OPTION = ["", "1"] * 400
PASSING = ["", "0"] * 400


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_against_a_bot_in_every_variant_and_language(
    qwixx: Qwixx, variant: str, language: str
) -> None:
    done = qwixx(
        "play", "--variant", variant, "--lang", language, "--seed", "3", "--save", "game.txt",
        typed=FIRST_OPTION,
    )  # fmt: skip
    text = catalogue(language)
    assert done.code == 0, done.err
    assert text("score.total") in done.out
    record = Record.parse(Path("game.txt").read_text("utf-8"))
    assert record.rules().is_over(replay(record))
    assert record.seats == (text("play.you"), LEVELS["medium"])
    end, names = replay(record), [text("play.you"), text("bot.medium")]
    cause = record.rules().cause(end)
    assert cause
    assert Words(text, record.rules(), names).cause(cause, end.active) in done.out


@pytest.mark.parametrize(
    ("variant", "seats"),
    [("classic", 1), ("classic", 5), ("longo", 5), ("onboard-a", 1), ("onboard-b", 4)],
)
def test_one_to_five_seats(qwixx: Qwixx, variant: str, seats: int) -> None:
    done = qwixx("play", "--variant", variant, "--players", str(seats), "--seed", "1", typed=FIRST_OPTION)
    assert done.code == 0, done.err
    assert ("Your score" if seats == 1 else "Place") in done.out


def test_a_seed_gives_the_same_dice_as_in_games_between_bots(qwixx: Qwixx) -> None:
    qwixx("play", "--seed", "9", "--save", "game.txt", typed=FIRST_OPTION)
    games = (Record.parse(Path("game.txt").read_text("utf-8")), play("classic", ["random"] * 2, seed=9))
    mine, theirs = ([action.white for action in game.actions if isinstance(action, Roll)] for game in games)
    assert min(len(mine), len(theirs)) > 5
    assert all(one == two for one, two in zip(mine, theirs, strict=False))


def test_a_choice_is_taken_back_before_it_is_confirmed(qwixx: Qwixx) -> None:
    done = qwixx("play", "--seed", "5", typed=["", "r7", "u", "y7", "", "s", "game.txt", "", "q", "s"])
    assert done.code == 0
    assert str(Record.parse(Path("game.txt").read_text("utf-8"))).endswith("1. 3+4 5 4 4 6 : y7 -\n")


def test_a_saved_game_continues_where_it_was(qwixx: Qwixx) -> None:
    qwixx("play", "--seed", "5", typed=["", "1", "", "1", "", "s", "half.txt", "", "q", "d"])
    half = Record.parse(Path("half.txt").read_text("utf-8"))
    done = qwixx("resume", "half.txt", typed=FIRST_OPTION)
    assert done.code == 0, done.err
    whole = Record.parse(Path("half.txt").read_text("utf-8"))
    assert whole.actions[: len(half.actions)] == half.actions
    assert whole.rules().is_over(replay(whole))
    qwixx("play", "--seed", "5", "--save", "straight.txt", typed=FIRST_OPTION)
    assert Record.parse(Path("straight.txt").read_text("utf-8")) == whole


def test_one_of_several_games_in_a_file_continues_in_a_file_of_its_own(qwixx: Qwixx, games: Path) -> None:
    for name, seed in (("a.txt", "5"), ("b.txt", "6")):
        qwixx("play", "--seed", seed, "--save", name, typed=["", "0"])
    both = Path("a.txt").read_text("utf-8") + "\n" + Path("b.txt").read_text("utf-8")
    Path("both.txt").write_text(both, "utf-8")
    done = qwixx("resume", "both.txt")
    assert done.err.startswith("qwixx: both.txt holds 2 games: choose one with --game 1 to 2. (see")
    assert qwixx("resume", "both.txt", "--game", "2", typed=["0", "", "0"]).code == 0
    (saved,) = games.glob("*.txt")
    went_on, before = (Record.parse(path.read_text("utf-8")) for path in (saved, Path("b.txt")))
    assert went_on.headers == before.headers
    assert len(went_on.actions) > len(before.actions)
    assert Path("both.txt").read_text("utf-8") == both, "the other game is not lost"


def test_the_end_of_input_keeps_the_game_and_says_where(qwixx: Qwixx, games: Path) -> None:
    done = qwixx("play", "--seed", "5", typed=["", "1", ""])
    (saved,) = games.glob("*.txt")
    assert done.code == 0
    assert f"saved in {saved}. To continue it:\n  qwixx resume\n" in done.out
    assert len(Record.parse(saved.read_text("utf-8")).actions) == 3
    assert list(Path().iterdir()) == []


def test_resume_continues_the_last_game(qwixx: Qwixx, games: Path) -> None:
    qwixx("play", "--seed", "6", typed=["", "1", ""])
    qwixx("play", "--seed", "5", "--save", "mine.txt", typed=["", "1", ""])
    assert qwixx("resume", typed=[*FIRST_OPTION, ""]).code == 0
    assert replay_of(Path("mine.txt")), "the last game, wherever it was saved"
    assert qwixx("resume", typed=FIRST_OPTION).code == 0
    (other,) = games.glob("*.txt")
    assert replay_of(other), "then the newest that is unfinished"
    done = qwixx("resume", "--lang", "de")
    assert (done.code, done.err) == (2, f"qwixx: {catalogue('de')('resume.nothing', program='qwixx')}\n")


def test_a_game_that_another_terminal_plays_is_not_continued(qwixx: Qwixx, games: Path) -> None:
    qwixx("play", "--seed", "5", typed=["", "1", ""])
    (saved,) = games.glob("*.txt")
    before, other = saved.read_text("utf-8"), GameLock()
    assert other.take(saved)
    for arguments in (["resume"], ["resume", str(saved)]):
        done = qwixx(*arguments, "--lang", "tr", typed=FIRST_OPTION)
        assert (done.code, done.err) == (2, f"qwixx: {catalogue('tr')('resume.elsewhere', file=saved)}\n")
    assert qwixx("play", "--save", str(saved), "--force", typed=["", "1", ""]).code == 0
    assert saved.read_text("utf-8") == before
    assert "qwixx resume" not in qwixx("play", typed=[]).out
    other.release()
    assert qwixx("resume", typed=FIRST_OPTION).code == 0
    assert replay_of(saved)


def test_resume_continues_the_newest_game_that_no_terminal_plays(qwixx: Qwixx, games: Path) -> None:
    qwixx("play", "--seed", "6", typed=["", "1", ""])
    (older,) = games.glob("*.txt")
    qwixx("play", "--seed", "5", "--save", "mine.txt", typed=["", "1", ""])
    last, other = GameLock(), GameLock()
    assert last.take(Path("mine.txt"))
    assert qwixx("resume", typed=["q", "s"]).out.endswith(f"qwixx resume {older}\n")
    assert other.take(older)
    assert f"another terminal: {Path('mine.txt').absolute()}." in qwixx("resume").err
    assert qwixx("resume", "--game", "2").err.startswith(
        "qwixx: --game chooses one game of a file: name the file"
    )
    last.release()
    other.release()


def test_a_lock_does_not_survive_a_crash(games: Path) -> None:
    script = (
        "import os, pathlib; from qwixx.cli.play.game_lock import GameLock; "
        "lock = GameLock(); lock.take(pathlib.Path('a.txt')); os.kill(os.getpid(), 9)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == -9
    assert len(list((games / "locks").iterdir())) == 1
    lock = GameLock()
    assert lock.take(Path("a.txt"))
    assert not GameLock().take(Path("a.txt"))
    lock.release()
    assert list((games / "locks").iterdir()) == []


@pytest.mark.parametrize("why", ["a file is there", "the folder cannot be read"])
def test_a_game_outside_of_the_data_folder_is_continued_by_its_name(
    qwixx: Qwixx, games: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, why: str
) -> None:
    if why == "a file is there":
        games.parent.parent.joinpath("qwixx").write_text("no folder can be made here", "utf-8")
    else:
        monkeypatch.setenv("XDG_DATA_HOME", f"/{'x' * 300}")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("QWIXX_COMMAND", "./my clone/qwixx")
    nothing = "There is no unfinished game: start one with './my clone/qwixx' play."
    assert nothing in qwixx("resume").err
    done = qwixx("play", "--seed", "5", typed=["", "1", ""])
    (saved,) = tmp_path.glob("*.txt")
    assert f"\n  './my clone/qwixx' resume {saved}\n" in done.out
    assert qwixx("resume", str(saved), typed=FIRST_OPTION).code == 0


def replay_of(path: Path) -> bool:
    """Whether the file holds a finished game."""
    record = Record.parse(path.read_text("utf-8"))
    return record.rules().is_over(replay(record))


def test_every_action_is_saved_before_the_next_question(
    qwixx: Qwixx, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever ends the process while it waits, the file has everything that was played."""
    typed, saved = iter(["", "1", "", "1", ""]), []

    def read() -> str:
        saved.append(
            len(Record.parse(Path("a.txt").read_text("utf-8")).actions) if Path("a.txt").exists() else 0
        )
        for line in typed:
            return line
        raise EOFError

    monkeypatch.setattr("builtins.input", read)
    qwixx("play", "--seed", "5", "--save", "a.txt")
    assert saved == [0, 1, 1, 3, 5, 5], "red 7 has to be confirmed, red 8 not"


@pytest.mark.parametrize(("how", "left"), [("s", True), ("SAVE", True), ("d", False), ("discard", False)])
def test_leaving_saves_or_discards(qwixx: Qwixx, games: Path, how: str, left: bool) -> None:
    done = qwixx("play", "--seed", "5", typed=["", "r7", "", "q", how])
    assert done.code == 0
    assert ("qwixx resume" in done.out, "discarded" in done.out) == (left, not left)
    assert bool(list(games.glob("*.txt"))) is left


def test_a_game_that_has_not_begun_is_left_at_once(qwixx: Qwixx, games: Path) -> None:
    done = qwixx("play", "--seed", "5", typed=["q", "", "r7", ""])
    assert (done.code, "Leave the game?" in done.out, "White" in done.out) == (0, False, False)
    assert done.out.endswith("The game had not begun, so there was nothing to save.\n")
    assert not list(games.glob("*.txt"))


def test_a_slip_does_not_leave_the_game(qwixx: Qwixx, games: Path) -> None:
    done = qwixx("play", "--seed", "5", typed=["", "q", "c", "", "n", "b", "r7", "", "q", "y", "q", "s"])
    assert done.out.count("Type s, d or b.") == 5
    (saved,) = games.glob("*.txt")
    assert len(Record.parse(saved.read_text("utf-8")).actions) == 3


def test_discarding_leaves_a_file_as_it_was_saved_by_name(qwixx: Qwixx) -> None:
    qwixx("play", "--seed", "5", typed=["", "s", "mine.txt", "", "r7", "", "q", "d"])
    text = Path("mine.txt").read_text("utf-8")
    assert len(Record.parse(text).actions) == 1
    qwixx("resume", "mine.txt", typed=["r7", "", "q", "d"])
    assert Path("mine.txt").read_text("utf-8") == text


OLD = b"old \xff text"


@pytest.mark.parametrize(
    ("options", "typed"),
    [
        (["--save", "own.txt", "--force"], ["", "r7", "", "q", "d"]),
        (
            ["--save", "own.txt", "--force"],
            ["", "s", "", "", "r7", "", "s", "sub/../own.txt", "y", "", "q", "d"],
        ),
        (["--save", "own.txt", "--force"], ["", "s", "other.txt", "", "r7", "", "q", "d"]),
        ([], ["", "s", "own.txt", "y", "", "r7", "", "q", "d"]),
    ],
)
def test_discarding_gives_an_overwritten_file_its_old_contents_back(
    qwixx: Qwixx, options: list[str], typed: list[str]
) -> None:
    Path("sub").mkdir()
    Path("own.txt").write_bytes(OLD)
    assert "discarded" in qwixx("play", "--seed", "5", *options, typed=typed).out
    assert Path("own.txt").read_bytes() == OLD


@pytest.mark.parametrize("typed", [["q", "d"], ["r7", "", "q", "d"]])
def test_discarding_a_continued_game_deletes_only_a_file_that_was_not_named(
    qwixx: Qwixx, games: Path, typed: list[str]
) -> None:
    qwixx("play", "--seed", "5", typed=["", "q", "s"])
    assert "discarded" in qwixx("resume", typed=typed).out
    assert not list(games.glob("*.txt"))
    qwixx("play", "--seed", "5", "--save", "mine.txt", typed=["", "q", "s"])
    text = Path("mine.txt").read_text("utf-8")
    assert "discarded" in qwixx("resume", typed=typed).out
    assert Path("mine.txt").read_text("utf-8") == text


FOREIGN = "Qwixx record 1\nVariant: classic\nSeat 0: Ann\nSeat 1: foreign_bot:Bot\n\n1. 1+1 1 1 1 1 : r2 ?\n"


def test_a_record_runs_foreign_code_only_if_that_is_allowed(qwixx: Qwixx, tmp_path: Path) -> None:
    (tmp_path / "foreign_bot.py").write_text("raise RuntimeError('it ran')\n", "utf-8")
    Path("a.txt").write_text(FOREIGN, "utf-8")
    for answer in ([], ["n"], [""], ["x"]):
        done = qwixx("resume", "a.txt", typed=answer)
        assert (done.code, "it ran" in done.err) == (2, False)
        assert "foreign_bot:Bot" in done.err
    assert "it ran" in qwixx("resume", "a.txt", typed=["y"]).err


def test_a_game_not_yet_begun_is_not_saved(qwixx: Qwixx) -> None:
    assert qwixx("play", "--seed", "5").code == 0
    assert list(Path().iterdir()) == []


def test_a_file_is_not_overwritten_without_asking(qwixx: Qwixx) -> None:
    Path("mine.txt").write_text("dear", "utf-8")
    done = qwixx("play", "--save", "mine.txt")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "mine.txt" in done.err
    for answer in ("n", ""):
        done = qwixx("play", "--seed", "5", typed=["", "s", "mine.txt", answer, "", "q", "d"])
        assert "Not saved." in done.out
        assert Path("mine.txt").read_text("utf-8") == "dear"
    qwixx("play", "--seed", "5", typed=["", "s", "mine.txt", "y", "", "q", "s"])
    assert Record.parse(Path("mine.txt").read_text("utf-8")).actions


def test_people_choose_without_seeing_the_choices_of_others(qwixx: Qwixx) -> None:
    """Ann's choice is shown only after Ben has chosen too."""
    done = qwixx("play", "Ann", "Ben", "--seed", "5", typed=["", "", "r7", "", "", "y7", "", "q", "d"])
    before, _, after = done.out.rpartition("Hand over to Ben")
    assert "Ann – ● red 7" not in before
    shown = after.index("Action 1: Ann – ● red 7 · Ben – ▲ yellow 7")
    assert "Ann – ● red 7" not in after[:shown]


def test_a_penalty_is_announced_before_it_is_confirmed(qwixx: Qwixx) -> None:
    done = qwixx("play", "--seed", "5", typed=["", "0", "", "0", "q", "d"])
    assert done.out.rstrip().splitlines()[-4].startswith("pass  penalty, −5")


def test_four_penalties_end_the_game(qwixx: Qwixx) -> None:
    done = qwixx("play", "--seed", "5", typed=PASSING)
    assert "you have four penalties" in done.out
    assert "−20" in done.out


@pytest.mark.parametrize(
    ("language", "says"), [("en", "Ann has four penalties"), ("de", "Ann hat vier Fehl")]
)
def test_the_player_with_four_penalties_is_named(qwixx: Qwixx, language: str, says: str) -> None:
    done = qwixx("play", "Ann", "gap", "--seed", "5", "--save", "a.txt", "--lang", language, typed=PASSING)
    assert done.out.count(says) == 2, "in the news and in the result"
    assert says in qwixx("replay", "a.txt", "--lang", language).out


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("r8", "r8: In action 1 only the sum of the white dice counts. (R3)"),
        ("b77", "b77: This number is not on the sheet: choose one that is printed in the row. (R1)"),
        ("@3", "@3: You cannot do that now. (R17)"),
        ("9", "There is no option 9: choose one from 0 to 4."),
        ("9" * 5000, "There is no option 999"),
        ("purple 7", "“purple” was not understood."),
        ("\x1b[2J\x07", "“[2j” was not understood."),
        ("", "Type a number from 0 to 4"),
    ],
)
def test_what_cannot_be_chosen_is_explained(qwixx: Qwixx, typed: str, answer: str) -> None:
    done = qwixx("play", "--seed", "5", typed=["", typed, "q", "d"])
    assert done.code == 0
    assert answer in " ".join(done.out.split()) or answer in done.out


@pytest.mark.parametrize(
    ("language", "typed", "row"),
    [
        ("en", "red", 0), ("en", "Y7", 1), ("de", "Gelb 7", 1), ("de", "gr7", 2), ("el", "κι7", 1),
        ("el", "ΚΟΚΚΙΝΟ 7", 0), ("el", "b7", 3), ("pl", "ż7", 1), ("pl", "z7", 2), ("pl", "zolty 7", 1),
        ("tr", "y7", 2), ("tr", "KIRMIZI 7", 0), ("tr", "s7", 1), ("uk", "ч7", 0), ("uk", "с 7", 3),
        ("pl", "czerwone 7", 0), ("pl", "zolte 7", 1), ("uk", "синє 7", 3),
    ],
)  # fmt: skip
def test_rows_are_named_in_the_players_language(qwixx: Qwixx, language: str, typed: str, row: int) -> None:
    qwixx("play", "--seed", "5", "--lang", language, typed=["", typed, "", "s", "game.txt", "", "q", "s"])
    record = Record.parse(Path("game.txt").read_text("utf-8"))
    assert str(record.actions[1]) == f"Cross(seat=0, row={row}, number=7)"


def test_a_letter_for_two_rows_asks_which(qwixx: Qwixx) -> None:
    done = qwixx("play", "--seed", "5", "--lang", "de", typed=["", "g7", "q", "d"])
    assert "„g“ kann mehreres heißen: Gelb, Grün." in done.out


def test_help_and_all_sheets(qwixx: Qwixx) -> None:
    done = qwixx("play", "--players", "4", "--seed", "5", typed=["?", "", "v", "", "", "help", "", "q", "d"])
    assert done.out.count("Numbers you skip are lost.") == 2
    assert done.code == 0


def test_a_finished_game_can_be_saved_at_the_second_try(qwixx: Qwixx) -> None:
    four_penalties = ["", "0", "", "0", ""] * 4
    qwixx("play", "Ann", "--seed", "5", typed=[*four_penalties, "s", "no/such.txt", "s", "end.txt"])
    assert replay(Record.parse(Path("end.txt").read_text("utf-8"))).sheets[0].penalties == 4


def test_the_game_goes_on_if_it_cannot_be_saved_by_that_name(qwixx: Qwixx) -> None:
    Path("dear.txt").write_text("dear", "utf-8")
    for refused in (["no/such/folder.txt"], ["dear.txt", "n"]):
        done = qwixx("play", "--seed", "5", typed=["", "s", *refused, "", "r7", "", "q", "d"])
        assert (done.code, "Action 2" in done.out) == (0, True)
    assert Path("dear.txt").read_text("utf-8") == "dear"


@pytest.mark.parametrize(
    ("language", "helps", "undoes"),
    [("el", "βοηθεια", "ΑΝΑΙΡΕΣΗ"), ("tr", "YARDIM", "geri"), ("tr", "YARDİM", "GERİ"), ("pl", "Pomoc", "u")],
)
def test_commands_may_be_typed_in_capitals_and_without_accents(
    qwixx: Qwixx, language: str, helps: str, undoes: str
) -> None:
    text = catalogue(language)
    typed = [helps, "", "", "1", undoes, "2", "", "q", "d"]
    done = qwixx("play", "--seed", "5", "--lang", language, typed=typed)
    assert text("help.rows")[:20] in done.out
    chosen = text("cell.yellow", number=7)
    assert f"{text('play.you')} – ▲ {chosen}" in done.out


@pytest.mark.parametrize(("language", "undo", "save"), [("el", "θ", "Σ"), ("uk", "г", "І")])
def test_commands_may_be_typed_without_changing_the_keyboard(
    qwixx: Qwixx, language: str, undo: str, save: str
) -> None:
    text = catalogue(language)
    leave = "й" if language == "uk" else "q"
    typed = ["", "1", undo, save, "game.txt", "", "2", "", leave, "d"]
    done = qwixx("play", "--seed", "5", "--lang", language, typed=typed)
    assert done.code == 0
    assert Path("game.txt").exists()
    assert f"{text('play.you')} \u2013 ▲ {text('cell.yellow', number=7)}" in done.out.replace("—", "\u2013")


def test_help_explains_how_a_game_on_a_board_ends(qwixx: Qwixx) -> None:
    lap = "once a pawn has reached one of the last five spaces"
    helped = [qwixx("play", "--variant", name, typed=["?", "", "q", "d"]).out for name in VARIANTS]
    assert [lap in out for out in helped] == [False, False, True, True]


def test_without_arguments_a_few_questions_start_a_game(qwixx: Qwixx) -> None:
    done = qwixx("play", typed=["7", "2", "gap:skp=1", "random", "Ann, Ben", "", "q", "d"])
    assert done.code == 0
    assert "Type a number from 1 to 4." in done.out
    assert "“gap:skp=1” cannot be a player. Choose a bot (Easy, Medium, Hard, random, gap," in done.out
    assert "at least one of them a person" in done.out
    assert "lucky 5, 8" in done.out


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["--variant", "logno"], "'logno'"),
        (["longo"], "--variant longo"),
        (["--lang", "xx"], "en, de, el, pl, tr, uk"),
        (["--players", "9"], "1 to 5"),
        (["--players", "1", "Ann", "Ben"], "--players 1"),
        (["random", "random"], "qwixx record"),
        (["Ann", "gap:skp=1"], "skp"),
        (["--first", "2"], "2 is not a seat"),
        (["--seed", "-1"], "-1"),
        (["--seed", "x"], "--seed"),
        (["--lucky", "5,8"], "longo"),
        (["--variant", "longo", "--lucky", "5;8"], "5;8"),
        (["--variant", "longo", "--lucky", "5,8"], "2 in all"),
        (["--board", "none.txt"], "none.txt"),
        (["--save", "no/such/folder.txt"], "no/such"),
        (["--nonsense"], "--nonsense"),
        (["A\nnn"], "name"),
        (["A" * 41], "too long"),
    ],
)
def test_wrong_use_is_one_line_and_exit_code_2(qwixx: Qwixx, arguments: list[str], names: str) -> None:
    done = qwixx("play", *arguments)
    assert (done.code, done.err.count("\n")) == (2, 1), done
    assert names in done.err
    assert_is_a_sentence(done.err)
    assert done.out == ""
    assert list(Path().iterdir()) == []


def test_a_damaged_record_is_refused(qwixx: Qwixx) -> None:
    Path("a.txt").write_bytes(b"\xff\xfe\x00")
    Path("b.txt").write_text(
        "Qwixx record 1\nVariant: classic\nSeat 0: Ann\n\n1. 1+1 1 1 1 1 : r9\n", "utf-8"
    )
    assert "UTF-8" in qwixx("resume", "a.txt").err
    done = qwixx("resume", "b.txt")
    assert (done.code, "b.txt, line 5, turn 1, Ann: r9 is not possible." in done.err) == (2, True)


def test_a_finished_game_shows_its_result(qwixx: Qwixx) -> None:
    qwixx("play", "--seed", "3", "--save", "game.txt", typed=FIRST_OPTION)
    before = Path("game.txt").read_text("utf-8")
    done = qwixx("resume", "game.txt")
    assert done.code == 0
    assert "Winner" in done.out
    assert Path("game.txt").read_text("utf-8") == before


def test_bots_alone_are_not_resumed(qwixx: Qwixx) -> None:
    qwixx("record", "random", "gap", "--out", "bots.txt")
    done = qwixx("resume", "bots.txt")
    assert (done.code, "no person" in done.err) == (2, True)


def test_a_seed_header_that_is_not_a_number_is_ignored(qwixx: Qwixx) -> None:
    headers = "Variant: classic\nSeat 0: Ann\nSeat 1: gap\nSeed: none of yours\n"
    Path("a.txt").write_text(f"Qwixx record 1\n{headers}\n1. 1+1 1 1 1 1 : r2 ?\n", "utf-8")
    done = qwixx("resume", "a.txt", typed=FIRST_OPTION)
    assert done.code == 0, done.err
    record = Record.parse(Path("a.txt").read_text("utf-8"))
    assert record.headers["Seed"] == "none of yours"
    assert record.rules().is_over(replay(record))


def test_a_bot_that_fails_is_named_and_the_game_is_saved(
    qwixx: Qwixx, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "faulty_bots.py").write_text(
        "class Lost:\n    def choose(self, view, legal, rng):\n        return 1 // 0\n"
        "class Wrong:\n    def choose(self, view, legal, rng):\n        return 'x'\n"
        "class Gone:\n    def choose(self, view, legal, rng):\n        raise SystemExit('a\\nb')\n",
        "utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("faulty_bots:Lost", "faulty_bots:Wrong", "faulty_bots:Gone"):
        done = qwixx("play", "Ann", name, "--seed", "5", typed=FIRST_OPTION)
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert name in done.err
        assert "qwixx resume" in done.out


def test_an_interrupted_game_is_saved_and_ends_with_130(
    qwixx: Qwixx, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter(["", "1", ""])

    def interrupted() -> str:
        for line in typed:
            return line
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    done = qwixx("play", "--seed", "5", "--save", "game.txt")
    assert (done.code, done.err) == (130, "")
    assert "The game has been saved in game.txt" in done.out
    assert len(Record.parse(Path("game.txt").read_text("utf-8")).actions) == 3


def test_a_game_is_saved_in_the_temporary_folder_if_there_is_no_data_folder(
    qwixx: Qwixx, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "a folder"
    other.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(other))
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    done = qwixx("play", "--seed", "5", typed=["", "1", ""])
    (saved,) = other.iterdir()
    assert len(Record.parse(saved.read_text("utf-8")).actions) == 3
    assert str(saved) in done.out


def test_a_full_disk_is_announced_and_does_not_end_the_game(
    qwixx: Qwixx, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, _text: str, force: bool = False) -> None:
        raise FileError(f"{path} cannot be written: No space left on device. {force}")

    monkeypatch.setattr("qwixx.cli.play.saving.write_new", full)
    done = qwixx("play", "--seed", "5", "--save", "game.txt", typed=FIRST_OPTION)
    assert done.code == 0
    assert "game.txt could not be written" in done.out
    assert "Winner" in done.out


def test_a_choice_that_costs_nothing_needs_no_confirmation(qwixx: Qwixx) -> None:
    done = qwixx("play", "--seed", "5", typed=["", "-", "8", "q", "d"])
    assert "Enter to confirm" not in done.out
    assert "Action 2: You – ◆ blue 10" in done.out


@pytest.mark.parametrize("word", ["0", "-", "p", "pa", "pass", "PASS"])
def test_words_for_the_pass(qwixx: Qwixx, word: str) -> None:
    assert "Action 1: You – pass" in qwixx("play", "--seed", "5", typed=["", word, "q", "d"]).out


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shown_word_for_the_pass_is_understood(qwixx: Qwixx, language: str) -> None:
    text = catalogue(language)
    done = qwixx("play", "--seed", "5", "--lang", language, typed=["", text("choice.pass"), "q", "d"])
    assert text("ask.colour")[:40] in done.out


def test_a_choice_is_taken_back_against_bots(qwixx: Qwixx) -> None:
    typed = ["u", "", "", "r7", "", "u", "y7", "", "3", "u", "-", "", "s", "game.txt", "", "q", "s"]
    done = qwixx("play", "--seed", "5", typed=typed)
    assert "There is nothing to take back." in done.out
    first = Record.parse(Path("game.txt").read_text("utf-8"))
    assert str(first).splitlines()[-2:] == ["1. 3+4 5 4 4 6 : y7 - | -", "2. 4+3 6 2 3 5"]


def test_people_cannot_take_choices_back(qwixx: Qwixx) -> None:
    done = qwixx("play", "Ann", "Ben", "--seed", "5", typed=["", "", "r7", "", "u", "", "q", "d"])
    assert "There is nothing to take back." in done.out


@pytest.mark.parametrize("people", [["Ann", "gap"], ["Ann", "Ben"]])
def test_a_mistyped_roll_of_own_dice_is_taken_back(qwixx: Qwixx, games: Path, people: list[str]) -> None:
    over = [""] * (len(people) > 1 and people[1] == "Ben")  # the handover
    start = ["play", *people, "--own-dice", "--first", "0"]
    done = qwixx(*start, typed=["123456", *over, "u", "654321", *over, "q", "s"])
    assert "nothing to take back" not in done.out
    (saved,) = games.glob("*.txt")
    (roll,) = Record.parse(saved.read_text("utf-8")).actions
    assert str(roll) == str(Roll((6, 5), (4, 3, 2, 1)))
    assert "had not begun" in qwixx("resume", typed=[*over, "u", "q"]).out
    assert not list(games.glob("*.txt")), "as before the roll"
    qwixx(*start, typed=["123456", *over, "u", "123456", *over, "q", "s"])
    assert len(list(games.glob("*.txt"))) == 1, "the same roll, typed again, is saved"


def test_own_dice_have_no_seed(qwixx: Qwixx) -> None:
    refused = qwixx("play", "--own-dice", "--seed", "4")
    assert (refused.code, "--own-dice and --seed exclude each other" in refused.err) == (2, True)


def test_own_dice_are_typed_in_for_bots_too_and_after_going_on(qwixx: Qwixx) -> None:
    typed = ["1 2 3", "9 1 1 1 1 1", "342166", "-", "0", "", "6 6 1,1 1+1", "q", "s"]
    done = qwixx("play", "--own-dice", "--first", "0", "--save", "a.txt", typed=typed)
    assert "You: roll and type your dice: White White ● ▲ ■ ◆ >" in done.out
    assert done.out.count("Type 6 numbers from 1 to 6") == 2
    assert "Roll for Mila" in done.out
    done = qwixx("resume", "a.txt", typed=["-", "111111", "q", "s"])
    rolls = [
        action.white
        for action in Record.parse(Path("a.txt").read_text("utf-8")).actions
        if isinstance(action, Roll)
    ]
    assert rolls == [(3, 4), (6, 6), (1, 1)]


def test_after_the_game_another_one_begins_with_the_next_player(qwixx: Qwixx, games: Path) -> None:
    four_penalties = ["", "0", "", "0", ""] * 4
    done = qwixx("play", "Ann", "--seed", "5", typed=[*four_penalties, "n", "", "q", "s"])
    assert done.out.count("Turn 1, Ann") == 2
    first, second = sorted(
        (Record.parse(path.read_text("utf-8")) for path in games.glob("*.txt")),
        key=lambda one: -len(one.actions),
    )
    assert (first.headers["Game"], second.headers["Game"]) == ("0", "1")
    assert first.actions[0] != second.actions[0]


def test_hint_and_review(qwixx: Qwixx, monkeypatch: pytest.MonkeyPatch) -> None:
    """The coach itself has its own tests; here it need not be compiled."""
    monkeypatch.setattr("qwixx.cli.play.terminal_game.hint_lines", lambda _w, _s, seat, _p: [f"hint {seat}"])
    monkeypatch.setattr("qwixx.cli.play.terminal_game.review_lines", lambda _game, _p: ["reviewed"])
    four_penalties = [*["0", "", "0", "", ""] * 3, "0", "", "0", ""]
    done = qwixx("play", "Ann", "--seed", "5", typed=["h", "", "h", "", *four_penalties, "ρ", ""])
    assert "There is a hint when you have to choose." in done.out
    assert "hint 0" in done.out
    assert "reviewed" in done.out


@pytest.mark.parametrize(
    ("name", "bot"),
    [("hard", LEVELS["hard"]), ("Hard", LEVELS["hard"]), ("SCHWER", LEVELS["hard"]), ("Gap", "gap")],
)
def test_opponents_by_level_and_in_any_case(qwixx: Qwixx, name: str, bot: str) -> None:
    qwixx("play", "Ann", name, "--seed", "5", "--lang", "de", "--save", "a.txt", typed=["", "q", "s"])
    assert Record.parse(Path("a.txt").read_text("utf-8")).seats == ("Ann", bot)


def test_levels_have_the_names_of_the_browser(qwixx: Qwixx) -> None:
    done = qwixx("play", "--players", "3", "--lang", "uk", typed=["q", "d"])
    assert f"{catalogue('uk')('bot.medium')} (1)" in done.out


def test_a_slip_in_a_bots_name_does_not_make_a_person(qwixx: Qwixx) -> None:
    done = qwixx("play", "You", "tmpo")
    assert (done.code, "did you mean tempo?" in done.err) == (2, True)


def test_a_name_with_an_invisible_sign_shows_it(qwixx: Qwixx) -> None:
    done = qwixx("play", "张伟👩\u200d🚀")
    why = r"'张伟👩\u200d🚀' cannot be a player's name: use printable characters."
    assert (done.code, why in done.err) == (2, True)


def test_a_game_alone_says_so(qwixx: Qwixx) -> None:
    assert "Ann: playing alone" in qwixx("play", "Ann", typed=["q", "d"]).out


def test_after_a_command_the_game_is_shown_again(qwixx: Qwixx) -> None:
    done = qwixx("play", "--seed", "5", typed=["?", "", "", "r7", "v", "", "x", "", "q", "d"])
    assert done.out.count("press Enter to roll") == 2
    assert done.out.count("(×)") == 2
    assert "Press Enter to confirm, or type u" in done.out


def test_in_a_low_terminal_the_dice_stay_and_the_options_get_short() -> None:
    rules, state = parse_position("classic | - | - | 0 colour 1+5 3 3 3 6")
    shown = {}
    for height in (24, 60):
        console = Console(file=io.StringIO(), force_terminal=True, width=40, height=height, color_system=None)
        terminal, words = Terminal(console, lambda: "1"), Words(catalogue("tr"), rules, ["Ayşe", "Leo"])
        prompt = ChoicePrompt(terminal, words, state, 0, [], lambda _: False)
        prompt.draw()
        prompt.pick()
        shown[height] = console.file.getvalue()  # type: ignore[attr-defined]
    assert len(shown[24].splitlines()) <= 24
    assert "1 ●4 (2)  2 ●8 (6)" in shown[24]
    assert "sayı atlar" in shown[60]
