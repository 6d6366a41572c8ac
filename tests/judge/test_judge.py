"""The judge: what some tests accept, and what they catch."""

import sys

import pytest
from gate.planting import append

from dojo.browser.in_place import InPlaceExecutor
from dojo.judge.judge import find_reach, first_catchers, judge_tests
from dojo.judge.workbench import Workbench
from dojo.runner.collect import collect
from dojo.story.mutants import read_mutants
from judge.judging import FIZZ, ONE, SMALL, TWO, files, judge, names

X = "\n\ndef test_x():\n"
"""The head of a test, below another one."""
ZERO, NEVER, ALWAYS = "counts_from_zero", "never_above_one", "always_fizz_from_three"


REACHED = [
    pytest.param("fizz.__doc__ == 'Fizz.'", 0, [], id="none"),
    pytest.param("fizz.say(1) == '1'", 1, [ZERO, NEVER], id="the first"),
    pytest.param("fizz.say(3) == 'Fizz'", 3, [ZERO, NEVER, ALWAYS], id="the third"),
]


@pytest.mark.parametrize(("says", "reach", "wrong"), REACHED)
def test_they_are_judged_by_the_wrong_ones_of_the_steps_that_they_reach(says, reach, wrong):
    judgement = judge(f"import fizz\n\n\ndef test_it():\n    assert {says}\n")
    assert judgement.reach == reach
    assert names(judgement.wrong) == wrong


PROGRAM = "    import runpy\n\n    runpy.run_path(fizz.__file__, run_name='__main__')\n"
READ = "\n\nfizz.divisible(4, 2)\n"
ALL, NOT_NEVER = [ZERO, NEVER, ALWAYS], [ZERO, ALWAYS]
NEEDS = {
    "what they call": ("say", FIZZ, "", ALL),
    "what they do not call": ("sing", FIZZ, "", NOT_NEVER),
    "what only the solution calls": ("divisible", FIZZ, "", NOT_NEVER),
    "what their file calls while it is read": ("divisible", f"{FIZZ}{READ}", "", ALL),
    "what a conftest.py calls while it is read": ("divisible", FIZZ, f"import fizz{READ}", ALL),
    "a run of the program shows everything": ("sing", f"{FIZZ}{X}{PROGRAM}", "", ALL),
}


@pytest.mark.parametrize(("needs", "tests", "conftest", "wrong"), NEEDS.values(), ids=NEEDS)
def test_what_shows_through_functions_that_they_do_not_call_is_not_tried(bare, needs, tests, conftest, wrong):
    bare.edit("mutants/never_above_one.py", "theme: counting\n", f"theme: counting\nneeds: {needs}\n")
    # so that each right solution has the function
    bare.edit("step_03/fizz.py", "number % 3 == 0", "divisible(number, 3)")
    append(bare, "step_03/fizz.py", "def divisible(number, by):\n    return number % by == 0")
    assert names(judge(ONE, tests, conftest_py=conftest, story=bare.story).wrong) == wrong


def test_a_page_goes_on_without_being_told_of_each_call():
    judge_tests(files(test_fizz_py=ONE), SMALL, executor=InPlaceExecutor())
    assert sys.getprofile() is None


def test_tests_that_fail_on_a_right_solution_catch_nothing_and_end_no_run():
    wrong = "".join(f"\n\ndef test_{n}():\n    assert fizz.say(1) == {n}\n" for n in (1, 2))
    judgement = judge(f"import fizz\n{wrong}", ONE)
    assert judgement.passing_solutions == []
    assert judgement.rejected == {"test_fizz.py::test_1", "test_fizz.py::test_2"}
    assert names(judgement.wrong) == [ZERO, NEVER]
    assert list(judgement.caught.values()) == [{"test_fizz.py::test_one"}]


ENDS = f"{X}    import os\n    os._exit(3)\n"
FORKS = f"{X}    import os, time\n    if os.fork() == 0:\n        time.sleep(600)\n"
CRASHES = {
    "hangs": (f"{X}    while 1: 0\n", ["“x” not done after 0.2 seconds: is there a loop without an end?"]),
    "crashes": (ENDS, ["“x” ended Python itself, with status 3"]),
    "forks, which holds nobody up": (FORKS, []),
}


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("test", "crashes"), CRASHES.values(), ids=CRASHES)
def test_what_hangs_or_crashes_is_put_aside_and_the_others_are_judged(test, crashes):
    judgement = judge(ONE, test, TWO)
    assert judgement.crashes == crashes
    assert names(judgement.caught) == [ZERO, NEVER]


def test_an_expected_failure_is_no_fault_and_writing_by_a_name_writes_nothing_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    marked = f"\n\nimport pytest\n\n\n@pytest.mark.xfail{X[1:]}    assert open('ran.txt', 'w') is None\n"
    judgement = judge(ONE, "\n\nopen('read.txt', 'w')\n", marked)
    assert len(judgement.passing_solutions) == 2
    assert list(tmp_path.iterdir()) == []


def test_a_new_test_that_no_right_solution_passes_is_tried_on_no_wrong_one():
    tests = files(test_fizz_py=ONE.replace("'1'", "1"))
    judgement = judge_tests(tests, SMALL, wrong=read_mutants(SMALL))
    assert judgement.rejected == {"test_fizz.py::test_one"}
    assert judgement.wrong == {}


def test_the_first_of_our_tests_that_catches_a_mutant_is_known(bare):
    with collect(bare.story) as suite:
        rules = [test.rule for test in first_catchers(suite, suite.tests, read_mutants(bare.story))]
    assert rules == ["one is said", "two is said", "four is said"]


def test_a_second_module_is_that_of_each_step_and_not_the_participants_own(bare, tmp_path):
    for step in ("step_03_fizz", "step_04_divisible"):
        bare.path(f"steps/{step}/words.py").write_text("FIZZ = 'Fizz'\n")
    test = "import fizz\n\n\ndef test_fizz():\n    from words import FIZZ\n    assert FIZZ == 'Fizz'\n"
    own = files(test_fizz_py=test, words_py="FIZZ = 'Fizz'\n")
    assert find_reach(Workbench(str(tmp_path), own, bare.story)) == 3
