"""The class of all commands: its help names arguments without the Python types that Typer adds."""

from typing import Any

from typer.core import TyperCommand


class PlainCommand(TyperCommand):
    def __init__(self, name: str | None, **settings: Any) -> None:
        for parameter in settings["params"]:
            if parameter.param_type_name == "argument":
                parameter.display_type_rich = _no_type
        super().__init__(name, **settings)


def _no_type(ctx: object) -> None:  # the signature is Typer's
    """The type of an argument, which its help then leaves out."""
