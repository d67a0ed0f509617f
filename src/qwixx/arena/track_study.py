"""Study of a board of On Board: how often its track decides the game."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from qwixx.rules import Board, Rules, State, replay

from .game import play


class TrackStudy(Struct, frozen=True):
    """Results of many games between the same bots."""

    bots: tuple[str, ...]
    games: int
    decided: float
    """Share of the games that would have other winners without the bonus."""
    mean_bonus: float
    mean_space: float
    ended_by_board: float
    """Share of the games that ended with the final lap (B6)."""


def study_track(
    board: Board,
    bots: Sequence[str],
    games: int,
    seed: int = 0,
    progress: Callable[[int], None] = lambda _: None,
) -> TrackStudy:
    """`progress` is called with the number of games played so far."""
    rules = Rules("onboard-a", len(bots), board=board)
    ends: list[State] = []
    for end in _ends(board, bots, games, seed):
        ends.append(end)
        progress(len(ends))
    bonuses = [rules.bonus(sheet) for end in ends for sheet in end.sheets]
    causes = Counter(rules.cause(end) for end in ends)
    return TrackStudy(
        bots=tuple(bots),
        games=games,
        decided=sum(track_decides(rules, end) for end in ends) / games,
        mean_bonus=sum(bonuses) / len(bonuses),
        mean_space=sum(sheet.pawn for end in ends for sheet in end.sheets) / len(bonuses),
        ended_by_board=causes["board"] / games,
    )


def _ends(board: Board, bots: Sequence[str], games: int, seed: int) -> Iterator[State]:
    for game in range(games):
        yield replay(play("onboard-a", bots, seed, game, first=game % len(bots), board=board))


def track_decides(rules: Rules, end: State) -> bool:
    scores = rules.scores(end)
    bare = [score - rules.bonus(sheet) for score, sheet in zip(scores, end.sheets, strict=True)]
    return _best(scores) != _best(bare)


def _best(scores: Iterable[int]) -> set[int]:
    scores = list(scores)
    return {seat for seat, score in enumerate(scores) if score == max(scores)}
