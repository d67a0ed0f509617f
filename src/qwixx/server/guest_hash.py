"""The hash of a guest in the log, which is the same at all times and in all processes."""

import hashlib

LENGTH = 12


def guest_hash(guest: str) -> str:
    return hashlib.sha256(guest.encode()).hexdigest()[:LENGTH]
