"""A Dask cluster as a crew of workers; every way to lose it ends in a clear error."""

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from typing import Any

from qwixx.rules import QwixxError

from ..optional import need
from .executors import Crew
from .processes import MOST_TRIES, CrewLost


@contextmanager
def cluster(address: str) -> Iterator[Crew]:
    distributed = need("distributed", "cluster", "--cluster")
    try:
        # Checked first: a client with a wrong address cannot be closed, and one without any starts a cluster.
        distributed.comm.get_address_host_port(address, strict=False)
        client = distributed.Client(address, timeout="10s", set_as_default=False)
    except ValueError:
        raise QwixxError(f"--cluster {address!r} is not an address: write tcp://HOST:PORT.") from None
    except OSError as error:
        raise QwixxError(f"No Dask cluster answers at {address}: {error}.") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise QwixxError(f"The Dask cluster at {address} has no workers.")
        yield Crew(Dask(client, address), ahead=max(4, 3 * threads))


class Dask(Executor):
    """An executor on a Dask client.

    Dask's own executor may wait for ever: it does not notice when the worker that holds a result dies while
    the result is fetched.
    """

    def __init__(self, client: Any, address: str) -> None:
        self.client = client
        self.address = address

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        with self.translated_errors():
            # Dask itself repeats the work of lost workers.
            return DaskResult(self, self.client.submit(fn, *args, pure=False, retries=MOST_TRIES, **kwargs))

    @contextmanager
    def translated_errors(self) -> Iterator[None]:
        from distributed import KilledWorker
        from distributed.client import ClosedClientError
        from distributed.comm.core import CommClosedError

        try:
            yield
        except ModuleNotFoundError as error:
            raise QwixxError(f"The workers at {self.address} cannot play this match: {error}.") from None
        except KilledWorker:
            raise CrewLost(f"The workers at {self.address} keep dying.") from None
        except (CancelledError, ClosedClientError, CommClosedError):
            raise CrewLost(f"The Dask cluster at {self.address} no longer answers.") from None


class DaskResult(Future[Any]):
    """The result of a task on the cluster."""

    def __init__(self, dask: Dask, future: Any) -> None:
        super().__init__()
        self._dask = dask
        self._future = future

    def result(self, timeout: float | None = None) -> Any:
        with self._dask.translated_errors():
            return self._future.result(timeout)
