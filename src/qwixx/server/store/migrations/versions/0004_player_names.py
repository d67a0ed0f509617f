"""The name that each player had in a game; empty for players of older games."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("players", sa.Column("name", sa.Text, nullable=False, server_default=""))
