"""Makes the user's own bots importable: modules in the current folder, as with `python -m`."""

import sys


def use_own_bots() -> None:
    if "" not in sys.path:
        sys.path.insert(0, "")
