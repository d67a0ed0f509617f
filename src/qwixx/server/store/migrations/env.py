"""Read by Alembic: migrations run on the connection that `migrate` was given, in its transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
