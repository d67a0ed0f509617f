"""The version and the limits of the protocol, and the ids, hashes and times in its messages."""

from typing import Annotated, Literal

from msgspec import Meta

VERSION = 1
"""Increased when older clients can no longer understand the server."""

MESSAGE_BYTES = 16 * 1024
"""Size of a command, and of the body of an HTTP request."""
NAME_LENGTH = 24
"""Characters of a guest's name; longer ones are cut."""
CHAT_LENGTH = 300
"""Characters of a chat line."""

Id = Annotated[str, Meta(min_length=1, max_length=40)]
"""Made up by the client, different for each command of a guest: a command sent twice is carried out once."""
Seat = Annotated[int, Meta(ge=0)]
"""A seat of the table, counted from 0. The table refuses one that it does not have: `no-such-seat`."""
Turn = int
"""A turn of the game, counted from 1."""
TableName = Annotated[str, Meta(min_length=1, max_length=40)]
"""The id of a table, or its short code in capital or small letters."""
BotName = Annotated[str, Meta(min_length=1, max_length=80)]
"""The name of a bot, from `GET /api/bots`."""
GuestId = Annotated[str, Meta(min_length=1, max_length=40)]
"""The id of a guest, which everybody at the table sees."""
Nonce = Annotated[str, Meta(max_length=64, pattern=r"^[!-~]*(?![\s\S])")]
"""Visible ASCII characters."""
# A `$` at the end of the pattern would let a line feed through.
NonceKind = Literal["", "promised", "plain", "derived"]
"""How a seat comes to its nonce; empty for a free seat."""
Hash = Annotated[str, Meta(min_length=64, max_length=64, pattern=r"^[0-9a-f]{64}$")]
"""32 bytes as hexadecimal digits: a value of a hash chain."""
Millis = int
"""A time: milliseconds since 1970 by the server's clock."""
Status = Literal["lobby", "playing", "finished", "expired"]
"""How far a table is. A finished game has come to an end; an expired one was abandoned."""
Visibility = Literal["open", "link", "private"]
"""How a table is found: `open` in the list of tables, `link` by link or code, `private` by the link alone."""
