"""The compiler of everything that is compiled: Numba, with a cache that notices every change of the sources.

Plain Python functions become machine code when they are first called. The functions that Python calls are
cached with all that they call, and so are routines, for the next function that calls them. Numba looks at the
file of the cached function alone, so the cache folder is named after a digest of all the sources that may
have gone in.
"""

import functools
import hashlib
import inspect
import os
import pickle
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
from llvmlite import ir  # type: ignore[import-untyped]
from numba import NumbaError, types
from numba.extending import intrinsic

from qwixx.dice import stream
from qwixx.files import locked
from qwixx.folders import cache_folder

from .quiet import COMPILE_QUIETLY

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])

KERNEL = Path(__file__).parents[1]
QWIXX = KERNEL.parent

DURATION = "up to a minute"
"""How long it takes to compile what a command needs, on an ordinary machine."""

_compiling = threading.RLock()
_said = threading.Event()
_routines: list[Any] = []
"""Routines whose cache has not been opened: that waits until something is compiled."""

# Compiled code makes no arrays, so it needs none of Numba's reference counts, whose atomic operations would
# take most of the time; and calls that are not inlined would take most of the rest.
OPTIONS: Any = {"nogil": True, "error_model": "numpy", "_nrt": False}
# For functions that Python does not call: the code for such calls would take half of the time to compile.
INNER: Any = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def part(function: F) -> F:
    """Compiles a function that only compiled ones call."""
    return cast("F", numba.njit(forceinline=True, **INNER)(function))


def inline(function: F) -> F:
    """Compiles a long function that few compiled ones call, into each of them.

    It does what `part` does, but the function is not compiled and optimised by itself first: with several
    levels of long functions, that takes most of the time.
    """
    return cast("F", numba.njit(inline="always", **INNER)(function))


def routine(function: F) -> F:
    """Compiles a long function that compiled ones call from several places: it stays a function there.

    It is cached, so that the next entry or another mixture of bots does not compile it again.
    """
    # Without the option it would be inlined as its caller is, if that is a part.
    jit: Any = numba.njit(forceinline=False, **INNER)(function)
    find = jit.get_call_template
    # Constants become numbers first, or it would be compiled once more for each of them.
    jit.get_call_template = lambda args, kws: find(tuple(map(types.unliteral, args)), kws)
    _routines.append(jit)
    return cast("F", jit)


def entry(function: Callable[P, R]) -> Callable[P, R]:
    """Compiles a function that Python calls. It runs without a lock, so threads can run it side by side."""
    jit: Any = None
    compiled: set[tuple[Any, ...]] = set()

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        nonlocal jit
        kinds = _kinds(args)
        if kinds not in compiled:
            with _compiling:
                jit = _compile(function, jit, inspect.signature(function).bind(*args, **kwargs).args)
                compiled.add(kinds)
        return cast("R", jit(*args, **kwargs))

    return call


def _kinds(arguments: Iterable[Any]) -> tuple[Any, ...]:
    """What usually decides whether there is code for the arguments: their types, and those within tuples."""
    return tuple([(type(one), *map(type, one)) if isinstance(one, tuple) else type(one) for one in arguments])


def _compile(function: Callable[..., Any], jit: Any, arguments: Sequence[Any]) -> Any:
    """The function with code for arguments of these types, compiled or from the cache.

    One process compiles at a time: what it has compiled, the others load, and Numba's files are not safe if
    two write them at once.
    """
    found = tuple(map(numba.typeof, arguments))
    what = repr((function.__code__.co_filename, found))
    digest = hashlib.sha256(what.encode()).hexdigest()[:8]
    mark = cache_for(function) / f"{function.__qualname__}-{digest}.compiled"
    jit = jit or _prepared(function)
    with nullcontext() if mark.exists() else locked(cache_for(entry) / "lock", _say_waiting):
        if not mark.exists():
            _say_compiling(mark.parent)
        try:
            jit.compile(found)
        except (EOFError, pickle.UnpicklingError, NumbaError):  # a file in the cache may be damaged
            _forget(function)
            _say_compiling(mark.parent)
            jit = _prepared(function)
            jit.compile(found)
        with suppress(OSError):
            mark.touch()
    return jit


def _prepared(function: Callable[..., Any]) -> Any:
    """The function as Numba has it, to be compiled later for arguments of some types."""
    while _routines:
        _open_cache(_routines.pop())
    return _open_cache(numba.njit(**OPTIONS)(function))


def _open_cache(jit: Any) -> Any:
    folder = cache_for(jit.py_func)
    if _is_writable(folder):
        settings: Any = numba.config
        before, settings.CACHE_DIR = settings.CACHE_DIR, str(folder)
        try:
            jit.enable_caching()
        finally:
            settings.CACHE_DIR = before
    return jit


def _forget(function: Callable[..., Any]) -> None:
    """Removes what is cached for the function, and for the routines that it may call."""
    for folder in {cache_for(function), cache_for(entry)}:
        for path in folder.rglob("*.nb?"):
            path.unlink(missing_ok=True)


def _say_compiling(folder: Path) -> None:
    if _is_writable(folder):
        _say_once(f"Compiling the kernel (once, {DURATION}; finished parts are kept)…")
    else:
        _say_once(f"Compiling the kernel (each time, {DURATION}: {folder} cannot be written)…")


def _say_waiting() -> None:
    _say_once("Waiting for another process, which is compiling the kernel…")


def _say_once(line: str) -> None:
    """Says it for the first function that is compiled, unless another process of the command says it."""
    if not (_said.is_set() or os.environ.get(COMPILE_QUIETLY)):
        _said.set()
        print(line, file=sys.stderr, flush=True)


def cache_for(function: Callable[..., Any]) -> Path:
    """Where its compiled code is kept: in `NUMBA_CACHE_DIR` if set, else in the user's cache folder."""
    own = os.environ.get("NUMBA_CACHE_DIR")
    return (Path(own) if own else cache_folder()) / f"kernel-{_digest(sources(function))}"


def sources(function: Callable[..., Any]) -> tuple[Path, ...]:
    """All that may be compiled into a function: the dice, the kernel, and the function's own package."""
    packages = {KERNEL}
    path = Path(function.__code__.co_filename)
    if path.is_relative_to(QWIXX):
        packages.add(QWIXX / path.relative_to(QWIXX).parts[0])
    modules = sorted(module for package in packages for module in package.rglob("*.py"))
    return Path(stream.__file__), *modules


@functools.cache
def _digest(paths: tuple[Path, ...]) -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


# One machine instruction each, because Numba lacks methods such as `int.bit_count`.


def _popcount(_context: Any, bits: Any) -> tuple[Any, Callable[..., Any]]:
    def build(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(bits), build


def _lowest(_context: Any, bits: Any) -> tuple[Any, Callable[..., Any]]:
    def build(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(bits), build


popcount = cast("Callable[[int], int]", intrinsic(_popcount))
"""The number of bits that are set."""
lowest = cast("Callable[[int], int]", intrinsic(_lowest))
"""The index of the lowest bit that is set; 64 if there is none."""
