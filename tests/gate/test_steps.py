"""Law 6: each step stands alone, changes the code, and does nothing while it is imported."""

import pytest

from dojo.gate.checks import find
from dojo.gate.evidence import Evidence
from dojo.gate.results import check_reruns
from gate.planting import faults, of_files, reads, told_of

EDITS = faults(r'''law 6
## a step imports another step > step_02_numbers | imports steps.step_01_fake_it.fizz
@ step_02/fizz.py
 """Fizz."""
+
+from steps.step_01_fake_it.fizz import say as said
## a step imports the tooling > step_02_numbers | imports dojo.errors
 """Fizz."""
+
+import dojo.errors
## what stands beside a step imports what is not named > step_04_divisible | words.py: | imports numpy
@ step_04/words.py
 import fizz
+import numpy
## a step is no Python > steps/step_02_numbers/fizz.py:4: is not valid Python
@ step_02/fizz.py
-def say(number):
+def say(number:
## a verse is told twice > step_03_fizz | tells verse 3 to 4, and the next one is 4 of 4; tell each part once
@ step_03/README.md
-verse 4.
+verses 3–4.
## a verse is left out > step_03_fizz/README.md:29: tells verse 4, and the next one is 3 of 4
@ step_02/README.md
-verses 2–3
+verse 2
## the last verse is told by no step > story.toml:15: no story tells verse 4; end the README of a step with
@ step_03/README.md
-Retold from *The Song* by Ann, verse 4.
## a verse that the song has not > step_03_fizz | tells verse 4 to 5, and the next one is 4 of 4
@ step_03/README.md
-verse 4.
+verses 4–5.
## verses go back > step_01_fake_it/README.md:28: tells verse 4, and the next one is 1 of 4
@ step_01/README.md
-verse 1
+verse 4
## verses are told backwards > step_02_numbers/README.md:28: tells verse 3 to 2, and the next one is 2 of 4
@ step_02/README.md
-verses 2–3
+verses 3–2
## a chapter has two names > step_02_numbers | calls chapter 1 Counts, which was Counting before
@ step_02/README.md
-Chapter 1 · Counting
+Chapter 1 · Counts
''')


@pytest.mark.parametrize("planted", EDITS)
def test_what_is_planted_is_seen_by_reading(bare, planted):
    (bare.path("step_04/fizz.py").parent / "words.py").write_text('"""Words."""\n\nimport fizz\n')
    planted.is_read(bare)


RENAMED = [
    ("step_02_numbers", "step_07_numbers", "step_03_fizz: number 02 is next", "; rename it step_02_fizz"),
    ("step_02_numbers", "step_01_numbers", "step_01_numbers: number 02 is next", "rename it step_02_numbers"),
    ("step_02_numbers", "step_two", "step_two", "a step is called step_NN_slug"),
    ("step_00_nothing_yet", "step_07_nothing", "step_01_fake_it: number 00 is next", "step_00_fake_it"),
]


@pytest.mark.parametrize(("old", "new", "where", "what"), RENAMED)
def test_a_folder_that_is_wrong_is_named(bare, old, new, where, what):
    (bare.root / "steps" / old).rename(bare.root / "steps" / new)
    reads(bare, f"law 6 · steps/{where}", what)


SAME = '''"""Fizz."""


def say(number):
    """What is said at a number."""
    if number % 3 == 0:
        return "Fizz"
    return str(number)
'''
NEW_LAYOUT = {
    "nothing": SAME,
    "a comment": SAME.replace("    if", "    # three times something\n    if"),
    "a docstring": SAME.replace("What is said", "What one says"),
    "no docstring": SAME.replace('"""Fizz."""\n', ""),
    "parentheses": SAME.replace("number % 3 == 0", "(\n        (number % 3) == 0\n    )"),
    "pass": SAME.replace("    return s", "    pass\n    return s"),
}


@pytest.mark.parametrize("code", NEW_LAYOUT.values(), ids=NEW_LAYOUT)
def test_a_refactoring_that_changes_only_the_layout_is_named(bare, code):
    bare.path("step_04/fizz.py").write_text(code)
    told = "has the code of step_03_fizz, at most laid out differently"
    reads(bare, f"law 6 · steps/step_04_divisible/fizz.py: {told}")


HONEST = {
    "other names": SAME.replace("number", "n"),
    "another expression": SAME.replace("number % 3 == 0", "not number % 3"),
    "types": SAME.replace("say(number)", "say(number: int)"),
}


@pytest.mark.parametrize("code", HONEST.values(), ids=HONEST)
def test_a_refactoring_that_changes_the_code_is_one(bare, code):
    bare.path("step_04/fizz.py").write_text(code)
    assert of_files(bare.story) == []


def test_a_step_that_is_no_python_has_not_the_code_of_an_empty_one(bare):
    bare.path("step_01/fizz.py").write_text("def say(number:\n")
    assert [line for line in told_of(bare, of_files(bare.story)) if "the code of" in line] == []


def test_what_is_put_beside_the_module_is_a_change(bare):
    bare.path("step_04/fizz.py").write_text(SAME)
    bare.path("step_04/words.py").write_text('"""Words."""\n')
    assert of_files(bare.story) == []


IMPORTS = {
    "import time\n\ntime.sleep(0.01)": "sleeps",
    "import os\n\nos.system(':')": "starts another program",
    "import socket\n\nsocket.socket().connect_ex(('127.0.0.1', 9))": "asks the network",
    "from pathlib import Path\n\nPath('hints.txt').read_text()": "reads a file of the workspace: hints.txt",
}


@pytest.mark.parametrize(("code", "does"), IMPORTS.items(), ids=IMPORTS.values())
def test_what_a_step_does_while_it_is_imported_is_named(small, code, does):
    small.edit("step_03/fizz.py", '"""Fizz."""\n', f'"""Fizz."""\n\n{code}\n')
    (said,) = told_of(small, find(Evidence(small.story), [[check_reruns]]))
    assert said.startswith(f"law 6 · steps/step_03_fizz/fizz.py: {does} while it is imported")
