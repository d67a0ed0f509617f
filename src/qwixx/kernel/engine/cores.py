"""The number of cores for parallel work."""

import os


def usable_cores() -> int:
    """The cores that this process may use, or all where the system does not say."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
