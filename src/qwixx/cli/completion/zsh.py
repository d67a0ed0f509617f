"""The completion script for zsh: to be evaluated, or saved as `_qwixx` in a folder of `$fpath`."""

from collections.abc import Iterator, Sequence
from shlex import quote

from .tree import CompletedCommand, Paths, Values

SCRIPT = """\
#compdef qwixx
_qwixx() {{
    local called=qwixx i
    local -a options commands
    for ((i = 2; i < CURRENT; i++)); do
        case "$called $words[i]" in
            ({calls}) called="$called $words[i]" ;;
        esac
    done
    case "$called $words[CURRENT-1]" in
{values}
    esac
    case $called in
{commands}
    esac
    if [[ $words[CURRENT] == -* ]]; then _describe option options; fi
}}
if [[ $funcstack[1] == _qwixx ]]; then _qwixx "$@"; else compdef _qwixx qwixx; fi
"""


def zsh_script(commands: Sequence[CompletedCommand]) -> str:
    return SCRIPT.format(
        calls="|".join(quote(one.path) for one in commands[1:]),
        commands="\n".join(line for one in commands for line in _command(one)),
        values="\n".join(line for one in commands for line in _values(one)),
    )


def _command(one: CompletedCommand) -> Iterator[str]:
    yield f"        ({quote(one.path)})"
    rows = [_row(name, option.about) for option in one.options for name in option.names]
    yield f"            options=({' '.join(rows)})"
    if one.commands:
        yield f"            commands=({' '.join(_row(name, about) for name, about in one.commands)})"
        yield "            [[ $words[CURRENT] == -* ]] || _describe command commands ;;"
    else:
        yield f"            [[ $words[CURRENT] == -* ]] || {_offer(one.values)} ;;"


def _values(one: CompletedCommand) -> Iterator[str]:
    for option in one.options:
        if option.takes_value:
            calls = "|".join(quote(f"{one.path} {name}") for name in option.names)
            yield f"        ({calls}) {_offer(option.values)}; return ;;"


def _row(name: str, about: str) -> str:
    return quote(f"{name}:{about}".replace("\n", " "))


def _offer(values: Values) -> str:
    match values:
        case Paths.FILES:
            return "_files"
        case Paths.FOLDERS:
            return "_files -/"
        case ():
            return ":"
        case words:
            return f"compadd -- {' '.join(map(quote, words))}"
