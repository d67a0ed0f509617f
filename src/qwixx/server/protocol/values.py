"""The version and the limits of the protocol, and the ids, hashes and times in its messages."""

from typing import Annotated, Literal

from msgspec import Meta

VERSION = 1
"""Increased when older clients can no longer understand the server."""

MESSAGE_BYTES = 16 * 1024
NAME_LENGTH = 24
CHAT_LENGTH = 300

Id = Annotated[str, Meta(min_length=1, max_length=40)]
"""The id of a command, unique among the commands of a guest: one sent twice is carried out once."""
Seat = Annotated[int, Meta(ge=0, le=4)]
TableName = Annotated[str, Meta(min_length=1, max_length=40)]
BotName = Annotated[str, Meta(min_length=1, max_length=80)]
GuestId = Annotated[str, Meta(min_length=1, max_length=40)]
Nonce = Annotated[str, Meta(max_length=64, pattern=r"^[!-~]*(?![\s\S])")]
"""Visible ASCII. A `$` at the end of the pattern would let a line feed through."""
NonceKind = Literal["", "promised", "plain", "derived"]
"""How a seat comes to its nonce; empty for a free seat."""
Hash = Annotated[str, Meta(min_length=64, max_length=64, pattern=r"^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal digits: a value of a hash chain."""
Millis = int
Status = Literal["lobby", "playing", "finished", "expired"]
"""Of a table. A finished game was played to its end; an expired one was abandoned."""
Visibility = Literal["open", "link", "private"]
"""Who can find a table: it is listed; it needs the link or the short code; it needs the link."""
