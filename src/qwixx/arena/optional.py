"""Optional packages, which only some commands need: if one is missing, the error says how to install it."""

import importlib
from typing import Any

from qwixx.extras import how_to_add
from qwixx.rules import QwixxError


def need(module: str, extra: str, what: str) -> Any:
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != package:
            raise
        raise QwixxError(f"{what} needs {package}: {how_to_add(extra)}") from None
