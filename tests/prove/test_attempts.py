"""A proof on the lights of an attempt that somebody plays, and on its commits: real runs and real replays."""

import json
import shutil
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO

import pytest
from helpers import Copy, small_copy

from dojo.attempt.attempt import find
from dojo.prove.lights import prove_lights
from dojo.prove.verdict import Kind
from prove.planted import git

ROWS = ('drives(2, "four is said", 4, "4")', 'drives(4, "six is said", 6, "Fizz")')
FIZZ, BUZZ = '"Fizz" if number % 3 == 0 else', '"Buzz" if number == 5 else'
FIVE = "from fizz import say\n\n\ndef test_five():\n    assert say(5) == 'Buzz'\n"
TIDY, IS_BUZZ = f'{BUZZ} {FIZZ} f"{{number}}"', FIVE.replace("five", "five_is_buzz")
RUNS = [  # what the code gives, and the participant's tests, if they are others
    *[('"1"', "")] * 2,
    *[("str(number)", "")] * 2,
    ('"Fizz" if number == 6 else str(number)', ""),  # while a test of ours is red
    *[(f"{FIZZ} str(number)", "")] * 2,
    (f"{FIZZ} str(number)", FIVE),
    (f"{BUZZ} {FIZZ} str(number)", FIVE),
    (TIDY, IS_BUZZ),
    (f"{TIDY}\n\n\ndef more():\n    a = 1\n    return a", IS_BUZZ),
]
FOUND = [
    "red by name only: one is said",
    "proven: two is said",
    "proven: fizz is said",
    "passes either way: six is said",
    "proven: five",
    "refactoring:",
    "code without a test:",
]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A copy in which somebody played these runs, and kept them. No other test of it may change it."""
    copy = small_copy(tmp_path_factory.mktemp("played"))
    copy.edit("suite/test_numbers.py", 'guards(3, "four is said", 4, "4")', ",\n    ".join(ROWS))
    with redirect_stdout(StringIO()):
        assert copy.verb("start", "NAME=t") == 0
        attempt = find(copy.workspace, "t")
        for gives, tests in RUNS:
            attempt.module.write_text(f"def say(number):\n    return {gives}\n")
            if tests:
                (attempt.folder / "test_fizz.py").write_text(tests)
            assert copy.verb("next", "NAME=t") == 0
        assert copy.verb("keep", "NAME=t") == 0
    return copy


@pytest.fixture
def again(played, tmp_path):
    """A copy of it, to change."""
    ignored = shutil.ignore_patterns("visits")
    return Copy(shutil.copytree(played.root, tmp_path / "a dojo", ignore=ignored))


def proof_of(copy):
    return prove_lights(find(copy.workspace, "t"))


def told(proof):
    """Each verdict of a proof: its kind, and the rule of its test."""
    return [f"{one.kind}: {one.rule}".strip() for one in proof.verdicts]


def test_the_lights_are_proved_which_runs_and_changes_nothing(played, monkeypatch):
    folder = find(played.workspace, "t").folder
    before = sorted(folder.rglob("*"))
    # nothing runs: what was seen is in the lights
    for name in (
        "dojo.prove.measure.launch.Launcher.start",
        "dojo.runner.run.run_all",
        "dojo.runner.child.worker.Child",
    ):
        monkeypatch.setattr(name, None)
    proof = proof_of(played)
    assert told(proof) == FOUND
    _, two, *_, last = proof.verdicts
    assert two.why == "assert '1' == '2'"
    assert "test_numbers" in two.failure
    assert last.says == (
        "code without a test: 3 lines of code changed, and no test would have noticed a change in 2 of them."
    )
    assert sorted(folder.rglob("*")) == before


def test_the_commits_that_are_kept_are_told_the_same_and_stand_alone(played, capsys):
    folder = played.root / "kept" / "t"
    played.verb("prove", "REPO=kept/t", "JSON=1")
    versions = json.loads(capsys.readouterr().out)["versions"]
    found = [one for version in versions for one in version["verdicts"] if not one["explained"]]
    rules = [(one["kind"], one["rule"].removeprefix("numbers[").rstrip("]")) for one in found]
    kinds = [f"{kind}: {rule}".strip().replace("pays an earlier red", "proven") for kind, rule in rules]
    assert [one for one in kinds if not one.startswith(("guards", "still red"))] == FOUND
    titles = git(folder, "log", "--reverse", "--format=%s").splitlines()
    assert titles[1:5] == ["one is said", "two is said", "Red: fizz is said", "fizz is said"]
    begun = git(folder, "ls-tree", "-r", "--name-only", f"HEAD~{len(titles) - 1}").splitlines()
    assert begun == [".gitignore", "README.md", "fizz.py", "pytest.ini", "tests/rows.py"]
    two = git(folder, "show", f"HEAD~{len(titles) - 3}:tests/test_numbers.py")
    shown = [line for line in two.splitlines() if "is said" in line]
    assert shown == ['    drives(1, "one is said", 1, "1"),', '    drives(2, "two is said", 2, "2"),']
    words = [sys.executable, "-m", "pytest", "-q", folder]
    assert subprocess.run(words, capture_output=True, text=True).stdout.startswith("......")


def test_the_lights_say_what_they_said_whatever_the_suite_is_now(again):
    for old, new in ("assert fizz", "assert 0 == fizz"), ("two is said", "two is told"):
        again.edit("suite/test_numbers.py", old, new)
    proof = proof_of(again)
    assert told(proof) == FOUND
    assert proof.remarks == []


def test_lights_that_cannot_be_read_are_a_question_without_an_answer(again):
    lights = find(again.workspace, "t").record(".db")
    lights.write_text("nothing\n")
    (verdict,) = proof_of(again).verdicts
    assert verdict.kind == Kind.NO_ANSWER
    assert verdict.says.startswith("could not answer: the lights of t cannot be read: ")
    lights.unlink()
    proof = proof_of(again)
    said = "t has no lights yet: make next NAME=t and make watch NAME=t record them."
    assert (proof.versions, proof.remarks) == ((), (said,))
