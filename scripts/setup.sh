# shellcheck shell=sh disable=SC2154
# Makes .venv from a lock file, once. Sourced by ./qwixx and ./test, which set $root.
#
#   set_up requirements.lock        what qwixx needs to run
#   set_up requirements-dev.lock    the same, and everything that ./test needs
#
# A completed set-up leaves .venv/LOCK.ready, which names the folder and the checksums that it was made for. The file is
# removed before anything in .venv changes: after an interrupted set-up it is missing, and .venv is made from scratch.

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

install_all() {
    install --require-hashes -r "$1" || return
    # Building and checking the browser client needs Node: the machine's, if that is new enough.
    case $1 in requirements-dev.lock) needs=tools ;; *) needs='' ;; esac
    if .venv/bin/python hatch_build.py $needs; then install --require-hashes -r requirements-node.lock || return; fi
    [ -z "$needs" ] || .venv/bin/python hatch_build.py install-tools || return
    install --no-deps --no-build-isolation -e .
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
    say "setting up (once) ..."
    rm -f .venv/*.ready
    [ "$sound" ] || make_venv || fail "could not make a virtual environment in $root/.venv"
    install_all "$lock" >.venv/setup.log 2>&1 || {
        tail -n 15 .venv/setup.log >&2
        fail "the set-up failed (its full output is in $root/.venv/setup.log): start again to retry."
    }
    for made in requirements.lock "$lock"; do
        wanted "$made" >".venv/$made.new" && mv ".venv/$made.new" ".venv/$made.ready"
    done
}

# Allows one set-up at a time. The operating system frees the lock when its process ends, so it cannot become stale.
set_up() (
    cd "$root" || exit 1
    is_ready "$1" && exit
    exec 9>.venv.lock
    for python in python3 python; do
        "$python" -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX)' 2>/dev/null && break
    done
    is_ready "$1" || build "$1"
)
