"""What a run counts, and the report it becomes."""

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
    """Times in milliseconds, sizes in kB; what was not measured is missing."""

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
    acknowledged: int = 0
    back_p50_ms: float | None = None
    back_p99_ms: float | None = None
    back_max_ms: float | None = None
    faults: list[str] = []


def share(values: list[float], part: float) -> float | None:
    """The value that this part of them does not exceed, in thousandths."""
    if not values:
        return None
    ordered = sorted(values)
    return round(1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))], 2)
