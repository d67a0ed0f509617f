"""Programs that a test needs and a machine may lack."""

import shutil

import pytest


def need(program: str, package: str = "") -> str:
    """Where the program is; skips the test if it is not installed. Some are where only root looks."""
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin")
    if found is None:
        pytest.skip(f"no {program}: install it (Debian, Ubuntu: apt install {package or program})")
    return found
