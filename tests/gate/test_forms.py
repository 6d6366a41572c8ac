"""The forms of ordinary pytest: those that the gate accepts, and those that it refuses in a line."""

import re

import pytest
from helpers import small_copy

from dojo.gate.checks import find
from dojo.gate.collection import check_suite_runs
from dojo.gate.evidence import Evidence
from dojo.gate.results import check_plain_pytest
from gate.planting import MORE, append, faults, told_of

ACCEPTED = r"""## a class
class TestMore:
    G def test(self, fizz):
        assert fizz.say(3) == 'Fizz'

## a mark on a class, and a closer one on its method
@pytest.mark.guards(3)
class TestMarked:
    G def test(self, fizz):
        assert fizz.say(3) == 'Fizz'

    def test_six(self, fizz):
        assert fizz.say(6) == 'Fizz'

## a class in a class, and one above
class Rules:
    G def test(self, fizz):
        assert fizz.say(3) == 'Fizz'

class TestRules(Rules):
    class TestMore:
        G def test(self, fizz):
            assert fizz.say(6) == 'Fizz'

## names of the module that the file imports
from fizz import say
from fizz import say as said

class TestImported:
    @pytest.fixture
    def three(self):
        return say(3)

    G def test(self, three):
        assert (three, said(6)) == ('Fizz', 'Fizz')

## a fixture that ends something
@pytest.fixture
def game(fizz):
    yield fizz.say
    fizz.say(1)

G def test(fizz, game):
    assert game(3) == 'Fizz'

## a fixture with values, and tables above one another
@pytest.fixture(params=[3, 6])
def three(request):
    return request.param

@pytest.mark.parametrize('by', [1, 2])
@pytest.mark.parametrize('number', [3, 6])
G def test(fizz, three, number, by):
    assert fizz.say(three * number * by) == 'Fizz'

## rows of several makers, for the module that the file imports
import fizz as game

ROWS = [rows.guards(4, 'three ♣: a-b [c]', 3), pytest.param(6, marks=pytest.mark.guards(4), id='six')]
ROWS += [rows.guards(4, f'{n} is a fizz', n) for n in (9, 12)]

@pytest.mark.parametrize('number', ROWS)
def test(number):
    assert game.say(number) == 'Fizz'

## approx, all and not, and two answers that are compared
G def test(fizz):
    assert float(fizz.say(5)) == pytest.approx(5)
    assert not fizz.say(3).isdigit()
    assert all(fizz.say(n) == 'Fizz' for n in (3, 6))
    assert fizz.say(3) == fizz.say(6) != fizz.say(5)

## a day that is written down, and the time that a test takes
G def test(fizz):
    began, day = time.monotonic(), date(2024, 2, 29)
    assert fizz.say(day.month + 1) == 'Fizz'
    assert time.monotonic() - began < 60

## an error that is asked for
G def test(fizz):
    with pytest.raises((TypeError, KeyError)) as error:
        fizz.say(None)
    assert 'None' in str(error.value)
    pytest.raises(TypeError, fizz.say, None)
    assert fizz.say(3) == 'Fizz'

## any error that says what is wrong
G def test(fizz):
    with pytest.raises(Exception, match='NoneType') as error:
        said = None
        fizz.say(said)
    assert type(error.value).__name__ == 'TypeError'
    assert fizz.say(3) == 'Fizz'

## an error that is caught by hand
G def test(fizz):
    try:
        fizz.say(None)
    except TypeError as error:
        assert 'NoneType' in str(error)
    else:
        pytest.fail('None is said')
    assert fizz.say(3) == 'Fizz'

## a helper that fails, one that asserts, and one in a fixture
def says(said, wanted):
    if said != wanted:
        pytest.fail(f'{said} is not {wanted}')

def same(left, right):
    assert left == right, f'{left} is not {right}'

@pytest.fixture
def check(fizz):
    def check(number):
        assert fizz.say(number) == 'Fizz'

    return check

G def test(fizz, check):
    check(6)
    same(fizz.say(3), 'Fizz')
    says(fizz.say(6), 'Fizz')

## a function that is handed on
G def test(fizz):
    heard = []

    def hear(said):
        assert said == 'Fizz'
        heard.append(said)

    hear(fizz.say(3))
    assert len(heard) == 1

## what is printed, patched and written
G def test(fizz, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr('builtins.input', lambda: '3')
    (tmp_path / 'three.txt').write_text(input())
    print(fizz.say(int((tmp_path / 'three.txt').read_text())))
    assert capsys.readouterr().out == 'Fizz\n'

## a mock, and asyncio
@mock.patch('builtins.print')
G def test(printed, fizz):
    async def said():
        return fizz.say(3)

    print(asyncio.run(said()))
    printed.assert_called_once_with('Fizz')

## a program that is run
G def test(fizz, tmp_path):
    assert runpy.run_path(fizz.__file__, run_name='__main__')['say'](3) == 'Fizz'
    done = subprocess.run([sys.executable, '-B', fizz.__file__], cwd=tmp_path)
    assert done.returncode == 0

## loops, match, a generator to its end and an early end
G def test(fizz):
    said = map(fizz.say, (3, 6))
    try:
        while True:
            assert next(said) == 'Fizz'
    except StopIteration:
        pass
    for number, said in [(3, 'Fizz'), (5, '5')]:
        match number:
            case 3:
                assert fizz.say(number) == said
            case _:
                assert fizz.say(number) == said
                return

## names like those of steps, and a mark that has a name
four = pytest.mark.guards(4)

@four
def test_step_02(fizz):
    assert fizz.say(3) == 'Fizz', 'step_03 says it'
"""
FORMS = dict(row.split("\n", 1) for row in ACCEPTED.removeprefix("## ").split("\n## "))
HEAD = """\
import asyncio
import runpy
import subprocess
import sys
import time
from datetime import date
from unittest import mock

import pytest
import rows"""


@pytest.fixture(scope="module")
def accepted(tmp_path_factory):
    """What the gate says of all these forms, each in a file of its own."""
    copy = small_copy(tmp_path_factory.mktemp("forms"))
    copy.edit("story.toml", "of_no_kata = [", 'of_no_kata = ["test_form_", ')
    for number, code in enumerate(FORMS.values()):
        marked = re.sub(r"^( *)G ", r"\1@pytest.mark.guards(4)\n\1", code, flags=re.MULTILINE)
        named = marked.replace("def test(", f"def test_{number}(")
        append(copy, f"suite/test_form_{number}.py", f"{HEAD}\n\n\n{named}")
    return [violation.format(copy.story) for violation in find(Evidence(copy.story))]


@pytest.mark.parametrize("number", range(len(FORMS)), ids=[*FORMS])
def test_a_form_is_accepted(accepted, number):
    assert [line for line in accepted if f"test_form_{number}.py" in line] == []
    assert [line for line in accepted if "test_form_" not in line] == []


REFUSED = faults(r"""
## law 4: a test has no mark > “nothing” | mark it with one drives(N) or guards(N)
+def test_nothing(fizz):
+    assert fizz
## law 4: a test has two marks > “fizz is said” | has guards(4) and drives(3); mark it with one
@ suite/test_more.py
 @pytest.mark.drives(3)
+@pytest.mark.guards(4)
## law 4: a test drives a step that is none > “fizz is said” | has drives(99); mark it with
-@pytest.mark.drives(3)
+@pytest.mark.drives(99)
## law 4: subtests > “fizz is said” | takes `subtests`, which have no mark; make each a row
-def test_fizz_is_said(fizz):
-    assert
+def test_fizz_is_said(fizz, subtests):
+    with subtests.test():
+        assert
## law 4: a test runs on no step > “fizz is said” | takes no `fizz`
-def test_fizz_is_said(fizz):
+def test_fizz_is_said():
+    import fizz
+
## law 4: a class of unittest's > “five” | takes no `fizz` (a TestCase cannot): it runs on no step
 import pytest
+import unittest
+import fizz
+
+
+class TestFive(unittest.TestCase):
+    @pytest.mark.guards(4)
+    def test_five(self):
+        self.assertEqual(fizz.say(5), "5")
## law 4: a mark to skip > “fizz is said” | marked skipif
 @pytest.mark.drives(3)
+@pytest.mark.skipif('sys')
## law 4: a test skips itself > step_03_fizz | skipped
-    assert fizz.say(3) == "Fizz"
+    pytest.skip('not today')
## law 4: a test excuses itself > step_03_fizz | skipped
-    assert fizz.say(3) == "Fizz"
+    pytest.xfail('not today')
## law 2: async > “names are said back” | async def functions are not natively supported
-def test_names_are_said_back(fizz, capsys):
+async def test_names_are_said_back(fizz, capsys):
## law 4: an imported name is called while the file is read
> test_more.py:5: the suite does not run: TypeError: fizz.say() is called too early: use it in a test
 import pytest
+from fizz import say
+THREE = say(3)
## law 4: an imported name is called without a value
> test_more.py:5: the suite does not run: TypeError: fizz.say() is called too early: use it in a test
 import pytest
+from fizz import say
+THREE = say()
## law 2: an imported name in a row > “fizz is said” | TypeError: fizz.say() is called too early
 import pytest
+from fizz import say
+SAYS = [say]
@ suite/test_more.py
-    assert fizz.say(3) == "Fizz"
+    assert SAYS[0](3) == "Fizz"
## law 4: two tests of one name > redefinition of unused `test_fizz_is_said`
+@pytest.mark.guards(4)
+def test_fizz_is_said(fizz):  # here
+    assert fizz.say(6) == "Fizz"
## law 4: a table is used in part > suite/test_numbers.py:9: the row “five is said” does not run
@ suite/test_numbers.py
+    guards(3, "five is said", 5, "5"),
     guards(3, "four is said", 4, "4"),
@ suite/test_numbers.py
-, NUMBERS)
+, NUMBERS[:2] + NUMBERS[3:])
## law 4: a row that no test has > the row “five ♣” does not run
@ suite/test_more.py
+LEFT = [pytest.param(2, "2", marks=pytest.mark.drives(2), id="five ♣")]  # here
## law 4: the same values twice in one table > “two is said again” has the values of line 8; give it others
@ suite/test_numbers.py
     drives(2, "two is said", 2, "2"),
+    guards(2, "two is said again", 2, "2"),  # here
## law 4: a row without a rule > suite/test_numbers.py:8: the suite does not run: TypeError: drives() missing
-    drives(2, "two is said", 2, "2"),
+    drives(2),
## law 4: a row with a value too many > numbers.py: the suite does not run | equal to the number of values (3)
-    drives(2, "two is said", 2, "2"),
+    drives(2, "two is said", 2, "2", "3"),
## law 4: two rows of one rule > suite/test_numbers.py:8 · “one is said” | line 7 has the same rule
-    drives(2, "two is said", 2, "2"),
+    drives(2, "one is said", 2, "2"),
## law 4: a setting leaves a test out > the row “one is said” does not run
@ pytest.ini
-addopts = -p no:cacheprovider -p no:anyio
+addopts = -p no:cacheprovider -p no:anyio -k 'not one'
## law 8: another plugin > conftest.py: is not the one of the workspace
@ conftest.py
-sys.dont_write_bytecode = True
+sys.dont_write_bytecode = False
""")


@pytest.mark.parametrize("planted", REFUSED)
def test_a_form_is_refused_in_a_line(small, capsys, planted):
    planted.is_named(small, capsys)


SILENT = faults(r"""
## law 4: a slip in a name > tset_five is written as a test and does not run; pytest reads test_…
@ suite/test_slip.py
+import pytest
+
+
+@pytest.mark.guards(4)
+def tset_five(fizz):  # here
+    assert fizz.say(5) == "5"
## law 4: a file that pytest does not read > test_five | in files called test_….py, in no
@ suite/five.py
+import pytest
+
+
+@pytest.mark.guards(4)
+def test_five(fizz):  # here
+    assert fizz.say(5) == "5"
## law 4: a class of another name > test_five | in no class but one called Test…
@ suite/test_class.py
+import pytest
+
+
+class Five:
+    @pytest.mark.guards(4)
+    def test_five(self, fizz):  # here
+        pytest.raises(TypeError, fizz.say, None)
## law 9: an assertion in a loop over nothing > does not run on step_04_divisible
@ suite/test_loop.py
+import pytest
+
+
+@pytest.mark.guards(4)
+def test_five(fizz):
+    for number in vars(fizz).get("rows", ()):
+        assert fizz.say(number) == "Fizz"  # here
## law 9: an assertion behind what raises > does not run on step_04_divisible
@ suite/test_raises.py
+import pytest
+
+
+@pytest.mark.guards(4)
+def test_five(fizz):
+    with pytest.raises(TypeError) as error:
+        fizz.say(None)
+        assert "None" in str(error.value)  # here
""")


@pytest.fixture(scope="module")
def silent(tmp_path_factory):
    """The words for all these, each in a file of its own, and what the gate says of one run of them."""
    copy = small_copy(tmp_path_factory.mktemp("silent"))
    words = {row.id: row.values[0].plant(copy) for row in SILENT}
    evidence = Evidence(copy.story, copy.story.steps[-1:], measured=False)
    return words, told_of(copy, check_suite_runs(evidence))


@pytest.mark.parametrize("name", [row.id for row in SILENT])
def test_what_does_not_run_is_named(silent, name):
    words, said = silent
    assert [line for line in said if all(word in line for word in words[name])], said
    assert len(said) == len(words)


@pytest.mark.usefixtures("fresh_python")
def test_a_test_that_needs_the_time_zone_of_its_author_is_named(small):
    small.edit(MORE, '== "10\\n"', '== "10\\n"\n    assert time.timezone != -49500')
    small.edit(MORE, "import pytest\n", "import time\n\nimport pytest\n")
    (said,) = told_of(small, check_plain_pytest(Evidence(small.story, small.story.steps[-1:])))
    assert said.startswith("law 4 · step_04_divisible")
    assert "TZ=DOJO-13:45 LC_ALL=C pytest suite --step 4" in said
