"""Each game with the guest who opened it, so that one guest cannot fill the list of open tables."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("games", sa.Column("opener", sa.Text, nullable=False, server_default=""))
