"""What is agreed before a game: variant, players, lucky pairs, board."""

from collections.abc import Sequence

from msgspec import structs

from .board import Board
from .crossing import Crossing
from .errors import SetupError
from .notation import is_one_of, quoted
from .pawn_moves import Track
from .variant import VARIANTS, Variant, find_variant, lucky_problem


class Setup:
    """Fixed for a whole game. Two of them are equal if they describe the same game."""

    def __init__(
        self,
        variant: str | Variant,
        players: int,
        *,
        lucky: Sequence[tuple[int, ...]] | None = None,
        board: Board | None = None,
    ) -> None:
        self.variant = _with_board(find_variant(variant) if isinstance(variant, str) else variant, board)
        if not is_one_of(players, range(1, self.variant.max_players + 1)):
            name, most = self.variant.name, self.variant.max_players
            message = f"{name} is for 1 to {most} players, not {quoted(players)}."
            raise SetupError(message, "players", variant=name, most=most, given=quoted(players))
        self.players = int(players)
        self.seats = range(self.players)
        self.lucky = _lucky(self.variant, players, lucky)
        self.crossing = Crossing(self.variant)
        self.track = None if self.variant.board is None else Track(self.variant.board, self.crossing)
        self.faces = range(1, self.variant.faces + 1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setup) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.variant.name!r}, players={self.players})"

    def _key(self) -> tuple[object, ...]:
        return self.variant, self.players, self.lucky

    def check_seat(self, seat: int) -> None:
        if not is_one_of(seat, self.seats):
            message = f"There is no seat {quoted(seat)}: seats run from 0 to {self.players - 1}."
            raise SetupError(message, "not-a-seat", word=quoted(seat), last=self.players - 1)


def _with_board(variant: object, board: object) -> Variant:
    if not isinstance(variant, Variant):
        raise SetupError(f"A variant is a name, one of {', '.join(VARIANTS)}, not {quoted(variant)}.")
    if variant != VARIANTS.get(variant.name, variant):
        # Records and positions give the variant by its name alone, so they would be read with other rules.
        raise SetupError(
            f"This variant differs from the game {quoted(variant.name)} and needs a name of its own; "
            "other boards and lucky pairs are given with board= and lucky=."
        )
    if board is None:
        return variant
    if not isinstance(board, Board):
        raise SetupError(f"The board must be a Board, as parse_board returns it, not {quoted(board)}.")
    if variant.board is None:
        message = f"{variant.name} is played without a board: choose onboard-a or onboard-b."
        raise SetupError(message, "without-board", variant=variant.name)
    return structs.replace(variant, board=board)


def usual_lucky(variant: Variant, players: int) -> tuple[tuple[int, ...], ...]:
    return variant.lucky_pairs[:players] or ((),) * players


def _lucky(
    variant: Variant, players: int, pairs: Sequence[Sequence[int]] | None
) -> tuple[tuple[int, ...], ...]:
    try:
        pairs = None if pairs is None else tuple(tuple(pair) for pair in pairs)
    except TypeError:
        raise SetupError(f"Lucky pairs are written ((5, 8), (6, 11)), not {quoted(pairs)}.") from None
    if not variant.lucky_pairs and pairs and any(pairs):
        message = f"{variant.name} has no lucky numbers: choose longo."
        raise SetupError(message, "without-luck", variant=variant.name)
    if pairs is None or not variant.lucky_pairs:
        return usual_lucky(variant, players)
    if len(pairs) != players:
        message = f"Every seat needs one lucky pair: {players} in all, not {len(pairs)}."
        raise SetupError(message, "luck-missing", wanted=players, given=len(pairs))
    for pair in pairs:
        if found := lucky_problem(variant, pair):
            raise SetupError(f"{found.message}.", found.code, **found.values)
    return pairs
