"""What the gate says: open, a draft, or shut; and at once what it has said before, of the same files only."""

import re
import sys
from importlib import import_module
from pkgutil import walk_packages

import pytest
from helpers import OPEN

import dojo.gate
from dojo.gate import checks
from dojo.gate.checks import Group
from dojo.gate.evidence import Evidence
from dojo.gate.gate import fingerprint, gate
from dojo.gate.violation import DRAFT_STATUS, Law, Violation
from dojo.story.story import read_story
from gate.planting import append, lines

SOME = "Laws 1 to 8 hold: 5 tests on 2 steps. Law 9 needs all steps: make gate"


def test_the_gate_is_open_where_nothing_is_planted_and_says_the_same_at_once(small, capsys, monkeypatch):
    assert [small.verb("gate"), small.verb("gate", "STEPS=1-2")] == [0, 0]
    monkeypatch.setattr(checks, "find", lambda *_: pytest.fail("it looks again"))
    assert small.verb("gate") == 0
    assert capsys.readouterr() == (f"{OPEN}\n{SOME}\n{OPEN}\n", "")


def test_a_quick_gate_says_what_it_leaves_out(small, capsys):
    assert gate(small.story, small.story.steps, quick=True) == 0
    said = "The matrix holds: 5 tests on 5 steps. Cases, mutants and reruns: make gate\n"
    assert capsys.readouterr().out == said


def test_of_many_violations_alike_the_first_are_shown_and_the_others_counted(small, capsys):
    """And the lint is part of it."""
    small.edit("step_02/fizz.py", "str(number)", "str(number + 1)")
    rows = "".join(f'    guards(3, "{n} more", {n}, "{n}"),\n' for n in range(20, 29, 3))
    small.edit("suite/test_numbers.py", '    guards(3, "four', f'{rows}    guards(3, "four')
    append(small, "suite/random.py", "")
    assert small.verb("gate") == 1
    said = capsys.readouterr().err
    assert re.search(r"^law 9 · suite/random.py:1: module `random` shadows", said, re.MULTILINE)
    assert re.search(r"^law 1 · step_02_numbers: \d more; make todo lists all$", said, re.MULTILINE)
    assert re.search(r"^The gate is shut\. Violations: \d+\.$", said, re.MULTILINE)


def test_a_check_looks_at_what_is_measured_once(small):
    evidence = Evidence(small.story)
    assert checks.find(evidence) == []
    assert {"matrix", "matrix_with_mutants", "reruns", "suite"} < set(vars(evidence))
    assert evidence.matrix.on_mutants == {}


def test_each_check_of_the_laws_is_in_the_gate():
    """In whichever module of the gate it is written."""
    written = set()
    for module in walk_packages(dojo.gate.__path__, "dojo.gate."):
        for name, function in vars(import_module(module.name)).items():
            if name.startswith("check_") and "evidence" in function.__annotations__:
                written.add(function)
    in_the_gate = {check for group in checks.ALL for check in group}
    assert written == in_the_gate


def test_a_group_that_finds_something_ends_the_search(bare):
    one, two = (Violation(law, bare.path("story.toml"), 0, "is so", "do that") for law in (Law(1), Law(2)))
    groups: list[Group] = [
        [lambda _: iter([])],
        [lambda _: iter([one]), lambda _: iter([two])],
        [lambda _: pytest.fail("it goes on")],
    ]
    assert checks.find(Evidence(bare.story), groups) == [one, two]


def test_beside_a_suite_that_does_not_run_the_files_are_named(small):
    append(small, "steps/more.txt", "")
    small.edit("suite/test_more.py", "import pytest\n", "import nothing\n")
    of_files, suite = lines(small)
    assert of_files.startswith("law 6 · steps/more.txt: nothing names it")
    assert suite.startswith("law 4 · suite/test_more.py:3: the suite does not run: ModuleNotFoundError")


def test_without_ruff_the_gate_says_so_and_does_not_pass(small, capsys, monkeypatch):
    python = small.root / "python"
    python.write_text("#!/bin/sh\necho python: No module named ruff >&2; exit 1\n")
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    assert small.verb("gate") == 1
    assert capsys.readouterr().err == "ruff does not run: python: No module named ruff\n"


CHANGES = """
    step_03/fizz.py step_03/README.md steps/notes.txt suite/rows.py mutants/never_above_one.py hints.txt
    kata/README.md story.toml pytest.ini conftest.py notes.txt katas/other/story.toml
"""
"""Also a file that a README names, and the other stories of the workspace."""


def key(copy):
    """What an answer of the gate is kept under."""
    story = read_story(copy.root, copy.root)
    return fingerprint(story, story.steps, quick=False)


@pytest.mark.parametrize("path", CHANGES.split())
def test_it_looks_again_after_a_change_of(bare, path):
    append(bare, "step_01/README.md", "See `notes.txt`.")
    before = key(bare)
    append(bare, path, "# more")
    assert key(bare) != before


@pytest.mark.usefixtures("tooling_read_anew")
@pytest.mark.parametrize("path", ["gate/words.toml", "story/steps.py"])
def test_it_looks_again_after_a_change_of_the_tooling(bare, monkeypatch, tmp_path, path):
    monkeypatch.setattr("dojo.gate.gate.DOJO", tmp_path / "tooling")
    before = key(bare)
    file = tmp_path / "tooling" / path
    file.parent.mkdir(parents=True)
    file.write_text("# more\n")
    assert key(bare) != before


def test_what_no_law_reads_changes_nothing(bare):
    before = key(bare)
    append(bare, "kata/attempts/ann/fizz.py", "def say(): ...")
    assert key(bare) == before


def unwritten(small):
    """The small story without two READMEs, one hint, and two mutants that one test needs."""
    small.path("step_03/README.md").unlink()
    small.edit("step_02/README.md", "- The constant is gone.", "- …")
    small.edit("hints.txt", " 2  Two numbers, two answers: what turns a number into a text?\n", " 2  …\n")
    small.path("mutants/counts_from_zero.py").unlink()
    small.edit("mutants/never_above_one.py", "theme: counting", "theme: …")
    return small


MISSING = "A draft: laws 1 to 6 hold. Missing: {}. make todo lists them.\n"


def test_of_a_draft_the_gate_says_what_it_lacks_unless_something_is_wrong(small, capsys):
    assert unwritten(small).verb("gate") == DRAFT_STATUS
    assert capsys.readouterr().err == MISSING.format("the READMEs of 2 steps, 1 hint, 1 mutant")
    small.edit("step_03/fizz.py", "% 3", "% 5")
    assert small.verb("gate") == 1
    said = capsys.readouterr().err
    assert "law 1 · step_03_fizz · suite/test_more.py:7" in said
    assert "README.md" not in said


def test_a_mutant_of_a_name_that_is_gone_is_missing_beside_what_runs_before_it(small, capsys):
    small.path("step_03/README.md").unlink()
    small.edit("mutants/never_above_one.py", "def say(", "def tell(")
    assert small.verb("gate") == DRAFT_STATUS
    assert capsys.readouterr().err == MISSING.format("the README of 1 step, 1 mutant")


TAUGHT = [
    ("progress", "03 Fizz"),
    ("step-3 red", "1 test, red on step 2, as it should be"),
    ("step-3 diff", '+        return "Fizz"'),
    ("step-3 story", "This step has no README yet."),
    ("step-3", "step 3: 4 green"),
    ("board", "board.html"),
    ("start NAME=a", "“one is said” is red: "),
    ("next", "GREEN"),
    ("next", "GREEN"),
    ("next", "fizz is said"),
    ("hint", "What is left"),
    ("where", "step 2"),
]


def test_a_draft_can_be_taught_and_a_participant_goes_through_it(small, capsys):
    unwritten(small)
    for words, said in TAUGHT:
        assert small.verb(*words.split()) == 0, words
        assert said in capsys.readouterr().out
        if words == "start NAME=a":
            attempt = small.path("kata/attempts/a/fizz.py")
            attempt.write_text(small.path("step_02/fizz.py").read_text())
    assert small.verb("judge") == 0
    assert (small.root / "board.html").read_text("utf-8").count("<p>Not written yet.</p>") == 1
