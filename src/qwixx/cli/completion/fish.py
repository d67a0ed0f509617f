"""The completion script for fish: to be sourced, or saved as `qwixx.fish` in its folder of completions."""

from collections.abc import Iterator, Sequence

from .tree import CompletedCommand, CompletedOption, Paths, Values

START = """\
function __qwixx_called
    set -l called qwixx
    for word in (commandline -opc)[2..]
        switch "$called $word"
            case {calls}
                set called "$called $word"
        end
    end
    test $called = "$argv"
end
complete -c qwixx -f
"""


def fish_script(commands: Sequence[CompletedCommand]) -> str:
    calls = " ".join(_quoted(one.path) for one in commands[1:])
    return START.format(calls=calls) + "".join(f"{line}\n" for one in commands for line in _lines(one))


def _lines(one: CompletedCommand) -> Iterator[str]:
    start = f"complete -c qwixx -n {_quoted(f'__qwixx_called {one.path}')}"
    for name, about in one.commands:
        yield f"{start} -a {name} -d {_quoted(about)}"
    if one.values:
        yield f"{start} {_offer(one.values)}"
    for option in one.options:
        value = f" {_value(option.values)}" if option.takes_value else ""
        yield f"{start} {_names(option)}{value} -d {_quoted(option.about)}"


def _names(option: CompletedOption) -> str:
    return " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)


def _value(values: Values) -> str:
    """A value of an option; `-x` keeps files out."""
    return "-r -F" if values is Paths.FILES else f"-x {_offer(values)}".rstrip()


def _offer(values: Values) -> str:
    match values:
        case Paths.FILES:
            return "-F"
        case Paths.FOLDERS:
            return "-a '(__fish_complete_directories)'"
        case ():
            return ""
        case words:
            return f"-a {_quoted(' '.join(words))}"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
