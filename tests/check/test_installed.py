"""The package, built and installed into an empty environment: it works in any folder, without a clone."""

import os
import signal
import subprocess
import sys
import zipfile

import pytest
from helpers import HIDING, TOP

from dojo import __version__
from dojo.bootstrap import ONLY_IN_A_CLONE, locked_packages

GIT = ["git", "-c", "user.name=x", "-c", "user.email=x@y", "-c", "init.defaultBranch=main"]
RIGHT = "def double(number):\n    return 2 * number\n"
TEST = "from twice import double\n\n\ndef test_it_doubles():\n    assert double(2) == 4\n"


def run(folder, *command):
    """What a command prints, outside the workspace; it has to end well."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in HIDING and not name.startswith(("PYTHON", "VIRTUAL_ENV"))
    }
    return subprocess.run(
        [str(word) for word in command], cwd=folder, env=environment, capture_output=True, text=True
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built by what the lock has: it asks for no network."""
    folder = tmp_path_factory.mktemp("dist")
    words = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, TOP]
    built = run(folder, sys.executable, "-m", "pip", *words)
    assert built.returncode == 0, built.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def environment(wheel, tmp_path_factory):
    """An environment with the package, in the versions of the lock, and without an extra."""
    folder = tmp_path_factory.mktemp("installed")
    run(folder, sys.executable, "-m", "venv", "an environment")
    lines = [line.split(" ")[0] for line in locked_packages(TOP, "loop").splitlines() if "==" in line]
    (folder / "versions.txt").write_text("\n".join(line for line in lines if not line.startswith("#")))
    python = folder / "an environment" / "bin" / "python"
    made = run(folder, python, "-m", "pip", "install", "--quiet", "--constraint", "versions.txt", wheel)
    assert made.returncode == 0, made.stderr
    return python.parent


@pytest.fixture
def place(tmp_path):
    """An empty folder, whose name has a space."""
    (tmp_path / "my work").mkdir()
    return tmp_path / "my work"


@pytest.fixture
def dojo(environment, place):
    """The command, as it is typed there."""

    def dojo(*words, cwd=place):
        return run(cwd, environment / "dojo", *words)

    return dojo


def test_the_wheel_has_each_file_of_the_package_and_nothing_else(wheel):
    listed = run(TOP, "git", "ls-files", "dojo")
    assert listed.returncode == 0
    files = set(listed.stdout.splitlines()) | {"dojo/conftest.py"}
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert names == files


def test_it_says_its_version(dojo):
    assert dojo("--version").stdout == f"dojo {__version__}\n"


def test_a_repository_that_knows_nothing_of_it_is_proven(dojo, place):
    for name, text in (("test_twice.py", TEST), ("twice.py", RIGHT)):
        (place / "twice.py").write_text(RIGHT if name == "twice.py" else "")
        (place / name).write_text(text)
        for words in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", name]):
            assert run(place, *GIT, *words).returncode == 0
    ended = dojo("prove", "REPO=.", "RANGE=HEAD~1..HEAD")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert run(place, *GIT, "status", "--porcelain").stdout == ""


# it says that it runs, and ends when it is killed: then nobody has the pipe open any more
GOES_ON = """
def test_it_goes_on():
    pipe = open({pipe!r}, "w")
    pipe.write("runs")
    pipe.flush()
    while True:
        pass
"""


def test_an_interrupt_in_the_middle_leaves_nothing(environment, place, tmp_path):
    pipe, temporary = tmp_path / "pipe", tmp_path / "temporary"
    os.mkfifo(pipe)
    temporary.mkdir()
    for text in (TEST, TEST + GOES_ON.format(pipe=str(pipe))):
        (place / "twice.py").write_text(RIGHT)
        (place / "test_twice.py").write_text(text)
        for words in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "x"]):
            assert run(place, *GIT, *words).returncode == 0
    proof = subprocess.Popen(
        [environment / "dojo", "prove", f"REPO={place}", "RANGE=HEAD"],
        cwd=tmp_path,
        env=os.environ | {"TMPDIR": str(temporary)},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # a job in the background ignores it, and so does what it starts
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    with pipe.open() as running:
        assert running.read(4) == "runs"
        os.killpg(proof.pid, signal.SIGINT)
        # up to its end: of the test as well
        assert running.read() == ""
    said, _ = proof.communicate()
    assert (proof.returncode, said.splitlines()[-1]) == (
        130,
        "Stopped after 0 of 1 commit: the next call goes on from there.",
    )
    assert list(temporary.iterdir()) == []
    assert run(place, *GIT, "status", "--porcelain").stdout == ""
    assert run(place, *GIT, "worktree", "list").stdout.count("\n") == 1


OPEN = "The nine laws hold: 1 test on 2 steps and 1 mutant, 3 runs, each seen to its end.\n"


def test_an_author_begins_a_story_in_an_empty_folder(dojo, place, environment):
    made = dojo("new", "STORY=leap-years")
    assert (made.returncode, made.stderr) == (0, "")
    assert "  dojo gate STORY=leap-years\n" in made.stdout
    ended = dojo("gate")
    assert (ended.returncode, ended.stdout) == (0, OPEN)
    # plain pytest is enough for its suite
    story = place / "katas" / "leap-years"
    plain = run(story, environment / "python", "-m", "pytest", "-q")
    assert "1 passed in " in plain.stdout
    assert f"dojo-steps=={__version__}\n" in (story / "requirements.txt").read_text()


def test_a_participant_begins_a_kata_of_the_repository_that_they_stand_in(dojo, place):
    assert dojo("new", "STORY=leap-years").returncode == 0
    story = place / "katas" / "leap-years"
    assert dojo("start", "NAME=ann", cwd=story).returncode == 0
    red = dojo("next", cwd=story)
    assert (red.returncode, red.stderr) == (0, "")
    assert " RED  ann · 1 with a name missing" in red.stdout
    answer = (story / "steps" / "step_01_fake_it" / "leap_years.py").read_text()
    (story / "attempts" / "ann" / "leap_years.py").write_text(answer)
    green = dojo("next", cwd=story)
    assert (green.returncode, green.stderr) == (0, "")
    assert " GREEN  ann · 1 green" in green.stdout
    assert "make" not in red.stdout + green.stdout


@pytest.mark.parametrize("verb", ["test", "check", "tidy", "contents", "bench", "bundle"])
def test_a_verb_of_the_workspace_says_so_elsewhere(dojo, verb):
    ended = dojo(verb)
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", f"{ONLY_IN_A_CLONE}\n")


def test_a_verb_without_its_extra_says_what_to_install(dojo):
    dojo("new", "STORY=leap-years")
    ended = dojo("room")
    assert (ended.returncode, ended.stderr) == (1, "starlette is missing: pip install 'dojo-steps[room]'\n")
