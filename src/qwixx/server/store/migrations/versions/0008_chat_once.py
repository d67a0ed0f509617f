"""A chat line that is sent twice at the same time is stored once."""

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    # Lines that were stored twice keep their text, and are no longer recognised as one.
    op.execute(
        "UPDATE chat SET cmd = NULL WHERE cmd IS NOT NULL"
        " AND number NOT IN (SELECT min(number) FROM chat GROUP BY game, guest, cmd)"
    )
    op.create_index("chat_by_command", "chat", ["game", "guest", "cmd"], unique=True)
