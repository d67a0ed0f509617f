# shellcheck shell=sh disable=SC2154
# Sourced by ./qwixx and ./test with $root set: makes .venv from a lock file, once.
#
#   set_up requirements.lock        what qwixx needs to run
#   set_up requirements-dev.lock    the same and all that ./test needs
#
# After a set-up has worked, .venv/LOCK.ready says for which folder, lock and pyproject.toml. It is removed before
# anything in .venv changes, so an interrupted set-up leaves none, and a .venv without one is made anew.

say() { printf '%s\n' "qwixx: $*" >&2; }
fail() { say "$@"; exit 1; }

wanted() {
    printf '%s\n' "$root"
    cksum pyproject.toml "$1"
    find web src/qwixx/locales -name node_modules -prune -o -type f -exec cksum {} + | sort | cksum
}

is_ready() {
    [ -x .venv/bin/python ] && [ -f ".venv/$1.ready" ] && [ "$(cat ".venv/$1.ready")" = "$(wanted "$1")" ]
}

has_uv() { command -v uv >/dev/null 2>&1; }

is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

can_make_venv() { has_uv || "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }

no_venv() {
    version=$("$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    fail "$1 ($version) cannot make a virtual environment; install the package python3-venv" \
        "(on Debian or Ubuntu: apt install python3-venv, or python$version-venv) and start again."
}

# Sets $python: the plain python3 if it will do, because that is the user's choice, else any other that will.
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
    fail "Python 3.11 or newer is needed, and ${oldest:+only }${oldest:-none} was found; install one and start again."
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
        # pip compiles what it installs, uv only when asked; without it the first start of everything is slow.
        uv pip install --compile-bytecode --python .venv/bin/python "$@"
    else
        .venv/bin/python -m pip install --disable-pip-version-check --no-input "$@"
    fi
}

install_all() {
    install --require-hashes -r "$1" || return
    # Building the browser client takes Node, and so does checking it; the machine's, if it has one that will do.
    case $1 in requirements-dev.lock) needs=tools ;; *) needs='' ;; esac
    if .venv/bin/python hatch_build.py $needs; then install --require-hashes -r requirements-node.lock || return; fi
    [ -z "$needs" ] || .venv/bin/python hatch_build.py install-tools || return
    install --no-deps --no-build-isolation -e .
}

# A .venv may be brought up to date where it stands only if a set-up was completed in it, in this folder
# (scripts in it carry the folder's name), and it can still be installed into.
is_sound() {
    [ -x .venv/bin/python ] && { has_uv || [ -f .venv/bin/pip ]; } || return 1
    for ready in .venv/*.ready; do
        [ -f "$ready" ] && [ "$(head -n 1 "$ready")" = "$root" ] && return
    done
    return 1
}

build() {
    lock=$1
    # Whoever has run ./test keeps its tools: there the larger lock, which holds the smaller, is installed.
    [ ! -f .venv/requirements-dev.lock.ready ] || lock=requirements-dev.lock
    sound=''
    if is_sound; then sound=yes; else find_python; fi
    say "setting up (once) ..."
    rm -f .venv/*.ready
    [ "$sound" ] || make_venv || fail "could not make a virtual environment in $root/.venv"
    install_all "$lock" >.venv/setup.log 2>&1 || {
        tail -n 15 .venv/setup.log >&2
        fail "the set-up did not succeed (all of its output is in $root/.venv/setup.log); start again to retry."
    }
    for made in requirements.lock "$lock"; do
        wanted "$made" >".venv/$made.new" && mv ".venv/$made.new" ".venv/$made.ready"
    done
}

# One set-up at a time. The kernel drops the lock when the last process that holds it ends, so none is ever stale.
set_up() (
    cd "$root" || exit 1
    is_ready "$1" && exit
    exec 9>.venv.lock
    for python in python3 python; do
        "$python" -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX)' 2>/dev/null && break
    done
    is_ready "$1" || build "$1"
)
