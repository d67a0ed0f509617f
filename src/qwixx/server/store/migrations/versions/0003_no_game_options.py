"""Games without a column for their options, which are in the first event of the log."""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.drop_column("games", "options")
