"""The contents of the repository: forbidden text, file sizes, required files and the lock files."""

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
LARGEST = 1_000_000

# The package index is each user's own setting, and no file may name a machine's folders. The brackets keep
# these patterns from finding themselves.
FORBIDDEN = {
    "host of a package index": r"pypi[.]org/simple|files[.]pythonhosted[.]org|registry[.]npmjs[.]org",
    "address of a package index": r"https?://[^\s\"']+/simple/?(?![\w/.-])",
    "address in a package lock": r"\"resolved[\"]:",
    "setting of a package index": r"(^|\s)--(extra-)?index[-]url|(PIP|UV)_(EXTRA_)?INDEX[_]",
    "setting of an npm registry": r"^\s*(@[\w-]+:)?registry[ ]*=[ ]*[\"']?http",
    "path of a machine": r"(^|[^A-Za-z0-9._-])/(work|farm|root|home/[\w.-]+|Users/[\w.-]+)[/]",
}
EXAMPLES = {
    "host of a package index": ["https://files.pythonhosted" + ".org/packages/a.whl"],
    "address of a package index": [
        "https://mirror.example" + "/pypi/simple",
        "http://localhost:99" + "/simple/",
    ],
    "address in a package lock": ['  "resolved' + '": "x",'],
    "setting of a package index": [
        "--index" + "-url x",
        "  --extra-index" + "-url=x",
        "PIP_INDEX" + "_URL=x",
    ],
    "setting of an npm registry": ["registry" + "=http://x", "@scope:registry" + " = 'https://x'"],
    "path of a machine": [
        "/work" + "/main/x.py",
        "cd /root" + "/",
        '"/home/ann' + '/x"',
        "file:///Users/ann" + "/x",
    ],
}


def tree() -> list[Path]:
    """Tracked files, and untracked ones that git does not ignore."""
    command = [
        "git",
        "-c",
        "safe.directory=*",
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


def text_of(path: Path) -> str:
    return path.read_bytes().decode(errors="replace")


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_carries(what: str) -> None:
    pattern = re.compile(FORBIDDEN[what], re.MULTILINE)
    for example in EXAMPLES[what]:
        assert pattern.search(example), f"the pattern does not find {example}"
    files = tree()
    assert ROOT / "pyproject.toml" in files
    found = [
        f"{path.relative_to(ROOT)}: {match[0].strip()}"
        for path in files
        for match in pattern.finditer(text_of(path))
    ]
    assert not found


def test_file_sizes_stay_below_a_megabyte() -> None:
    assert [path.name for path in tree() if path.stat().st_size >= LARGEST] == []


@pytest.mark.parametrize(
    "name", ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "src/qwixx/py.typed"]
)
def test_file_exists(name: str) -> None:
    assert ROOT / name in tree()


@pytest.mark.parametrize("name", ["qwixx", "test", "scripts/lock", "scripts/docs", ".ci/run"])
def test_file_is_executable(name: str) -> None:
    assert (ROOT / name).stat().st_mode & 0o111


# The lock files


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def named(*lists: list[str]) -> dict[str, Requirement]:
    requirements = [Requirement(text) for texts in lists for text in texts]
    return {canonicalize_name(requirement.name): requirement for requirement in requirements}


def expected(lock: str) -> dict[str, Requirement]:
    data = project()
    run = [data["project"]["dependencies"], data["dependency-groups"]["build"]]
    extras = data["project"]["optional-dependencies"]
    if lock == "requirements.lock":
        return named(*run, extras["server"])
    locked_extras = [wanted for name, wanted in extras.items() if name != "torch"]  # see pyproject.toml
    return named(*run, *locked_extras, data["dependency-groups"]["docs"], data["dependency-groups"]["dev"])


def locked(lock: str) -> dict[str, tuple[str, str]]:
    """Maps each name to its version and the text that follows: hashes, and which package requires it."""
    text = (ROOT / lock).read_text()
    entries = re.findall(
        r"^([\w.-]+)(?:\[[\w,-]+\])?==([^\s;]+)(.*?)(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL
    )
    return {canonicalize_name(name): (version, rest) for name, version, rest in entries}


LOCKS = ["requirements.lock", "requirements-dev.lock"]


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_has_the_requirements_of_pyproject(lock: str) -> None:
    """When this fails, the lock is stale: run scripts/lock."""
    pinned = locked(lock)
    asked = expected(lock)
    assert {name for name, (_, rest) in pinned.items() if "qwixx (pyproject.toml" in rest} == set(asked)
    wrong = [
        name for name, wish in asked.items() if not wish.specifier.contains(pinned[name][0], prereleases=True)
    ]
    assert wrong == []


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_pins_every_package_by_hash_and_names_no_address(lock: str) -> None:
    assert [name for name, (_, rest) in locked(lock).items() if "--hash=sha256:" not in rest] == []
    assert "://" not in (ROOT / lock).read_text()


def test_dev_lock_holds_the_run_time_lock() -> None:
    run, dev = (locked(lock) for lock in LOCKS)
    assert {name: dev[name][0] for name in run} == {name: version for name, (version, _) in run.items()}


def test_build_tools_are_pinned() -> None:
    data = project()
    assert named(data["build-system"]["requires"]).keys() <= named(data["dependency-groups"]["build"]).keys()
