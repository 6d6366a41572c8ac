"""Setting up, as somebody types it: which Python make takes, and what venv and pip make of a lock.

No network answers: the one package of the lock lies in the workspace.
"""

import hashlib
import shutil
import subprocess
import sys
import zipfile

import pytest
from helpers import TOP, typed_copy

from dojo.cli.environment import BUILD, ensure_environment
from dojo.errors import EnvironmentProblem

WHEEL = "tiny-1.0-py3-none-any.whl"
FILES = {
    "tiny.py": "",
    "tiny-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n",
    "tiny-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    "tiny-1.0.dist-info/RECORD": "",
}


@pytest.fixture
def top(tmp_path, monkeypatch):
    """A workspace with the wheel of a package of nothing, and a lock of it; the index answers nobody."""
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_RETRIES", "0")
    monkeypatch.setenv("PIP_NO_CACHE_DIR", "1")
    top = tmp_path / "a dojo"
    for folder in ("requirements", "wheels"):
        (top / folder).mkdir(parents=True)
    (top / BUILD).write_bytes((TOP / BUILD).read_bytes())
    with zipfile.ZipFile(top / "wheels" / WHEEL, "w") as made:
        for name, text in FILES.items():
            made.writestr(name, text)
    digest = hashlib.sha256((top / "wheels" / WHEEL).read_bytes()).hexdigest()
    (top / "requirements" / "loop.txt").write_text(f"tiny==1.0 --hash=sha256:{digest}\n")
    return top


def test_it_has_the_package_of_its_lock(top):
    subprocess.run([ensure_environment(top, "loop", sys.executable), "-c", "import tiny"], check=True)


def test_what_cannot_be_installed_is_told_in_a_line_and_nothing_is_left(top):
    """Here for want of a network; tests/check/test_bundle.py has a wheel that is not that of the lock."""
    (top / "wheels").rename(top / "elsewhere")
    with pytest.raises(EnvironmentProblem) as stop:
        ensure_environment(top, "loop", sys.executable)
    (line,) = str(stop.value).splitlines()
    assert line.startswith("could not install requirements/loop.txt (is there a network?): ERROR: ")
    assert list(top.glob(".venv*")) == []


# Which Python make takes

ANY = f'*) exec "{sys.executable}" "$@" ;;\n'
OLD = 'case "$*" in *version_info*"<"*) exit 1 ;; *) echo 3.10.4 ;; esac\n'
READING = f'case "$*" in "-m venv "*) cat >eaten && exit 1 ;; {ANY} esac\n'


@pytest.fixture
def fresh(tmp_path):
    """A fresh clone: no environment yet."""
    copy = typed_copy(tmp_path)
    for environment in copy.root.glob(".venv*"):
        environment.unlink()
    return copy


@pytest.fixture
def tools(tmp_path):
    """A folder for programs."""
    (tmp_path / "bin").mkdir()
    return tmp_path / "bin"


def script(file, text):
    """Save a program of the shell; gives its path."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{text}")
    file.chmod(0o755)
    return file


TOO_OLD = "Python 3.11 or newer is needed: install it, or name yours: make PYTHON=python3.12"


def stopped(made):
    """The one line that make stopped with; what is being set up, and that make stops, may be said as well."""
    lines = [line for line in made.stderr.splitlines() if not line.startswith(("Setting up ", "make: *** ["))]
    assert (made.returncode, made.stdout, len(lines)) == (2, "", 1), made.stderr
    return lines[0]


def test_an_old_python_is_told_in_a_line_of_make_and_so_is_none_at_all(fresh, tools):
    python = script(tools / "old" / "python3", OLD)
    assert TOO_OLD in stopped(fresh.make("step-2", f"PYTHON={python}"))
    assert list(fresh.root.glob(".venv*")) == []
    for tool in ("make", "sh"):
        (tools / tool).symlink_to(shutil.which(tool))
    assert TOO_OLD in stopped(fresh.make("step-2", PATH=str(tools)))


def test_a_newer_python_is_found_beside_an_old_one_and_beside_one_that_is_gone(fresh, tools):
    script(tools / "python3", OLD)
    for other in ("python3.15", "python3.14", "python3.13", "python3.12"):
        script(tools / other, "exit 1\n")
    script(tools / "python3.11", f"exec '{sys.executable}' \"$@\"\n")
    (fresh.root / ".venv" / "bin").mkdir(parents=True)
    (fresh.root / ".venv" / "bin" / "python").symlink_to("python3.10.99")
    made = fresh.make("help", PATH=f"{tools}:/usr/bin:/bin")
    assert (made.returncode, made.stderr) == (0, "")
    assert "make progress" in made.stdout


def test_a_python_that_does_not_run_is_told_in_a_line(fresh):
    script(fresh.root / ".venv" / "bin" / "python", "echo its library is gone >&2; exit 1\n")
    assert stopped(fresh.make("help")) == "its library is gone"


def test_setting_up_leaves_the_program_its_input(fresh, tools):
    """`make step-36 run < game.txt` may be the first verb of all."""
    python = script(tools / "python3", READING)
    stopped(fresh.make("step-2", f"PYTHON={python}", stdin="9♥ 5♠\n"))
    assert (fresh.root / "eaten").read_text() == ""


NO_FORK = "import os, runpy; del os.fork; runpy.run_path('dojo/__main__.py')"
WSL = "dojo needs Linux or macOS; on Windows, use WSL: type wsl --install, and go on in its terminal\n"


def test_without_make_an_old_python_and_a_system_without_fork_are_told_of(here):
    lie = here.path("dojo/__main__.py").read_text("utf-8").replace("sys.version_info", "(3, 10, 4)")
    old = "Python 3.11 or newer is needed, and this one is 3.10\n"
    for code, told in ((lie, old), (NO_FORK, WSL)):
        made = here.run(sys.executable, "-c", code)
        assert (made.returncode, made.stdout, made.stderr) == (1, "", told)


# The locks


def versions(lock):
    """The version of each package of a lock."""
    lines = (TOP / "requirements" / f"{lock}.txt").read_text().splitlines()
    return dict(line.split(" ")[0].split("==") for line in lines if "==" in line and line[0].isalpha())


@pytest.mark.parametrize("lock", sorted(file.stem for file in TOP.glob("requirements/*.in")))
def test_each_lock_has_its_packages(lock):
    lines = (TOP / "requirements" / f"{lock}.in").read_text().splitlines()
    names = [line.partition("#")[0].strip().partition("<")[0] for line in lines]
    assert {name for name in names if name and name[0] != "-"} - versions(lock).keys() == set()


@pytest.mark.parametrize("lock", ["test", "check", "bulk"])
def test_two_locks_have_one_version_of_a_package(lock):
    """What a test finds is what the loop runs with."""
    loop = versions("loop")
    other = {name: version for name, version in versions(lock).items() if name in loop}
    assert {name: version for name, version in other.items() if loop[name] != version} == {}
