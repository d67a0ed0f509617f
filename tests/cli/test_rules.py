"""`qwixx rules` tells what the rules screen of the browser tells."""

import re
from pathlib import Path

import pytest
from command_line import Qwixx

from qwixx.cli.commands.rules import chapter
from qwixx.cli.options import RULED_GAMES
from qwixx.locales import LANGUAGES, catalogue

PICTURES = Path(__file__).parents[2] / "web" / "src" / "lessons" / "pictures.ts"


@pytest.mark.parametrize("game", RULED_GAMES)
def test_the_chapters_are_those_of_the_browser(game: str) -> None:
    text = PICTURES.read_text("utf-8").partition("export const CHAPTERS")[2]
    block = re.search(rf"\b{game}: {{(.*?)}},", text, re.DOTALL)
    assert block is not None
    parts, ours = (re.findall(r'"([a-z-]+)"', one) for one in re.findall(r"\[(.*?)\]", block[1], re.DOTALL))
    assert chapter(catalogue("en"), game) == (parts, [f"ours-{reading}" for reading in ours])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_is_told_in_every_language(qwixx: Qwixx, language: str) -> None:
    text = catalogue(language)
    for game in RULED_GAMES:
        done = qwixx("rules", game, "--lang", language)
        told = " ".join(done.out.split())
        found = chapter(text, game)
        assert done.code == 0
        for key in (*found.parts, *(f"{part}-title" for part in found.parts), *found.ours):
            assert " ".join(text(f"rules.{key}").split()) in told


def test_a_side_of_the_board_is_the_same_game_and_a_wrong_one_is_refused(qwixx: Qwixx) -> None:
    assert qwixx("rules", "onboard-b").out == qwixx("rules", "onboard").out
    done = qwixx("rules", "yahtzee")
    assert (done.code, "classic, longo, onboard" in done.err) == (2, True)
