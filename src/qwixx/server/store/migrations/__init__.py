"""The history of the schema, and `migrate`, which brings a database to the newest version.

- `env`: runs the migrations when Alembic loads it
"""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from qwixx.server.store.store import StoreError

HEAD = "0008"


def is_ours(version: str) -> bool:
    """Whether this is the name of a version of our schema, perhaps a newer one; Alembic's own are longer."""
    return len(version) == len(HEAD) and version.isdecimal()


def current(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def check_newest(connection: Connection) -> None:
    """Raises `StoreError` unless the schema is the newest one."""
    version, name = current(connection), connection.engine.url.database
    if version is None:
        raise StoreError(
            f"{name} does not hold games of qwixx: check --data or --database, or start qwixx serve first."
        )
    if version < HEAD:
        raise StoreError(
            f"{name} was written by an older version of qwixx: start qwixx serve, which takes it over."
        )
    _refuse_newer(version, name)


def _refuse_newer(version: str, name: str | None) -> None:
    if version > HEAD:
        raise StoreError(f"{name} was written by a newer version of qwixx: use that version.")


def migrate(connection: Connection) -> None:
    """Loads Alembic only if there is something to migrate."""
    version = current(connection)
    if version == HEAD:
        return
    if version:
        _refuse_newer(version, connection.engine.url.database)
    from alembic import command
    from alembic.config import Config

    config = Config()
    # The option is read with %-interpolation.
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, HEAD)
