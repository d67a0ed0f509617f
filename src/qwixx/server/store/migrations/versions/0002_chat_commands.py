"""Each chat line with the command that it was said by: one that is sent again is said once."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("chat", sa.Column("cmd", sa.LargeBinary))
