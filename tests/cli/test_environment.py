"""Setting up: what can go wrong is answered in one line, and leaves nothing half-made behind."""

import shutil
import subprocess
import sys

import pytest
from helpers import TOP

from dojo.cli import environment
from dojo.cli.environment import ensure, is_ready, stamp
from dojo.errors import Trouble

OLD_PYTHON = """\
#!/bin/sh
case "$*" in
    *version_info*"<"*) exit 1 ;;
    *) echo 3.10.4 ;;
esac
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

TOOLS = ["make", "sh", "grep", "sed", "tail", "rm", "mv", "env"]


@pytest.fixture
def bare(workspace):
    """A fresh clone: no environment yet."""
    (workspace.root / ".venv").unlink()
    return workspace


def script(copy, name, text):
    folder = copy.root.parent / "bin"
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    (folder / name).chmod(0o755)
    return folder / name


def left_behind(copy):
    return sorted(file.name for file in copy.root.glob(".venv*"))


def stopped(made):
    """The one line that make stopped with; what is being set up, and that make stops, may be said as well."""
    noise = ("Setting up ", "make: ***")
    lines = [line for line in made.stderr.splitlines() if not line.startswith(noise)]
    assert made.returncode == 2
    assert len(lines) == 1, made.stderr
    assert made.stdout == ""
    return lines[0]


def test_an_old_python(bare):
    python = script(bare, "python3", OLD_PYTHON)
    line = stopped(bare.make("step-7", f"PYTHON={python}"))
    assert f"Python 3.11 or newer is needed, and {python} is 3.10.4: install one, or name it" in line
    assert left_behind(bare) == []


def test_a_python_that_is_not_there(bare):
    line = stopped(bare.make("step-7", "PYTHON=python9"))
    assert "Python 3.11 or newer is needed, and python9 is missing" in line
    assert left_behind(bare) == []


def test_no_python_at_all(bare):
    for tool in TOOLS:
        script(bare, tool, f'#!/bin/sh\nexec {shutil.which(tool)} "$@"\n')
    line = stopped(bare.make("step-7", PATH=str(bare.root.parent / "bin")))
    assert "Python 3.11 or newer is needed, and python3 is missing" in line
    assert left_behind(bare) == []


def test_a_newer_python_is_found_beside_an_old_one(bare):
    script(bare, "python3", OLD_PYTHON)
    for other in ("python3.15", "python3.14", "python3.13", "python3.12"):
        script(bare, other, "#!/bin/sh\nexit 1\n")
    script(bare, "python3.11", f"#!/bin/sh\nexec '{sys.executable}' \"$@\"\n")
    path = f"{bare.root.parent / 'bin'}:/usr/bin:/bin"
    made = bare.make("help", PATH=path)
    assert (made.returncode, made.stderr) == (0, "")
    assert "make progress" in made.stdout
    assert left_behind(bare) == []


def test_an_old_python_says_so_itself(here):
    """`python3.10 -m dojo`, without make."""
    text = here.path("dojo/__main__.py").read_text(encoding="utf-8")
    lie = text.replace("sys.version_info", "(3, 10, 4)")
    made = here.run(sys.executable, "-c", lie)
    assert (made.returncode, made.stderr) == (1, "Python 3.11 or newer is needed, and this one is 3.10\n")


def test_no_venv_module(top, made_by, capsys):
    with pytest.raises(Trouble) as stop:
        ensure(top, "loop", made_by(NO_VENV))
    told = "Python's venv module is missing: on Debian and Ubuntu, sudo apt install python3-venv"
    assert str(stop.value) == told
    assert capsys.readouterr().err == "Setting up .venv from requirements/loop.txt, once: some ten seconds.\n"
    assert list(top.glob(".venv*")) == []


def test_an_environment_is_made_once_and_again_when_its_lock_changes(top, quick, capsys):
    python = ensure(top, "loop", quick)
    assert python == top / ".venv" / "bin" / "python"
    subprocess.run([python, "-c", "import tiny"], check=True)
    assert capsys.readouterr().err.count("Setting up .venv ") == 1
    ensure(top, "loop", quick)
    assert capsys.readouterr().err == ""
    lock = top / "requirements" / "loop.txt"
    lock.write_text(f"# changed\n{lock.read_text()}")
    assert not is_ready(top, "loop")
    ensure(top, "loop", quick)
    assert capsys.readouterr().err.count("Setting up .venv ") == 1


def test_a_lock_that_is_only_touched_is_the_same(top, quick):
    ensure(top, "loop", quick)
    (top / "requirements" / "loop.txt").touch()
    assert is_ready(top, "loop")


def test_an_environment_whose_python_is_gone_is_made_anew(top, quick):
    ensure(top, "loop", quick)
    (top / ".venv" / "bin" / "python").unlink()
    assert not is_ready(top, "loop")
    assert ensure(top, "loop", quick).exists()


def test_an_environment_whose_python_is_another_one_now_is_made_anew(top, quick, tmp_path):
    ensure(top, "loop", quick)
    upgraded = tmp_path / "bin" / "python3.99"
    upgraded.parent.mkdir()
    upgraded.write_text("#!/bin/sh\n")
    python = top / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to(upgraded)
    assert not is_ready(top, "loop")
    ensure(top, "loop", quick)
    assert is_ready(top, "loop")


def test_make_takes_another_python_where_that_of_the_environment_is_gone(bare):
    python = bare.root / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to("python3.10.99")
    made = bare.make("help")
    assert (made.returncode, made.stderr) == (0, "")
    assert "make progress" in made.stdout


def test_a_python_that_does_not_run_is_told_in_a_line(bare):
    python = bare.root / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\necho its library is gone >&2; exit 1\n")
    python.chmod(0o755)
    line = stopped(bare.make("help"))
    assert "its library is gone (.venv/bin/python does not run: delete .venv, and it is made anew)" in line


def test_one_that_was_cut_short_is_made_anew(top, quick):
    (top / ".venv" / "bin").mkdir(parents=True)
    assert not is_ready(top, "loop")
    assert ensure(top, "loop", quick).exists()


def test_a_lock_that_cannot_be_installed(top, quick, monkeypatch):
    monkeypatch.setenv("PIP_FIND_LINKS", "")
    with pytest.raises(
        Trouble, match=r"^could not install requirements/loop\.txt \(is there a network\?\): "
    ):
        ensure(top, "loop", quick)
    assert list(top.glob(".venv*")) == []


def test_a_lock_whose_hash_is_wrong(top, quick):
    (top / "requirements" / "loop.txt").write_text(f"tiny==1.0 --hash=sha256:{'0' * 64}\n")
    with pytest.raises(Trouble, match=r"could not install requirements/loop\.txt") as stop:
        ensure(top, "loop", quick)
    assert len(str(stop.value).splitlines()) == 1
    assert list(top.glob(".venv*")) == []


@pytest.fixture
def unpacked(top, quick, monkeypatch):
    """A workspace with a folder of wheels, where the index answers nobody."""
    (top / "wheels").mkdir()
    (top / "tiny-1.0-py3-none-any.whl").rename(top / "wheels" / "tiny-1.0-py3-none-any.whl")
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.delenv("PIP_FIND_LINKS")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_RETRIES", "0")
    monkeypatch.setenv("PIP_NO_CACHE_DIR", "1")
    return quick


def test_wheels_that_lie_in_the_workspace_are_installed_without_an_index(top, unpacked):
    subprocess.run([ensure(top, "loop", unpacked), "-c", "import tiny"], check=True)


def test_without_those_wheels_the_same_lock_wants_the_index(top, unpacked):
    (top / "wheels").rename(top / "elsewhere")
    with pytest.raises(Trouble, match=r"is there a network\?"):
        ensure(top, "loop", unpacked)


def test_a_python_that_the_wheels_are_not_for_is_told_in_a_line(top, unpacked):
    (top / "wheels" / "tiny-1.0-py3-none-any.whl").unlink()
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    with pytest.raises(
        Trouble, match=rf"^could not install .*loop\.txt \(does wheels/ have them for Python {version} on "
    ) as stop:
        ensure(top, "loop", unpacked)
    assert len(str(stop.value).splitlines()) == 1
    assert list(top.glob(".venv*")) == []


def test_a_wheel_that_is_not_the_one_of_the_lock_is_not_installed(top, unpacked):
    (top / "requirements" / "loop.txt").write_text(f"tiny==1.0 --hash=sha256:{'0' * 64}\n")
    with pytest.raises(Trouble, match=r"could not install requirements/loop\.txt"):
        ensure(top, "loop", unpacked)
    assert list(top.glob(".venv*")) == []


def test_an_older_environment_is_kept_where_a_newer_lock_fails(top, quick, monkeypatch):
    old = top / ".venv"
    (old / "bin").mkdir(parents=True)
    (old / "bin" / "kept").touch()
    monkeypatch.setenv("PIP_FIND_LINKS", "")
    with pytest.raises(Trouble):
        ensure(top, "loop", quick)
    assert [path.name for path in top.glob(".venv*")] == [".venv"]
    assert (old / "bin" / "kept").exists()


def test_ctrl_c_leaves_nothing_half_made(top, quick, monkeypatch):
    def interrupted(*_how):
        raise KeyboardInterrupt

    monkeypatch.setattr(environment, "install", interrupted)
    with pytest.raises(KeyboardInterrupt):
        ensure(top, "loop", quick)
    assert list(top.glob(".venv*")) == []


def test_the_packages_that_build_others_are_part_of_the_lock(top):
    before = stamp(top, "loop")
    (top / environment.BUILD).write_text("setuptools==1\n")
    assert stamp(top, "loop") != before


def test_setting_up_leaves_the_program_its_input(bare):
    """`make step-38 run < game.txt` may be the first verb of all."""
    python = script(bare, "python3", READING)
    stopped(bare.make("step-38", "run", f"PYTHON={python}", stdin="9♥ 5♠\n"))
    assert (bare.root / "eaten").read_text() == ""


def test_trouble_in_setting_up_is_a_line_of_make(bare):
    python = script(bare, "python3", NO_VENV)
    line = stopped(bare.make("step-7", f"PYTHON={python}"))
    assert line == environment.NO_VENV
    assert left_behind(bare) == []


@pytest.mark.parametrize("lock", sorted(file.stem for file in TOP.glob("requirements/*.in")))
def test_each_lock_has_its_packages(lock):
    names = [
        line.partition("#")[0].strip().partition("<")[0]
        for line in (TOP / "requirements" / f"{lock}.in").read_text().splitlines()
    ]
    text = (TOP / "requirements" / f"{lock}.txt").read_text()
    assert [name for name in names if name and name[0] != "-" and f"\n{name}==" not in text] == []


@pytest.mark.parametrize("lock", ["test", "check", "bulk"])
def test_two_locks_have_one_version_of_a_package(lock):
    """What a test finds is what the loop runs with."""
    loop, other = (versions((TOP / "requirements" / f"{name}.txt").read_text()) for name in ("loop", lock))
    assert {name: version for name, version in other.items() if loop.get(name, version) != version} == {}


def versions(lock):
    """The version of each package of a lock."""
    return dict(
        line.split(" ")[0].split("==") for line in lock.splitlines() if "==" in line and line[0].isalpha()
    )
