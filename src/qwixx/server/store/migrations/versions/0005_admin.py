"""Bans, reports, and the host's commands to the running processes."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.add_column("guests", sa.Column("banned", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "reports",
        sa.Column("number", NUMBER, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("sent", sa.Double, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "admin_commands",
        sa.Column("number", NUMBER, primary_key=True),
        sa.Column("sent", sa.Double, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "admin_answers",
        sa.Column("command", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("process", sa.Text, primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "server_state",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
