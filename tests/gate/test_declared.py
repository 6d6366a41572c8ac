"""Law 4: each test that is written is marked, runs on every step, and is counted."""

import pytest

from dojo.gate.checks import COLLECTED, find
from dojo.gate.evidence import Evidence
from dojo.gate.suite import forms
from dojo.runner.collect import collect
from gate.planting import faults, given, written

FIVE = """\
2: def test_five(fizz):  # here
    assert fizz.say(5) == '5'
"""
NOT_COLLECTED = written(r"""law 4
## a mark alone > five_is_said
@pytest.mark.drives(2)
def five_is_said(fizz):  # here
    fizz.say(5)
## a name that begins with _ > _test_five | begins with test_
def _test_five(capsys):  # here
    assert capsys
## a file that pytest does not read > pytest does not read tests.py | test_….py
@ suite/tests.py
def test_five(fizz):  # here
    assert fizz.say(5) == '5'
## a file in a folder that pytest does not enter > pytest does not read build/test_five.py
@ suite/build/test_five.py
def test_five(fizz):  # here
    assert fizz.say(5) == '5'
## two tests of one name > puts something else in place of test_five
@ suite/test_more.py
2: def test_five(fizz):  # here
    assert fizz.say(5) == "5"

2: def test_five(fizz):
    assert fizz.say(2) == "2"
## a test below if False > it stands in the `if` of line
if False:
    2: def test_five(fizz):  # here
        assert fizz.say(5) == '5'
## a test in a try that ends before > it stands in the `try` of line
try:
    import no_such_module

    2: def test_five(fizz):  # here
        assert fizz.say(5) == '5'
except ImportError:
    pass
## a test inside a test > test_seven | stands inside test_five
2: def test_five(fizz):
    def test_seven():  # here
        assert fizz.say(7) == "7"

    assert fizz.say(5) == "5"
## a class that makes itself > TestFive has an __init__
class TestFive:
    def __init__(self):
        self.five = 5

    2: def test_five(self, fizz):  # here
        assert fizz.say(5) == '5'
## a class of another name > the name of its class, Five, does not begin with Test
class Five:
    2: def test_five(self, fizz):  # here
        assert fizz.say(5) == '5'
## a class that says that it is none > says __test__
class TestFive:
    __test__ = False

    2: def test_five(self, fizz):  # here
        assert fizz.say(5) == '5'
## two classes of one name > puts something else in its place
class TestFive:
    2: def test_five(self, fizz):  # here
        assert fizz.say(5) == '5'

class TestFive:
    2: def test_six(self, fizz):
        assert fizz.say(7) == '7'
## a row of the same rule as one that runs > the row “two is said” does not run
@ suite/test_numbers.py
LEFT = [drives(2, "two is said", 2, "2")]  # here
## a pytest.param that no test has > the row “five ♣” does not run
@ suite/test_more.py
LEFT = [pytest.param(2, "2", marks=pytest.mark.drives(2), id="five ♣")]  # here
## rows that are made, and that no test has > the row “… is said again” does not run
@ suite/test_numbers.py
LEFT = [
    drives(2, f"{n} is said again", n, str(n))  # here
    for n in (5, 7)
]
""")
TAKEN_AWAY = written(
    r"""law 4
## a loop takes the name of a test > puts something else in its place
for test_five in range(3):
    pass
## a test is deleted by its text > puts something else in its place
del globals()['test_five']
## a test gets the code of another one > puts something else in place of test_five
test_five.__code__ = test_fizz_is_said.__code__
## a test that says that it is none > puts something else in its place
test_five.__test__ = False
""",
    FIVE,
)


@pytest.mark.filterwarnings("ignore::pytest.PytestCollectionWarning")
@pytest.mark.parametrize("planted", [*NOT_COLLECTED, *TAKEN_AWAY])
def test_what_is_written_and_does_not_run_is_named(bare, planted):
    def found(story):
        with collect(story) as suite:
            return find(given(story, suite.tests), [COLLECTED])

    planted.is_read(bare, found)


FORMS = written(r"""law 4
## a test yields > yields
2: def test_five(fizz):  # here
    assert fizz.say(5) == '5'
    yield
## subtests > has subtests
2: def test_five(fizz, subtests):  # here
    with subtests.test():
        assert fizz.say(5) == '5'
## subtests of unittest > has subtests
import unittest

class TestFive(unittest.TestCase):
    def test_five(self):  # here
        for n in (5, 7):
            with self.subTest(n=n):
                self.assertEqual(n, 5)
## a module may be missing > pytest.importorskip leaves
pytest.importorskip('json')  # here
## a test is left out elsewhere > pytest.skip leaves tests out
from pytest import skip as later

2: def test_five(fizz):
    if fizz is None:
        later('x')  # here
    assert fizz.say(5) == '5'
## unittest leaves a test out > unittest.SkipTest leaves tests out
import unittest

def test_five(fizz):
    raise unittest.SkipTest  # here
## a test ends the run > pytest.exit leaves tests out
2: def test_five(fizz):
    assert fizz.say(5) == '5'
    pytest.exit('enough')  # here
## a hook in a helper > pytest_collection_modifyitems is a hook
@ suite/helper.py
def pytest_collection_modifyitems(items):  # here
    items[:] = items[1:]
## a hook from elsewhere > pytest_generate_tests is a hook
@ suite/test_more.py
from helper import pytest_generate_tests  # here
## a plugin > pytest_plugins changes what pytest runs
pytest_plugins = ['helper']  # here
## files to ignore > collect_ignore changes
collect_ignore = ['test_numbers.py']  # here
""")


@pytest.mark.parametrize("planted", FORMS)
def test_what_is_not_run_as_it_is_written_is_named(bare, planted):
    planted.is_read(bare, lambda story: forms.check(Evidence(story)))


GATES = faults(r"""law 4
## a test has no mark > “nothing” | mark it with one drives(N) or guards(N)
@ suite/test_numbers.py
+
+
+def test_nothing(fizz):
+    assert fizz


 NUMBERS = [
## a test has two marks > “fizz is said” | mark it with one drives(N) or guards(N)
@ suite/test_more.py
 @pytest.mark.drives(3)
+@pytest.mark.guards(4)
## a test drives a step that is none > “fizz is said” | there is no step 99
-@pytest.mark.drives(3)
+@pytest.mark.drives(99)
## a test has subtests > “fizz is said” | takes `subtests`, which have no mark; make each a row
-def test_fizz_is_said(fizz):
-    assert
+def test_fizz_is_said(fizz, subtests):
+    with subtests.test():
+        assert
## a test runs on no step > “fizz is said” | runs on no step
-def test_fizz_is_said(fizz):
+def test_fizz_is_said():
+    import fizz
+
## a test is marked to be skipped > “fizz is said” | marked skipif
 @pytest.mark.drives(3)
+@pytest.mark.skipif('sys')
## a test skips itself > step_03_fizz | skipped
-    assert fizz.say(3) == "Fizz"
+    pytest.skip('not today')
## a test excuses itself > step_03_fizz | skipped
-    assert fizz.say(3) == "Fizz"
+    pytest.xfail('not today')
## the gate: a slip > suite/test_more.py:12 | tset_names_are_said_back is written as a test and does not run
@ suite/test_more.py
-def test_names_are
+def tset_names_are
## the gate: a table is used in part > suite/test_numbers.py:9 | the row “five is said” does not run
@ suite/test_numbers.py
+    guards(3, "five is said", 5, "5"),
     guards(3, "four is said", 4, "4"),
@ suite/test_numbers.py
-, NUMBERS)
+, NUMBERS[:2] + NUMBERS[3:])
## the gate: the suite does not run, and why is read in it > suite/test_more.py:12 | is async
@ suite/test_more.py
-def test_names_are_said_back(fizz, capsys):
+async def test_names_are_said_back(fizz, capsys):
""")


@pytest.mark.parametrize("planted", GATES)
def test_the_gate_names_what_is_planted(small, capsys, planted):
    planted.is_named(small, capsys)
