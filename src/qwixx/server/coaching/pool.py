"""What the coach says at tables: hints, verdicts, reviews. They are worked out at desks, in other processes.

Whoever asks waits a moment; if it takes longer, the answer is `Working`, and they ask again.
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
from .worker import Answered, AskHint, AskReview, AskVerdict, BuildValues, Failed, Missing, Progress, Reply

logger = logging.getLogger("qwixx.server")

COMMAND = (sys.executable, "-m", worker.__name__)
PATIENCE = "5"
"""Whoever waits for a hint waits with the cards in hand; a review has time."""
WAIT = 1.0
"""Seconds a request is kept open before it is told to come again."""
IDLE = 180.0
"""Seconds without a job after which a desk is closed: it holds much memory."""
LONGEST = 600.0
"""Seconds after which a job is given up."""
WAITING = 8
"""Jobs that may wait at a desk."""
KEPT = 64
LINE = 2**26

_replies: msgspec.json.Decoder[Reply] = msgspec.json.Decoder(Reply)


class Job(Struct, eq=False):
    ask: worker.Job
    answer: asyncio.Future[Reply]
    done: int = 0
    total: int = 0
    begun: bool = False

    @property
    def share(self) -> float:
        return self.done / self.total if self.total else 0.0


class CoachProcess:
    """A process that does one job after the other; it is started for the first and closed when idle."""

    def __init__(self, command: Sequence[str], keep: Callable[[Hashable, Reply], None]) -> None:
        self._command = command
        self._keep = keep
        self.jobs: dict[Hashable, Job] = {}
        self._queue: deque[Hashable] = deque()
        self._worker: asyncio.Task[None] | None = None
        self._process: Process | None = None
        self._news = asyncio.Event()

    def give(self, key: Hashable, ask: worker.Job) -> Job:
        """The same job given twice is done once."""
        if key not in self.jobs:
            if len(self._queue) >= WAITING:
                raise CommandRefused(Code.BUSY)
            self.jobs[key] = Job(ask, asyncio.get_running_loop().create_future())
            self._queue.append(key)
            self._news.set()
            if self._worker is None:
                self._worker = asyncio.create_task(self._work())
        return self.jobs[key]

    async def close(self) -> None:
        if self._worker:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)

    async def _work(self) -> None:
        try:
            while True:
                key = await self._next()
                job = self.jobs[key]
                job.begun = True
                reply: Reply = Failed(damaged=False)
                try:
                    reply = await asyncio.wait_for(self._do(job), LONGEST)
                except (OSError, TimeoutError, msgspec.MsgspecError):
                    logger.exception("the coach's desk failed")
                    await self._end()
                finally:
                    # At once, whether or not anybody waits just now: who asks again must not begin anew.
                    self._keep(key, reply)
                    del self.jobs[key]
                    job.answer.set_result(reply)
        finally:
            await self._end()

    async def _next(self) -> Hashable:
        while not self._queue:
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), IDLE)
            except TimeoutError:
                await self._end()
        return self._queue.popleft()

    async def _do(self, job: Job) -> Reply:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, limit=LINE
            )
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(msgspec.json.encode(job.ask) + b"\n")
        await self._process.stdin.drain()
        while True:
            line = await self._process.stdout.readline()
            if not line:
                raise OSError("the process ended")
            reply = _replies.decode(line)
            if not isinstance(reply, Progress):
                return reply
            job.done, job.total = reply.done, reply.total

    async def _end(self) -> None:
        if self._process and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
        self._process = None


class Coaching:
    """Quick questions do not wait behind long ones: there are two desks."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self.quick = CoachProcess(command, self._keep)
        self.slow = CoachProcess([*command, PATIENCE], self._keep)
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._built = False

    async def close(self) -> None:
        await asyncio.gather(self.quick.close(), self.slow.close())

    def knows(self, key: Hashable) -> bool:
        """Whether asking for it costs nothing new."""
        return key in self._kept or key in self.quick.jobs or key in self.slow.jobs

    def prepare(self) -> None:
        """A practice begins: the exact values will be wanted."""
        if not self._built:
            self._build()

    async def review(self, key: Hashable, ask: AskReview) -> bytes | Working:
        return await self._answer(self.slow, key, ask)

    async def quickly(self, key: Hashable, ask: AskHint | AskVerdict) -> bytes | Working:
        """Where the exact values are missing they are built first; the game goes on meanwhile."""
        if building := self.slow.jobs.get(BuildValues):
            await asyncio.wait([building.answer], timeout=WAIT)
            return Working("values", building.share)
        try:
            return await self._answer(self.quick, key, ask)
        except _MissingValues:
            if self._built:
                raise CommandRefused(Code.NO_VALUES) from None
            return Working("values", self._build().share)

    def _build(self) -> Job:
        job = self.slow.give(BuildValues, BuildValues())
        job.answer.add_done_callback(lambda _: setattr(self, "_built", True))
        return job

    async def _answer(self, desk: CoachProcess, key: Hashable, ask: worker.Job) -> bytes | Working:
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        job = desk.give(key, ask)
        await asyncio.wait([job.answer], timeout=WAIT)
        if not job.answer.done():
            return Working("thinking" if job.begun else "waiting", job.share)
        match job.answer.result():
            case Answered(answer=answer):
                return bytes(answer)
            case Missing():
                raise _MissingValues
            case Failed(damaged=True):
                raise CommandRefused(Code.DAMAGED)
        raise CommandRefused(Code.COACH_FAILED)

    def _keep(self, key: Hashable, reply: Reply) -> None:
        if isinstance(reply, Answered):
            self._kept[key] = bytes(reply.answer)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)


class _MissingValues(Exception):
    pass
