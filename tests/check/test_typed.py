"""Verbs as they are typed: with what a shell has set, from any Python, and to whoever listens."""

import shutil
import sys

import pytest
from helpers import BASE_PYTHON, TOP, story_outside, typed_copy, workspace_of


@pytest.fixture(scope="module")
def typed(tmp_path_factory):
    """A workspace whose only story is the small one, with an attempt and a kata with one case."""
    copy = typed_copy(tmp_path_factory.mktemp("typed"))
    story_outside(copy.root.parent / "my katas" / "leap-years")
    copy.path("katas/fizz/kata/cases").mkdir()
    for end in ("in", "out"):
        copy.path(f"katas/fizz/kata/cases/01-an-echo.{end}").write_text("1\n")
    assert copy.verb("start", "NAME=tables-3") == 0
    return copy


IN_THE_SHELL = {"IN": "/nowhere", "LIMIT": "none", "ALL": "1", "NAME": "me", "KATA": "bridge"}
IN_THE_SHELL |= {"STEP": "2", "STORY": "nowhere"}
OUTSIDE = "--- steps/step_02_numbers/fizz.py\n+++ steps/step_03_fizz/fizz.py\n"
SAID = [
    ([], "make progress"),
    (["step-2", "red"], "1 test, red on step 1, as it should be"),
    (["STEP=2", "diff", "story"], "\n# Step 02 · Numbers"),
    (["step-3", "diff", "STORY=../my katas/leap-years"], OUTSIDE),
    (["bar"], " RED  tables-3 · "),
    (["accept", "CMD=cat"], "■ 01 an echo\n\n1 of 1 cases pass.\n"),
]


@pytest.mark.parametrize(("words", "said"), SAID, ids=[" ".join(words) for words, _ in SAID])
def test_what_is_set_in_the_shell_is_not_meant(typed, words, said):
    made = typed.make(*words, **IN_THE_SHELL)
    assert (made.returncode, made.stderr) == (0, "")
    assert said in made.stdout


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


# tests/cli/test_environment.py has each variable

SET = {"HOME": "/nowhere", "SAFEPATH": "1", "INSPECT": "1", "OPTIMIZE": "2", "IOENCODING": "ascii"}
IGNORING = "ignoring {}: this would change what runs\n"
ALL_SET = "PYTEST_ADDOPTS, PYTHONHOME, PYTHONINSPECT, PYTHONIOENCODING, PYTHONOPTIMIZE, PYTHONSAFEPATH"


def test_typed_a_verb_runs_as_if_nothing_were_set_and_says_so_once(typed):
    """Each of these alone ends any Python in words of its own, or changes which tests are run."""
    variables = {f"PYTHON{name}": value for name, value in SET.items()}
    made = typed.make("step-2", **variables, PYTEST_ADDOPTS="-k wheel")
    assert (made.returncode, made.stderr) == (0, IGNORING.format(ALL_SET))
    assert "step 2: 2 green, " in made.stdout


# Without make

FLAGS = """    from sys import flags
    print(flags.optimize, flags.hash_randomization)
"""
BY_HAND = [
    ("-m dojo diff step-2", {}, 0, ""),
    ("-m dojo gate STEPS=1-2", {}, 1, "steps/step_02_numbers"),
    ("-S dojo red", {}, 2, "For example: make step-1 red"),
    ("-m dojo diff step-2", {"PYTHONOPTIMIZE": "1"}, 0, IGNORING.format("PYTHONOPTIMIZE")),
    ("-m dojo diff step-2", {"PYTHONHASHSEED": "0"}, 0, IGNORING.format("PYTHONHASHSEED")),
    ("-O -m dojo diff step-2", {}, 0, ""),
]


def test_by_hand_a_verb_begins_in_a_new_python_and_ends_with_its_status(tmp_path):
    """From any Python, by way of that of .venv."""
    typed, runs = typed_copy(tmp_path), "    status = verb.function(**call.arguments())"
    typed.edit("dojo/cli/main.py", runs, f"{FLAGS}{runs}")
    typed.edit("katas/fizz/steps/step_02_numbers/fizz.py", "str(number)", "number")
    for words, variables, status, told in BY_HAND:
        made = typed.run(BASE_PYTHON, *words.split(), **variables)
        assert (made.returncode, made.stdout[:4]) == (status, "" if status == 2 else "0 1\n"), words
        assert (told in made.stderr) if status else (made.stderr == told), words
        assert "Traceback" not in made.stderr


# Whoever it speaks to

HEARD = "# Step 01 · Fake it\n"
ASCII = "PYTHONIOENCODING=ascii .venv/bin/python -E -m dojo story step-1 | head -1"
FULL = '(ulimit -f 0; exec .venv/bin/python -m dojo {}) 2>&1 >"$FILE"'
NO_ROOM = "cannot write: File too large\n"
RUN = "make step-13 run STORY=roman"
SAID_TO = [
    pytest.param("make step-1 story | head -1", 0, HEARD, "", id="enough of a story"),
    pytest.param("make step-1 story >&-", 0, "", "", id="nobody hears a story"),
    pytest.param(FULL.format("story step-1"), 1, NO_ROOM, "", id="a full disk for a story"),
    pytest.param(ASCII, 0, HEARD, IGNORING.format("PYTHONIOENCODING"), id="somebody who reads ASCII"),
    pytest.param(f"{RUN} | head -1", 0, "MCMXC\n", "", id="somebody has read enough of a program"),
    pytest.param(FULL.format("run step-13 STORY=roman"), 1, NO_ROOM, "", id="a full disk for a program"),
]


@pytest.mark.parametrize(("command", "status", "out", "err"), SAID_TO)
def test_whoever_it_speaks_to_it_ends_well(here, tmp_path, command, status, out, err):
    """Also what a story brings, and the program of a step, which is given more lines than a pipe holds."""
    typed, file = f"set -o pipefail; {command}", str(tmp_path / "file")
    made = here.run("bash", "-c", typed, stdin="1990\n" * 20_000 * ("run" in command), FILE=file)
    assert (made.returncode, made.stdout, made.stderr) == (status, out, err)


def test_a_new_story_has_the_format_of_the_workspace(tmp_path):
    """However long its name is."""
    desk = workspace_of(tmp_path, small="katas/fizz")
    shutil.copy2(TOP / "pyproject.toml", desk.root)
    for name in ("a", "a-name-that-has-thirty-letters"):
        assert desk.verb("new", f"STORY={name}") == 0
        for words in (["format", "--check"], ["check"]):
            made = desk.run(sys.executable, "-m", "ruff", *words, "--no-cache", f"katas/{name}")
            assert made.returncode == 0, made.stdout
