"""Law 6: each step stands alone."""

import pytest

from gate.planting import faults, shuts

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
## a verse is told twice > step_03_fizz | tells verse 3, which step_02_numbers tells already
@ step_03/README.md
-verse 4.
+verses 3–4.
## a verse is told by no story > no story tells verse 3
@ step_02/README.md
-verses 2–3
+verse 2
## a verse that the song has not > step_03_fizz | The Song has no verse 5
@ step_03/README.md
-verse 4.
+verses 4–5.
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
    ("step_02_numbers", "step_07_numbers", "law 6 · steps/step_03_fizz", "a number is missing"),
    ("step_02_numbers", "step_01_numbers", "law 6 · steps/step_01_numbers", "same number as step_01_fake_it"),
    ("step_02_numbers", "step_two", "law 6 · steps/step_two", "is called step_NN_slug"),
    ("step_00_nothing_yet", "step_07_nothing", "law 6 · steps/step_01_fake_it", "start with 00"),
]


@pytest.mark.parametrize(("old", "new", "where", "what"), RENAMED)
def test_the_gate_names_a_folder_that_is_wrong(small, capsys, old, new, where, what):
    (small.root / "steps" / old).rename(small.root / "steps" / new)
    shuts(small, capsys, where, what)
