"""The parts of a release: version, changelog, contents of the wheel, sums, and the list of components."""

import datetime
import hashlib
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent

VERSION = re.compile(r'^__version__ = "(.*)"$', re.MULTILINE)
UNRELEASED = "## [Unreleased]\n"
NEEDED = (
    "qwixx/py.typed",
    "qwixx/locales/en.json",
    "qwixx/server/static/index.html",
    "qwixx/kernel/bots/tempo/weights/classic-2.json",
    "qwixx/kernel/bots/expert/weights/classic-2.npz",
    "qwixx/server/store/migrations/script.py.mako",
)
"""Files besides the modules without which the package does not work: one of each kind."""


class ReleaseError(Exception):
    """Why there is no release."""


def current_version() -> str:
    found = VERSION.search((ROOT / "src/qwixx/__init__.py").read_text(encoding="utf-8"))
    assert found
    return found[1]


def with_version(source: str, version: str) -> str:
    """The source of qwixx/__init__.py with a version that is newer than its own."""
    found = VERSION.search(source)
    assert found
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise ReleaseError(f"{version} is not a version: write three numbers, such as 0.2.0.")
    if _numbers(version) <= _numbers(found[1]):
        raise ReleaseError(f"{version} is not newer than {found[1]}: choose a higher version.")
    return VERSION.sub(f'__version__ = "{version}"', source)


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


def dated(changelog: str, version: str, day: datetime.date) -> str:
    """The changelog with what was unreleased under the version and its day."""
    _, heading, rest = changelog.partition(UNRELEASED)
    changes = re.split(r"^## ", rest, maxsplit=1, flags=re.MULTILINE)[0]
    if not heading or not changes.strip():
        raise ReleaseError("CHANGELOG.md has nothing under [Unreleased]: say there what has changed.")
    return changelog.replace(UNRELEASED, f"{UNRELEASED}\n## [{version}] - {day.isoformat()}\n", 1)


def check_wheel(wheel: Path) -> None:
    """Raises an error if something that the package needs is missing, or something else is in it."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    if missing := [name for name in NEEDED if name not in names]:
        raise ReleaseError(f"the wheel lacks {', '.join(missing)}.")
    sources = {f"qwixx/{path.relative_to(ROOT / 'src/qwixx').as_posix()}" for path in _modules()}
    if missing := sorted(sources - names):
        raise ReleaseError(f"the wheel lacks {', '.join(missing)}.")
    if extra := [name for name in names if "__pycache__" in name or "node_modules" in name]:
        raise ReleaseError(f"the wheel holds {', '.join(sorted(extra))}, which do not belong there.")


def _modules() -> Iterator[Path]:
    return (ROOT / "src" / "qwixx").rglob("*.py")


def sums(folder: Path) -> str:
    """The SHA-256 sums of the files, as `sha256sum --check` reads them."""
    files = sorted(path for path in folder.iterdir() if path.name != "SHA256SUMS")
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)


def sbom(version: str) -> str:
    """The components as CycloneDX JSON: the locked packages, and those built into the browser client."""
    components = [*_python_components(), *_web_components()]
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": _component("application", "qwixx", version, f"pkg:pypi/qwixx@{version}")},
        "components": components,
    }
    return json.dumps(document, indent=2) + "\n"


def _component(kind: str, name: str, version: str, purl: str) -> dict[str, Any]:
    return {"type": kind, "name": name, "version": version, "bom-ref": purl, "purl": purl}


def _python_components() -> Iterator[dict[str, Any]]:
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    for name, version in re.findall(r"^([\w.-]+)(?:\[[\w,-]+\])?==([^\s;]+)", text, re.MULTILINE):
        yield _component("library", name, version, f"pkg:pypi/{name}@{version}")


def _web_components() -> Iterator[dict[str, Any]]:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    for path, package in sorted(lock["packages"].items()):
        if path and not package.get("dev") and not package.get("optional"):
            name = path.rpartition("node_modules/")[2]
            version = package["version"]
            yield _component("library", name, version, f"pkg:npm/{name.replace('@', '%40')}@{version}")
