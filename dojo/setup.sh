#!/bin/sh
# Makes a virtual environment from a lock:  sh dojo/setup.sh .venv requirements/loop.txt
# What it does it says on standard error, in one line. What goes wrong it says on standard output, in
# one line too: the Makefile stops with it. Nothing half-made is left, and an older environment stays.
set -u
venv=$1 lock=$2
old=$venv.old log=$venv.log

stop() {
    if [ -n "${begun:-}" ]; then
        rm -rf "$venv" "$log"
        if [ -d "$old" ]; then mv "$old" "$venv"; fi
    fi
    printf '%s\n' "$1"
    exit 0
}
trap 'stop "interrupted: nothing was set up"' INT TERM HUP

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

last_line() {
    sed -n '/[^ ]/p' "$log" | tail -n 1
}

if [ -n "${PYTHON:-}" ]; then
    set -- "$PYTHON"
else
    set -- python3 python3.15 python3.14 python3.13 python3.12 python3.11
fi
python=
for candidate do
    if new_enough "$candidate"; then python=$candidate && break; fi
done
if [ -z "$python" ]; then
    found=$("$1" -V 2>/dev/null) || found=missing
    stop "Python 3.11 or newer is needed, and $1 is ${found#Python }: install one, or name it: make PYTHON=python3.12"
fi

printf 'Setting up %s from %s, once: some ten seconds.\n' "$venv" "$lock" >&2
rm -rf "$old"
if [ -d "$venv" ]; then mv "$venv" "$old"; fi
begun=yes
"$python" -m venv "$venv" >"$log" 2>&1 </dev/null ||
    if "$python" -c 'import ensurepip' >/dev/null 2>&1; then
        stop "could not make $venv: $(last_line)"
    else
        stop "Python's venv module is missing: on Debian and Ubuntu, sudo apt install python3-venv"
    fi
constraint=requirements/build.txt
PIP_CONSTRAINT=$constraint PIP_BUILD_CONSTRAINT=$constraint PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_USER=0 \
    "$venv/bin/python" -m pip install --quiet --require-hashes -r "$lock" >"$log" 2>&1 </dev/null ||
    stop "could not install $lock (is there a network?): $(last_line)"
rm -rf "$old" "$log"
: >"$venv/ready"
