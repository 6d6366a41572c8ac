"""Where POSIX is hidden, every verb that a room needs does what it does with it: tried so, not on Windows.

A start-up file of Python hides all that Windows does not have, from each process that the verbs start.
"""

import re
import shutil
import signal
import subprocess
import sysconfig
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from helpers import TOP, copied, typed_copy

from dojo.cli.environment import stamp

START_UP = TOP / "tests" / "check" / "hidden" / "without_posix.py"
PACKAGES = Path("lib") / f"python{sysconfig.get_python_version()}" / "site-packages"
FAKE = "def say(number):\n    return '1'\n"


def hide(copy):
    """From now on each Python of a copy begins with the start-up file."""
    venv, theirs = copy.root / ".venv", (copy.root / ".venv").resolve()
    venv.unlink()
    (venv / "bin").mkdir(parents=True)
    (venv / PACKAGES).mkdir(parents=True)
    (venv / "bin" / "python").symlink_to((theirs / "bin" / "python").resolve())
    shutil.copy2(theirs / "pyvenv.cfg", venv)
    shutil.copy2(START_UP, venv / PACKAGES)
    (venv / PACKAGES / "loop.pth").write_text(f"{theirs / PACKAGES}\nimport without_posix\n")
    (venv / "ready").write_text(stamp(copy.root, "loop"))
    return copy


@pytest.fixture(scope="module")
def hidden(tmp_path_factory):
    """The small story, where POSIX is hidden."""
    return hide(typed_copy(tmp_path_factory.mktemp("hidden")))


@pytest.fixture(scope="module")
def with_crlf(tmp_path_factory):
    """The same where git has given every file the line ends of Windows."""
    copy = hide(typed_copy(tmp_path_factory.mktemp("crlf")))
    for file in copy.root.rglob("*"):
        if file.suffix in (".py", ".md", ".toml", ".txt", ".ini") and ".venv" not in file.parts:
            file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    (copy.root / ".venv" / "ready").write_text(stamp(copy.root, "loop"))
    return copy


@pytest.fixture(scope="module")
def usual(tmp_path_factory):
    """What a verb gives back on the small story, with all that this system has."""
    copy = typed_copy(tmp_path_factory.mktemp("there"))
    return cache(lambda words: typed(copy, *words.split()))


def typed(copy, *words):
    """What a verb gives back, called without make: its status, and what it prints; never a traceback."""
    said = copy.run(".venv/bin/python", "-E", "-X", "utf8", "-m", "dojo", *words)
    assert "Traceback" not in said.stderr, said.stderr
    told = (said.stdout + said.stderr).replace(str(copy.root), "")
    return said.returncode, re.sub(r" in \d+\.\d+s =+", "", told)


MISSING = ["os.fork", "os.killpg", "os.execv", "signal.setitimer", "signal.SIGKILL", "signal.SIGALRM"]
MODULES = ["fcntl", "resource", "termios"]
LOOK = f"""
from importlib import import_module

for name in {MISSING}:
    module, _, what = name.partition(".")
    print(name * hasattr(import_module(module), what))
for name in {MODULES}:
    try:
        print(import_module(name))
    except ModuleNotFoundError:
        pass
"""


def test_it_is_hidden_and_code_that_needs_it_fails(hidden):
    """What this check is there to catch."""
    found = hidden.run(".venv/bin/python", "-c", LOOK)
    assert (found.stdout.split(), found.stderr) == ([], "")
    needs = hidden.run(".venv/bin/python", "-c", "from dojo.sandbox import forked")
    assert "import of resource halted" in needs.stderr


OF_STEPS = ["progress", "step-2 test", "step-2 red", "step-2 diff", "step-2 story", "step-2 coverage"]
OF_THE_GATE = ["gate", "todo"]
"""They refuse the line ends of Windows: with the repository's .gitattributes git does not make them."""


@pytest.mark.parametrize("words", [*OF_STEPS, *OF_THE_GATE])
def test_a_verb_of_the_steps_prints_the_same(usual, hidden, words):
    assert typed(hidden, *words.split()) == usual(words)


@pytest.mark.parametrize("words", OF_STEPS)
def test_the_line_ends_of_windows_change_nothing(usual, with_crlf, words):
    assert typed(with_crlf, *words.split()) == usual(words)


@pytest.mark.parametrize("words", ["check", "bench", "test", "prove REPO=."])
def test_what_needs_fork_says_so(hidden, words):
    status, said = typed(hidden, *words.split())
    verb = words.split()[0]
    assert (status, said) == (
        2,
        f"make {verb} needs fork: type it on Linux, on macOS, or in WSL on Windows\n",
    )


class Attempt:
    """An attempt where POSIX is hidden."""

    def __init__(self, copy, name):
        self.copy, self.name = copy, name
        assert self.verb("start", f"NAME={name}")[0] == 0
        (self.folder,) = copy.root.glob(f"katas/*/*/attempts/{name}")
        self.module = self.folder / "fizz.py"

    def verb(self, *words):
        return typed(self.copy, *words)

    def next(self):
        """The last line of `make next`, without the name."""
        return self.verb("next", f"NAME={self.name}")[1].splitlines()[-1].strip()


@pytest.fixture
def attempt(hidden, request):
    """An attempt of its own for each test."""
    one = Attempt(hidden, request.node.name[:39].partition("[")[0].strip("_"))
    yield one
    shutil.rmtree(one.folder)


def test_an_attempt_from_red_to_green_and_back(attempt):
    assert attempt.next().startswith("RED")
    status, said = attempt.verb("hint")
    assert (status, "hint 1 of" in said) == (0, True), said
    attempt.module.write_text(FAKE)
    assert attempt.next().startswith("GREEN")
    assert "behaves like step" in attempt.verb("where")[1]
    assert attempt.verb("lights")[0] == 0
    attempt.module.write_text("def say(number):\n    return 1 / 0\n")
    assert "AMBER" in attempt.next()
    status, said = attempt.verb("back")
    assert status == 0, said
    assert attempt.module.read_text() == FAKE
    assert attempt.verb("judge")[0] == 0
    assert "nobody knows what the test asks for" in attempt.verb("prove")[1]
    assert attempt.verb("retro", f"NAME={attempt.name}")[0] == 0
    assert attempt.verb("hand-in")[0] == 0
    assert attempt.verb("board")[0] == 0


def test_a_loop_is_stopped(attempt):
    attempt.module.write_text("def say(number):\n    while True:\n        pass\n")
    said = attempt.verb("next", f"NAME={attempt.name}")[1]
    assert "AMBER" in said
    assert "not done after 2 seconds: is there a loop" in " ".join(said.split())


def test_a_program_on_the_cases_of_a_kata(tmp_path):
    copy = hide(copied(tmp_path))
    program = copy.root / "roman.py"
    shutil.copy2(TOP / "katas" / "roman" / "steps" / "step_13_the_program" / "roman.py", program)
    status, said = typed(copy, "accept", "STORY=roman", "CMD=.venv/bin/python roman.py")
    assert status == 0, said
    program.write_text("while True: pass\n")
    status, said = typed(copy, "accept", "STORY=roman", "LIMIT=0.3", "CMD=.venv/bin/python roman.py")
    assert status == 1
    assert "hangs: not done after 0.3 seconds" in said


class Watched:
    """`make watch`, whose output goes into a file."""

    def __init__(self, attempt, folder):
        self.file = folder / "out"
        with self.file.open("wb") as out:
            self.process = subprocess.Popen(
                [".venv/bin/python", "-E", "-X", "utf8", "-m", "dojo", "watch", f"NAME={attempt.name}"],
                cwd=attempt.copy.root,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
            )

    def until(self, is_so):
        """Wait for something to be so, a minute at most."""
        for _ in range(1200):
            if is_so():
                return
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(0.05)
        assert is_so()

    def shows(self, words):
        """Wait until these are shown; gives all that is shown."""
        self.until(lambda: words in self.file.read_text(encoding="utf-8"))
        return self.file.read_text(encoding="utf-8")


LOOP = """\
def say(number):
    open({begun!r}, "w").close()
    while True:
        pass
"""


def test_watch_shows_a_bar_at_every_save(attempt, tmp_path):
    watched = Watched(attempt, tmp_path)
    watched.shows("RED")
    attempt.module.write_text(FAKE)
    watched.shows("GREEN")
    begun = tmp_path / "begun"
    attempt.module.write_text(LOOP.format(begun=str(begun)))
    watched.until(begun.exists)
    attempt.module.write_text("def say(number):\n    return None\n")  # it breaks into the run
    said = watched.shows("assert None == '1'")
    watched.process.send_signal(signal.SIGINT)
    assert watched.process.wait(60) == 0
    assert "without an end" not in said
    assert "Traceback" not in watched.file.read_text(encoding="utf-8")


def test_an_attempt_may_have_the_line_ends_of_windows(with_crlf):
    attempt = Attempt(with_crlf, "ann")
    attempt.module.write_bytes(FAKE.replace("\n", "\r\n").encode())
    assert attempt.next().startswith("GREEN")
    attempt.module.write_bytes(b"def say(number):\r\n    return None\r\n")
    assert attempt.verb("back")[0] == 0
    assert attempt.module.read_bytes() == FAKE.replace("\n", "\r\n").encode()
