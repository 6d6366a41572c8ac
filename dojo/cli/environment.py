"""The environments: `.venv` for the loop, and one for each other lock, made when it is first needed.

None is left half-made, and an older one stays if a newer lock cannot be installed. This module and all
that it imports need nothing but Python itself.
"""

import hashlib
import math
import shutil
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

from dojo.attempt.lock import wait_for_lock
from dojo.cli.pip import BUILD, SETTINGS, last_line, run
from dojo.errors import EnvironmentProblem, UsageError

LOOP = "loop"
CAN_MAKE_ONE = "import ensurepip, sys; sys.exit(sys.version_info < (3, 11) and 'it is ' + sys.version[:6])"
NEEDS = "it takes Python 3.11 or newer, and on Debian and Ubuntu sudo apt install python3-venv"


def folder(top: Path, name: str) -> Path:
    """Where the environment of a lock lies."""
    return top / (".venv" if name == LOOP else f".venv-{name}")


def python_of(top: Path, name: str) -> Path:
    """Its Python."""
    return folder(top, name) / "bin" / "python"


def lock_hash(top: Path, name: str) -> str:
    """A stamp of the lock of an environment, and of the packages that build others."""
    files = top / "requirements" / f"{name}.txt", top / BUILD
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def is_ready(top: Path, name: str) -> bool:
    """True if an environment exists with its own Python, and was made from the current lock."""
    with suppress(OSError):  # an upgrade of the system may have put another Python there
        venv, python = folder(top, name), python_of(top, name).resolve(strict=True)
        if any((venv / "lib").glob(f"{python.name}*")):
            return (venv / "ready").read_text(encoding="utf-8") == lock_hash(top, name)
    return False


def ensure_environment(top: Path, name: str, base: str = "") -> Path:
    """The Python of an environment; makes the environment if it is not there. Raises EnvironmentProblem.

    No other set-up of this environment runs meanwhile, if the disk knows locks.
    """
    waits = f"Another set-up of {folder(top, name).name} is under way: this one waits."
    if not is_ready(top, name):
        file = top / ".cache" / f"{name}.lock"
        file.parent.mkdir(exist_ok=True)
        with ExitStack() as stack:
            with suppress(OSError):
                stack.enter_context(wait_for_lock(file, math.inf, say=lambda: print(waits, file=sys.stderr)))
            if not is_ready(top, name):  # another process may have made it meanwhile
                rebuild(top, name, base or getattr(sys, "_base_executable", "") or sys.executable)
    return python_of(top, name)


def rebuild(top: Path, name: str, base: str) -> None:
    """Make an environment; raises EnvironmentProblem, and then the old one is there again.

    Raises UsageError if the base is no program, which PYTHON= has named then.
    """
    if shutil.which(base) is None:
        example = "name a Python 3.11 or newer, for example PYTHON=python3.12"
        raise UsageError(f"PYTHON={base}: there is no such program; {example}")
    venv, lock = folder(top, name), f"requirements/{name}.txt"
    takes = "ten seconds, or a minute on a slow network"
    print(f"Setting up {venv.name} from {lock}, once: {takes}.", file=sys.stderr)
    old = venv.with_name(f"{venv.name}.old")
    remove(old)
    if venv.exists():
        venv.rename(old)
    try:
        for words in (["-c", CAN_MAKE_ONE], ["-m", "venv", venv.name]):
            said = run(top, [base, *words])
            if said.returncode:
                raise EnvironmentProblem(f"{base} cannot make {venv.name}: {last_line(said)} ({NEEDS})")
        wheels, offline, doubt = top / "wheels", {}, "is there a network?"
        if wheels.is_dir():  # a bundle; pip splits its setting at spaces, and a URL has none
            offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": wheels.resolve().as_uri()}
            doubt = "does wheels/ have them for this system and this Python?"
        words = f"-m pip install --quiet --require-hashes -r {lock}".split()
        said = run(top, [str(python_of(top, name)), *words], **SETTINGS, **offline)
        if said.returncode:
            raise EnvironmentProblem(f"could not install {lock} ({doubt}): {last_line(said)}")
        (venv / "ready").write_text(lock_hash(top, name), encoding="utf-8")
    except BaseException:
        remove(venv)
        if old.exists():
            old.rename(venv)
        raise
    remove(old)


def remove(venv: Path) -> None:
    """Delete an environment; of one that lies elsewhere, only the link to it."""
    if venv.is_symlink():
        venv.unlink()
    shutil.rmtree(venv, ignore_errors=True)
