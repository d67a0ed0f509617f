"""Environments for learning agents, for Gymnasium, PettingZoo and OpenSpiel.

- `gym`: one agent against bots (Gymnasium)
- `vector`: many such games at once on the kernel (Gymnasium)
- `qwixx_v0`: every seat is an agent (PettingZoo)
- `openspiel`: the game `python_qwixx` (OpenSpiel)
- `one_game`: what `gym` and `qwixx_v0` share
- `episodes`: one game after another on the reference engine
- `compiled_episodes`: the same on the kernel
- `observation`: observations and masks as vectors
- `picture`: a position as plain text

Importing this package registers `qwixx/Qwixx-v0` with Gymnasium. PettingZoo and OpenSpiel are imported only
with their own modules.
"""

from qwixx.extras import how_to_add

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"qwixx.envs needs Gymnasium: {how_to_add('envs')}", name=error.name) from error

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
