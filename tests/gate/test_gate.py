"""What the gate says, and that an open gate says at once what it has said before: of the same files only."""

import re

import pytest
from helpers import OPEN

from dojo.gate import checks, lint
from dojo.gate.gate import fingerprint, gate
from dojo.gate.violation import Violation
from dojo.story.story import read_story
from gate.planting import append, faults, told_of


def test_the_gate_is_open_where_nothing_is_planted(small, capsys):
    assert small.verb("gate") == 0
    assert capsys.readouterr() == (f"{OPEN}\n", "")


def test_some_steps_are_a_story_too(small, capsys):
    assert small.verb("gate", "STEPS=1-2") == 0
    said = "Laws 1 to 8 hold: 5 tests on 2 steps. Law 9 needs all steps: make gate\n"
    assert capsys.readouterr().out == said


def test_a_quick_gate_says_what_it_leaves_out(small, capsys):
    assert gate(small.story, small.story.steps, quick=True) == 0
    said = "The matrix holds: 5 tests on 5 steps. Cases, mutants and reruns: make gate\n"
    assert capsys.readouterr().out == said


def test_of_many_violations_alike_the_first_are_shown_and_the_others_counted(small, capsys):
    small.edit("step_02/fizz.py", "def say(number):", "def tell(number):")
    rows = "".join(f'    guards(3, "{n} more", {n}, "{n}"),\n' for n in range(20, 29, 3))
    small.edit("suite/test_numbers.py", '    guards(3, "four', f'{rows}    guards(3, "four')
    assert small.verb("gate") == 1
    said = capsys.readouterr().err
    assert re.search(r"^law 1 · step_02_numbers: \d more; make todo lists all$", said, re.MULTILINE)
    assert re.search(r"^The gate is shut\. Violations: \d+\.$", said, re.MULTILINE)


def test_a_check_looks_at_what_is_measured_once(small):
    evidence = checks.Evidence(small.story)
    assert checks.find(evidence) == []
    assert {"matrix", "matrix_with_mutants", "reruns", "suite"} < set(vars(evidence))
    assert evidence.matrix.on_mutants == {}


def test_a_group_that_finds_something_ends_the_search(bare):
    one, two = (Violation(law, bare.path("story.toml"), 0, "is so; do that") for law in (1, 2))
    groups = [[lambda _: []], [lambda _: [one], lambda _: [two]], [lambda _: pytest.fail("it goes on")]]
    assert checks.find(checks.Evidence(bare.story), groups) == [one, two]


def test_beside_a_suite_that_does_not_run_the_files_are_named(small):
    append(small, "steps/more.txt", "")
    small.edit("suite/test_more.py", "import pytest\n", "import nothing\n")
    of_files, suite = told_of(small, checks.find(checks.Evidence(small.story)))
    assert of_files.startswith("law 6 · steps/more.txt: nothing names it")
    assert suite.startswith("law 4 · suite/test_more.py:3: the suite does not run: ModuleNotFoundError")


def test_without_ruff_the_gate_says_so_and_does_not_pass(small, capsys, monkeypatch):
    monkeypatch.setattr(lint.sys, "prefix", str(small.root))
    monkeypatch.setattr(lint, "ENVIRONMENTS", ())
    assert small.verb("gate") == 1
    assert capsys.readouterr().err.startswith("ruff is missing, and the gate needs it")


@pytest.fixture
def unchanged(small, monkeypatch, capsys):
    """A copy whose gate was open, and may not look again."""
    assert small.verb("gate") == 0
    assert capsys.readouterr().out == f"{OPEN}\n"
    monkeypatch.setattr(checks, "find", lambda *_: pytest.fail("it looks again"))
    return small


def test_of_the_same_files_it_says_the_same(unchanged, capsys):
    assert unchanged.verb("gate") == 0
    assert capsys.readouterr().out == f"{OPEN}\n"


CHANGES = """
    step_03/fizz.py step_03/README.md steps/notes.txt suite/rows.py mutants/never_above_one.py hints.txt
    kata/README.md story.toml pytest.ini conftest.py notes.txt katas/other/story.toml
"""
"""Also a file that a README names, and the other stories of the workspace."""


@pytest.mark.parametrize("path", CHANGES.split())
def test_it_looks_again_after_a_change_of(bare, path):
    with bare.path("step_01/README.md").open("a") as readme:
        readme.write("\nSee `notes.txt`.\n")
    story = bare.story
    before = fingerprint(story, story.steps, quick=False)
    bare.path(path).parent.mkdir(parents=True, exist_ok=True)
    with bare.path(path).open("a") as file:
        file.write("# more\n")
    assert fingerprint(read_story(story.file.parent, story.workspace), story.steps, quick=False) != before


def test_what_no_law_reads_changes_nothing(bare):
    before = fingerprint(bare.story, bare.story.steps, quick=False)
    attempt = bare.root / "kata" / "attempts" / "ann"
    attempt.mkdir(parents=True)
    (attempt / "fizz.py").write_text("def say(): ...\n")
    assert fingerprint(bare.story, bare.story.steps, quick=False) == before


EDITS = faults(r"""law 4
## a test file ends Python > the suite does not run | while it is read | ended Python itself, with status 0
@ suite/test_more.py
 import pytest
+import os
+
+os._exit(0)
## a file of the suite becomes another program > while it is read
@ suite/rows.py
 import pytest
+import os
+
+os.execv('/bin/sh', ['sh', '-c', 'exit 0'])
## a file of the suite crashes Python > while it is read | crashed Python itself: Aborted
@ suite/test_more.py
 import pytest
+import os
+
+os.abort()
""")


@pytest.mark.parametrize("planted", EDITS)
def test_no_verdict_is_given_without_evidence(small, capsys, planted):
    planted.is_named(small, capsys)
