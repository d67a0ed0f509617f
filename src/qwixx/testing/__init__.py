"""Help for testing your own code: checks for bots, environments, stores and buses, and strategies for games.

- `bots`: `check_bot`
- `envs`: `check_env`
- `store`: `check_store`
- `bus`: `check_bus`
- `strategies`: Hypothesis strategies; they need the extra `qwixx[testing]`

Each name is loaded on first use: the tests of a bot need no database, those of a store no Hypothesis.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from qwixx.extras import how_to_add

if TYPE_CHECKING:
    from .bots import check_bot
    from .bus import check_bus
    from .envs import check_env
    from .store import check_store
    from .strategies import games, playthroughs, positions, records, tables

__all__ = [
    "check_bot",
    "check_bus",
    "check_env",
    "check_store",
    "games",
    "playthroughs",
    "positions",
    "records",
    "tables",
]

_HOME = {"check_bot": "bots", "check_bus": "bus", "check_env": "envs", "check_store": "store"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f".{_HOME.get(name, 'strategies')}", __name__), name)
    except ModuleNotFoundError as error:
        if error.name != "hypothesis":
            raise
        raise ModuleNotFoundError(
            f"qwixx.testing.{name} needs Hypothesis: {how_to_add('testing')}", name="hypothesis"
        ) from error
