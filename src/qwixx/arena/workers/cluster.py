"""A Dask cluster does the work, and every way to lose it ends in a sentence."""

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
        # A client that is given a wrong address never gets rid of itself; one without any makes a cluster.
        distributed.comm.get_address_host_port(address, strict=False)
        client = distributed.Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise QwixxError(f"No Dask cluster answers at {address}: {error}.") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise QwixxError(f"The Dask cluster at {address} has no workers.")
        yield Crew(Dask(client, address), ahead=max(4, 3 * threads))


class Dask(Executor):
    """Dask has an executor of its own, but whoever waits there for a result may wait for ever:
    it is not told when the worker that holds the result dies while it is fetched."""

    def __init__(self, client: Any, address: str) -> None:
        self.client = client
        self.address = address

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        with self.understanding():
            # Dask itself does the work of lost workers again.
            return Elsewhere(self, self.client.submit(fn, *args, pure=False, retries=MOST_TRIES, **kwargs))

    @contextmanager
    def understanding(self) -> Iterator[None]:
        from distributed import KilledWorker
        from distributed.client import ClosedClientError
        from distributed.comm.core import CommClosedError

        try:
            yield
        except ModuleNotFoundError as error:
            raise QwixxError(f"The workers at {self.address} cannot do it: {error}.") from None
        except KilledWorker:
            raise CrewLost(f"The workers at {self.address} keep dying.") from None
        except (CancelledError, ClosedClientError, CommClosedError):
            raise CrewLost(f"The Dask cluster at {self.address} does not answer any more.") from None


class Elsewhere(Future[Any]):
    """What a worker of a cluster is at."""

    def __init__(self, dask: Dask, future: Any) -> None:
        super().__init__()
        self._dask = dask
        self._future = future

    def result(self, timeout: float | None = None) -> Any:
        with self._dask.understanding():
            return self._future.result(timeout)
