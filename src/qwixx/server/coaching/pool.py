"""The pool of coach workers: two worker processes, each with a queue of jobs, and a cache of answers.

A request waits a moment for its answer; if that takes longer it gets `Working`, and the client asks again.
"""

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress

import msgspec
from msgspec import Struct

from ..protocol import Code, Working
from ..table.checks import CommandRefused
from . import worker
from .worker import (
    Answered,
    AskHint,
    AskReview,
    AskVerdict,
    BuildValues,
    Compile,
    Failed,
    Job,
    Missing,
    Progress,
    Reply,
)

logger = logging.getLogger("qwixx.server")

COMMAND = (sys.executable, "-m", worker.__name__)
SLOW_NICENESS = "5"
"""The niceness of the worker for reviews: hints come first, because a player waits for them."""
WAIT = 1.0
"""Seconds a request waits for its answer before it gets `Working`."""
COMPILE_AFTER = 60.0
"""Seconds from the opening of the first table until the code for its review is compiled."""
IDLE = 180.0
"""Seconds without a job after which a worker process is ended, because it holds much memory."""
LONGEST = 600.0
"""Seconds after which a job is given up."""
WAITING = 128
"""Most jobs in a queue."""
WAITING_PER_GUEST = 16
"""Most of them that one guest or address may have: practice asks after every turn. Guests take turns."""
CACHED_ANSWERS = 64
LONGEST_LINE = 2**26

_replies: msgspec.json.Decoder[Reply] = msgspec.json.Decoder(Reply)


class PendingJob(Struct, eq=False):
    job: Job
    answer: asyncio.Future[Reply]
    done: int = 0
    total: int = 0
    begun: bool = False

    @property
    def share(self) -> float:
        return self.done / self.total if self.total else 0.0


class JobQueue:
    """A queue of jobs and the worker process that does them; started on demand, ended when idle."""

    def __init__(self, command: Sequence[str], on_reply: Callable[[Hashable, Reply], None]) -> None:
        self._command = command
        self._on_reply = on_reply
        self.jobs: dict[Hashable, PendingJob] = {}
        self._queues: OrderedDict[str, deque[Hashable]] = OrderedDict()
        """The waiting jobs of each guest; the guest whose turn is next comes first."""
        self._task: asyncio.Task[None] | None = None
        self._process: Process | None = None
        self._added = asyncio.Event()

    def add(self, key: Hashable, job: Job, guest: str = "") -> PendingJob:
        """A job with a key that is already in the queue is not added again. `guest`: who takes the turn."""
        if key not in self.jobs:
            own = len(self._queues.get(guest, ()))
            if own >= WAITING_PER_GUEST or self.waiting >= WAITING:
                raise CommandRefused(Code.BUSY)
            self.jobs[key] = PendingJob(job, asyncio.get_running_loop().create_future())
            self._queues.setdefault(guest, deque()).append(key)
            self._added.set()
            if self._task is None:
                self._task = asyncio.create_task(self._work())
        return self.jobs[key]

    @property
    def waiting(self) -> int:
        return sum(map(len, self._queues.values()))

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        try:
            while True:
                key = await self._next()
                pending = self.jobs[key]
                pending.begun = True
                reply: Reply = Failed(damaged=False)
                try:
                    reply = await asyncio.wait_for(self._do(pending), LONGEST)
                except (OSError, TimeoutError, msgspec.MsgspecError):
                    logger.exception("a coach worker failed")
                    await self._end()
                finally:
                    # At once, whether or not a request is waiting: the next one must not start the job again.
                    self._on_reply(key, reply)
                    del self.jobs[key]
                    pending.answer.set_result(reply)
        finally:
            await self._end()

    async def _next(self) -> Hashable:
        while not self._queues:
            self._added.clear()
            try:
                await asyncio.wait_for(self._added.wait(), IDLE)
            except TimeoutError:
                await self._end()
        guest, waiting = self._queues.popitem(last=False)
        key = waiting.popleft()
        if waiting:
            # The others come first.
            self._queues[guest] = waiting
        return key

    async def _do(self, pending: PendingJob) -> Reply:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
            )
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(msgspec.json.encode(pending.job) + b"\n")
        await self._process.stdin.drain()
        while True:
            line = await self._process.stdout.readline()
            if not line:
                raise OSError("the worker process ended")
            reply = _replies.decode(line)
            if not isinstance(reply, Progress):
                return reply
            pending.done, pending.total = reply.done, reply.total

    async def _end(self) -> None:
        if self._process and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
        self._process = None


class Coaching:
    """Answers hints and verdicts with one worker and reviews with another: no hint waits for a review."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self.quick = JobQueue(command, self._cache)
        self.slow = JobQueue([*command, SLOW_NICENESS], self._cache)
        self._cached: OrderedDict[Hashable, bytes] = OrderedDict()
        self._built = False
        self._compiled = False
        self._compiling: asyncio.TimerHandle | None = None

    async def close(self) -> None:
        if self._compiling:
            self._compiling.cancel()
        await asyncio.gather(self.quick.close(), self.slow.close())

    def gauges(self) -> dict[str, float]:
        """The lengths of the queues, for the metrics."""
        queues = {"quick": self.quick, "slow": self.slow}
        return {f'qwixx_coach_waiting{{queue="{name}"}}': queue.waiting for name, queue in queues.items()}

    def knows(self, key: Hashable) -> bool:
        """Whether the answer is cached or already in a queue, so that asking again costs nothing."""
        return key in self._cached or key in self.quick.jobs or key in self.slow.jobs

    @property
    def preparing(self) -> bool:
        """Whether hints and verdicts wait for values or compiled code: asking for them costs nothing."""
        return BuildValues in self.slow.jobs or Compile in self.slow.jobs

    def prepare(self, *, training: bool, practice: bool) -> None:
        """Does the work that comes before the first answer while the first game is being played.

        A practice game needs exact values, hints and reviews need compiled code, and each is made only once.
        """
        if practice and not self._built:
            self._build()
        if training and not practice:
            self._compile()
        elif self._compiling is None:
            self._compiling = asyncio.get_running_loop().call_later(COMPILE_AFTER, self._compile)

    def _compile(self) -> None:
        if not self._compiled:
            self._compiled = True
            with suppress(CommandRefused):  # a busy worker has compiled it already
                self.slow.add(Compile, Compile())

    async def review(self, key: Hashable, job: AskReview, guest: str = "") -> bytes | Working:
        return await self._answer(self.slow, key, job, guest)

    async def quickly(self, key: Hashable, job: AskHint | AskVerdict, guest: str = "") -> bytes | Working:
        """Builds missing exact values first; the game goes on meanwhile."""
        if building := self.slow.jobs.get(BuildValues):
            await asyncio.wait([building.answer], timeout=WAIT)
            return Working("values", building.share)
        if compiling := self.slow.jobs.get(Compile):
            await asyncio.wait([compiling.answer], timeout=WAIT)
            return Working("thinking")
        try:
            return await self._answer(self.quick, key, job, guest)
        except _MissingValues:
            if self._built:
                raise CommandRefused(Code.NO_VALUES) from None
            return Working("values", self._build().share)

    def _build(self) -> PendingJob:
        pending = self.slow.add(BuildValues, BuildValues())
        pending.answer.add_done_callback(lambda _: setattr(self, "_built", True))
        return pending

    async def _answer(self, queue: JobQueue, key: Hashable, job: Job, guest: str) -> bytes | Working:
        if key in self._cached:
            self._cached.move_to_end(key)
            return self._cached[key]
        pending = queue.add(key, job, guest)
        await asyncio.wait([pending.answer], timeout=WAIT)
        if not pending.answer.done():
            return Working("thinking" if pending.begun else "waiting", pending.share)
        match pending.answer.result():
            case Answered(answer=answer):
                return bytes(answer)
            case Missing():
                raise _MissingValues
            case Failed(damaged=True):
                raise CommandRefused(Code.DAMAGED)
        raise CommandRefused(Code.COACH_FAILED)

    def _cache(self, key: Hashable, reply: Reply) -> None:
        if isinstance(reply, Answered):
            self._cached[key] = bytes(reply.answer)
            if len(self._cached) > CACHED_ANSWERS:
                self._cached.popitem(last=False)


class _MissingValues(Exception):
    pass
