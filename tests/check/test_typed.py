"""Each verb is typed once: here those that no other test types, or only in a room."""

import os
import shlex
import sys

import pytest
from helpers import Watching, story_outside, typed_copy

ONE = 'def say(number):\n    return "1"\n'


@pytest.fixture(scope="module")
def typed(tmp_path_factory):
    """A workspace whose only story is the small one, with an attempt that is red."""
    copy = typed_copy(tmp_path_factory.mktemp("typed"))
    for words in (["start", "NAME=tables-3"], ["next"]):
        assert copy.make(*words).returncode == 0
    return copy


SAID = [
    (["step-2", "red"], "1 test, red on step 1, as it should be"),
    (["step-2", "diff"], "\n+    return str(number)"),
    (["story", "STEP=2"], "# Step 02 · Numbers"),
    (["bar"], " RED  tables-3 · "),
    (["hint"], "hint 1 of "),
    (["lights"], "longest time in red: "),
    (["prove"], "one is said"),
]


@pytest.mark.parametrize(("words", "said"), SAID, ids=[" ".join(words) for words, _ in SAID])
def test_a_verb_is_typed(typed, words, said):
    made = typed.make(*words)
    assert (made.returncode, made.stderr) == (0, "")
    assert said in made.stdout


def test_make_alone_lists_the_verbs(typed):
    assert "make progress" in typed.make().stdout


def test_two_verbs_of_a_step_are_typed_at_once(typed):
    made = typed.make("STEP=2", "diff", "story")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.startswith("--- ")
    assert "\n# Step 02 · Numbers" in made.stdout


def test_a_path_with_a_space_is_typed_and_what_is_set_in_the_shell_is_not_meant(typed):
    story_outside(typed.root.parent / "my katas" / "leap-years")
    asked = ("step-3", "diff", "STORY=../my katas/leap-years")
    made = typed.make(*asked, STEP="2", STORY="nowhere", NAME="laptop", KATA="bridge")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.startswith("--- steps/step_02_numbers/fizz.py\n+++ steps/step_03_fizz/fizz.py\n")


def test_a_dry_run_sets_nothing_up(tmp_path):
    copy = typed_copy(tmp_path)
    (copy.root / ".venv").unlink()
    made = copy.make("--dry-run", "step-2", "test")
    assert (made.returncode, made.stderr) == (0, "")
    assert not (copy.root / ".venv").exists()


def test_a_green_is_typed_for_and_taken_back(typed):
    module = typed.path("katas/fizz/kata/attempts/tables-3/fizz.py")
    module.write_text(ONE)
    assert " GREEN " in typed.make("next").stdout
    module.write_text("def say(number):\n    return 1 / 0\n")
    assert " AMBER " in typed.make("bar").stdout
    made = typed.make("back")
    assert (made.returncode, made.stderr) == (0, "")
    assert module.read_text() == ONE


# Without make


@pytest.mark.parametrize("words", [["-m", "dojo"], ["dojo"], ["dojo/__main__.py"]], ids=" ".join)
def test_without_make_a_call_without_a_verb_lists_them(typed, words):
    """By a Python that has nothing but itself."""
    said = typed.run(sys._base_executable, "-S", *words)
    assert (said.returncode, said.stderr) == (0, "")
    assert "\n make progress  " in said.stdout


def test_a_verb_ends_with_its_status_from_any_python(tmp_path):
    typed = typed_copy(tmp_path)
    typed.edit("katas/fizz/steps/step_02_numbers/fizz.py", "str(number)", "number")
    for words, status in ((["step-1", "diff", "story"], 0), (["gate", "STEPS=1-2"], 1), (["red"], 2)):
        made = typed.run(sys._base_executable, "-m", "dojo", *words)
        assert (made.returncode, "Traceback" in made.stderr) == (status, False)


# A program


@pytest.fixture
def with_a_case(tmp_path):
    """A workspace whose kata has one case: what comes in goes out."""
    copy = typed_copy(tmp_path)
    (copy.root / "katas" / "fizz" / "kata" / "cases").mkdir()
    for end in ("in", "out"):
        (copy.root / "katas" / "fizz" / "kata" / "cases" / f"01-an-echo.{end}").write_text("1\n")
    return copy


def test_what_is_set_in_the_shell_is_not_meant(with_a_case):
    in_the_shell = {"IN": "/nowhere", "LIMIT": "none", "ALL": "1", "NAME": "me", "KATA": "bridge"}
    made = with_a_case.make("accept", "CMD=cat", **in_the_shell)
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout == "■ 01 an echo\n\n1 of 1 cases pass.\n"


def test_a_program_may_be_a_verb_of_make(with_a_case):
    made = with_a_case.make("accept", "CMD=make step-1 run")
    assert "no step is a program for fizz" in made.stdout
    assert made.stderr.startswith("make: *** ")


def test_ctrl_c_ends_a_program(with_a_case, tmp_path):
    started = tmp_path / "started"
    writes = "import os, time\nopen('draft', 'w').write(str(os.getpid()))\n"
    text = f"{writes}os.rename('draft', {str(started)!r})\ntime.sleep(600)\n"
    (with_a_case.root / "sleeps.py").write_text(text)
    command = f"CMD={shlex.quote(sys.executable)} sleeps.py"
    running = Watching(with_a_case, "accept", command, "LIMIT=600")
    try:
        while not started.exists():
            assert running.process.poll() is None
            running.until("never said", timeout=0.1)
        running.interrupt()
        assert "Traceback" not in running.until("never said")
        assert running.process.wait(60) != 0
    finally:
        running.stop()
    with pytest.raises(ProcessLookupError):  # the program has been waited for
        os.kill(int(started.read_text()), 0)


def test_git_does_not_see_a_board(here):
    files = ["board.html", "board-small.html", ".cache/pages/some.json"]
    ignored = here.run("git", "check-ignore", "--no-index", *files).stdout.split()
    assert ignored == files
