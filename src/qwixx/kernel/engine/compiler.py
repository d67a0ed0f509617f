"""How the kernel is compiled: plain Python functions, turned into machine code by Numba when first called.

Only the functions that are called from outside are cached; what they call is compiled into them. Numba looks
at the file of the cached function alone, so the cache folder is named after all the sources.
"""

import functools
import hashlib
import os
import pickle
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.core.typing.templates import Signature
from numba.extending import intrinsic

from qwixx.dice import stream
from qwixx.folders import cache_folder

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])

_compiling = threading.RLock()


# Nothing compiled makes an array, so none needs Numba's reference counts, whose atomic operations would take
# most of the time; and calls that are not inlined would take most of the rest.
OPTIONS: Any = {"nogil": True, "error_model": "numpy", "_nrt": False}


def part(function: F) -> F:
    """A function that only compiled ones call."""
    return cast("F", numba.njit(forceinline=True, **OPTIONS)(function))


def entry(function: Callable[P, R]) -> Callable[P, R]:
    """A function that Python calls. It holds no lock while it runs, so threads run it side by side."""
    compiled: Callable[P, R] | None = None

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        nonlocal compiled
        if compiled is not None:
            return compiled(*args, **kwargs)
        with _compiling:
            ready = _prepare(function)
            try:
                result = ready(*args, **kwargs)
            except (EOFError, pickle.UnpicklingError):  # a file in the cache is damaged
                _forget(function)
                ready = _prepare(function)
                result = ready(*args, **kwargs)
            compiled = ready
        return result

    return call


def _prepare(function: Callable[P, R]) -> Callable[P, R]:
    folder = kernel_folder()
    writable = _is_writable(folder)
    if not writable:
        _say_once(f"Compiling the kernel (each time: {folder} cannot be written)…")
    elif not any(_cached(function)):
        _say_once("Compiling the kernel (once)…")
    settings: Any = numba.config
    before, settings.CACHE_DIR = settings.CACHE_DIR, str(folder)
    try:
        jit = numba.njit(cache=writable, **OPTIONS)
        return cast("Callable[P, R]", jit(function))
    finally:
        settings.CACHE_DIR = before


def _cached(function: Callable[..., Any]) -> Iterator[Path]:
    """The files that Numba keeps for it."""
    name = f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}"
    return kernel_folder().rglob(f"{name}-*.nb?")


def _forget(function: Callable[..., Any]) -> None:
    for path in _cached(function):
        path.unlink(missing_ok=True)


@functools.cache
def _say_once(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def kernel_folder() -> Path:
    """Where compiled code is kept: `NUMBA_CACHE_DIR` if set, else the user's cache folder."""
    own = os.environ.get("NUMBA_CACHE_DIR")
    return (Path(own) if own else cache_folder()) / f"kernel-{_digest()}"


@functools.cache
def _digest() -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    for path in (Path(stream.__file__), *sorted(Path(__file__).parents[1].rglob("*.py"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


# One machine instruction each; Numba does not know Python's own methods of whole numbers.


def _popcount(_context: Any, bits: Any) -> tuple[Signature, Callable[..., Any]]:
    def build(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(bits), build


def _lowest(_context: Any, bits: Any) -> tuple[Signature, Callable[..., Any]]:
    def build(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(bits), build


popcount = cast("Callable[[int], int]", intrinsic(_popcount))
"""How many bits are set."""
lowest = cast("Callable[[int], int]", intrinsic(_lowest))
"""The number of the lowest bit that is set; 64 if there is none."""
