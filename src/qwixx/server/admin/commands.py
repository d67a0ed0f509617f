"""The commands of a server's host to its running processes, and their answers."""

import msgspec
from msgspec import Struct

from ..guest_hash import guest_hash


class ListConnections(Struct, frozen=True, tag="connections"):
    pass


class CloseTable(Struct, frozen=True, tag="close"):
    table: str


class KickGuest(Struct, frozen=True, tag="kick"):
    """Closes the guest's connections; nothing keeps the guest from coming back."""

    guest: str


class ShutOut(Struct, frozen=True, tag="shut-out"):
    """The guest was banned in the database, or allowed in again."""

    guest: str
    banned: bool


class RenameGuest(Struct, frozen=True, tag="rename"):
    guest: str
    name: str


class ForgetChat(Struct, frozen=True, tag="forget-chat"):
    """Chat lines were deleted from the database."""


class ForgetGuest(Struct, frozen=True, tag="forget-guest"):
    """The guest was deleted from the database."""

    guest: str
    games: tuple[str, ...] = ()
    """The guest's games with others that are not over."""
    deleted: tuple[str, ...] = ()
    """The games that were deleted with the guest."""


class MoveGuest(Struct, frozen=True, tag="move-guest"):
    """The guest was carried to another device and has a new secret; those with another one are sent away."""

    guest: str
    secret_hash: bytes


class ReadOnly(Struct, frozen=True, tag="read-only"):
    on: bool


AdminCommand = (
    ListConnections
    | CloseTable
    | KickGuest
    | ShutOut
    | RenameGuest
    | ForgetChat
    | ForgetGuest
    | MoveGuest
    | ReadOnly
)


def command_fields(command: AdminCommand) -> dict[str, object]:
    """The command for the log: guests by their hash, tables by the beginning of their id, and no names."""
    fields: dict[str, object] = {"command": command.__struct_config__.tag}
    match command:
        case CloseTable(table=table):
            fields["game"] = table[:6]
        case ShutOut(banned=banned):
            fields["banned"] = banned
        case ReadOnly(on=on):
            fields["on"] = on
    if guest := getattr(command, "guest", ""):
        fields["guest"] = guest_hash(guest)
    return fields


class ConnectionInfo(Struct, frozen=True):
    guest: str
    name: str
    table: str


class AdminAnswer(Struct, frozen=True, omit_defaults=True):
    """The answer of one process."""

    process: str
    done: int = 0
    """How many connections or tables the command has changed in this process."""
    connections: tuple[ConnectionInfo, ...] = ()
    error: str = ""


encode = msgspec.json.Encoder().encode
decode_command = msgspec.json.Decoder(AdminCommand).decode
decode_answer = msgspec.json.Decoder(AdminAnswer).decode
