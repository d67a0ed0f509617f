"""What the benchmarks print with --json."""

from msgspec import UNSET, Struct, UnsetType

from .c_loop import Ratio
from .environments import EnvSpeed
from .speed import Speed


class BenchResult(Struct, kw_only=True):
    """Speeds on this machine; only what was measured."""

    games: int | UnsetType = UNSET
    """In a run, on each core."""
    seconds: float | UnsetType = UNSET
    """The length of a run of an environment."""
    runs: int
    speeds: list[Speed] | UnsetType = UNSET
    c: list[Ratio] | UnsetType = UNSET
    envs: list[EnvSpeed] | UnsetType = UNSET
    machine: dict[str, str]


class BestAndMedian(Struct):
    best: int
    median: int


class RulesBenchResult(Struct):
    """The speed of the reference engine."""

    benchmark: str
    variant: str
    players: int
    games: int
    runs: int
    games_per_second: BestAndMedian
    decisions_per_second: BestAndMedian
    machine: dict[str, str]
