"""Environments for learning agents: `gym` and `vector` (Gymnasium), `qwixx_v0` (PettingZoo), `openspiel`.

Importing this package makes `qwixx/Qwixx-v0` known to Gymnasium; PettingZoo and OpenSpiel are imported with
their own modules only.
"""

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "qwixx.envs needs Gymnasium: pip install 'qwixx[envs]'", name=error.name
    ) from error

from .observation import Encoder

__all__ = ["Encoder", "register"]

ID = "qwixx/Qwixx-v0"


def register() -> None:
    if ID not in gymnasium.registry:
        gymnasium.register(
            ID,
            entry_point="qwixx.envs.gym:QwixxEnv",
            vector_entry_point="qwixx.envs.vector:QwixxVectorEnv",
        )


register()
