"""The compiled bots by name: a kind of bot, and its options."""

import re
from typing import NamedTuple

from qwixx.rules import Rules

from ..exact.solvable import is_solved
from .amateur.limits import SKILL, stand_in
from .gap_limits import GAP_SKIP, MOST_SKIPPED_TO_AVOID_A_PENALTY
from .kinds import AMATEUR, EXPERT, GAP, POCKET, RANDOM, SOLVED, TEMPO

_AMATEUR = re.compile(r"amateur(?::skill=([123]))?")
_GAP = re.compile(r"gap(?::skip=(\d{1,4}))?")
_LEARNED = re.compile(r"(tempo|expert)(?::weights=([^,]+))?")
_KINDS = {"tempo": TEMPO, "expert": EXPERT}


class KernelBot(NamedTuple):
    kind: int
    skip: int = 0
    """Gap: the most cells that a cross may skip."""
    skip_for_penalty: int = 0
    """Gap: the most cells that a cross may skip to avoid a penalty."""
    weights: str = ""
    """Tempo and expert: the file with what it has learned; by default that in the package."""
    skill: int = 0
    """Amateur: from 1 to 3."""


def find_player(name: str) -> KernelBot | None:
    """The compiled bot of that name; nothing for bots that only the reference engine can ask."""
    if name == "random":
        return KernelBot(RANDOM)
    if name == "pocket":
        return KernelBot(POCKET)
    if match := _LEARNED.fullmatch(name):
        return KernelBot(_KINDS[match[1]], weights=match[2] or "")
    if match := _AMATEUR.fullmatch(name):
        return KernelBot(AMATEUR, skill=int(match[1] or SKILL))
    if match := _GAP.fullmatch(name):
        skip = int(match[1] or GAP_SKIP)
        return KernelBot(GAP, skip, max(skip, MOST_SKIPPED_TO_AVOID_A_PENALTY))
    return None


def unlearned(rules: Rules, player: KernelBot) -> KernelBot:
    """The bot that plays the games that `expert` has not learned, instead of it or of an amateur."""
    if player.kind == EXPERT and not player.weights:
        return KernelBot(SOLVED if is_solved(rules) else TEMPO)
    return (find_player(stand_in(player.skill)) or player) if player.kind == AMATEUR else player


def bot_problem(rules: Rules, name: str) -> str | None:
    """What keeps the bot from playing these rules in the kernel, as a sentence."""
    player = find_player(name)
    if player is None:
        return f"The bot {name} does not run in the kernel."
    if player.kind in (TEMPO, EXPERT, AMATEUR) and not _rows_are_alike(rules):
        return f"The kernel cannot play {rules.variant.name} with {name}: its rows must have equal lengths."
    return None


def _rows_are_alike(rules: Rules) -> bool:
    """The tables of tempo and expert have one size and one set of classes for all rows."""
    return len(set(map(len, rules.variant.rows))) == 1 and len(set(rules.crossing.closing)) == 1
