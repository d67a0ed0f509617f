"""The completion script for bash, which also runs in the bash 3.2 of macOS."""

from collections.abc import Iterator, Sequence
from shlex import quote

from .tree import CompletedCommand, Paths, Values

SCRIPT = """\
_qwixx() {{
    local IFS=$' \\t\\n' word=${{COMP_WORDS[COMP_CWORD]}} last=${{COMP_WORDS[COMP_CWORD - 1]}}
    local called=qwixx options='' words='' i
    for ((i = 1; i < COMP_CWORD; i++)); do
        case "$called ${{COMP_WORDS[i]}}" in
            {calls}) called="$called ${{COMP_WORDS[i]}}" ;;
        esac
    done
    case $called in
{commands}
    esac
    case "$called $last" in
{values}
        *) case $word in -*) words=$options ;; esac ;;
    esac
    IFS=$'\\n'
    case $words in
        {files}) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$word")) ;;
        {folders}) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$word")) ;;
        *) COMPREPLY=($(IFS=' '; compgen -W "$words" -- "$word")) ;;
    esac
}}
complete -F _qwixx qwixx
"""


def bash_script(commands: Sequence[CompletedCommand]) -> str:
    return SCRIPT.format(
        calls=" | ".join(quote(one.path) for one in commands[1:]),
        commands="\n".join(_commands(commands)),
        values="\n".join(_values(commands)),
        files=Paths.FILES.value,
        folders=Paths.FOLDERS.value,
    )


def _commands(commands: Sequence[CompletedCommand]) -> Iterator[str]:
    for one in commands:
        words = " ".join(name for name, _ in one.commands) or _words(one.values)
        options = " ".join(name for option in one.options for name in option.names)
        yield f"        {quote(one.path)}) words={quote(words)} options={quote(options)} ;;"


def _values(commands: Sequence[CompletedCommand]) -> Iterator[str]:
    for one in commands:
        for option in one.options:
            if option.takes_value:
                calls = " | ".join(quote(f"{one.path} {name}") for name in option.names)
                yield f"        {calls}) words={quote(_words(option.values))} ;;"


def _words(values: Values) -> str:
    return values.value if isinstance(values, Paths) else " ".join(values)
