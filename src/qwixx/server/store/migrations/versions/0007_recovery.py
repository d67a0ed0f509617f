"""Each guest with the hash of a recovery key, which carries the guest to another device."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("guests", sa.Column("recovery_hash", sa.LargeBinary))
    op.create_index("guests_by_recovery", "guests", ["recovery_hash"], unique=True)
