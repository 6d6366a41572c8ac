"""Setting up: what can go wrong is answered in one line, and leaves nothing half-made behind."""

import shutil
import sys

import pytest

OLD_PYTHON = """\
#!/bin/sh
[ "$1" = -V ] && echo Python 3.10.4 && exit
exit 1
"""

# Debian without python3-venv: the module leaves a python and no pip, and says so at length.
NO_VENV = f"""\
#!/bin/sh
case "$*" in
    "-m venv "*) mkdir -p "$3/bin" && touch "$3/bin/python" && echo "ensurepip is not available" && exit 1 ;;
    *ensurepip*) exit 1 ;;
    *) exec '{sys.executable}' "$@" ;;
esac
"""

# A python that reads all it can get while it makes the environment.
READING = f"""\
#!/bin/sh
case "$*" in
    "-m venv "*) cat >eaten && exit 1 ;;
    *) exec '{sys.executable}' "$@" ;;
esac
"""

TOOLS = ["make", "sh", "awk", "grep", "sed", "tail", "rm", "mv", "env"]


@pytest.fixture
def bare(workspace):
    """A fresh clone: no environment yet."""
    (workspace.root / ".venv").unlink()
    return workspace


def script(workspace, name, text):
    folder = workspace.root.parent / "bin"
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    (folder / name).chmod(0o755)
    return folder / name


def left_behind(workspace):
    return sorted(file.name for file in workspace.root.glob(".venv*"))


def stopped(made):
    """The one line that make stopped with; what is being set up may be said before it."""
    lines = [line for line in made.stderr.splitlines() if not line.startswith("Setting up ")]
    assert made.returncode == 2
    assert len(lines) == 1, made.stderr
    assert made.stdout == ""
    return lines[0]


def test_an_old_python(bare):
    python = script(bare, "python3", OLD_PYTHON)
    line = stopped(bare.make("step-7", PYTHON=str(python)))
    assert f"Python 3.11 or newer is needed, and {python} is 3.10.4: install one, or name it" in line
    assert left_behind(bare) == []


def test_a_python_that_is_not_there(bare):
    line = stopped(bare.make("step-7", "PYTHON=python9"))
    assert "Python 3.11 or newer is needed, and python9 is missing" in line
    assert left_behind(bare) == []


def test_no_python_at_all(bare):
    for tool in TOOLS:
        script(bare, tool, f'#!/bin/sh\nexec {shutil.which(tool)} "$@"\n')
    path = str(bare.root.parent / "bin")
    line = stopped(bare.make("step-7", PATH=path))
    assert "Python 3.11 or newer is needed, and python3 is missing" in line
    assert left_behind(bare) == []


def test_a_newer_python_is_found_beside_an_old_one(bare):
    script(bare, "python3", OLD_PYTHON)
    for other in ("python3.15", "python3.14", "python3.13", "python3.12"):
        script(bare, other, "#!/bin/sh\nexit 1\n")
    script(bare, "python3.11", f"#!/bin/sh\nexec '{sys.executable}' \"$@\"\n")
    path = f"{bare.root.parent / 'bin'}:/usr/bin:/bin"
    line = stopped(bare.make("step-7", PATH=path, PIP_NO_INDEX="1", PIP_FIND_LINKS=""))
    assert "could not install requirements/loop.txt" in line


def test_no_venv_module(bare):
    python = script(bare, "python3", NO_VENV)
    line = stopped(bare.make("step-7", PYTHON=str(python)))
    assert "Python's venv module is missing: on Debian and Ubuntu, sudo apt install python3-venv" in line
    assert left_behind(bare) == []


def test_a_lock_that_cannot_be_installed(bare):
    line = stopped(bare.make("step-7", PYTHON=sys.executable, PIP_NO_INDEX="1", PIP_FIND_LINKS=""))
    assert "could not install requirements/loop.txt (is there a network?): " in line
    assert left_behind(bare) == []


def test_a_lock_whose_hash_is_wrong(bare):
    lock = bare.path("requirements/loop.txt")
    lock.write_text("pytest==9.2.0 --hash=sha256:" + "0" * 64 + "\n")
    assert "could not install requirements/loop.txt" in stopped(bare.make("step-7", PYTHON=sys.executable))
    assert left_behind(bare) == []


def test_an_older_environment_is_kept_where_a_newer_lock_fails(bare):
    old = bare.root / ".venv"
    (old / "bin").mkdir(parents=True)
    (old / "bin" / "kept").touch()
    stopped(bare.make("step-7", PYTHON=sys.executable, PIP_NO_INDEX="1", PIP_FIND_LINKS=""))
    assert left_behind(bare) == [".venv"]
    assert (old / "bin" / "kept").exists()


def test_setting_up_leaves_the_program_its_input(bare):
    """`make step-36 run < game.txt` may be the first verb of all."""
    python = script(bare, "python3", READING)
    stopped(bare.make("step-36", "run", PYTHON=str(python), stdin="9♥ 5♠\n"))
    assert (bare.root / "eaten").read_text() == ""
