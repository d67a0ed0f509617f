"""`qwixx completion`: the scripts complete commands, options and values in the shells themselves."""

import subprocess
from pathlib import Path

import pytest
from command_line import Qwixx
from programs import need

from qwixx.locales import LANGUAGES
from qwixx.rules import VARIANTS

BASH = """source "$1"
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_qwixx
printf '%s\\n' "${COMPREPLY[@]}"
"""
# What the completion system of zsh offers is shown by stand-ins for its functions.
ZSH = """compdef() { : }
compadd() { shift; printf '%s\\n' $@ }
_describe() { printf '%s\\n' ${${(P)2}%%:*} }
_files() { printf '%s\\n' * }
source "$1"
shift
words=("$@") CURRENT=$#
_qwixx | grep -- "^${words[CURRENT]}"
true
"""
FISH = """source $argv[1]
complete -C "$argv[2..]" | string replace -r '\\t.*' ''
"""
SHELLS = {"bash": ["bash", "--norc", "-c", BASH, "-"], "zsh": ["zsh", "-f", "-c", ZSH, "-"], "fish": []}


@pytest.fixture(params=SHELLS)
def shell(request: pytest.FixtureRequest) -> str:
    need(request.param)
    return str(request.param)


def test_the_shell_completes_commands_options_and_values(qwixx: Qwixx, shell: str, tmp_path: Path) -> None:
    (tmp_path / "game one.qwixx").touch()
    script = tmp_path / "script"
    script.write_text(qwixx("completion", shell).out, "utf-8")

    def completed(*words: str) -> set[str]:
        command = SHELLS[shell] or ["fish", "--no-config", "-c", FISH, "--"]
        done = subprocess.run(
            [*command, str(script), "qwixx", *words], cwd=tmp_path, capture_output=True, encoding="utf-8"
        )
        assert done.stderr == ""
        return set(done.stdout.splitlines()) - {""}

    assert completed("re") >= {"record", "replay", "review", "restore"}
    assert completed("repl") == {"replay"}
    assert completed("admin", "ki") == {"kick"}
    assert completed("--la") == {"--lan"}
    assert completed("record", "--var") == {"--variant"}
    assert completed("record", "gap", "--variant", "") == set(VARIANTS)
    assert completed("show", "--lang", "") == set(LANGUAGES)
    assert {"gap", "tempo", "easy", "medium", "hard"} <= completed("match", "")
    assert completed("play", "ea") == {"easy"}
    assert any("one.qwixx" in name for name in completed("replay", "game"))
    assert completed("rules", "") == {"classic", "longo", "onboard"}
    assert completed("completion", "z") == {"zsh"}


def test_an_unknown_shell_is_refused(qwixx: Qwixx) -> None:
    refused = qwixx("completion", "tcsh")
    assert (refused.code, "bash, zsh or fish" in refused.err) == (2, True)
