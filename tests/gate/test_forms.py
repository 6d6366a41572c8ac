"""The forms of ordinary pytest: those that the gate accepts, and those that it refuses in a line."""

import re

import pytest
from helpers import small_copy

from dojo.gate.checks import ALL
from dojo.gate.collection import check_functions_run, check_suite_runs
from dojo.gate.evidence import Evidence
from gate.planting import append, faults, is_named, lines, lines_of, says

ACCEPTED = r"""## a class
class TestMore:
    G def test(self, fizz):
        assert fizz.say(3) == 'Fizz'

## a mark on a class, and a closer one on its method
@pytest.mark.guards(3)
class TestMarked:
    G def test(self, fizz):
        assert fizz.say(3) == 'Fizz'

    def test_five(self, fizz):
        assert fizz.say(5) == '5'

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

## a helper of the suite that imports the module, and one that takes all its names
from asking import asks
import fizz
G def test():
    assert asks(3) == 'Fizz'
G def test_star():
    from fizz import say
    assert say(3) == 'Fizz'

## all names of the module
from fizz import *
G def test():
    assert say(3) == 'Fizz'

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

## a day that is written down, and the time that a test takes
G def test(fizz):
    began, day = time.monotonic(), date(2024, 2, 29)
    assert fizz.say(day.month + 1) == 'Fizz'
    assert time.monotonic() - began < 60

## errors that are asked for, of any kind if they say what is wrong, and one that is caught by hand
G def test(fizz):
    with pytest.raises((TypeError, KeyError)) as error:
        fizz.say(None)
    assert 'None' in str(error.value)
    with pytest.raises(Exception, match='NoneType'):
        fizz.say(None)
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

## a TestCase, with what is set up for each test and for all
import fizz
class TestOfUnittest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.numbers = [fizz.say(1)]

    def setUp(self):
        self.three = fizz.say(3)
        self.addCleanup(self.numbers.append, "cleaned")

    G def test(self):
        self.assertEqual(self.three, 'Fizz')
        assert self.numbers[0] == '1'

    G def test_five(self):
        with self.subTest(number=5):
            self.assertEqual(fizz.say(5), '5')

    G def test_words(self):
        self.assertRegex(fizz.say(3), 'F')

## a mark on a TestCase, and a base that holds its helpers
from fizz import say
class OfFizz(unittest.TestCase):
    def says(self, number, expected):
        self.assertEqual(say(number), expected)

@pytest.mark.guards(4)
class TestMarkedCase(OfFizz):
    def test(self):
        self.says(3, 'Fizz')

## a TestCase with coroutines
import fizz
class TestLater(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.three = fizz.say(3)

    G async def test(self):
        await asyncio.sleep(0)
        self.assertEqual(self.three, 'Fizz')

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
import unittest
from datetime import date
from unittest import mock

import pytest
import rows"""


@pytest.fixture(scope="module")
def accepted(tmp_path_factory):
    """What the gate says of all these forms, each in a file of its own."""
    copy = small_copy(tmp_path_factory.mktemp("forms"))
    names = "".join(f'"test_form_{number}.py", ' for number in range(len(FORMS)))
    copy.edit("story.toml", "of_no_kata = [", f"of_no_kata = [{names}")
    append(
        copy,
        "suite/asking.py",
        "import fizz\nfrom fizz import *\n\n\ndef asks(n):\n    return (fizz.say(n), say(n))[0]",
    )
    for number, code in enumerate(FORMS.values()):
        marked = re.sub(r"^( *)G ", r"\1@pytest.mark.guards(4)\n\1", code, flags=re.MULTILINE)
        named = marked.replace("def test(", f"def test_{number}(")
        append(copy, f"suite/test_form_{number}.py", f"{HEAD}\n\n\n{named}")
    return lines(copy, *ALL)


@pytest.mark.parametrize("number", range(len(FORMS)), ids=[*FORMS])
def test_a_form_is_accepted(accepted, number):
    assert [line for line in accepted if f"test_form_{number}.py" in line] == []
    assert [line for line in accepted if "suite/test_form_" not in line] == []


TWO, DRIVES = '    drives(2, "two is said", 2, "2"),\n', "@pytest.mark.drives(3)\n"
IMPORT, ASSERT = "import pytest\n", 'assert fizz.say(3) == "Fizz"'
OF_UNITTEST = """from unittest import TestCase

class TestFive(TestCase):
    @pytest.mark.guards(4)
    def test_five(self):
        import fizz
        self.assertEqual(fizz.say(5), "5")
"""
NO_RUN = "“fizz is said”: the suite does not run: "
EARLY = ":5: the suite does not run: TypeError: fizz.say() is called too early: use it in a test or a fixture"
ENDS = "the suite does not run: | while it is read"
SKIPPED = "step_03_fizz · | “fizz is said”: skipped: every test runs on every step; remove what keeps"
LEFT = 'LEFT = [pytest.param(2, "2", marks=pytest.mark.drives(2), id="five ♣")]'
REFUSED = {
    "suite/test_more.py": [
        ("", "def test_no(fizz):\n    assert fizz", "“no”: the suite does not run: has no mark; mark it"),
        (DRIVES, f"{DRIVES}@pytest.mark.guards(4)\n", f"{NO_RUN}has guards(4) and drives(3); mark it"),
        (
            "drives(3)",
            "drives(99)",
            f":7 · {NO_RUN}has drives(99), and there is no step 99 yet; make new-step",
        ),
        ("drives(3)", "drives(0)", f":7 · {NO_RUN}has drives(0); mark it with one drives(N) or"),
        ("is_said(fizz):", "is_said(fizz, subtests):", f"{NO_RUN}takes `subtests`, which have no mark"),
        ("is_said(fizz):", "is_said():\n    import fizz", f"{NO_RUN}takes no `fizz` | it runs on no step"),
        (
            IMPORT,
            f"{IMPORT}{OF_UNITTEST}",
            "“five”: the suite does not run: takes no `fizz`: it runs on no step",
        ),
        (DRIVES, f"{DRIVES}@pytest.mark.skipif('sys')\n", f"{NO_RUN}marked skipif, but every test runs on"),
        (ASSERT, "pytest.skip('not today')", SKIPPED),
        (ASSERT, "pytest.xfail('not today')", SKIPPED),
        (IMPORT, f"{IMPORT}from fizz import say\nTHREE = say(3)\n", EARLY),
        ("", LEFT, ":17: the row “five ♣” does not run; hand the whole table that it is in to a test"),
        (IMPORT, f"{IMPORT}import os\nos._exit(0)\n", f"{ENDS} | ended Python itself, with status 0"),
        (IMPORT, f"{IMPORT}import os\nos.abort()\n", f"{ENDS} | crashed Python itself: Aborted"),
    ],
    "suite/rows.py": [(IMPORT, f"{IMPORT}import os\nos.execv('/bin/sh', ['sh', '-c', 'exit 0'])\n", ENDS)],
    "suite/test_numbers.py": [
        ("NUMBERS)", "NUMBERS[:1] + NUMBERS[2:])", ":8: the row “two is said” does not run; hand the"),
        (TWO, TWO + TWO.replace("is said", "again"), ":9: “two again” has the values of line 8; give it"),
        (TWO, TWO.replace("two", "one"), ":8 · “one is said”: line 7 has the same rule; give each row"),
        (
            TWO,
            '    drives(2, 2, "2"),\n',
            ":8: the suite does not run | write this row as drives(step, rule, values)",
        ),
        (TWO, "    drives(2),\n", ":8: the suite does not run: TypeError: drives() missing"),
        (TWO, TWO.replace('"2"', '"2", "3"'), "the suite does not run | the number of values (3)"),
    ],
    "pytest.ini": [("no:anyio", "no:anyio -k 'not one'", "numbers.py:7: the row “one is said” does not run")],
}


@pytest.mark.parametrize("fault", faults("law 4", REFUSED))
def test_a_form_is_refused_in_a_line(small, fault):
    is_named(small, fault)


def test_what_a_plugin_leaves_out_is_named_with_what_the_matrix_shows(small):
    """Before the lines that are untested for that."""
    left_out = 'items[:] = [item for item in items if "is_said" not in item.nodeid]'
    append(small, "suite/conftest.py", f"def pytest_collection_modifyitems(items):\n    {left_out}")
    (said,) = lines(small, [check_functions_run])
    assert said.startswith(f"law 4 · suite/test_more.py:7: test_fizz_is_said {UNREAD}")


def test_a_suite_without_its_rows_is_told_how_they_come_back(bare):
    (bare.root / "suite/rows.py").unlink()
    says(bare, "law 4 · suite/test_numbers.py:4: the suite does not run: ", "rows'; type make update")


def test_a_suite_whose_files_are_not_called_test_is_told_so(bare):
    for name in ("numbers", "more"):
        (bare.root / f"suite/test_{name}.py").rename(bare.root / f"suite/{name}.py")
    said = lines(bare)
    assert said == [
        "law 4 · suite: the suite does not run: pytest: no tests ran; call its files test_….py, and its tests"
        " test_…"
    ]


FIVE = '@pytest.mark.guards(4)\ndef test_five(fizz):\n    assert fizz.say(5) == "5"'
A_CLASS = "class Five:\n    @pytest.mark.guards(4)\n    def test_five(self, fizz):\n        fizz.say(5)"
LOOP = f'{FIVE}\n    for n in vars(fizz).get("rows", ()):\n        assert fizz.say(n) == "Fizz"'
RAISES = f"{FIVE}\n    with pytest.raises(TypeError):\n        fizz.say(None)\n        assert fizz.say(3)"
UNREAD = "is written as a test and does not run; pytest reads test_… in files called test_….py, in no"
UNREACHED = "this assertion does not run on step_04_divisible; let a test reach it, or remove it"
SLIP = FIVE.replace("test_", "tset_")
SILENT = [
    pytest.param("five.py", FIVE, "law 4 · suite/five.py:5: test_five", id="a file without test_"),
    pytest.param(
        "test_class.py", A_CLASS, f"law 4 · suite/test_class.py:6: test_five {UNREAD}", id="a class"
    ),
    pytest.param("test_loop.py", LOOP, f"law 9 · suite/test_loop.py:8: {UNREACHED}", id="an empty loop"),
    pytest.param(
        "test_raises.py", RAISES, f"law 9 · suite/test_raises.py:9: {UNREACHED}", id="below a raise"
    ),
    pytest.param("test_slip.py", SLIP, "law 4 · suite/test_slip.py:5: tset_five", id="a slip in test_"),
]


@pytest.mark.parametrize(("name", "code", "message"), SILENT)
def test_what_does_not_run_is_named(bare, name, code, message):
    append(bare, f"suite/{name}", f"import pytest\n\n\n{code}")
    evidence = Evidence(bare.story, bare.story.steps[-1:], measured=False)
    (line,) = lines_of(bare, check_suite_runs(evidence))
    assert line.startswith(message)
