"""Results do not depend on the executor or on workers that crash."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import distributed
import pytest
from chores import always_fall_over, fall_over, fall_over_while_answering, import_nonsense, square

from qwixx.arena.match import Match, play_match
from qwixx.arena.match_setting import MatchSetting
from qwixx.arena.workers.executors import here, processes
from qwixx.arena.workers.pieces import Piece
from qwixx.arena.workers.processes import Processes
from qwixx.cli.main import run
from qwixx.kernel.engine.quiet import COMPILE_QUIETLY
from qwixx.rules import QwixxError

pytestmark = pytest.mark.xdist_group("arena-executor")  # one cluster is enough

STRANGERS = MatchSetting("classic", ("strangers:Backwards", "random"), seed=31)
COMPILED = MatchSetting("longo", ("gap", "random"), seed=31)


def counts(match: Match) -> dict[str, Any]:
    return {name: count.tolist() for name, count in match.tally.counts.items()}


def once(action: Callable[[], None]) -> Callable[[int, int], None]:
    done: list[int] = []

    def progress(games: int, _: int) -> None:
        if not done:
            action()
        done.append(games)

    return progress


def test_results_come_in_order_and_few_are_handed_out() -> None:
    taken: list[int] = []

    def numbers() -> Iterator[int]:
        for number in range(40):
            taken.append(number)
            yield number

    with processes(2) as crew:
        for done, result in enumerate(crew.in_order(square, numbers())):
            assert result == done * done
            assert len(taken) <= done + crew.ahead


def test_one_worker_of_a_command_says_that_it_compiles() -> None:
    pool = Processes(2)
    workers = [pool._worker(number) for number in range(2)]
    said = [worker.do((os.getenv, (COMPILE_QUIETLY,))) for worker in workers if worker]
    pool.shutdown()
    assert said == [(None, None), ("1", None)]
    assert COMPILE_QUIETLY not in os.environ


@pytest.mark.parametrize("work", [fall_over, fall_over_while_answering])
def test_work_lost_with_a_process_is_done_again(work: Callable[[str], str], tmp_path: Path) -> None:
    paths = [str(tmp_path / str(n)) for n in range(3)]
    with processes(2) as crew:
        assert list(crew.in_order(work, paths)) == paths


def test_an_error_of_the_work_is_raised_here() -> None:
    with processes(2) as crew, pytest.raises(OSError, match="Is a directory"):
        list(crew.in_order(Path.read_text, [Path("/")]))


def test_a_script_without_a_guard_does_not_begin_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = ModuleType("__main__")
    script.__file__ = str(tmp_path / "script.py")
    Path(script.__file__).write_text("raise SystemExit")
    monkeypatch.setitem(sys.modules, "__main__", script)
    with processes(2) as crew:
        assert list(crew.in_order(square, [3])) == [9]
    assert sys.modules["__main__"] is script


def test_processes_that_cannot_be_started_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(_: object) -> None:
        raise OSError("no memory")

    monkeypatch.setattr("multiprocessing.context.SpawnProcess.start", start)
    with processes(2) as crew, pytest.raises(OSError, match="no memory"):
        list(crew.in_order(square, [3]))


def test_processes_that_keep_dying_are_given_up() -> None:
    with processes(2) as crew, pytest.raises(QwixxError, match="keep dying"):
        list(crew.in_order(always_fall_over, [1, 2]))


def test_one_worker_works_in_this_process() -> None:
    with here() as crew:
        assert list(crew.in_order(lambda n: n + os.getpid(), [1])) == [1 + os.getpid()]


def kill_a_process() -> None:
    child = multiprocessing.active_children()[0]
    assert child.pid is not None
    os.kill(child.pid, signal.SIGKILL)


@pytest.fixture(scope="module")
def expected() -> dict[str, Any]:
    return counts(play_match(STRANGERS, 160, workers=1))


def test_a_process_killed_in_the_middle_changes_nothing(expected: dict[str, Any]) -> None:
    match = play_match(STRANGERS, 160, workers=2, progress=once(kill_a_process))
    assert match.failures == []
    assert counts(match) == expected


# A Dask cluster


@pytest.fixture(scope="module")
def cluster() -> Iterator[distributed.LocalCluster]:
    with distributed.LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
    ) as local:
        yield local


def test_a_cluster_gives_the_same_result_compiled(cluster: distributed.LocalCluster) -> None:
    there = play_match(COMPILED, 100_000, address=cluster.scheduler_address)
    assert there.engine == "kernel"
    assert counts(there) == counts(play_match(COMPILED, 100_000, workers=1))


def test_a_worker_of_the_cluster_killed_in_the_middle_changes_nothing(
    cluster: distributed.LocalCluster, expected: dict[str, Any]
) -> None:
    def kill_a_worker() -> None:
        nanny = cluster.workers[0]
        os.kill(nanny.pid, signal.SIGKILL)

    match = play_match(STRANGERS, 160, address=cluster.scheduler_address, progress=once(kill_a_worker))
    assert match.engine == "reference"
    assert match.failures == []
    assert counts(match) == expected


def test_a_cluster_lost_in_the_middle_leaves_what_there_is() -> None:
    local = distributed.LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
    )

    def close() -> None:
        local.close()

    with local:
        match = play_match(COMPILED, 10**7, address=local.scheduler_address, progress=once(close))
    assert match.interrupted
    assert match.lost == f"The Dask cluster at {local.scheduler_address} no longer answers."
    assert 0 < match.tally.deals * 2 <= match.played < 10**7


def test_workers_with_another_version_are_refused(
    cluster: distributed.LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pieces(setting: MatchSetting, deals: int) -> list[Piece]:
        return [Piece(setting, 0, deals, version="99")]

    monkeypatch.setattr("qwixx.arena.match.pieces", pieces)
    with pytest.raises(QwixxError, match=r"A worker has qwixx \d.*: install 99 there, as here\."):
        play_match(COMPILED, 10, address=cluster.scheduler_address)


def test_what_workers_cannot_import_is_named(
    cluster: distributed.LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qwixx.arena.match.play_piece", import_nonsense)
    with pytest.raises(QwixxError, match="cannot play this match: No module named 'nonsense'"):
        play_match(COMPILED, 10, address=cluster.scheduler_address)


def test_a_cluster_without_workers_is_refused() -> None:
    empty = distributed.LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=0, processes=True, dashboard_address="127.0.0.1:0"
    )
    with empty, pytest.raises(QwixxError, match="has no workers"):
        play_match(COMPILED, 10, address=empty.scheduler_address)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://x", "127.0.0.1", ""])
def test_an_address_where_nobody_answers(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["match", "gap", "random", "--cluster", address]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    assert address in printed.err
