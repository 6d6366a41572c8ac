"""What careless authors do: each mistake is named."""

import pytest

from dojo.gate import solved
from dojo.gate.colours.covered import in_words
from dojo.gate.evidence import Evidence
from gate.planting import append, faults, of_files, shuts

EDITS = faults(r'''
## law 9: an assertion in a loop over nothing > suite/test_more.py | does not run on step_04_divisible
@ suite/test_more.py
     assert fizz.say(3) == "Fizz"
+    for number in vars(fizz).get("rows", ()):
+        assert fizz.say(number) == "Fizz"  # here
## law 9: a mutant of a step whose tests do not catch it > mutants/never_above_one.py
> no test of its step, 4, or of a later one catches it; write step: 1
@ mutants/never_above_one.py
-"1" if number % 3 else right_say(number)
+"2" if number == 1 else right_say(number)
@ mutants/never_above_one.py
-step: 1
+step: 4
## law 6: an import that sleeps > steps/step_03_fizz/fizz.py | sleeps while it is imported
@ step_03/fizz.py
 """Fizz."""
+
+import time
+
+time.sleep(0.01)
## law 7: a claim of guards is counted wrong > step_03_fizz/README.md:24: says Three guards say, and it is 1
@ step_03/README.md
-Four is a guard.
+Three guards say so.
## law 7: a name that stands only in a text > step_02_numbers/README.md:24: nothing is called `one`
@ step_02/README.md
-The constant is gone.
+The constant `one` is gone.
## law 7: a title that is not the slug > step_02_numbers/README.md:1: its title is Dates, and its folder
-# Step 02 · Numbers
+# Step 02 · Dates
''')


@pytest.mark.parametrize("planted", EDITS)
def test_a_careless_mistake_is_named(small, capsys, planted):
    planted.is_named(small, capsys)


def test_the_same_values_twice_in_one_table_are_named(bare):
    row = '    drives(2, "two is said", 2, "2"),\n'
    bare.edit("suite/test_numbers.py", row, f'{row}    guards(2, "two is said again", 2, "2"),\n')
    (violation,) = of_files(bare.story)
    told = "law 4 · suite/test_numbers.py:9: “two is said again” has the values of line 8; give it others"
    assert violation.format(bare.story).startswith(told)


def test_two_mutants_that_are_alike_are_named(small, capsys):
    mutant = small.path("mutants/never_above_one.py")
    mutant.with_name("one_for_ever.py").write_text(mutant.read_text("utf-8").replace("The fake", "A fake"))
    shuts(small, capsys, "law 9 · mutants/one_for_ever.py: has the code of never_above_one.py")


@pytest.mark.usefixtures("fresh_python")
def test_a_test_that_needs_the_time_zone_of_its_author_is_named(small, capsys):
    small.edit("suite/test_more.py", '== "10\\n"', '== "10\\n"\n    assert time.timezone != -49500')
    small.edit("suite/test_more.py", "import pytest\n", "import time\n\nimport pytest\n")
    shuts(small, capsys, "law 4 · step_04_divisible", "TZ=DOJO-13:45 LC_ALL=C pytest suite --step 4")


def test_cases_that_no_step_is_held_to_are_named(bare):
    append(bare, "kata/cases/01-one.in", "1")
    append(bare, "kata/cases/01-one.out", "1")
    assert list(solved.check(Evidence(bare.story))) == []
    append(bare, "step_03/fizz.py", 'if __name__ == "__main__":\n    print(say(1))')
    (violation,) = solved.check(Evidence(bare.story))
    told = "law 7 · story.toml:26: katas.fizz: no step is held to its cases; write program = the number"
    assert violation.format(bare.story).startswith(told)


def test_a_suite_that_imports_its_module_is_told_what_to_type(small, capsys):
    small.edit("suite/test_more.py", "import pytest\n", "import pytest\nfrom fizz import say\n")
    shuts(small, capsys, "law 4 · suite/test_more.py:4: ", "let the test take `fizz` as an argument")


MATCH = ["match n:", "    case 1:", "        return 2"]
PROGRAM = ['if __name__ == "__main__":', "    main()"]
MISSED = {
    "a match whose last case cannot be missed": (
        "the branch from line 2 to -1",
        MATCH,
        "no test matches none of the cases; write `case _:` if the last case cannot be missed",
    ),
    "a program that no test runs": (
        "line 2",
        PROGRAM,
        "no test green by then reaches it;"
        " let a test run the program: runpy.run_path(module.__file__, run_name='__main__')",
    ),
    "a line": (
        "line 3",
        MATCH,
        "no test green by then reaches it; remove it, or write the test that wants it",
    ),
    "a function that does not end": (
        "the branch from line 1 to -1",
        MATCH,
        "from line 1 the function never ends: no test green by then reaches it;"
        " remove it, or write the test that wants it",
    ),
}


@pytest.mark.parametrize(("place", "code", "told"), MISSED.values(), ids=MISSED)
def test_what_no_test_reaches_is_said_in_words(place, code, told):
    line = int(place.removeprefix("the branch from ").split()[1])
    assert in_words(place, line, code) == told
