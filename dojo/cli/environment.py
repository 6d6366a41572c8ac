"""The environments: `.venv` for the loop, and one for each other lock, made when it is first needed.

None is left half-made, and an older one stays if a newer lock cannot be installed. This module and all
that it imports need nothing but Python itself.
"""

import hashlib
import math
import re
import shutil
import subprocess
import sys
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path

from dojo.attempt.lock import wait_for_lock
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
    return folder(top, name) / "bin" / "python"


def lock_of(top: Path, name: str) -> Path:
    return top / "requirements" / f"{name}.txt"


def lock_hash(top: Path, name: str) -> str:
    """A stamp of the lock of an environment, and of the packages that build others."""
    files = lock_of(top, name), top / BUILD
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def is_ready(top: Path, name: str) -> bool:
    """True if an environment exists with its Python, and was made from the current lock.

    An upgrade of the system may have put another Python in the place of its own.
    """
    venv, python = folder(top, name), python_of(top, name)
    version = re.fullmatch(r"python3\.\d+", python.resolve().name)
    if not python.exists() or (version and not (venv / "lib" / version[0]).is_dir()):
        return False
    with suppress(OSError):
        return (venv / "ready").read_text(encoding="utf-8") == lock_hash(top, name)
    return False


def ensure_environment(top: Path, name: str, base: str = "") -> Path:
    """The Python of an environment; makes the environment if it is not there. Raises EnvironmentProblem."""
    if not is_ready(top, name):
        with setup_lock(top, name):
            if not is_ready(top, name):  # another process may have made it meanwhile
                base = base or getattr(sys, "_base_executable", "") or sys.executable
                rebuild_environment(top, name, base)
    return python_of(top, name)


def setup_lock(top: Path, name: str) -> AbstractContextManager[object]:
    """No other set-up of this environment runs meanwhile, if the disk knows locks."""
    told = f"Another set-up of {folder(top, name).name} is under way: this one waits."
    file = top / ".cache" / f"{name}.lock"
    file.parent.mkdir(exist_ok=True)
    try:
        return wait_for_lock(file, math.inf, say=lambda: print(told, file=sys.stderr))
    except OSError:  # the disk has no locks
        return nullcontext()


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
        venv.rename(old)
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
    python, wheels = str(venv / "bin" / "python"), top / WHEELS
    offline, doubt = {}, "is there a network?"
    if wheels.is_dir():  # pip splits its setting at spaces, and a URL has none
        offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": wheels.resolve().as_uri()}
        doubt = f"does {WHEELS}/ have them for {run(top, [python, '-c', THIS_PYTHON]).stdout.strip()}?"
    command = [python, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", lock]
    said = run(top, command, **SETTINGS, **offline)
    if said.returncode:
        raise EnvironmentProblem(f"could not install {lock} ({doubt}): {last_line(said)}")
