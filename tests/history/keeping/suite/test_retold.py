"""A participant's tests are told anew: the module is an argument, the rest stays; and tests get marks."""

import ast

import pytest

from dojo.history.keeping.suite.marks import Mark, marked, remarked
from dojo.history.keeping.suite.retold import retold
from dojo.history.keeping.suite.using import NotKept
from dojo.story.tests import SuiteTest

DEFINED = ["say", "Fizz"]
ASKS = "def test_a():\n    assert say(1) == '1'\n"
RETOLD = "def test_a(fizz):\n    assert fizz.say(1) == '1'\n"
IN_A_CLASS = "class TestA:\n    def test_a(self{}):\n        assert fizz.say(1)\n"
SAY, FIZZ = "from fizz import say\n\n\n", "from fizz import Fizz\n\n\n"
HELPER = "def check({}n):\n    assert {}say(n)\n\n\ndef test_a({}):\n    check({}1)\n"
FIXTURE = "@pytest.fixture\ndef game({}):\n    return {}Fizz()\n\n\ndef test_a({}game):\n    assert game\n"
FIXED = "class TestA:\n    @pytest.fixture(autouse=True)\n    def set_up(self, fizz):\n"
SETS_UP = "        self.game = fizz.Fizz()\n\n    def test_a(self{}):\n        assert self.game.one\n"


def told(text):
    return retold(text, "test_fizz.py", "fizz", DEFINED)


TOLD = {
    "the module is imported": ("import fizz\n\n\n" + ASKS.replace("say", "fizz.say"), RETOLD),
    "a name out of it is imported": ("from fizz import say\n\n\n" + ASKS, RETOLD),
    "all of its names are imported": ("from fizz import *\n\n\n" + ASKS, RETOLD),
    "under another name, and the test takes something already": (
        "from fizz import say as s\n\n\ndef test_a(tmp_path):\n    assert s(1) == '1'\n",
        "def test_a(fizz, tmp_path):\n    assert fizz.say(1) == '1'\n",
    ),
    "a helper gets it": (SAY + HELPER.format(*[""] * 4), HELPER.format("fizz, ", "fizz.", "fizz", "fizz, ")),
    "a fixture takes it": (FIZZ + FIXTURE.format("", "", ""), FIXTURE.format("fizz", "fizz.", "fizz, ")),
    "a method takes it after self": (
        f"import fizz\n\n\n{IN_A_CLASS.format('')}",
        IN_A_CLASS.format(", fizz"),
    ),
    "what sets up a class is a fixture": (
        "import fizz\n\n\nclass TestA:\n    def setup_method(self):\n" + SETS_UP.format(""),
        FIXED + SETS_UP.format(", fizz"),
    ),
}


@pytest.mark.parametrize(("written", "kept"), TOLD.values(), ids=TOLD)
def test_each_test_is_handed_the_module(written, kept):
    assert told(f"import pytest\n{written}") == f"import pytest\n\n\n{kept}"


HEADS = {
    "of a line that imports more the rest stays": ("import fizz, pytest", "import pytest"),
    "pytest is imported for the marks": ('"""Mine."""\nimport fizz', '"""Mine."""\n\nimport pytest'),
}


@pytest.mark.parametrize(("head", "kept"), HEADS.values(), ids=HEADS)
def test_what_stands_at_the_top(head, kept):
    assert told(f"{head}\n\n\n{ASKS.replace('say', 'fizz.say')}") == f"{kept}\n\n\n{RETOLD}"


NOT_KEPT = {
    "unittest": (
        "import unittest\nimport fizz\n\n\nclass TestA(unittest.TestCase):\n    def test_a(self):\n"
        "        self.assertTrue(fizz.say(1))\n",
        "test_fizz.py:5: TestA is a TestCase of unittest, and a test of a story gets the module as an"
        " argument; write its tests as functions",
    ),
    "a table that is made by the module": (
        "from fizz import say\n\nONE = say(1)\n",
        "test_fizz.py:3: say is used when the file is read, and a test of a story gets the module as an"
        " argument; use it in a test",
    ),
    "a helper that is handed on": (
        "from fizz import say\n\n\ndef check(n):\n    assert say(n)\n\n\n"
        "def test_a():\n    map(check, [1])\n",
        "test_fizz.py:9: check uses fizz, and is handed on here; call it in a test",
    ),
}


@pytest.mark.parametrize(("written", "why"), NOT_KEPT.values(), ids=NOT_KEPT)
def test_what_cannot_run_on_steps_is_not_kept(written, why):
    with pytest.raises(NotKept) as fault:
        told(written)
    assert str(fault.value) == why


def test_what_is_told_anew_is_valid_python():
    ast.parse(
        told("from fizz import (\n    say,\n)\n\n\ndef test_a(\n):\n    assert say(\n        1) == '1'\n")
    )


OURS = '''\
"""Numbers."""

import pytest
from rows import drives

NUMBERS = [
    drives(1, "one", 1, "1"),  # a fake will do
    drives(2, "two", 2, "2"),
    drives(3, "three", 3, "3"),
]
NAMES = [
    drives(4, "a name", "a"),
]


def named(name):
    return name


@pytest.mark.parametrize(("number", "said"), NUMBERS)
def test_numbers(fizz, number, said):
    assert fizz.say(number) == said


@pytest.mark.parametrize("name", NAMES)
def test_names(fizz, name):
    assert fizz.say(named(name)) == name


@pytest.mark.drives(5)
def test_all(fizz):
    assert fizz.all() == 3
'''
LEFT = '''\
"""Numbers."""

import pytest
from rows import drives, guards

NUMBERS = [
    drives(1, "one", 1, "1"),  # a fake will do
    guards(2, "two", 2, "2"),
]


@pytest.mark.parametrize(("number", "said"), NUMBERS)
def test_numbers(fizz, number, said):
    assert fizz.say(number) == said


@pytest.mark.drives(2)
def test_all(fizz):
    assert fizz.all() == 3
'''


def of(name, rule, written):
    return SuiteTest(f"suite/test_fizz.py::{name}", rule, "drives", written)


def test_of_our_files_stays_what_was_revealed_with_the_marks_of_the_evening():
    rows = [of(f"test_numbers[{rule}]", rule, n) for n, rule in enumerate(["one", "two", "three"], 1)]
    tests = [*rows, of("test_names[a name]", "a name", 4), of("test_all", "all", 5)]
    marks = {
        "suite/test_fizz.py::test_numbers[one]": Mark("drives", 1),
        "suite/test_fizz.py::test_numbers[two]": Mark("guards", 2),
        "suite/test_fizz.py::test_all": Mark("drives", 2),
    }
    assert remarked(OURS, "suite/test_fizz.py", tests, marks) == LEFT


def marked_table(rows, *marks):
    """A table with some rows after its first marks; a row may have none."""
    head = f"import pytest\n\n\n@pytest.mark.parametrize({rows})\n"
    tests = [of(f"test_it[{n}]", str(n), 1) for n in range(1, len(marks) + 1)]
    ids = {one.id: mark for one, mark in zip(tests, marks) if mark}
    text = f"{head}def test_it(fizz, n):\n    assert fizz.say(n)\n"
    return marked(text, "suite/test_fizz.py", tests, ids)


DRIVES, GUARDS, LATER = Mark("drives", 1), Mark("guards", 2), Mark("drives", 2)
A_LINE_EACH = '"n", [\n    drives(1, "1", 1),\n    guards(2, "2", 2),\n])'
A_PARAM = '"n", [\n    pytest.param(1, id="1"),\n    (2),\n]'
WITHOUT_2 = '"n", [\n    drives(1, "1", 1),\n    drives(2, "3", 3),\n])'
TABLES = {
    "one for all rows": ('"n", [1, 2]', [DRIVES, DRIVES], "@pytest.mark.drives(1)\n@pytest"),
    "a line each": ('"n", [1, 2]', [DRIVES, GUARDS], A_LINE_EACH),
    "lines that were there": ('"n", [\n    1,\n    2,\n]', [DRIVES, GUARDS], A_LINE_EACH),
    "a param": (A_PARAM, [DRIVES, GUARDS], 'drives(1, "1", 1),\n    (guards(2, "2", 2)),'),
    "a row without a mark is left out": ('"n", [1, 2, 3]', [DRIVES, None, LATER], WITHOUT_2),
}


@pytest.mark.parametrize(("rows", "marks", "kept"), TABLES.values(), ids=TABLES)
def test_the_rows_of_a_table_have_a_mark_each_where_they_differ(rows, marks, kept):
    assert kept in marked_table(rows, *marks)


def test_a_class_may_lose_all_its_tests():
    text = "import pytest\n\n\nclass TestA:\n    def test_a(self, fizz):\n        assert fizz\n"
    kept = marked(text, "suite/test_fizz.py", [of("TestA::test_a", "a", 1)], {})
    assert kept == "import pytest\n\n\nclass TestA:\n    pass\n"


def test_rows_that_are_worked_out_cannot_have_different_marks():
    said = "suite/test_fizz.py:5: the rows of test_it came one after the other, and are not written out"
    with pytest.raises(NotKept, match=said):
        marked_table('"n", range(1, 3)', DRIVES, GUARDS)
