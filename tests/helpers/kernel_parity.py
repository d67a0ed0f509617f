"""Compares the kernel with the rules, position by position and result by result."""

from collections.abc import Iterator
from typing import NamedTuple

import qwixx
from qwixx.kernel import simulate
from qwixx.kernel.engine.results import CAUSES
from qwixx.kernel.runs.trace import trace
from qwixx.rules import VARIANTS, Board, Roll, Rules, parse_board

MIXES = {
    "random": ("random",) * 5,
    "gap": ("gap",) * 5,
    "mixed": ("gap:skip=2", "random", "gap:skip=0", "gap", "random"),
    "pocket": ("pocket", "gap", "pocket", "random", "pocket"),
    "tempo": ("tempo", "gap", "tempo", "tempo", "random"),
}
SLOW = {"pocket": 4, "tempo": 6}
"""Divisor for the number of games, because the reference thinks longer."""

# Custom lucky pairs and a custom board: lucky ends of rows (L6), early closing numbers, a short track.
PAIRS = ((2, 3), (15, 16), (2, 16), (8, 9), (3, 15))
BOARD = parse_board("g10+1 r12+0 y2+3 b2+20 r3+1 r4+99 y12+5 g2+7")


class Setting(NamedTuple):
    variant: str
    players: int
    lucky: tuple[tuple[int, int], ...] | None = None
    board: Board | None = None

    def __str__(self) -> str:
        own = "-own" if self.lucky or self.board else ""
        return f"{self.variant}{own}-{self.players}"

    @property
    def rules(self) -> Rules:
        return Rules(self.variant, self.players, lucky=self.lucky, board=self.board)


def settings() -> list[Setting]:
    return list(_settings())


def _settings() -> Iterator[Setting]:
    for name, variant in VARIANTS.items():
        for players in range(1, variant.max_players + 1):
            yield Setting(name, players)
    for players in (1, 2, 5):
        yield Setting("longo", players, lucky=PAIRS[:players])
    for players in (1, 2, 4):
        yield Setting("onboard-a", players, board=BOARD)


def bots_of(mix: str, players: int) -> list[str]:
    return list(MIXES[mix][:players])


def fewer(mix: str, games: range) -> range:
    return games[: max(2, len(games) // SLOW.get(mix, 1))]


def record(setting: Setting, bots: list[str], seed: int, game: int, first: int) -> qwixx.Record:
    return qwixx.play(setting.variant, bots, seed, game, first, lucky=setting.lucky, board=setting.board)


def check_positions(setting: Setting, mix: str, seed: int, games: range) -> None:
    rules, bots = setting.rules, bots_of(mix, setting.players)
    for game in fewer(mix, games):
        first = game % setting.players
        plies = iter(trace(rules, bots, seed, game, first))
        state = rules.start(first)
        for action in record(setting, bots, seed, game, first).actions:
            ply = next(plies)
            assert ply.state == state, f"game {game}"
            assert ply.scores == rules.scores(state)
            for seat in rules.seats:
                legal = tuple(rules.code(choice) for choice in rules.legal(state, seat))
                assert ply.legal[seat] == legal, f"game {game}: {rules.position(state)}"
            chosen = None if isinstance(action, Roll) else rules.code(action)
            assert ply.chosen == chosen, f"game {game}: {rules.position(state)}"
            state, _ = rules.step(state, action)
        (ply,) = plies
        assert ply.state == state
        assert ply.scores == rules.scores(state)
        assert rules.is_over(state)


def check_results(setting: Setting, mix: str, seed: int, games: range) -> None:
    rules, bots = setting.rules, bots_of(mix, setting.players)
    first, games = setting.players - 1, fewer(mix, games)
    results = simulate(rules, bots, seed, games, first=first)
    crosses, closed = results.crosses, results.closed
    for n, game in enumerate(games):
        actions = record(setting, bots, seed, game, first).actions
        state = rules.start(first)
        for action in actions:
            state, _ = rules.step(state, action)
        assert tuple(results.scores[n]) == rules.scores(state), f"game {game}"
        assert CAUSES[results.cause[n]] == rules.cause(state)
        assert results.turns[n] == sum(isinstance(action, Roll) for action in actions)
        assert {row for row in rules.crossing.rows if closed[n] >> row & 1} == rules.closed(state)
        for seat, sheet in enumerate(state.sheets):
            assert results.penalties[n, seat] == sheet.penalties
            assert results.pawns[n, seat] == sheet.pawn
            assert tuple(crosses[n, seat]) == tuple(marks.bit_count() for marks in sheet.rows)
