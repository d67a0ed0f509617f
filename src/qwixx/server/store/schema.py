"""The tables of the database. `migrations/` creates them, and a test compares the two.

The `doc` of each column says what it holds; the privacy page is made from it.
"""

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
    Column("id", Text, primary_key=True, doc="The table's id, which is in its link."),
    Column("code", Text, nullable=False, unique=True, doc="The table's short code."),
    Column(
        "visibility",
        Text,
        nullable=False,
        doc="Whether the table is listed, or for those with the link or the code.",
    ),
    Column(
        "seed", LargeBinary, nullable=False, doc="The secret number from which the server's dice are made."
    ),
    Column("created", Double, nullable=False, doc="When the table was opened."),
    Column("status", Text, nullable=False, doc="Whether its game waits, runs, is over, or was abandoned."),
    Column("updated", Double, nullable=False, doc="When something last happened there."),
    Column(
        "summary",
        LargeBinary,
        nullable=False,
        doc="What lists of tables show: the variant, the options, the scores and the names of the players.",
    ),
    Column(
        "opener", Text, nullable=False, server_default="", doc="The id of the guest who opened the table."
    ),
    Index("games_by_status", "status", "updated"),
)

# The logs, from which everything else can be derived. Rows are only ever added.
events = Table(
    "events",
    metadata,
    Column("game", Text, primary_key=True, doc="The table."),
    Column("seq", Integer, primary_key=True, autoincrement=False, doc="The number of the step."),
    Column("format", SmallInteger, nullable=False, doc="The version of the form in which it is stored."),
    Column("at", Double, nullable=False, doc="When it happened."),
    Column(
        "data",
        LargeBinary,
        nullable=False,
        doc="What was done: sitting down, rolls, choices, coming and going, by guest id and without names.",
    ),
    # SQLite then stores the rows in the order of the key, without a separate index.
    sqlite_with_rowid=False,
)

players = Table(
    "players",
    metadata,
    Column("guest", Text, primary_key=True, doc="A guest."),
    Column("game", Text, primary_key=True, doc="A table at which the guest had a seat."),
    Column("name", Text, nullable=False, server_default="", doc="The name that the guest had there."),
    sqlite_with_rowid=False,
)

guests = Table(
    "guests",
    metadata,
    Column("id", Text, primary_key=True, doc="A random id, which the other players' programs see too."),
    Column(
        "secret_hash",
        LargeBinary,
        nullable=False,
        unique=True,
        doc="The SHA-256 hash of the secret in the guest's cookie; the secret itself is not stored.",
    ),
    Column("name", Text, nullable=False, doc="The name that the guest has given."),
    Column("created", Double, nullable=False, doc="When the guest first came."),
    Column(
        "banned",
        Boolean,
        nullable=False,
        server_default=false(),
        doc="Whether the host has banned the guest.",
    ),
    Column(
        "recovery_hash",
        LargeBinary,
        doc="The SHA-256 hash of the guest's recovery key, if there is one; the key itself is not stored.",
    ),
    Index("guests_by_recovery", "recovery_hash", unique=True),
)

chat = Table(
    "chat",
    metadata,
    Column("number", NUMBER, primary_key=True, doc="A running number."),
    Column("game", Text, nullable=False, doc="The table at which it was said."),
    Column("guest", Text, nullable=False, doc="The guest who said it."),
    Column("text", Text, nullable=False, doc="What was said."),
    Column("sent", Double, nullable=False, doc="When it was said."),
    Column(
        "cmd",
        LargeBinary,
        doc="The id of the message, by which it is recognised when a program sends it again.",
    ),
    Index("chat_by_game", "game", "number"),
    Index("chat_by_time", "sent"),
    # A line that a program sends again, perhaps to another process, is said once.
    Index("chat_by_command", "game", "guest", "cmd", unique=True),
    # Numbers are never reused, even after old lines are deleted.
    sqlite_autoincrement=True,
)

# What players tell the host about others.
reports = Table(
    "reports",
    metadata,
    Column("number", NUMBER, primary_key=True, doc="A running number."),
    Column("game", Text, nullable=False, doc="The table that a report is about."),
    Column("guest", Text, nullable=False, doc="The guest who reports."),
    Column("about", Text, nullable=False, doc="The guest whom it is about."),
    Column("text", Text, nullable=False, doc="What the guest tells the host."),
    Column("sent", Double, nullable=False, doc="When it was sent."),
    sqlite_autoincrement=True,
)

# The host's commands to all processes, and the answer of each process.
admin_commands = Table(
    "admin_commands",
    metadata,
    Column("number", NUMBER, primary_key=True, doc="A running number."),
    Column("sent", Double, nullable=False, doc="When the host gave the command."),
    Column(
        "data",
        LargeBinary,
        nullable=False,
        doc="The command, with the guest or table it is about; deleted after an hour by the next command.",
    ),
    sqlite_autoincrement=True,
)
admin_answers = Table(
    "admin_answers",
    metadata,
    Column("command", NUMBER, primary_key=True, autoincrement=False, doc="The number of the command."),
    Column("process", Text, primary_key=True, doc="The server process that answered."),
    Column(
        "data",
        LargeBinary,
        nullable=False,
        doc="Its answer; for a list of connections, the guests, their names and tables.",
    ),
)

# What holds for all processes until the host changes it.
server_state = Table(
    "server_state",
    metadata,
    Column("name", Text, primary_key=True, doc="A setting of the host, such as read-only."),
    Column("value", Text, nullable=False, doc="Its value."),
)
