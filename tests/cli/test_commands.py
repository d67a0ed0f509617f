"""The commands record, replay, show, bench rules, variants and bots, and how `qwixx` reports wrong use."""

import inspect
import json
import os
import re
import shlex
import subprocess
import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from types import ModuleType

import pytest
from command_line import Qwixx, assert_is_a_sentence

import qwixx as package
from qwixx.bots import LEVELS
from qwixx.bots.registry import GROUP
from qwixx.cli import ascii_fallback
from qwixx.cli.app import app
from qwixx.cli.commands.serve import serve
from qwixx.cli.own_bots import named_bots
from qwixx.locales import LANGUAGES, catalogue
from qwixx.rules import VARIANTS, Record, replay

POSITION = "longo | r2,3 p1 | - | 0 white 4+1 3 6 2 5 : ? r5"
ILLEGAL = """Qwixx record 1
Variant: classic
Seat 0: Ann
Seat 1: Ben

1. 1+1 1 1 1 1 : r2 - | -
2. 1+1 1 1 1 1 : r2 - | -
"""


def script(*arguments: str) -> list[str]:
    """The command line that runs `qwixx` in another process."""
    return [sys.executable, "-c", "from qwixx.cli import main; main()", *arguments]


# record


@pytest.mark.parametrize("variant", VARIANTS)
def test_record_is_what_the_library_plays(qwixx: Qwixx, variant: str) -> None:
    done = qwixx("record", "random", "gap:skip=1", "--variant", variant, "--seed", "4", "--first", "1")
    played = package.play(variant, ["random", "gap:skip=1"], seed=4, first=1)
    assert (done.code, done.out) == (0, str(played))
    again = qwixx(
        "record", "random", "gap:skip=1", "--variant", variant, "--seed", "4", "--first", "1", "--json"
    )
    assert Record.parse(again.out) == played


def test_record_into_a_file(qwixx: Qwixx) -> None:
    assert qwixx("record", "random", "--out", "a.txt").out == ""
    before = Path("a.txt").read_text("utf-8")
    refused = qwixx("record", "gap", "--out", "a.txt")
    assert (refused.code, "--force" in refused.err) == (2, True)
    assert Path("a.txt").read_text("utf-8") == before
    assert qwixx("record", "gap", "--out", "a.txt", "--force").code == 0
    assert Record.parse(Path("a.txt").read_text("utf-8")).seats == ("gap",)
    assert [path.name for path in Path().iterdir()] == ["a.txt"]


def test_record_of_a_bot_that_fails_is_the_game_up_to_there(
    qwixx: Qwixx, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "tired_bots.py").write_text(
        "class Tired:\n    def choose(self, view, legal, rng):\n"
        "        if view.state.sheets[1].penalties:\n            raise OSError('too\\ntired')\n"
        "        return legal[0]\n",
        "utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    shown = qwixx("record", "gap", "tired_bots:Tired")
    kept = qwixx("record", "gap", "tired_bots:Tired", "--out", "game.txt", "--json")
    for done, text in ((shown, shown.out), (kept, Path("game.txt").read_text("utf-8"))):
        assert (done.code, done.err.count("\n")) == (1, 1)
        assert "bot tired_bots:Tired in seat 1, game 0, ply " in done.err
        record = Record.parse(text)
        assert record.headers["Failure"].endswith("OSError: too tired")
        assert replay(record).sheets[1].penalties == 1
    assert "game.txt" in kept.err


def test_match_of_a_batched_bot_that_fails_names_its_line_and_the_position(
    qwixx: Qwixx, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "batched_bots.py").write_text(
        "class Raises:\n    def choose_many(self, observations, masks):\n        return 1 / 0\n", "utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    done = qwixx("match", "batched_bots:Raises", "gap", "--games", "4", "--workers", "1")
    assert done.code == 1
    assert "bot batched_bots:Raises: batched_bots.py, line 3: ZeroDivisionError" in done.err
    assert "the first: classic | " in done.err


def test_what_a_bot_prints_does_not_get_into_the_record(
    qwixx: Qwixx, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "chatty_bots.py").write_text(
        "class Chatty:\n    def choose(self, view, legal, rng):\n"
        "        print('hm')\n        return legal[0]\n",
        "utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    done = qwixx("record", "chatty_bots:Chatty")
    assert Record.parse(done.out).seats == ("chatty_bots:Chatty",)
    assert done.err.startswith("hm\n")


def test_record_with_lucky_pairs_and_a_board(qwixx: Qwixx) -> None:
    done = qwixx("record", "gap", "gap", "--variant", "longo", "--lucky", "2,3", "--lucky", "15,16")
    assert Record.parse(done.out).lucky == ((2, 3), (15, 16))
    Path("board.txt").write_text(" ".join(["r2+1", "y3+2", "g11+3", "b10+4", "r5+5", "y6+6"]), "utf-8")
    done = qwixx("record", "gap", "gap", "--variant", "onboard-a", "--board", "board.txt")
    board = Record.parse(done.out).board
    assert board is not None
    assert len(board.spaces) == 6


# replay


def test_replay_draws_the_end_and_the_scores(qwixx: Qwixx) -> None:
    qwixx("record", "gap:skip=2", "random", "--seed", "2", "--out", "a.txt")
    done = qwixx("replay", "a.txt")
    record = Record.parse(Path("a.txt").read_text("utf-8"))
    scores = record.rules().scores(replay(record))
    assert done.code == 0
    assert all(f"total {str(score).replace('-', '−')}" in done.out for score in scores)
    assert "Winner: " in done.out


def test_replay_says_who_resigned_and_puts_them_last(qwixx: Qwixx) -> None:
    head = "Qwixx record 1\nVariant: classic\nSeat 0: Ann\nSeat 1: Ben\nEnded: resigned\nResigned: 1\n\n"
    Path("a.txt").write_text(head + "1. 1+1 1 1 1 1 : - - | -\n2. 1+1 1 1 1 1\n")
    out = qwixx("replay", "a.txt").out
    assert "Ben (resigned)" in out
    assert "The game is over: Ben has resigned." in out
    assert "Winner: Ann" in out
    end = json.loads(qwixx("replay", "a.txt", "--json").out)
    assert (end["over"], end["cause"], end["places"], end["resigned"]) == (True, "resigned", [1, 2], [1])
    before = json.loads(qwixx("replay", "a.txt", "--ply", "1", "--json").out)
    assert (before["over"], before["cause"]) == (False, None)


def test_show_and_review_say_who_resigned(qwixx: Qwixx) -> None:
    head = "Qwixx record 1\nVariant: classic\nSeat 0: Ann\nSeat 1: Ben\nEnded: resigned\nResigned: 1\n\n"
    Path("a.txt").write_text(head + "1. 1+1 1 1 1 1 : - - | -\n2. 1+1 1 1 1 1\n")
    shown = qwixx("show", "a.txt").out
    assert "Ben (resigned)" in shown
    assert "The game is over: Ben has resigned." in shown
    assert "Winner: Ann" in shown
    assert "red 2" not in shown, "choices are offered after the end"
    end = json.loads(qwixx("show", "a.txt", "--json").out)
    assert (end["over"], end["cause"], end["places"], end["resigned"]) == (True, "resigned", [1, 2], [1])
    assert end["legal"] == {}
    assert "resigned" not in qwixx("show", "a.txt", "--ply", "1").out
    before = json.loads(qwixx("show", "a.txt", "--ply", "1", "--json").out)
    assert (before["over"], before["cause"], "resigned" in before) == (False, None, False)
    reviewed = qwixx("review", "a.txt", "--games", "8").out
    assert "The game is over: Ben has resigned." in reviewed
    assert "not finished" not in reviewed
    found = json.loads(qwixx("review", "a.txt", "--games", "8", "--json").out)
    assert (found["finished"], found["cause"], found["resigned"]) == (False, "resigned", [1])


def test_replay_stops_at_a_ply(qwixx: Qwixx) -> None:
    qwixx("record", "gap", "random", "--out", "a.txt")
    start = json.loads(qwixx("replay", "a.txt", "--ply", "0", "--json").out)
    assert start["position"] == "classic | - | - | 0 roll"
    one = json.loads(qwixx("replay", "a.txt", "--ply", "1", "--json").out)
    assert one["phase"] == "white"
    assert one["legal"].keys() == {"0", "1"}
    plies = len(Record.parse(Path("a.txt").read_text("utf-8")).actions)
    refused = qwixx("replay", "a.txt", "--ply", str(plies + 1))
    assert (refused.code, f"from 0 to {plies}" in refused.err) == (2, True)
    assert qwixx("replay", "a.txt", "--ply", "-1").code == 2


def test_replay_shows_every_step(qwixx: Qwixx) -> None:
    qwixx("record", "gap", "random", "--variant", "onboard-b", "--out", "a.txt")
    record = Record.parse(Path("a.txt").read_text("utf-8"))
    steps = json.loads(qwixx("replay", "a.txt", "--steps", "--json").out)["steps"]
    assert [step["position"] for step in steps] == [
        record.rules().position(ply.after) for ply in record.plies()
    ]
    shown = qwixx("replay", "a.txt", "--steps").out
    rolls = sum("Turn " in line for line in shown.splitlines())
    assert rolls == str(record).count(" : ")


def test_an_illegal_record_is_shown_up_to_the_illegal_action(qwixx: Qwixx) -> None:
    Path("a.txt").write_text(ILLEGAL, "utf-8")
    done = qwixx("replay", "a.txt", "--steps")
    assert done.code == 2
    reason = "Numbers are crossed out from left to right; this one is lost."
    assert done.err == f"qwixx: a.txt, line 7, turn 2, Ann: r2 is not possible. {reason} (R1)\n"
    assert "Action 1: Ann – ● red 2 · Ben – pass" in done.out
    answer = qwixx("replay", "a.txt", "--json")
    assert answer.code == 2
    error = json.loads(answer.out)["error"]
    assert (error["ply"], error["reason"], error["rule"]) == (6, "left-to-right", "R1")
    german = qwixx("replay", "a.txt", "--lang", "de").err
    assert german.startswith(
        "qwixx: a.txt, Zeile 7, Zug 2, Ann: r2 ist nicht möglich. Angekreuzt wird von links"
    )
    assert qwixx("replay", "a.txt", "--ply", "5").code == 0
    assert qwixx("replay", "a.txt", "--ply", "6").code == 2


# Several games, standard input, and conversion


def test_several_games_in_a_file_are_told_apart_by_number(qwixx: Qwixx) -> None:
    assert qwixx("record", "gap", "random", "--games", "3", "--out", "games.qwixx").code == 0
    second = qwixx("record", "gap", "random", "--game", "1").out
    assert Path("games.qwixx").read_text("utf-8").count(second) == 1
    refused = qwixx("replay", "games.qwixx")
    assert (refused.code, "games.qwixx holds 3 games: choose one with --game 1 to 3." in refused.err) == (
        2,
        True,
    )
    end = json.loads(qwixx("replay", "games.qwixx", "--game", "2", "--json").out)
    record = Record.parse(second)
    assert end["position"] == record.rules().position(replay(record))
    assert "from 1 to 3" in qwixx("replay", "games.qwixx", "--game", "4").err


def test_errors_name_the_line_in_a_file_with_several_games(qwixx: Qwixx) -> None:
    good = str(package.play("classic", ["gap"]))
    Path("a.qwixx").write_text(f"{good}\n{good.replace('Variant: classic', 'Variant: x')}", "utf-8")
    line = len(good.splitlines()) + 1 + good.splitlines().index("Variant: classic") + 1
    assert f"a.qwixx, line {line}, column" in qwixx("convert", "a.qwixx").err
    broken = package.play("classic", ["gap"]).json()
    Path("a.json").write_text(broken + broken.replace('"gap"', "7"), "utf-8")
    assert "a.json, line 2, column" in qwixx("replay", "a.json", "--game", "2").err


@pytest.mark.parametrize("number", ["1", "3"])
def test_records_are_converted_to_json_and_back(qwixx: Qwixx, number: str) -> None:
    text = qwixx("record", "gap", "random", "--variant", "longo", "--games", number).out
    lines = qwixx("convert", "-", "--json", typed=text.splitlines()).out
    assert lines == qwixx("record", "gap", "random", "--variant", "longo", "--games", number, "--json").out
    assert len(lines.splitlines()) == int(number)
    assert qwixx("convert", "-", typed=lines.splitlines()).out == text
    assert qwixx("convert", "-", "--out", "a.qwixx", typed=lines.splitlines()).out == ""
    assert Path("a.qwixx").read_text("utf-8") == text


@pytest.mark.parametrize("command", ["replay", "review", "verify", "convert"])
def test_records_are_read_from_standard_input(qwixx: Qwixx, command: str) -> None:
    assert "standard input, line 1, column 1: A game record" in qwixx(command, "-", typed=["Dear diary"]).err


@pytest.mark.parametrize("command", ["show", "hint", "solve", "perft"])
def test_positions_are_taken_from_the_command_a_file_or_standard_input(qwixx: Qwixx, command: str) -> None:
    Path("position.txt").write_text("classic | r2 | 0 rol\n", "utf-8")
    places = {"classic | r2 | 0 rol": "position", "position.txt": "position.txt", "-": "standard input"}
    for given, place in places.items():
        refused = qwixx(command, given, typed=["classic | r2 | 0 rol"])
        assert (refused.code, f"qwixx: {place}, line 1, column 18: " in refused.err) == (2, True)


@pytest.mark.parametrize("command", ["show", "hint", "solve", "perft", "replay", "review"])
def test_every_command_reports_a_missing_file_and_a_folder(qwixx: Qwixx, command: str) -> None:
    missing = "qwixx: no.txt cannot be read: No such file or directory.\n"
    assert (qwixx(command, "no.txt").err, qwixx(command, ".").err) == (
        missing, "qwixx: . is a folder: name a file.\n",
    )  # fmt: skip


def test_a_record_gives_its_last_position_or_the_one_after_a_ply(qwixx: Qwixx) -> None:
    records = [package.play("classic", ["gap", "random"], game=number) for number in range(2)]
    Path("one.qwixx").write_text(str(records[0]), "utf-8")
    Path("two.json").write_text("".join(record.json() for record in records), "utf-8")

    def shown(*arguments: str) -> str:
        return str(json.loads(qwixx("show", *arguments, "--json").out)["position"])

    rules = records[0].rules()
    assert shown("one.qwixx") == rules.position(replay(records[0]))
    assert shown("two.json", "--game", "2") == rules.position(replay(records[1]))
    after = [rules.position(ply.after) for ply in records[0].plies()]
    assert shown("one.qwixx", "--ply", "14") == after[13]
    assert shown("one.qwixx", "--ply", "0") == rules.position(records[0].opening())
    perft = json.loads(qwixx("perft", "one.qwixx", "--ply", "1", "--depth", "1", "--json").out)
    assert perft["position"] == after[0]
    assert "gap" in qwixx("show", "one.qwixx").out, "players have the names of the record"
    assert "choose one with --game 1 to 2" in qwixx("hint", "two.json").err
    assert (
        "two.json holds 2 games: name a file with one." in qwixx("record", "gap", "--start", "two.json").err
    )
    for arguments in (["show", "classic | - | 0 roll", "--ply", "1"], ["solve", "--game", "1"]):
        assert "chooses from the record of a game" in qwixx(*arguments).err


TYPED = str(package.play("classic", ["gap", "random"])).splitlines()
TURN = TYPED.index("") + 1


@pytest.mark.parametrize(
    ("line", "written", "code"),
    [
        (0, "Dear diary", "no-title"),
        (2, "Variant classic", "not-a-header"),
        (2, "Rules: 1", "header-twice"),
        (2, "variant: classic", "header-unknown"),
        (2, "# nothing", "header-missing"),
        (4, "Seat 1: gap", "header-twice"),
        (4, "# nothing", "seats-missing"),
        (3, "First: 7", "not-a-seat"),
        (TURN, "2. 1+1 1 1 1 1", "turn-number"),
        (TURN, "1.", "no-dice"),
        (TURN, "1. 1+1 1 1 1 1 r2", "no-colon"),
        (TURN, "1. 1+1 1 1 1 1 : r2", "choice-missing"),
        (TURN, "1. 1+1 1 1 1 1 : r2 ? | r3", "too-early"),
        (TURN, "1. 1+1 1 1 1 1 : r2 - r3", "no-bar"),
        (TURN, "1. 1+1 1 1 1 1 : red2 -", "not-a-choice"),
        (TURN, "1. 1 1 1 1 1 1", "not-white-dice"),
        (TURN, "1. 1+1 1 x 1 1", "not-a-die"),
        (TURN, "1. 1+1 1 1 1", "die-missing"),
    ],
)
def test_slips_in_a_record_are_explained_in_the_language_of_the_player(
    qwixx: Qwixx, line: int, written: str, code: str
) -> None:
    Path("a.qwixx").write_text("\n".join([*TYPED[:line], written, *TYPED[line + 1 :]]), "utf-8")
    for language in ("en", "uk"):
        refused = qwixx("replay", "a.qwixx", "--lang", language)
        assert (refused.code, refused.err.count("\n")) == (2, 1)
        parts = re.split(r"\{\w+\}", str(catalogue(language).messages[f"file.{code}"]))
        assert re.search(".+".join(map(re.escape, parts)), refused.err), refused.err


# show


def test_show_draws_a_position_with_the_possible_choices(qwixx: Qwixx) -> None:
    done = qwixx("show", POSITION)
    assert done.code == 0
    assert " ● R   ×2  ×3  4  [5]  6   7 " in done.out
    assert "2 ▲ yellow 2  lucky number" in done.out


def test_show_hides_the_choices_of_others(qwixx: Qwixx) -> None:
    whole = json.loads(qwixx("show", POSITION, "--json").out)
    mine = json.loads(qwixx("show", POSITION, "--json", "--seat", "0").out)
    assert whole["position"].endswith(": ? r5")
    assert mine["position"].endswith(": ? ?")
    assert mine["legal"]["0"][:3] == [
        {"type": "pass", "seat": 0},
        {"type": "cross", "seat": 0, "row": 0, "number": 5},
        {"type": "cross", "seat": 0, "row": 1, "number": 2},
    ]


def test_show_of_a_finished_game_has_the_scores(qwixx: Qwixx) -> None:
    over = "classic | p4 | r2,3,4 | 0 over"
    assert "Winner: Player 2, 6 points" in qwixx("show", over).out
    assert "Gracz 2" in qwixx("show", over, "--lang", "pl").out
    assert json.loads(qwixx("show", over, "--json").out)["cause"] == "penalties"


# bench


def test_bench_prints_speeds_and_the_machine(qwixx: Qwixx) -> None:
    answer = json.loads(qwixx("bench", "rules", "--games", "2", "--runs", "3", "--json").out)
    assert answer["games_per_second"]["best"] >= answer["games_per_second"]["median"] > 0
    assert answer["decisions_per_second"]["median"] > 0
    assert answer["machine"]["python"]
    assert "games/s" in qwixx("bench", "rules", "--games", "2").out


# Wrong use, streams and terminals


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["nonsense"], "qwixx: There is no command nonsense. (see qwixx --help)\n"),
        (["recor"], "qwixx: There is no command recor: did you mean record, restore? (see qwixx --help)\n"),
        (["admin"], "qwixx: The command is missing: name one. (see qwixx admin --help)\n"),
        (["--lang", "de", "variants"], "--lang"),
        (["record"], "qwixx: The argument BOT is missing: add it. (see qwixx record --help)\n"),
        (
            ["train", "tempo", "classic"],
            "qwixx: The option --out is missing: add it. (see qwixx train --help)\n",
        ),
        (["show", "--lang"], "qwixx: The option --lang has no value: add one. (see qwixx show --help)\n"),
        (
            ["bots", "--json=3"],
            "qwixx: The option --json takes no value: leave it out. (see qwixx bots --help)\n",
        ),
        (["record", "gap", "--xyz"], "qwixx: There is no option --xyz. (see"),
        (["record", "gap", "--varint", "longo"], "qwixx: There is no option --varint: did you mean "),
        (["record", "nobody"], "expert, amateur, easy, medium, hard, or MODULE:CLASS.\n"),
        (["record", "nobody"], "qwixx: There is no bot 'nobody': choose random, gap"),
        (["record", "gap:skip=x"], "qwixx: The option 'skip' must be a whole number, not 'x'.\n"),
        (["record", "gap:foo=1"], "qwixx: The bot gap has no option 'foo': it takes skip.\n"),
        (
            ["match", "gap:skip=-1", "gap"],
            "qwixx: The option 'skip' of gap must be 0 or more cells, not -1.\n",
        ),
        (["stats", "amateur:skill=9"], "qwixx: The option 'skill' of amateur must be 1, 2 or 3, not 9.\n"),
        (["match", "tempo:weights=none.json", "gap"], "none.json"),
        (["ladder", "expert:weights=none.json", "gap"], "none.json"),
        (["train", "gap", "classic", "--out", "x.json"], "does not learn: choose tempo, expert."),
        (["ladder", "gap"], "two bots"),
        (["match", "gap", "gap", "--rows", "x"], "--rows x"),
        (["record", "gap", "--variant", "x"], "qwixx: There is no game 'x': choose classic, "),
        (["record", "gap", "--first", "1"], "qwixx: 1 is not a seat: seats run from 0 to 0.\n"),
        (["record", "gap", "--out", "no/such.txt"], "no/such.txt"),
        (["replay"], "FILE"),
        (["replay", "none.txt"], "none.txt"),
        (["replay", "no\nne\x1b[31m.txt"], "no?ne?[31m.txt"),
        (["replay", "."], "qwixx: . is a folder: name a file."),
        (["verify", "server.log"], "server.log, line 1, column 1: JSON: a record has no field event."),
        (["replay", "bytes.bin"], "bytes.bin"),
        (["replay", "large.txt"], "large.txt"),
        (["replay", "/dev/zero"], "too large"),
        (["board", "/dev/zero"], "too large"),
        (["board", "classic"], "onboard-a"),
        (["verify", "/dev/zero"], "too large"),
        (["replay", "text.txt"], "text.txt, line 1, column 1: A game record begins with"),
        (["board", "text.txt"], "text.txt, line 1, column 1: Space 1"),
        (["replay", "deep.json"], "deep.json, line 1, column"),
        (["show", ""], "position"),
        (["show", "classic | r2 | 0 rol"], "line 1, column"),
        (["show", "classic | r3,2 | 0 roll"], "r2 is not to the right"),
        (["show", "classic | - | 0 roll", "--seat", "1"], "1 is not a seat"),
        (
            ["show", "classic | - | 0 roll", "--lang", "fr"],
            "no language 'fr': choose en, de, el, pl, tr, uk.",
        ),
        (["bench", "rules", "--games", "0"], "--games must be 1 or more, not 0. (see"),
        (["bench", "envs", "--seconds", "0"], "--seconds must be 0.001 or more, not 0. (see"),
        (["bench", "envs", "--seconds", "x"], "--seconds must be a number, not 'x'. (see"),
        (["record", "gap", "--seed", "x"], "--seed must be a whole number, not 'x'. (see"),
        (["serve", "--port", "70000"], "--port must be 65,535 or less, not 70000. (see"),
        (["variants", "x", "y"], "Too many arguments: leave out x y. (see"),
        (["bench", "rules", "--variant", "x"], "classic"),
    ],
)
def test_wrong_use_is_one_line_and_exit_code_2(qwixx: Qwixx, arguments: list[str], names: str) -> None:
    Path("bytes.bin").write_bytes(bytes(range(256)))
    Path("text.txt").write_text("Dear diary", "utf-8")
    Path("server.log").write_text('{"event": "ready"}\n{"event": "stopped"}\n', "utf-8")
    Path("large.txt").write_bytes(b"1" * 6_000_000)
    Path("deep.json").write_text('{"x":' * 100_000, "utf-8")
    done = qwixx(*arguments)
    assert (done.code, done.err.count("\n")) == (2, 1), done.err
    assert names in done.err
    assert_is_a_sentence(done.err)


@pytest.mark.parametrize(
    "arguments", [["record"], ["replay", "--nonsense"], ["bench", "rules", "--games", "x"]]
)
def test_wrong_use_names_the_help_of_the_command(qwixx: Qwixx, arguments: list[str]) -> None:
    command = "bench rules" if arguments[0] == "bench" else arguments[0]
    assert qwixx(*arguments).err.endswith(f"(see qwixx {command} --help)\n")


OWN_BOT = "class First:\n    def choose(self, view, legal, rng): return legal[0]\n"


@pytest.mark.parametrize(
    "arguments",
    [["record", "own_bot:First"], ["board", "onboard-a", "--games", "1", "--bot", "own_bot:First"]],
)
def test_bots_of_the_current_folder_can_be_named(arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "own_bot.py").write_text(OWN_BOT, "utf-8")
    python, *rest = script(*arguments)
    # With -P, because `python -c` would otherwise put the current folder on the path itself.
    done = subprocess.run([python, "-P", *rest], cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_python_runs_the_package_as_a_program(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "qwixx", "record", "nobody"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("qwixx: ")
    version = subprocess.run([sys.executable, "-m", "qwixx", "--version"], cwd=tmp_path, capture_output=True)
    assert version.stdout.decode() == f"qwixx {package.__version__}\n"


def test_version(qwixx: Qwixx) -> None:
    assert qwixx("--version").out == f"qwixx {package.__version__}\n"


def test_a_colon_without_options_changes_nothing() -> None:
    assert named_bots(["expert:", "hard:", "gap:skip=2"]) == ["expert", LEVELS["hard"], "gap:skip=2"]


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_levels_are_named_like_bots(qwixx: Qwixx, level: str) -> None:
    assert Record.parse(qwixx("record", level, "gap").out).seats == (LEVELS[level], "gap")
    assert f"{level} ({LEVELS[level]})" in qwixx("bots").out


@pytest.mark.parametrize("arguments", [["stats"], ["play", "Ann"]])
def test_a_level_has_no_options(qwixx: Qwixx, arguments: list[str]) -> None:
    refused = "qwixx: The level easy has no options: write easy, or name its bot, amateur:skill=1.\n"
    assert qwixx(*arguments, "easy:skill=2").err == refused


@pytest.mark.parametrize("columns", [80, 100])
def test_the_list_of_bots_has_columns(qwixx: Qwixx, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = qwixx("bots").out.partition("\n\n")[0].splitlines()
    assert max(map(len, lines)) <= columns
    column = len("expert:weights=…") + 2
    assert {len(line[:column].rstrip()) < column - 1 and line[column] != " " for line in lines} == {True}


@pytest.mark.parametrize("command", ["match", "stats", "ladder"])
def test_every_command_that_takes_bots_takes_levels(qwixx: Qwixx, command: str) -> None:
    """The first bot is checked first, so the second one is the only one that is unknown."""
    assert "There is no bot 'nobody'" in qwixx(command, "easy", "nobody").err


@pytest.mark.parametrize("arguments", [["variants"], ["bots"]])
def test_lists_are_json_too(qwixx: Qwixx, arguments: list[str]) -> None:
    names = [entry["name"] for entry in json.loads(qwixx(*arguments, "--json").out)]
    printed = qwixx(*arguments).out
    assert names
    assert all(name in printed for name in names)


@pytest.mark.parametrize("arguments", [["record", "random", "random"], ["rules"]])
def test_a_closed_pipe_is_not_reported_as_an_error(arguments: list[str]) -> None:
    with subprocess.Popen(script(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.skipif(os.name != "posix", reason="only Unix shells can start a program with closed streams")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_streams_may_be_closed_from_the_start(closed: str) -> None:
    line = f"{shlex.join(script('record', 'random'))} {closed}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_terminals_without_utf_8_get_ascii_signs_and_english(encoding: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "LC_ALL": "uk_UA"}
    done = subprocess.run(
        script("show", POSITION), env=environment, capture_output=True, check=True, encoding="ascii"
    )
    assert " o R   X2  X3  4  [5]  6   7 " in done.stdout
    assert "0 pass  -5 if you cross out nothing" in done.stdout
    assert "?" not in done.stdout
    refused = subprocess.run(
        script("show", POSITION, "--lang", "el"), env=environment, capture_output=True, check=False
    )
    assert refused.returncode == 2
    assert encoding.encode() in refused.stderr.lower().replace(b"iso8859-1", b"latin-1")


def test_every_sign_in_the_texts_has_an_ascii_replacement() -> None:
    for language in LANGUAGES:
        text = catalogue(language)
        messages = (m if isinstance(m, str) else "".join(m.values()) for m in text.messages.values())
        for sign in {sign for message in messages for sign in message if not sign.isalpha()}:
            assert sign.encode("ascii", ascii_fallback.NAME) != b"?" or sign == "?", (language, sign)
    assert "Ω→".encode("ascii", ascii_fallback.NAME) == b"?->"


def test_zero_columns_mean_an_unknown_width(qwixx: Qwixx, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = qwixx("show", POSITION).out
    monkeypatch.setenv("COLUMNS", "0")
    assert qwixx("show", POSITION).out == usual
    assert "Player 1" in usual


def test_no_color_turns_colours_off() -> None:
    wanted = {**os.environ, "FORCE_COLOR": "1", "TERM": "xterm-256color"}
    shown = subprocess.run(script("show", POSITION), env=wanted, capture_output=True, check=True).stdout
    assert b"\x1b[" in shown
    without = {**wanted, "NO_COLOR": "1"}
    shown = subprocess.run(script("show", POSITION), env=without, capture_output=True, check=True).stdout
    assert b";41m" not in shown
    assert b"\x1b[31m" not in shown


def test_a_bot_that_cannot_be_loaded_is_listed_with_the_reason(
    qwixx: Qwixx, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = EntryPoints(
        [
            EntryPoint("lost", "no_such_module:Bot", GROUP),
            EntryPoint("strict", "test_bots_for_lists:Strict", GROUP),
        ]
    )
    module = ModuleType("test_bots_for_lists")
    exec(
        "class Strict:\n  def __init__(self, depth: int): ...\n  def choose(self, v, l, r): ...", vars(module)
    )
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr("importlib.metadata.entry_points", found.select)
    printed = qwixx("bots").out
    assert "gap:skip=1 " in printed
    assert "cannot be loaded" in printed
    assert "strict:depth=…" in printed
    assert json.loads(qwixx("bots", "--json").out)[-1]["options"] == {"depth": None}


# qwixx without a command


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """The options of each call of qwixx serve, which does nothing here."""
    calls: list[dict[str, object]] = []
    info = next(info for info in app.registered_commands if info.callback is serve)

    def stand_in(**options: object) -> None:
        calls.append({key: value for key, value in options.items() if value})

    stand_in.__signature__ = inspect.signature(serve)  # type: ignore[attr-defined]
    stand_in.__annotations__ = serve.__annotations__
    stand_in.__name__ = "serve"
    monkeypatch.setattr(info, "callback", stand_in)
    return calls


def test_without_a_command_qwixx_serves(qwixx: Qwixx, served: list[dict[str, object]]) -> None:
    assert qwixx().code == 0
    assert len(served) == 1
    assert "Without a command, the game opens in the browser" in " ".join(qwixx("--help").out.split())


def test_without_a_command_the_options_are_those_of_serve(
    qwixx: Qwixx, served: list[dict[str, object]]
) -> None:
    assert qwixx("--port", "0", "--lan").code == 0
    assert (served[0]["lan"], "port" in served[0]) == (True, False)
    refused = qwixx("--nonsense")
    assert (refused.code, "--nonsense" in refused.err, len(served)) == (2, True, 1)
