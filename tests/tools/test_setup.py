"""The set-up of ./qwixx: which Python it takes, when it runs again, and its error messages.

Real installations are slow and need a network, so small scripts on an otherwise almost empty PATH replace
Python and uv; `calls` lists their calls.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Answers the `-c` questions as a Python of the given version would, and fails at everything else.
PYTHON = """#!/bin/sh
case $2 in
    *'%d.%d.%d'*) echo {version}.9 ;;
    *'%d.%d'*) echo {version} ;;
    *'sys.exit(sys.version_info'*) exit {too_old} ;;
    *ensurepip*) exit {without_venv} ;;
    *) exit 1 ;;
esac
"""

# Makes a .venv whose qwixx prints its folder and arguments, on a machine that has Node. Installing fails
# while `broken` exists.
UV = """#!/bin/sh
case "$1 $2" in
    'venv --quiet')
        mkdir -p .venv/bin
        printf '#!/bin/sh\\ncase "$2" in install-tools|build) echo "$2" >>calls ;; *) exit 1 ;; esac\\n' \\
            >.venv/bin/python
        printf '#!/bin/sh\\necho "in $PWD:" "$@"\\n' >.venv/bin/qwixx
        chmod +x .venv/bin/* ;;
    'pip install') [ ! -e broken ] || {{ echo no network; exit 1; }} ;;
    *) exit 1 ;;
esac
echo "$1 $2 $*" | sed 's/.* -r /install /; s/.* -e .*/install qwixx/; s/^venv .*/venv/' >>calls
"""


class Clone:
    """The set-up files of a clone, in a folder with a space in its name, with its own PATH."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "my games"
        self.path = folder / "path"
        self.path.mkdir()
        for name in [
            "qwixx",
            "pyproject.toml",
            "requirements.lock",
            "requirements-dev.lock",
            "scripts/setup.sh",
        ]:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)
        for folder_of_client in ["web", "src/qwixx/locales"]:
            (self.root / folder_of_client).mkdir(parents=True)
        for tool in [
            "sh",
            "cat",
            "chmod",
            "cksum",
            "dirname",
            "find",
            "grep",
            "head",
            "mkdir",
            "mktemp",
            "mv",
            "readlink",
            "rm",
            "sed",
            "sort",
            "tail",
        ]:
            found = shutil.which(tool)
            assert found
            (self.path / tool).symlink_to(found)

    def provide(self, name: str, text: str) -> None:
        (self.path / name).write_text(text)
        (self.path / name).chmod(0o755)

    def provide_python(self, name: str, version: str, *, venv: bool = True) -> None:
        too_old = int(version.split(".")[1]) < 11
        self.provide(name, PYTHON.format(version=version, too_old=int(too_old), without_venv=int(not venv)))

    def provide_uv(self) -> None:
        self.provide_python("python3", "3.12")
        self.provide("uv", UV.format())

    def run(
        self,
        *arguments: str,
        program: Path | None = None,
        cwd: Path | None = None,
        home: str | None = str(ROOT),
        **more: str,
    ) -> tuple[int, str, str]:
        environment = {**os.environ, "PATH": str(self.path), **more}
        environment.pop("HOME", None)
        done = subprocess.run(
            [program or self.root / "qwixx", *arguments],
            cwd=cwd or self.root,
            env=environment if home is None else {**environment, "HOME": home},
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stdout, done.stderr

    def calls(self) -> list[str]:
        """The calls of uv since the last time."""
        log = self.root / "calls"
        lines = log.read_text().splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return lines


ALL = ["venv", "install requirements.lock", "install qwixx"]
PROGRESS = [
    "qwixx: setting up (once); this needs the internet and a minute or two",
    "qwixx: installing Python packages ... done",
]


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


def test_a_missing_python_is_reported_in_one_line(clone: Clone) -> None:
    code, out, error = clone.run("--help")
    assert (code, out) == (1, "")
    assert error.splitlines() == [
        "qwixx: Python 3.11 or newer is needed, but none was found: install it and start again."
    ]


def test_an_old_python_is_named(clone: Clone) -> None:
    clone.provide_python("python3", "3.9")
    code, _, error = clone.run()
    assert code == 1
    assert error.splitlines() == [
        "qwixx: Python 3.11 or newer is needed, but only 3.9.9 was found: install it and start again."
    ]
    assert not (clone.root / ".venv").exists()


def test_a_python_without_venv_names_the_package(clone: Clone) -> None:
    clone.provide_python("python3", "3.12", venv=False)
    code, _, error = clone.run()
    assert code == 1
    assert len(error.splitlines()) == 1
    assert "python3-venv" in error
    assert "python3.12-venv" in error


def test_a_venv_that_cannot_be_made_names_the_package(clone: Clone) -> None:
    clone.provide_python("python3", "3.12")  # claims that it can, and then fails
    code, _, error = clone.run()
    assert code == 1
    assert "python3-venv" in error
    assert not (clone.root / ".venv").exists()


def test_another_python_is_taken_where_the_first_is_too_old(clone: Clone) -> None:
    clone.provide_uv()
    clone.provide_python("python3", "3.9")
    clone.provide_python("python3.13", "3.13")
    assert clone.run("show")[0] == 0


def test_set_up_happens_once(clone: Clone) -> None:
    clone.provide_uv()
    code, out, error = clone.run("show", "a b")
    assert (code, out) == (0, f"in {clone.root}: show a b\n")
    assert error.splitlines() == PROGRESS
    assert clone.calls() == ALL
    assert clone.run("show") == (0, f"in {clone.root}: show\n", "")
    assert clone.calls() == []


def test_it_runs_from_any_folder_and_through_links(clone: Clone, tmp_path: Path) -> None:
    clone.provide_uv()
    first, second = tmp_path / "first", tmp_path / "second"
    first.symlink_to("my games/qwixx")
    second.symlink_to(first)
    assert clone.run("show", program=second, cwd=tmp_path)[:2] == (0, f"in {tmp_path}: show\n")


@pytest.mark.parametrize("name", ["pyproject.toml", "requirements.lock"])
def test_a_change_of_dependencies_is_installed(clone: Clone, name: str) -> None:
    clone.provide_uv()
    clone.run()
    clone.calls()
    with (clone.root / name).open("a") as file:
        file.write("# changed\n")
    assert clone.run()[0] == 0
    assert clone.calls() == ALL[1:]


@pytest.mark.parametrize("command", [[], ["serve"], ["--lan"]])
def test_only_the_server_needs_the_browser_client(clone: Clone, command: list[str]) -> None:
    clone.provide_uv()
    assert clone.run("play")[0] == 0
    assert clone.calls() == ALL
    _, _, error = clone.run(*command)
    assert (error, clone.calls()) == ("qwixx: building the browser client ... done\n", ["build"])
    assert clone.run(*command)[2] == ""
    (clone.root / "web/changed.ts").touch()
    clone.run("--help")
    assert clone.calls() == []
    clone.run(*command)
    assert clone.calls() == ["build"]


def test_byte_code_does_not_count_as_a_change(clone: Clone) -> None:
    clone.provide_uv()
    clone.run("serve")
    clone.calls()
    cache = clone.root / "src/qwixx/locales/__pycache__"
    cache.mkdir()
    (cache / "__init__.cpython-311.pyc").touch()
    assert clone.run("serve")[2] == ""
    assert clone.calls() == []


@pytest.mark.parametrize("home", [None, "/proc/nothing", "/dev/null"])
def test_without_a_usable_home_the_set_up_has_its_own(clone: Clone, home: str | None) -> None:
    clone.provide_uv()
    clone.provide(
        "uv", UV.format().replace("#!/bin/sh", '#!/bin/sh\n[ -w "$HOME" ] || exit 7\necho "$HOME" >>homes', 1)
    )
    assert clone.run("show", home=home)[0] == 0
    used = (clone.root / "homes").read_text().split()
    assert len(set(used)) == 1
    assert not Path(used[0]).exists()


def test_a_folder_of_somebody_else_is_named(clone: Clone) -> None:
    clone.provide_uv()
    (clone.root / ".venv.lock").mkdir()  # even root cannot write to it
    code, out, error = clone.run()
    assert (code, out, error.count("\n")) == (1, "", 1)
    assert f"{clone.root} is not set up for this, and you cannot write there" in error
    (clone.root / ".venv.lock").rmdir()
    clone.run("show")
    (clone.root / ".venv.lock").unlink()
    (clone.root / ".venv.lock").mkdir()
    assert clone.run("show")[2] == ""  # it is set up, and nothing has to be written


@pytest.mark.parametrize(
    ("log", "last"),
    [
        ("npm error EACCES: permission denied, mkdir '/nonexistent'", "EACCES"),
        ("Temporary failure in name resolution", "the package index cannot be reached"),
    ],
)
def test_the_cause_of_a_failure_is_in_the_last_lines(clone: Clone, log: str, last: str) -> None:
    clone.provide_uv()
    clone.provide(
        "uv", UV.format().replace("echo no network", f'echo "{log}"; seq 30 2>/dev/null; echo notice')
    )
    (clone.root / "broken").touch()
    code, out, error = clone.run()
    assert (code, out) == (1, "")
    lines = error.splitlines()
    assert lines[1] == "qwixx: installing Python packages ... failed"
    assert any(last in line for line in lines[-5:])
    assert "setup.log" in lines[-1]


def test_windows_is_told_what_works_there(clone: Clone) -> None:
    code, _, error = clone.run(OS="Windows_NT")
    assert (code, error.count("\n")) == (1, 1)
    assert "py -m pip install .[server]" in error


def test_a_failed_set_up_starts_from_scratch(clone: Clone) -> None:
    clone.provide_uv()
    (clone.root / "broken").touch()
    code, out, error = clone.run("show")
    assert (code, out) == (1, "")
    assert "no network" in error
    (clone.root / "broken").unlink()
    clone.calls()
    assert clone.run("show")[0] == 0
    assert clone.calls() == ALL


def test_a_moved_clone_is_set_up_again(clone: Clone, tmp_path: Path) -> None:
    clone.provide_uv()
    clone.run("show")
    clone.calls()
    clone.root = clone.root.rename(tmp_path / "elsewhere")
    assert clone.run("show")[0] == 0
    assert clone.calls() == ALL


def test_the_tools_of_a_developer_are_kept(clone: Clone) -> None:
    clone.provide_uv()
    clone.run("show")
    clone.calls()
    stamp = (clone.root / ".venv/requirements.lock.ready").read_text()
    (clone.root / ".venv/requirements-dev.lock.ready").write_text(stamp)
    (clone.root / "requirements.lock").write_text("")
    assert clone.run("show")[0] == 0
    assert clone.calls() == ["install requirements-dev.lock", "install qwixx"]
    assert clone.run("serve")[0] == 0
    assert clone.calls() == ["install-tools", "build"]
