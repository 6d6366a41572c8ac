"""The environments: `.venv` for the loop, and one for each other lock, made when it is first needed.

None is left half-made, and an older one stays if a newer lock cannot be installed. This module and all
that it imports need nothing but Python itself.
"""

import hashlib
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import IO

from dojo.attempt.lock import NoLocks, take_lock
from dojo.bundle.pip import BUILD, SETTINGS, last_line, run
from dojo.errors import EnvironmentProblem

LOOP = "loop"
WHEELS = "wheels"
"""In a bundle the packages lie here."""
THIS_PYTHON = (
    "import sys, sysconfig; print('Python %d.%d' % sys.version_info[:2], 'on', sysconfig.get_platform())"
)
NEEDS = (3, 11)
NO_VENV = "Python's venv module is missing: on Debian and Ubuntu, sudo apt install python3-venv"


def folder(top: Path, name: str) -> Path:
    """Where the environment of a lock lies."""
    return top / (".venv" if name == LOOP else f".venv-{name}")


def python_of(top: Path, name: str) -> Path:
    """Its Python."""
    return python_in(folder(top, name))


def python_in(venv: Path) -> Path:
    """The Python in the folder of an environment."""
    return venv / "bin" / "python"


def lock_of(top: Path, name: str) -> Path:
    return top / "requirements" / f"{name}.txt"


def lock_hash(top: Path, name: str) -> str:
    """A stamp of the lock of an environment, and of the packages that build others."""
    files = lock_of(top, name), top / BUILD
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def is_ready(top: Path, name: str) -> bool:
    """True if an environment exists and was made from the current lock."""
    try:
        ready = (folder(top, name) / "ready").read_text(encoding="utf-8")
        whole = has_its_python(folder(top, name))
    except OSError:
        return False
    return whole and ready == lock_hash(top, name)


def has_its_python(venv: Path) -> bool:
    """Is its Python still there? An upgrade may have put another one in its place."""
    python = python_in(venv)
    version = re.fullmatch(r"python3\.\d+", python.resolve().name)
    return python.exists() and (not version or (venv / "lib" / version[0]).is_dir())


def ensure_environment(top: Path, name: str, base: str = "") -> Path:
    """The Python of an environment; makes the environment if it is not there. Raises EnvironmentProblem."""
    if not is_ready(top, name):
        make_environment(top, name, base or getattr(sys, "_base_executable", "") or sys.executable)
    return python_of(top, name)


def make_environment(top: Path, name: str, base: str) -> None:
    """Make an environment; if another process is making it, wait for that.

    Raises EnvironmentProblem.
    """
    with setup_lock(top, name):
        if not is_ready(top, name):
            rebuild_environment(top, name, base)


@contextmanager
def setup_lock(top: Path, name: str) -> Iterator[None]:
    """No other set-up of this environment runs meanwhile, if the disk knows locks."""
    (top / ".cache").mkdir(exist_ok=True)
    with wait_for_lock(top / ".cache" / f"{name}.lock", folder(top, name).name) or nullcontext():
        yield


def wait_for_lock(file: Path, venv: str) -> IO[bytes] | None:
    """The lock, as soon as nobody else has it; none on a disk that knows no locks."""
    told = False
    while True:
        try:
            if lock := take_lock(file):
                return lock
        except NoLocks:
            return None
        if not told:
            print(f"Another set-up of {venv} is under way: this one waits.", file=sys.stderr)
        told = True
        time.sleep(0.1)


def rebuild_environment(top: Path, name: str, base: str) -> None:
    """Make it; raises EnvironmentProblem, and then the old one is there again."""
    venv, lock = folder(top, name), lock_of(top, name).relative_to(top)
    print(
        f"Setting up {venv.name} from {lock}, once: ten seconds, or a minute on a slow network.",
        file=sys.stderr,
    )
    old = venv.with_name(f"{venv.name}.old")
    remove_environment(old)
    if venv.exists():
        move_aside(venv, old)
    try:
        create_venv(top, venv, base)
        install_lock(top, venv, str(lock))
        (venv / "ready").write_text(lock_hash(top, name), encoding="utf-8")
    except BaseException:
        remove_environment(venv)
        if old.exists():
            old.rename(venv)
        raise
    remove_environment(old)


def remove_environment(venv: Path) -> None:
    """Delete an environment; of one that lies elsewhere, only the link to it."""
    if venv.is_symlink():
        venv.unlink()
    shutil.rmtree(venv, ignore_errors=True)


def move_aside(venv: Path, old: Path) -> None:
    """Make room for a new environment.

    Raises EnvironmentProblem where the old one is in use, and the system minds.
    """
    try:
        venv.rename(old)
    except PermissionError:
        raise EnvironmentProblem(
            f"{venv.name} is in use: close the editor and make watch, and type it again"
        ) from None


def create_venv(top: Path, venv: Path, base: str) -> None:
    """An empty environment."""
    check_python_version(base)
    said = run(top, [base, "-m", "venv", venv.name])
    if said.returncode:
        has_pip = run(top, [base, "-c", "import ensurepip"]).returncode == 0
        raise EnvironmentProblem(f"could not make {venv.name}: {last_line(said)}" if has_pip else NO_VENV)


def check_python_version(base: str) -> None:
    """Raises EnvironmentProblem if a Python is too old, or no Python."""
    version = [base, "-c", "import sys; print('%d.%d.%d' % sys.version_info[:3])"]
    told = ""
    with suppress(OSError):
        asked = subprocess.run(version, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        told = asked.stdout.strip()
    if not told or tuple(map(int, told.split(".")[:2])) < NEEDS:
        raise EnvironmentProblem(
            f"Python 3.11 or newer is needed, and {base} is {told or 'missing'}:"
            " install one, or name it: make PYTHON=python3.12"
        )


def install_lock(top: Path, venv: Path, lock: str) -> None:
    """The packages of the lock: from the network, or from the folder that a bundle has for them."""
    python, wheels = str(python_in(venv)), top / WHEELS
    offline, doubt = {}, "is there a network?"
    if wheels.is_dir():  # pip splits its setting at spaces, and a URL has none
        offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": wheels.resolve().as_uri()}
        doubt = f"does {WHEELS}/ have them for {run(top, [python, '-c', THIS_PYTHON]).stdout.strip()}?"
    command = [python, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", lock]
    said = run(top, command, **SETTINGS, **offline)
    if said.returncode:
        raise EnvironmentProblem(f"could not install {lock} ({doubt}): {last_line(said)}")
