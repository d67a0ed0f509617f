"""The rules page describes the pocket strategy as the bot plays it, with the measured shares of wins."""

import re
from pathlib import Path

import pytest
from browser_play import Meet

from qwixx import Rules
from qwixx.bots.pocket import _most
from qwixx.locales import LANGUAGES

STRATEGY = Path(__file__).parent.parent.parent / "docs" / "strategy.md"
GAMES = {"classic": "classic", "longo": "longo", "onboard": "onboard-a"}


def bounds(variant: str) -> dict[str, int]:
    rules = Rules(variant, 2)
    view = rules.view(rules.start(), 0)
    return {"few": _most(view, saves=False), "many": _most(view, saves=True)}


def shares(variant: str) -> dict[str, int]:
    """Games won out of 100 against a simple player and against the best."""
    line = re.search(rf"^\| `{variant}` \|(.*)$", STRATEGY.read_text("utf-8"), re.MULTILINE)
    assert line
    simple, best = (float(share) for share in re.findall(r"([\d.]+) % \(", line[1]))
    return {"simple": round(simple), "best": round(best)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_the_bots_bounds_and_the_measured_shares(meet: Meet, language: str) -> None:
    ann = meet(language)
    for game, variant in GAMES.items():
        ann.open(f"/rules/{game}")
        ann.see("rules.pocket-intro", **shares(variant))
        few, many = bounds(variant).values()
        ann.see("rules.pocket-skip", few=few)
        ann.see("rules.pocket-penalty", many=many)


def test_the_page_of_the_strategy_has_the_bots_bounds() -> None:
    text = " ".join(STRATEGY.read_text("utf-8").split())
    assert f"count at most {bounds('classic')['few']} together" in text
    assert f"skip numbers that count up to {bounds('classic')['many']} together." in text
    assert "the limits are {few} and {many}.".format(**bounds("longo")) in text
