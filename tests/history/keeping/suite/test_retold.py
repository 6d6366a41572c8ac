"""A participant's tests are told anew: the module is an argument, and all else stays as it was written."""

import ast

import pytest

from dojo.history.keeping.suite.retold import retold
from dojo.history.keeping.suite.using import NotKept

DEFINED = ["say", "Fizz"]
ASKS = "def test_a():\n    assert say(1) == '1'\n"
RETOLD = "def test_a(fizz):\n    assert fizz.say(1) == '1'\n"
IN_A_CLASS = "class TestA:\n    def test_a(self{}):\n        assert fizz.say(1)\n"
HELPER = "def check({}n):\n    assert {}say(n)\n\n\ndef test_a({}):\n    check({}1)\n"
FIXTURE = (
    "@pytest.fixture\ndef game({}):\n    return {}Fizz()\n\n\ndef test_a({}game):\n    assert game.one\n"
)
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
    "a helper gets it from the test": (
        "from fizz import say\n\n\n" + HELPER.format("", "", "", ""),
        HELPER.format("fizz, ", "fizz.", "fizz", "fizz, "),
    ),
    "a fixture takes it": (
        "from fizz import Fizz\n\n\n" + FIXTURE.format("", "", ""),
        FIXTURE.format("fizz", "fizz.", "fizz, "),
    ),
    "a method takes it after self": (
        "import fizz\n\n\n" + IN_A_CLASS.format(""),
        IN_A_CLASS.format(", fizz"),
    ),
    "what sets up a class is a fixture": (
        "import fizz\n\n\nclass TestA:\n    def setup_method(self):\n" + SETS_UP.format(""),
        "class TestA:\n    @pytest.fixture(autouse=True)\n    def set_up(self, fizz):\n"
        + SETS_UP.format(", fizz"),
    ),
}


@pytest.mark.parametrize(("written", "kept"), TOLD.values(), ids=TOLD)
def test_each_test_is_handed_the_module(written, kept):
    assert told(f"import pytest\n{written}") == f"import pytest\n\n\n{kept}"


def test_of_a_line_that_imports_more_the_rest_stays():
    assert told("import fizz, pytest\n\n\ndef test_a():\n    fizz.say(1)\n") == (
        "import pytest\n\n\ndef test_a(fizz):\n    fizz.say(1)\n"
    )


def test_pytest_is_imported_for_the_marks():
    assert told('"""Mine."""\nimport fizz\n\n\ndef test_a():\n    fizz.say(1)\n') == (
        '"""Mine."""\n\nimport pytest\n\n\ndef test_a(fizz):\n    fizz.say(1)\n'
    )


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
