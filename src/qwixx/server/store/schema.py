"""The tables of the database. `migrations/` creates them, and a test compares the two."""

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
)

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("code", Text, nullable=False, unique=True),
    Column("visibility", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("created", Double, nullable=False),
    Column("status", Text, nullable=False),
    Column("updated", Double, nullable=False),
    Column("summary", LargeBinary, nullable=False),
    Index("games_by_status", "status", "updated"),
)

# The logs, from which everything else can be derived. Rows are only ever added.
events = Table(
    "events",
    metadata,
    Column("game", Text, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("format", SmallInteger, nullable=False),
    Column("at", Double, nullable=False),
    Column("data", LargeBinary, nullable=False),
    # SQLite then stores the rows in the order of the key, without a separate index.
    sqlite_with_rowid=False,
)

players = Table(
    "players",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("name", Text, nullable=False, server_default=""),
    sqlite_with_rowid=False,
)

guests = Table(
    "guests",
    metadata,
    Column("id", Text, primary_key=True),
    Column("secret_hash", LargeBinary, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("created", Double, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    # SQLite assigns numbers only in a column of exactly this type.
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("game", Text, nullable=False),
    Column("guest", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("sent", Double, nullable=False),
    Column("cmd", LargeBinary),
    Index("chat_by_game", "game", "number"),
    Index("chat_by_time", "sent"),
    # Numbers are never reused, even after old lines are deleted.
    sqlite_autoincrement=True,
)
