"""Law 9: what a mutant has to be, what is said to be finished, and that each test has failed."""

import sys

import pytest

from dojo.gate.checks import find
from dojo.gate.evidence import Evidence
from dojo.gate.mutants import check_each_test_fails, check_mutants_caught
from gate.planting import append, faults, shuts, told_of

ONE = "mutants/never_above_one.py"
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
## its rest is gone > mutants/never_above_one.py:19: does not take its rest; begin it with
-the_rest(globals())
## a mutant does not know its rest
> mutants/never_above_one.py:19: does not take its rest; begin it with
-from finished import the_rest
## a mutant of a step that there is not > mutants/never_above_one.py:1: there is no step 9
-step: 1
+step: 9
## a mutant breaks at every call > mutants/never_above_one.py: it breaks in every test; let it have
-    return "1" if number % 3 else right_say(number)
+    return None + 1
## a mutant is right > mutants/never_above_one.py | passes every test
-"1" if number % 3 else right_say(number)
+"1" if number < 0 else right_say(number)
## a mutant of a step whose tests do not catch it > mutants/never_above_one.py
> no test of its step, 4, or of a later one catches it; write step: 1
-"1" if number % 3 else right_say(number)
+"2" if number == 1 else right_say(number)
@ mutants/never_above_one.py
-step: 1
+step: 4
## nothing is finished > finished | there is no step 9
@ story.toml
-finished = 3
+finished = 9
## what is said to be finished is not
> step_02_numbers is said to be finished, and “fizz is said” is red there; write finished = 3: every test
-finished = 3
+finished = 2
""")


@pytest.mark.parametrize("planted", EDITS)
def test_the_gate_names_what_is_planted(small, capsys, planted):
    planted.is_named(small, capsys)


def test_a_test_that_cannot_fail_is_named(small):
    append(small, "suite/test_more.py", "@pytest.mark.guards(3)\ndef test_any(fizz):\n    assert fizz.say(3)")
    (said,) = told_of(small, find(Evidence(small.story), [[check_each_test_fails]]))
    assert said.startswith(
        "law 9 · step_03_fizz · suite/test_more.py:18 · “any”: no earlier step and no mutant"
    )


def test_two_mutants_that_are_alike_are_named(small, capsys):
    mutant = small.path(ONE)
    mutant.with_name("one_for_ever.py").write_text(mutant.read_text("utf-8").replace("The fake", "A fake"))
    shuts(small, capsys, "law 9 · mutants/one_for_ever.py: has the code of never_above_one.py")


def test_what_did_not_run_on_a_mutant_is_missing(small):
    evidence = Evidence(small.story)
    on_mutants = evidence.matrix_with_mutants.on_mutants
    del on_mutants[next(iter(on_mutants))][evidence.tests[0].id]
    (violation,) = check_mutants_caught(evidence)
    assert violation.format(small.story).startswith(
        "law 4 · mutants/counts_from_zero.py · “one is said”: missing: every test runs on every mutant"
    )


def test_the_judge_says_it_in_a_line(small, capsys):
    small.edit(ONE, "def say(number):", "def say(number:")
    assert small.verb("judge", f"TESTS={small.root}/suite") == 2
    assert capsys.readouterr().err.startswith("mutants/never_above_one.py:15: is not valid Python: ")


def test_a_mutant_of_a_name_that_the_finished_step_has_not_is_named(small, capsys):
    text = small.path("mutants/counts_from_zero.py").read_text("utf-8")
    text = text.replace("def say(number", "def divisible(number, by")
    small.path("mutants/always_divisible.py").write_text(text, "utf-8")
    told = "it passes every test; give it a fault of step_03_fizz, or add a test that catches it: "
    shuts(small, capsys, f"law 9 · mutants/always_divisible.py: {told}")


CLASS = '''

class Caller:
    """Says numbers."""

    def say(self, number):
        """What is said at a number."""
        return say(number)

    def name(self):
        """Its name."""
        return "caller"
'''
OF_A_CLASS = '''"""It is nobody.

The name was left out.

step: 3
theme: names
shown by: asking for its name
riddle: Who is there?
hint: What is its name?
"""

from finished import right_Caller, the_rest


class Caller(right_Caller):
    """Says numbers, and not its name."""

    def name(self):
        """No name."""
        return ""


the_rest(globals())
'''
TEST = """

@pytest.mark.drives(3)
def test_a_caller_has_a_name(fizz):
    caller = fizz.Caller()
    assert (caller.name(), caller.say(3)) == ("caller", "Fizz")
"""


def test_a_mutant_of_a_class_builds_on_the_right_one(small):
    for step in ("step_03", "step_04"):
        file = small.path(f"{step}/fizz.py")
        file.write_text(file.read_text() + CLASS)
    small.path("suite/test_more.py").write_text(small.path("suite/test_more.py").read_text() + TEST)
    (small.root / "mutants" / "nobody.py").write_text(OF_A_CLASS)
    matrix = Evidence(small.story).matrix_with_mutants
    (nobody,) = (mutant for mutant in matrix.on_mutants if mutant.name == "nobody")
    failing = [test.rule for test in matrix.tests if matrix.on_mutant(test, nobody).colour != "green"]
    assert failing == ["a caller has a name"]
    (test,) = (test for test in matrix.tests if test.rule == "a caller has a name")
    assert "('', 'Fizz')" in matrix.on_mutant(test, nobody).why
    plain = small.run(
        sys.executable, "-c", "import nobody; print(nobody.Caller().say(3))", PYTHONPATH="mutants"
    )
    assert plain.stdout == "Fizz\n"
