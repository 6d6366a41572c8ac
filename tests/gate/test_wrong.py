"""Law 9: what a mutant has to be, and what is said to be finished."""

import pytest

from gate.planting import faults

EDITS = faults(r"""law 9
## a mutant has no hint > mutants/never_above_one.py | has no field hint
@ mutants/never_above_one.py
-hint: What
+help: What
## a mutant has no number > mutants/never_above_one.py | its field step is not a number
-step: 1
+step: one
## a mutant does not say how it comes about > mutants/never_above_one.py | what it does, how it comes
-The fake was left where it was.
-
## a mutant is no Python > mutants/never_above_one.py:15 | is not valid Python
-def say(number):
+def say(number:
## its rest is gone > mutants/never_above_one.py:19: does not take its rest; end it with the_rest(globals())
-the_rest(globals())
## a mutant does not know its rest
> mutants/never_above_one.py:19: does not take its rest; begin it with from finished import the_rest
-from finished import the_rest
## a mutant breaks at every call > mutants/never_above_one.py: it breaks in every test; let it have
-    return "1" if number % 3 else right_say(number)
+    return None + 1
## nothing is finished > finished | there is no step 9
@ story.toml
-finished = 3
+finished = 9
""")


@pytest.mark.parametrize("planted", EDITS)
def test_the_gate_names_what_is_planted(small, capsys, planted):
    planted.is_named(small, capsys)


def test_the_judge_says_it_in_a_line(small, capsys):
    small.edit("mutants/never_above_one.py", "def say(number):", "def say(number:")
    assert small.verb("judge", f"TESTS={small.root}/suite") == 2
    assert capsys.readouterr().err.startswith("mutants/never_above_one.py:15: is not valid Python: ")
