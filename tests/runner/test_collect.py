"""A suite that one process collects several times, as `make watch` does after each edit of it."""

import pytest

from dojo.runner.collect import collect

FIZZ = "fizz.say(3)"


@pytest.mark.parametrize("edited", ["fizz.say(30 / 10)", "fizz.say(6)"], ids=["longer", "of the same length"])
def test_a_test_is_shown_as_it_stands_in_the_file_now(bare, edited):
    def last_line():
        with collect(bare.story) as suite:
            (test,) = (test for test in suite.tests if test.rule == "fizz is said")
            return suite.text(test).splitlines()[-1].strip()

    assert last_line() == 'assert fizz.say(3) == "Fizz"'
    bare.edit("suite/test_more.py", FIZZ, edited)
    assert last_line() == f'assert {edited} == "Fizz"'
