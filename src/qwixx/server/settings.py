"""Settings: what the host of a server decides."""

from msgspec import Struct


class Retention(Struct, frozen=True, kw_only=True):
    """For how many days things are kept; None: until somebody deletes them."""

    games: float | None = None
    """Games that are over, from their last event."""
    guests: float | None = None
    """Guests who have no kept game, from their first visit."""
    chat: float = 30


class Settings(Struct, frozen=True, kw_only=True):
    database: str
    """`sqlite:///FILE` or `postgresql://…`"""
    origins: tuple[str, ...] = ()
    home: str = ""
    """The address for other machines in the network; empty if the server is for this machine alone."""
    log_addresses: bool = False
    """Whether the log has the addresses of visitors."""
    keep: Retention = Retention()
    pace: float = 0.8
    """Seconds that a bot waits before it rolls or chooses by itself, so that people can follow."""

    @property
    def shared(self) -> bool:
        """Whether several processes may serve the same games."""
        return self.database.startswith("postgresql")
