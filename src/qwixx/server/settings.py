"""What whoever runs the server decides."""

from msgspec import Struct


class Settings(Struct, frozen=True, kw_only=True):
    database: str
    """`sqlite:///FILE` or `postgresql://…`"""
    origins: tuple[str, ...] = ()
    home: str = ""
    """The address for others in the network, if it is not for this machine alone."""
    pace: float = 0.8
    """Seconds that a bot waits before it rolls or chooses by itself, so that people can follow."""

    @property
    def shared(self) -> bool:
        return self.database.startswith("postgresql")
