"""A suite that one process collects several times, as `make watch` does after each edit of it."""

import sys

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


SHARED = """\
import pytest
from rows import guards

SET_UP = []

@pytest.fixture(scope="module")
def shared():
    SET_UP.append(1)

@pytest.mark.parametrize(("number", "said"), [guards(1, "one", 1, "1"), guards(2, "two", 2, "2")])
def test_shared(shared, fizz, number, said):
    assert (fizz.say(number), SET_UP) == (said, [1])
"""


def test_a_fixture_of_a_module_is_set_up_once_for_its_tests(bare):
    (bare.root / "suite" / "test_shared.py").write_text(SHARED)
    with collect(bare.story) as suite:
        tests = [test for test in suite.tests if "test_shared" in test.id]
        run = suite.run(bare.story.step(3), tests)
    assert [result.why for result in run.results.values()] == ["", ""]


OF_A_PACKAGE = """\
import pytest
from words.table import word

@pytest.mark.guards(4)
def test_a_word(fizz):
    assert fizz.say(3) == word(3)
"""


def test_of_a_package_that_the_suite_imports_nothing_stays_after_its_session(bare):
    for step in ("step_03", "step_04"):
        bare.path(f"{step}/words/table.py").parent.mkdir()
        bare.path(f"{step}/words/__init__.py").write_text("")
        bare.path(f"{step}/words/table.py").write_text('def word(number):\n    return "Fizz"\n')
    (bare.root / "suite" / "test_words.py").write_text(OF_A_PACKAGE)
    with collect(bare.story) as suite:
        assert "word" in [test.rule.split()[-1] for test in suite.tests]
    assert [name for name in sys.modules if name.partition(".")[0] == "words"] == []
