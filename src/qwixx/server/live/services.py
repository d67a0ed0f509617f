"""What every live table of this process shares."""

from msgspec import Struct

from ..bus.announcements import Bus
from ..metrics import Metrics
from ..store.health import StoreHealth
from ..store.store import Store
from .bots import BotPool
from .names import Names


class Services(Struct, frozen=True, kw_only=True):
    store: Store
    bus: Bus
    health: StoreHealth
    names: Names
    metrics: Metrics
    bots: BotPool
    shared: bool = False
    """Whether other processes serve the same games."""
    pace: int = 800
    """Milliseconds that a bot waits before it rolls or chooses by itself, so that people can follow."""
