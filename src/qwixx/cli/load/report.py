"""The counts of a run, and the report made from them."""

import msgspec


class LoadCounts(msgspec.Struct):
    choices: int = 0
    """Choices of people that were acknowledged."""
    settled: int = 0
    """Choices whose acknowledgement was lost in a crash, but which had been stored."""
    latencies: list[float] = []
    faults: list[str] = []
    compare: bool = False
    """Whether the positions of all people are compared with each other."""


class LoadReport(msgspec.Struct, omit_defaults=True, kw_only=True):
    """Times are in milliseconds and sizes in kB; values that were not measured are left out."""

    what: str
    tables: int = 0
    seats: int = 0
    workers: int = 1
    database: str = "sqlite"
    seconds: float = 0.0
    games: int = 0
    choices: int = 0
    choices_per_second: float = 0.0
    choices_per_server_cpu_second: float | None = None
    server_cpu_seconds: float | None = None
    client_cpu_seconds: float = 0.0
    everybody_has_it_p50_ms: float | None = None
    everybody_has_it_p99_ms: float | None = None
    everybody_has_it_max_ms: float | None = None
    connections: int = 0
    server_memory_kb: float | None = None
    kb_per_connection: float | None = None
    kb_per_idle_table: float | None = None
    kills: int = 0
    restarts: int = 0
    rematches: int = 0
    acknowledged: int = 0
    back_p50_ms: float | None = None
    back_p99_ms: float | None = None
    back_max_ms: float | None = None
    faults: list[str] = []


def quantile_ms(seconds: list[float], part: float) -> float | None:
    """The time in milliseconds that this part of the times does not exceed."""
    if not seconds:
        return None
    ordered = sorted(seconds)
    return round(1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))], 2)
