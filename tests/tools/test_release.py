"""`scripts/release`: the version, the changelog, the contents of the wheel, sums and components."""

import datetime
import hashlib
import json
import re
import tomllib
import zipfile
from pathlib import Path

import pytest
from project_scripts import load_script

ROOT = Path(__file__).parents[2]
parts = load_script("release_parts")
DAY = datetime.date(2030, 1, 2)


def test_the_version_only_goes_up() -> None:
    source = f'x = 1\n__version__ = "{parts.current_version()}"\n'
    assert parts.with_version(source, "99.0.1") == 'x = 1\n__version__ = "99.0.1"\n'
    for version in (parts.current_version(), "0.0.1", "1.0", "v1.0.0", "1.0.0rc1"):
        with pytest.raises(parts.ReleaseError, match=r"not (newer|a version)"):
            parts.with_version(source, version)


def test_what_was_unreleased_gets_the_version_and_the_day() -> None:
    log = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [0.1.0] - 2029-01-01\n"
    wanted = log.replace("## [Unreleased]\n", "## [Unreleased]\n\n## [0.2.0] - 2030-01-02\n")
    assert parts.dated(log, "0.2.0", DAY) == wanted
    with pytest.raises(parts.ReleaseError, match="nothing under"):
        parts.dated(wanted, "0.3.0", DAY)


def test_the_changelog_has_the_day_of_the_version_and_a_place_for_what_comes_next() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.findall(r"^## \[(.*)\]", changelog, re.MULTILINE)[:2] == ["Unreleased", parts.current_version()]
    assert re.search(r"^## \[[0-9.]+\] - 20\d\d-\d\d-\d\d$", changelog, re.MULTILINE)


def test_a_wheel_without_the_client_is_refused(tmp_path: Path) -> None:
    modules = [f"qwixx/{path.relative_to(ROOT / 'src/qwixx').as_posix()}" for path in parts._modules()]

    def wheel(*names: str) -> Path:
        with zipfile.ZipFile(tmp_path / "a.whl", "w") as archive:
            for name in names:
                archive.writestr(name, "")
        return tmp_path / "a.whl"

    whole = {*modules, *parts.NEEDED}
    parts.check_wheel(wheel(*whole))
    for missing in ("qwixx/server/static/index.html", "qwixx/rules/engine.py"):
        with pytest.raises(parts.ReleaseError, match=f"lacks {missing}"):
            parts.check_wheel(wheel(*(whole - {missing})))
    with pytest.raises(parts.ReleaseError, match="do not belong"):
        parts.check_wheel(wheel(*whole, "qwixx/__pycache__/x.pyc"))


def test_needed_files_are_in_the_tree() -> None:
    missing = {name for name in parts.NEEDED if not (ROOT / "src" / name).is_file()}
    assert missing <= {"qwixx/server/static/index.html"}  # which is built


def test_sums_are_those_of_the_files(tmp_path: Path) -> None:
    (tmp_path / "b").write_bytes(b"1")
    (tmp_path / "a").write_bytes(b"2")
    (tmp_path / "SHA256SUMS").write_text("old")
    one, two = (hashlib.sha256(data).hexdigest() for data in (b"1", b"2"))
    assert parts.sums(tmp_path) == f"{two}  a\n{one}  b\n"


def test_components_are_the_locked_packages_and_those_of_the_client() -> None:
    found = json.loads(parts.sbom("1.2.3"))
    assert found["metadata"]["component"]["purl"] == "pkg:pypi/qwixx@1.2.3"
    names = {component["purl"].partition("@")[0] for component in found["components"]}
    assert {"pkg:pypi/uvicorn", "pkg:pypi/numba", "pkg:npm/svelte"} <= names
    assert len({component["bom-ref"] for component in found["components"]}) == len(found["components"])


def test_the_metadata_is_complete() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert {"description", "readme", "license", "license-files", "authors", "keywords"} <= project.keys()
    claimed = [line for line in project["classifiers"] if "Python :: 3." in line]
    assert claimed[0].endswith(project["requires-python"].removeprefix(">="))
