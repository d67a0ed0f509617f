"""A real server for the tests of the client."""

from live_server import lasting  # noqa: F401  # a fixture
