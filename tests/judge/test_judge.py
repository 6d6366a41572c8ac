"""The judge: what some tests accept, and what they catch."""

import pytest

from dojo.judge.judge import first_catchers, judge_tests, reachable
from dojo.runner.collect import collect
from dojo.runner.run import run_all
from dojo.story.mutants import read_mutants
from judge.judging import FIZZ, LOOP, ONE, SMALL, TWO, files, judge, names

X = "\n\ndef test_x():\n"
"""The head of a test, below another one."""
ALWAYS, NEVER = "always_fizz_from_three", "never_above_one"
REACHES = {
    "nothing": ("fizz.__doc__ == 'Fizz.'", 0, []),
    "one": ("fizz.say(1) == '1'", 1, [NEVER]),
    "two": ("fizz.say(2) == '2'", 2, [NEVER]),
    "fizz": ("fizz.say(3) == 'Fizz'", 3, [NEVER, ALWAYS]),
}


@pytest.mark.parametrize(("says", "step", "wrong"), REACHES.values(), ids=REACHES)
def test_they_are_judged_by_the_wrong_ones_of_the_steps_that_they_reach(says, step, wrong):
    judgement = judge(f"import fizz\n\n\ndef test_it():\n    assert {says}\n")
    assert (judgement.reach, names(judgement.wrong)) == (step, wrong)


NEEDS = {
    "what they call": ("say", [NEVER, ALWAYS]),
    "what they do not call": ("sing", [ALWAYS]),
}


@pytest.mark.parametrize(("needs", "wrong"), NEEDS.values(), ids=NEEDS)
def test_what_shows_through_functions_that_they_do_not_call_is_none_of_their_business(small, needs, wrong):
    small.edit("mutants/never_above_one.py", "theme: counting\n", f"theme: counting\nneeds: {needs}\n")
    judgement = judge(ONE, FIZZ, story=small.story)
    assert (judgement.calls, names(judgement.wrong)) == ({"say"}, wrong)
    assert names(reachable(read_mutants(small.story)[:1], {"main"})) == [NEVER]  # there everything shows


def test_a_run_of_the_program_calls_main():
    run = "runpy.run_path(fizz.__file__, run_name='__main__')"
    assert judge(f"import runpy, fizz\n\n\ndef test_it():\n    {run}\n").calls == {"main"}


def test_tests_that_fail_on_a_right_solution_catch_nothing_and_end_no_run():
    wrong = "".join(f"\n\ndef test_{n}():\n    assert fizz.say(1) == {n}\n" for n in (1, 2))
    judgement = judge(f"import fizz\n{wrong}", ONE)
    assert judgement.accepting == []
    assert judgement.rejected == {"test_fizz.py::test_1", "test_fizz.py::test_2"}
    assert (names(judgement.wrong), judgement.caught) == ([NEVER], {})
    assert names(judge(f"import fizz\n{wrong}", TWO).caught) == [NEVER]


def test_a_test_that_knows_one_design_is_not_accepted_by_another():
    judgement = judge(ONE, "\n\ndef test_it():\n    assert fizz.divisible(4, 2)\n")
    assert [step.number for step in judgement.accepting] == [4]


def test_the_ones_that_catch_nothing_of_their_own_are_known():
    assert judge("import fizz\n", TWO, ONE).idle == ["test_fizz.py::test_one"]
    assert len(judge("import fizz\n", TWO, TWO.replace("two", "the_two")).idle) == 2


ENDS = f"{X}    import os\n    os._exit(3)\n"
FORKS = f"{X}    import os, time\n    if os.fork() == 0:\n        time.sleep(600)\n"
CRASHES = {
    "hangs": (LOOP, ["“a loop” not done after 0.2 seconds: is there a loop without an end?"]),
    "crashes": (ENDS, ["“x” ended Python itself, with status 3"]),
    "forks, which holds nobody up": (FORKS, []),
}


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("test", "crashes"), CRASHES.values(), ids=CRASHES)
def test_what_hangs_or_crashes_is_put_aside_and_the_others_are_judged(test, crashes):
    judgement = judge(ONE, test, TWO)
    assert judgement.crashes == crashes
    assert names(judgement.caught) == [NEVER]


def test_nothing_depends_on_how_many_run_at_a_time_and_in_which_order(monkeypatch):
    before = judge(ONE, TWO, FIZZ)
    assert [step.number for step in before.accepting] == [3, 4]
    assert (names(before.caught), names(before.alive)) == ([NEVER], [ALWAYS])

    def other_way_round(runs, on_done):
        run_all(runs[::-1], at_once=7, on_done=on_done)

    monkeypatch.setattr("dojo.judge.judge.run_all", other_way_round)
    after = judge.__wrapped__(ONE, TWO, FIZZ)
    assert (after.caught, after.reach, after.idle) == (before.caught, before.reach, before.idle)


def test_a_test_that_is_expected_to_fail_is_no_fault():
    marked = f"\n\nimport pytest\n\n\n@pytest.mark.xfail{X[1:]}    assert False\n"
    assert judge(ONE, marked).rejected == set()


def test_what_a_test_writes_by_a_name_alone_is_not_written_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    judgement = judge.__wrapped__(ONE, f"\n\nopen('read.txt', 'w')\n{X}    open('ran.txt', 'w')\n")
    assert (len(judgement.accepting), list(tmp_path.iterdir())) == (2, [])


def test_a_new_test_that_no_right_solution_passes_is_tried_on_no_wrong_one():
    tests = files(test_fizz_py=ONE.replace("'1'", "1"))
    judgement = judge_tests(tests, SMALL, wrong=read_mutants(SMALL))
    assert (judgement.rejected, judgement.wrong) == ({"test_fizz.py::test_one"}, {})


def test_the_first_of_our_tests_that_catches_a_mutant_is_known(small):
    with collect(small.story) as suite:
        rules = [test.rule for test in first_catchers(suite, suite.tests, read_mutants(small.story))]
    assert rules == ["two is said", "four is said"]
