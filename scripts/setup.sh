# shellcheck shell=sh disable=SC2154
# Makes .venv from a lock file, once. Sourced by ./qwixx and ./test, which set $root.
#
#   set_up requirements.lock           what qwixx needs to run, without the browser client
#   set_up requirements.lock client    the same, and the browser client, for which it uses Node
#   set_up requirements-dev.lock client   all of it, and everything that ./test needs
#
# A completed set-up leaves .venv/LOCK.ready, which names the folder and the checksums that it was made for, and
# .venv/client.ready with the checksum of the client's sources. The first is removed before anything in .venv changes:
# after an interrupted set-up it is missing, and .venv is made from scratch.

say() { printf '%s\n' "qwixx: $*" >&2; }
fail() { say "$@"; exit 1; }

wanted() {
    case $1 in
        # Byte code of the Pythons that were used is not a source.
        client) find web src/qwixx/locales \( -name node_modules -o -name __pycache__ \) -prune -o -type f -exec cksum {} + |
            sort | cksum ;;
        *) printf '%s\n' "$root"; cksum pyproject.toml "$1" ;;
    esac
}

is_ready() {
    [ -x .venv/bin/python ] && [ -f ".venv/$1.ready" ] && [ "$(cat ".venv/$1.ready")" = "$(wanted "$1")" ]
}

are_ready() {
    for part in "$@"; do is_ready "$part" || return; done
}

has_uv() { command -v uv >/dev/null 2>&1; }

is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

can_make_venv() { has_uv || "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }

no_venv() {
    version=$("$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    fail "$1 ($version) cannot make a virtual environment: install the package python3-venv" \
        "(Debian, Ubuntu: apt install python3-venv, or python$version-venv) and start again."
}

# Sets $python: python3 if it is new enough, because that is the user's choice, else another one that is.
find_python() {
    oldest='' without_venv=''
    managed=$(has_uv && uv python find --no-project '>=3.11' 2>/dev/null)
    for python in python3 python3.14 python3.13 python3.12 python3.11 python "$managed"; do
        command -v "$python" >/dev/null 2>&1 || continue
        if ! is_new_enough "$python"; then
            oldest=${oldest:-$("$python" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null)}
        elif can_make_venv "$python"; then
            return
        else
            without_venv=${without_venv:-$python}
        fi
    done
    [ -z "$without_venv" ] || no_venv "$without_venv"
    fail "Python 3.11 or newer is needed, but ${oldest:+only }${oldest:-none} was found: install it and start again."
}

make_venv() {
    rm -rf .venv
    if has_uv; then
        uv venv --quiet --no-project --python "$python" .venv
    else
        "$python" -m venv .venv >/dev/null 2>&1 || { rm -rf .venv; no_venv "$python"; }
    fi
}

install() {
    if has_uv; then
        # pip always compiles what it installs, uv only with this option; without it the first start is slow.
        uv pip install --compile-bytecode --python .venv/bin/python "$@"
    else
        .venv/bin/python -m pip install --disable-pip-version-check --no-input "$@"
    fi
}

install_packages() {
    install --require-hashes -r "$1" &&
        QWIXX_CLIENT=no install --no-deps --no-build-isolation -e .
}

# Building and checking the browser client needs Node: the machine's, if that is new enough.
build_client() {
    # shellcheck disable=SC2086  # nothing, or one word
    if .venv/bin/python hatch_build.py $1; then install --require-hashes -r requirements-node.lock || return; fi
    [ -z "$1" ] || .venv/bin/python hatch_build.py install-tools || return
    .venv/bin/python hatch_build.py build
}

# Runs one step of the set-up. On a terminal, a dot every few seconds shows that it goes on.
step_of_set_up() {
    printf 'qwixx: %s ...' "$1" >&2
    shift
    if [ -t 2 ]; then
        # It ends by itself if this program is killed.
        while sleep 3 && kill -0 $$ 2>/dev/null; do printf '.' >&2; done &
    fi
    "$@" >>.venv/setup.log 2>&1
    code=$?
    [ ! -t 2 ] || kill $! 2>/dev/null
    if [ $code -eq 0 ]; then printf ' done\n' >&2; else printf ' failed\n' >&2; explain_failure; fi
}

offline='name resolution|resolve host|getaddrinfo|ENOTFOUND|EAI_AGAIN|dns error|unreachable|Failed to establish a new'

explain_failure() {
    full="its full output is in $root/.venv/setup.log"
    if grep -qiE "$offline" .venv/setup.log; then
        fail "the set-up failed, because the package index cannot be reached ($full):" \
            "check the connection to the internet, then start again."
    fi
    # The last lines that name an error, without those of a stack trace.
    found=$(grep -iE -A 2 'error|denied|not permitted|no space|cannot|failed' .venv/setup.log |
        grep -vE '^--$|^ +(at|File|raise|run|return|self) ?[^ ]|^ *\^|Traceback' | tail -n 8)
    printf '%s\n' "${found:-$(tail -n 5 .venv/setup.log)}" >&2
    fail "the set-up failed ($full): start again to retry."
}

# Whether .venv can be updated in place: a set-up was completed in it, in this folder (its scripts contain the folder's
# name), and packages can still be installed into it.
is_sound() {
    [ -x .venv/bin/python ] && { has_uv || [ -f .venv/bin/pip ]; } || return 1
    for ready in .venv/*.ready; do
        [ -f "$ready" ] && [ "$(head -n 1 "$ready")" = "$root" ] && return
    done
    return 1
}

build() {
    lock=$1
    # After ./test has been used, keep its tools: install the larger lock, which includes the smaller one.
    [ ! -f .venv/requirements-dev.lock.ready ] || lock=requirements-dev.lock
    sound=''
    if is_sound; then sound=yes; else find_python; fi
    say "setting up (once); this needs the internet and a minute or two"
    rm -f .venv/*.lock.ready
    [ "$sound" ] || make_venv || fail "could not make a virtual environment in $root/.venv"
    : >.venv/setup.log
    step_of_set_up "installing Python packages" install_packages "$lock"
    for made in requirements.lock "$lock"; do stamp "$made"; done
}

stamp() { wanted "$1" >".venv/$1.new" && mv ".venv/$1.new" ".venv/$1.ready"; }

# npm and uv want to write into the home folder. A service or a container may have none; this one lasts for the set-up.
need_home() {
    [ -n "${HOME-}" ] && [ -d "$HOME" ] && [ -w "$HOME" ] && return
    HOME=$(mktemp -d) || exit 1
    export HOME
    trap 'rm -rf "$HOME"' EXIT
    trap 'exit 130' INT TERM
}

# Allows one set-up at a time. The operating system frees the lock when its process ends, so it cannot become stale.
set_up() (
    [ "${OS-}" != Windows_NT ] || fail "this script is for Linux and macOS: on Windows, install the package with" \
        "py -m pip install .[server] and start it with py -m qwixx"
    cd "$root" || exit 1
    are_ready "$@" && exit
    if ! (: >>.venv.lock) 2>/dev/null; then
        fail "$root is not set up for this, and you cannot write there: let its owner start it once, or use a clone of" \
            "your own."
    fi
    need_home
    exec 9>.venv.lock
    for python in python3 python; do
        "$python" -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX)' 2>/dev/null && break
    done
    is_ready "$1" || build "$1"
    [ "${2-}" ] && ! is_ready client || exit 0
    [ -f .venv/requirements-dev.lock.ready ] && tools=tools || tools=''
    step_of_set_up "building the browser client" build_client "$tools"
    stamp client
)
