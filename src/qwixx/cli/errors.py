"""The error that a command raises for options that cannot be used as given."""

import typer


class WrongUse(typer.BadParameter):
    """Options with impossible values, or that exclude each other. The message names them itself."""

    def format_message(self) -> str:
        return self.message
