"""Single flight: concurrent calls with the same key share one result."""

import asyncio

import pytest

from qwixx.server.live.single_flight import SingleFlight


class Work:
    def __init__(self) -> None:
        self.begun = 0
        self.go = asyncio.Event()

    async def __call__(self) -> int:
        self.begun += 1
        await self.go.wait()
        if self.begun == 3:
            raise ValueError
        return self.begun


def test_concurrent_calls_share_one_result_and_the_next_call_works_again() -> None:
    async def test() -> None:
        flight: SingleFlight[int] = SingleFlight()
        work = Work()
        first, second, third = [asyncio.create_task(flight.do("a", work)) for _ in range(3)]
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.sleep(0)
        work.go.set()
        assert await second == await third == 1
        assert first.cancelled()
        assert await flight.do("a", work) == 2
        for failed in await asyncio.gather(*(flight.do("a", work) for _ in range(2)), return_exceptions=True):
            assert isinstance(failed, ValueError)
        assert work.begun == 3

    asyncio.run(test())


def test_an_error_that_no_call_waited_for_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        flight: SingleFlight[int] = SingleFlight()
        work = Work()
        work.begun = 2
        gone = asyncio.create_task(flight.do("a", work))
        await asyncio.sleep(0)
        gone.cancel()
        work.go.set()
        await asyncio.sleep(0.01)
        assert work.begun == 3

    asyncio.run(test())
    assert caplog.records == []
