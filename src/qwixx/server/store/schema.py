"""The tables of the database. `migrations/` creates them, and a test compares the two."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    false,
)

metadata = MetaData()

# SQLite assigns numbers only in a column of exactly this type.
NUMBER = BigInteger().with_variant(Integer, "sqlite")

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
    Column("opener", Text, nullable=False, server_default=""),
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
    Column("banned", Boolean, nullable=False, server_default=false()),
)

chat = Table(
    "chat",
    metadata,
    Column("number", NUMBER, primary_key=True),
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

# What players tell the host about others.
reports = Table(
    "reports",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("game", Text, nullable=False),
    Column("guest", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("sent", Double, nullable=False),
    sqlite_autoincrement=True,
)

# The host's commands to all processes, and the answer of each process.
admin_commands = Table(
    "admin_commands",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("sent", Double, nullable=False),
    Column("data", LargeBinary, nullable=False),
    sqlite_autoincrement=True,
)
admin_answers = Table(
    "admin_answers",
    metadata,
    Column("command", NUMBER, primary_key=True, autoincrement=False),
    Column("process", Text, primary_key=True),
    Column("data", LargeBinary, nullable=False),
)

# What holds for all processes until the host changes it.
server_state = Table(
    "server_state",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
