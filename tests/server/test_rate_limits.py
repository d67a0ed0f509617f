"""Rate limits, and which addresses count as one visitor."""

import pytest

from qwixx.server.web.rate_limits import RateLimit, network_of


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::1"),
        ("testclient", "testclient"),
    ],
)
def test_one_network_is_one_visitor(address: str, whose: str) -> None:
    assert network_of(address) == whose


def test_many_addresses_of_one_network_share_a_limit() -> None:
    limit = RateLimit(rate=0, burst=3)
    assert [limit.take(f"2001:db8::{number:x}") for number in range(5)] == [True] * 3 + [False] * 2
    assert limit.take("2001:db8:0:1::1")


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_the_machine_itself_is_free_of_it(address: str) -> None:
    limit = RateLimit(rate=0, burst=1)
    assert all(limit.take(address) for _ in range(5))
