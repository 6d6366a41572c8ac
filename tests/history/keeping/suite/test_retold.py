"""A participant's tests are told anew: the module is an argument, and all else stays as it was written."""

import ast

import pytest

from dojo.history.keeping.suite.retold import retold
from dojo.history.keeping.suite.using import NotKept

DEFINED = ["say", "Fizz"]


def told(text):
    return retold(text, "test_fizz.py", "fizz", DEFINED)


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        pytest.param(
            "import pytest\nimport fizz\n\n\ndef test_a():\n    assert fizz.say(1) == '1'\n",
            "import pytest\n\n\ndef test_a(fizz):\n    assert fizz.say(1) == '1'\n",
            id="the module is imported",
        ),
        pytest.param(
            "import pytest\nfrom fizz import say\n\n\ndef test_a():\n    assert say(1) == '1'\n",
            "import pytest\n\n\ndef test_a(fizz):\n    assert fizz.say(1) == '1'\n",
            id="a name out of it is imported",
        ),
        pytest.param(
            "import pytest\nfrom fizz import *\n\n\ndef test_a():\n    assert say(1) == '1'\n",
            "import pytest\n\n\ndef test_a(fizz):\n    assert fizz.say(1) == '1'\n",
            id="all of its names are imported",
        ),
        pytest.param(
            "import pytest\nfrom fizz import say as s\n\n\ndef test_a(tmp_path):\n    assert s(1) == '1'\n",
            "import pytest\n\n\ndef test_a(fizz, tmp_path):\n    assert fizz.say(1) == '1'\n",
            id="under another name, and the test takes something already",
        ),
        pytest.param(
            "import fizz, pytest\n\n\ndef test_a():\n    fizz.say(1)\n",
            "import pytest\n\n\ndef test_a(fizz):\n    fizz.say(1)\n",
            id="in one line with another one",
        ),
        pytest.param(
            "import pytest\nfrom fizz import say\n\n\ndef check(n):\n    assert say(n)\n\n\n"
            "def test_a():\n    check(1)\n",
            "import pytest\n\n\ndef check(fizz, n):\n    assert fizz.say(n)\n\n\n"
            "def test_a(fizz):\n    check(fizz, 1)\n",
            id="a helper gets it from the test",
        ),
        pytest.param(
            "import pytest\nfrom fizz import Fizz\n\n\n@pytest.fixture\ndef game():\n    return Fizz()\n\n\n"
            "def test_a(game):\n    assert game.one\n",
            "import pytest\n\n\n@pytest.fixture\ndef game(fizz):\n    return fizz.Fizz()\n\n\n"
            "def test_a(fizz, game):\n    assert game.one\n",
            id="a fixture takes it",
        ),
        pytest.param(
            "import pytest\nimport fizz\n\n\nclass TestA:\n    def test_a(self):\n"
            "        assert fizz.say(1)\n",
            "import pytest\n\n\nclass TestA:\n    def test_a(self, fizz):\n        assert fizz.say(1)\n",
            id="a method takes it after self",
        ),
        pytest.param(
            "import pytest\nimport fizz\n\n\nclass TestA:\n    def setup_method(self):\n"
            "        self.game = fizz.Fizz()\n\n    def test_a(self):\n        assert self.game.one\n",
            "import pytest\n\n\nclass TestA:\n    @pytest.fixture(autouse=True)\n"
            "    def set_up(self, fizz):\n"
            "        self.game = fizz.Fizz()\n\n    def test_a(self, fizz):\n        assert self.game.one\n",
            id="what sets up a class is a fixture",
        ),
    ],
)
def test_each_test_is_handed_the_module(written, kept):
    assert told(written) == kept


def test_pytest_is_imported_for_the_marks():
    assert told('"""Mine."""\nimport fizz\n\n\ndef test_a():\n    fizz.say(1)\n') == (
        '"""Mine."""\n\nimport pytest\n\n\ndef test_a(fizz):\n    fizz.say(1)\n'
    )


@pytest.mark.parametrize(
    ("written", "why"),
    [
        pytest.param(
            "import unittest\nimport fizz\n\n\nclass TestA(unittest.TestCase):\n    def test_a(self):\n"
            "        self.assertTrue(fizz.say(1))\n",
            "test_fizz.py:5: TestA is a TestCase of unittest, and a test of a story gets the module as an"
            " argument; write its tests as functions",
            id="unittest",
        ),
        pytest.param(
            "from fizz import say\n\nONE = say(1)\n",
            "test_fizz.py:3: say is used when the file is read, and a test of a story gets the module as an"
            " argument; use it in a test",
            id="a table that is made by the module",
        ),
        pytest.param(
            "from fizz import say\n\n\ndef check(n):\n    assert say(n)\n\n\n"
            "def test_a():\n    map(check, [1])\n",
            "test_fizz.py:9: check uses fizz, and is handed on here; call it in a test",
            id="a helper that is handed on",
        ),
    ],
)
def test_what_cannot_run_on_steps_is_not_kept(written, why):
    with pytest.raises(NotKept) as fault:
        told(written)
    assert str(fault.value) == why


def test_what_is_told_anew_is_valid_python():
    ast.parse(
        told("from fizz import (\n    say,\n)\n\n\ndef test_a(\n):\n    assert say(\n        1) == '1'\n")
    )
