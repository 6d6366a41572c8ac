"""Law 7: each step that a test drives has its hint, and each test its kata."""

import pytest

from dojo.gate.checks import find
from dojo.gate.katas import check_hints, check_katas_of_tests, check_tests_of_katas
from dojo.runner.matrix import matrix
from gate.planting import faults, given

NO_KATA = 'of_no_kata = ["test_more.py::test_names_are_said_back"]'

EDITS = faults(r"""law 7
## a step with a driver has no hint > step_02_numbers · hints.txt: a test drives step 2, which has no hint
@ hints.txt
- 2  Two numbers, two answers: what turns a number into a text?
## a refactoring has a hint > step_04_divisible · hints.txt:5: is for no test that drives step 4
+ 4  What is the same?
  3  What is left
## a step that is not there has a hint > hints.txt:5: is for no test that drives step 9
+ 9  What is the same?
  3  What is left
## a step has two hints > step_02_numbers · hints.txt:5: “two is said” of step 2 has a hint already
+ 2  What is the same?
  3  What is left
## a further test that drives a step has no hint
> step_02_numbers · hints.txt · “five is said”: drives step 2 and has no hint; indented below line 2
> add its rule, a colon and words
@ suite/test_numbers.py
     drives(2, "two is said", 2, "2"),
+    drives(2, "five is said", 5, "5"),
@ step_02/README.md
     drives(2, "two is said", 2, "2"),
+    drives(2, "five is said", 5, "5"),
## a hint is for no test
> step_02_numbers · hints.txt:5: is for no test that drives step 2: five is said: What is it?
@ hints.txt
+    five is said: What is it?
  3  What is left
## two hints are the same > step_03_fizz · hints.txt:5: says the same as line 4; say what helps with this test
- 3  What is left when three is divided by three?
+ 3  Two numbers, two answers: what turns a number into a text?
## a hint says nothing > hints.txt:5: is for no test that drives step 2: 3
-What is left when three is divided by three?
+
## a hint is still a draft > step_03_fizz · hints.txt:5: is still a draft
- 3  What is left when three is divided by three?
+ 3  …
## a line of the hints is none > hints.txt:5: is for no test that drives step 2: 3: What
- 3  What is left
+ 3: What is left
""")


@pytest.mark.parametrize("planted", EDITS)
def test_the_gate_names_what_is_planted(small, capsys, planted):
    planted.is_named(small, capsys)


FIZZ = "step_03_fizz · suite/test_more.py:7 · “fizz is said”: belongs to"
OF_FIZZ = 'tests = ["test_more.py::test_fizz_is_said"'
AS_SHOWN, TAKE = "write a name as pytest shows it", "take it out of one of them"
TWO = "a kata's tests or in of_no_kata"
KATAS = [
    (f"{OF_FIZZ}]", "tests = []", f"{FIZZ} no kata; name it in story.toml, in {TWO}"),
    (NO_KATA, 'of_no_kata = ["test_more.py"]', f"{FIZZ} a kata, and story.toml says of_no_kata; {TAKE}"),
    (OF_FIZZ, f'{OF_FIZZ}, "buzz"', f"story.toml:29: katas.fizz: no test is called buzz; {AS_SHOWN}"),
    (
        NO_KATA,
        f'{NO_KATA[:-1]}, "buzz"]',
        f"story.toml:24: tests.of_no_kata: no test is called buzz; {AS_SHOWN}",
    ),
]


@pytest.mark.parametrize(("old", "new", "told"), KATAS)
def test_what_story_toml_says_of_katas_is_so(small, old, new, told):
    tests = matrix(small.story).tests
    small.edit("story.toml", old, new)
    evidence = given(small.story, tests)
    found = [*check_tests_of_katas(evidence), *check_katas_of_tests(evidence)]
    assert [violation.format(small.story) for violation in found] == [f"law 7 · {told}"]


def test_a_story_without_hints_and_katas_needs_none(small):
    tests = matrix(small.story).tests
    told = (small.root / "story.toml").read_text(encoding="utf-8")
    told = told.replace('hints = "hints.txt"\n', "").partition("[tests]")[0]
    (small.root / "story.toml").write_text(told, encoding="utf-8")
    checks = (check_hints, check_katas_of_tests, check_tests_of_katas)
    assert find(given(small.story, tests), [checks]) == []
