"""Each verb is typed once: here those that no other test types, and what surrounds any of them."""

import shutil
import sys

import pytest
from helpers import TOP, story_outside, typed_copy, workspace_of

ONE = 'def say(number):\n    return "1"\n'
PYTHON = sys._base_executable
"""That of which .venv is made."""


@pytest.fixture(scope="module")
def typed(tmp_path_factory):
    """A workspace whose only story is the small one, with an attempt that is red and a kata with one case."""
    copy = typed_copy(tmp_path_factory.mktemp("typed"))
    (copy.root / "katas" / "fizz" / "kata" / "cases").mkdir()
    for end in ("in", "out"):
        (copy.root / "katas" / "fizz" / "kata" / "cases" / f"01-an-echo.{end}").write_text("1\n")
    for words in (["start", "NAME=tables-3"], ["next"]):
        assert copy.make(*words).returncode == 0
    return copy


IN_THE_SHELL = {"IN": "/nowhere", "LIMIT": "none", "ALL": "1", "NAME": "me", "KATA": "bridge"}
IN_THE_SHELL |= {"STEP": "2", "STORY": "nowhere"}
SAID = [
    ([], "make progress"),
    (["step-2", "red"], "1 test, red on step 1, as it should be"),
    (["step-2", "diff"], "\n+    return str(number)"),
    (["story", "STEP=2"], "# Step 02 · Numbers"),
    (["STEP=2", "diff", "story"], "\n# Step 02 · Numbers"),
    (["bar"], " RED  tables-3 · "),
    (["hint"], "hint 1 of "),
    (["lights"], "longest time in red: "),
    (["prove"], "one is said"),
    (["accept", "CMD=cat"], "■ 01 an echo\n\n1 of 1 cases pass.\n"),
]


@pytest.mark.parametrize(("words", "said"), SAID, ids=[" ".join(words) for words, _ in SAID])
def test_a_verb_is_typed_and_what_is_set_in_the_shell_is_not_meant(typed, words, said):
    made = typed.make(*words, **IN_THE_SHELL)
    assert (made.returncode, made.stderr) == (0, "")
    assert said in made.stdout


def test_a_path_with_a_space_is_typed(typed):
    story_outside(typed.root.parent / "my katas" / "leap-years")
    made = typed.make("step-3", "diff", "STORY=../my katas/leap-years")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.startswith("--- steps/step_02_numbers/fizz.py\n+++ steps/step_03_fizz/fizz.py\n")


def test_a_dry_run_sets_nothing_up(tmp_path):
    copy = typed_copy(tmp_path)
    (copy.root / ".venv").unlink()
    made = copy.make("--dry-run", "step-2", "test")
    assert (made.returncode, made.stderr) == (0, "")
    assert not (copy.root / ".venv").exists()


def test_a_program_may_be_a_verb_of_make(typed):
    made = typed.make("accept", "CMD=make step-1 run")
    assert "step 1 has no program for fizz" in made.stdout
    assert made.stderr.startswith("make: *** ")


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
    said = typed.run(PYTHON, "-S", *words)
    assert (said.returncode, said.stderr) == (0, "")
    assert "\n make progress  " in said.stdout


def test_a_verb_ends_with_its_status_from_any_python(tmp_path):
    typed = typed_copy(tmp_path)
    typed.edit("katas/fizz/steps/step_02_numbers/fizz.py", "str(number)", "number")
    for words, status in ((["step-1", "diff", "story"], 0), (["gate", "STEPS=1-2"], 1), (["red"], 2)):
        made = typed.run(PYTHON, "-m", "dojo", *words)
        assert (made.returncode, "Traceback" in made.stderr) == (status, False)


# What a shell has set: tests/cli/test_environment.py has each variable

SET = {"HOME": "/nowhere", "SAFEPATH": "1", "INSPECT": "1", "OPTIMIZE": "2", "IOENCODING": "ascii"}
IGNORING = (
    "ignoring PYTEST_ADDOPTS, PYTHONHOME, PYTHONINSPECT, PYTHONIOENCODING, PYTHONOPTIMIZE,"
    " PYTHONSAFEPATH: this would change what runs\n"
)


def test_typed_a_verb_runs_as_if_nothing_were_set_and_says_so_once(typed):
    """Each of these alone ends any Python in words of its own, or changes which tests are run."""
    made = typed.make(
        "step-2", **{f"PYTHON{name}": value for name, value in SET.items()}, PYTEST_ADDOPTS="-k wheel"
    )
    assert (made.returncode, made.stderr) == (0, IGNORING)
    assert "step 2: 2 green, " in made.stdout


BY_HAND = [
    pytest.param([], {"PYTHONOPTIMIZE": "1"}, "PYTHONOPTIMIZE", id="a variable"),
    pytest.param([], {"PYTHONHASHSEED": "0"}, "PYTHONHASHSEED", id="the hash seed"),
    pytest.param(["-O"], {}, "", id="a flag"),
]
FLAGS = """    from sys import flags
    print(flags.optimize, flags.hash_randomization)"""


@pytest.mark.parametrize(("flags", "variables", "said"), BY_HAND)
def test_by_hand_a_verb_begins_anew_in_a_python_that_has_not_heeded_them(tmp_path, flags, variables, said):
    """From any Python, by way of that of .venv."""
    typed, runs = typed_copy(tmp_path), "    status = verb.run(call)"
    typed.edit("dojo/cli/verbs.py", runs, f"{FLAGS}\n{runs}")
    made = typed.run(PYTHON, *flags, "-m", "dojo", "diff", "step-2", **variables)
    assert made.returncode == 0
    assert made.stdout.splitlines()[0] == "0 1"
    assert made.stderr == (f"ignoring {said}: this would change what runs\n" if said else "")


# Whoever it speaks to

HEARD = "# Step 01 · Fake it\n"
ASCII = "PYTHONIOENCODING=ascii .venv/bin/python -E -m dojo story step-1 | head -1"
IGNORED = "ignoring PYTHONIOENCODING: this would change what runs\n"
FULL = '(ulimit -f 0; exec .venv/bin/python -m dojo {}) 2>&1 >"$FILE"'
NO_ROOM = "cannot write: File too large\n"
RUN = "make step-13 run STORY=roman"
SAID_TO = [
    pytest.param("make step-1 story | head -1", 0, HEARD, "", id="enough of a story"),
    pytest.param("make step-1 story >&-", 0, "", "", id="nobody hears a story"),
    pytest.param(FULL.format("story step-1"), 1, NO_ROOM, "", id="a full disk for a story"),
    pytest.param(ASCII, 0, HEARD, IGNORED, id="somebody who reads ASCII"),
    pytest.param(f"{RUN} | head -1", 0, "MCMXC\n", "", id="somebody has read enough of a program"),
    pytest.param(f"{RUN} >&-", 0, "", "", id="nobody reads"),
    pytest.param(f"{RUN} <&-", 0, "", "", id="nobody writes"),
    pytest.param(FULL.format("run step-13 STORY=roman"), 1, NO_ROOM, "", id="a full disk for a program"),
]


@pytest.mark.parametrize(("command", "status", "out", "err"), SAID_TO)
def test_whoever_it_speaks_to_it_ends_well(here, tmp_path, command, status, out, err):
    """Also what a story brings, and the program of a step, which is given more lines than a pipe holds."""
    typed, file = f"set -o pipefail; {command}", str(tmp_path / "file")
    made = here.run("bash", "-c", typed, stdin="1990\n" * 20_000 * ("run" in command), FILE=file)
    assert (made.returncode, made.stdout, made.stderr) == (status, out, err)


def test_every_module_that_is_run_by_itself_ends_in_one_way(here):
    """A mistake, trouble or Ctrl-C is a line at most there: they end like the verbs do."""
    run = [file for file in here.root.glob("katas/poker/**/*.py") if "mutants" not in file.parts]
    texts = {file: file.read_text(encoding="utf-8") for file in run if "peak" not in file.name}
    mains = {file: text for file, text in texts.items() if 'if __name__ == "__main__":' in text}
    assert len(mains) >= 5
    assert [file for file, text in mains.items() if "run_module(main)" not in text] == []


def test_git_does_not_see_a_board(here):
    files = ["board.html", "board-small.html", "proof-tables-3.html", ".cache/pages/some.json"]
    ignored = here.run("git", "check-ignore", "--no-index", *files).stdout.split()
    assert ignored == files


def test_a_new_story_has_the_format_of_the_workspace(tmp_path):
    """However long its name is."""
    desk = workspace_of(tmp_path, small="katas/fizz")
    shutil.copy2(TOP / "ruff.toml", desk.root)
    for name in ("a", "a-name-that-has-thirty-letters"):
        assert desk.verb("new", f"STORY={name}") == 0
    shutil.rmtree(desk.root / "katas" / "fizz")
    for words in (["format", "--check"], ["check"]):
        made = desk.run(sys.executable, "-m", "ruff", *words, "--no-cache", "katas")
        assert made.returncode == 0, made.stdout
