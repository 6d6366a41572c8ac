"""The intent of a test: what it uses, as deep as it goes."""

import pytest

from dojo.history.identity.identity import the_tests
from history.identity.versions import version

PLAIN = {
    "game.py": "def score(): return 0",
    "tests/test_game.py": "from game import score\ndef test_a(): assert score() == 0",
}
HELPER = PLAIN | {
    "tests/helpers.py": "LIMIT = 3\ndef made(): return LIMIT\ndef other(): pass",
    "tests/test_game.py": "from helpers import made\ndef test_a(): assert made()",
}
MODULE = HELPER | {"tests/test_game.py": "import helpers\ndef test_a(): assert helpers.made()"}
RELATIVE = HELPER | {"tests/test_game.py": "from .helpers import made\ndef test_a(): assert made()"}
FROM_THE_TOP = HELPER | {"tests/test_game.py": "from tests.helpers import made\ndef test_a(): assert made()"}
STAR = HELPER | {"tests/test_game.py": "from helpers import *\ndef test_a(): assert made()"}
FIXTURE = PLAIN | {
    "tests/conftest.py": "import pytest\n@pytest.fixture\ndef game(board): return board",
    "conftest.py": "import pytest\n@pytest.fixture(name='board')\ndef made(): return 1",
    "tests/test_game.py": "def test_a(game): assert game",
}
AUTOUSE = PLAIN | {"conftest.py": "import pytest\n@pytest.fixture(autouse=True)\ndef clock(): return 1"}
METHOD = PLAIN | {
    "tests/test_game.py": "class TestA:\n def setup_method(self): x = 1\n def test_a(self): assert self"
}
DATA = PLAIN | {
    "tests/rows.csv": "1,2",
    "tests/test_game.py": "def test_a(): assert open('tests/rows.csv') or open('rows.csv')",
}
ROWS = PLAIN | {
    "tests/test_game.py": "import mark\nROWS = [1]\n@mark.parametrize('x', ROWS)\ndef test_a(x): 1"
}


def intent(files):
    """The intent of the only test."""
    [test] = the_tests(version(files)).values()
    return test.intent


@pytest.mark.parametrize(
    ("files", "name", "old", "new", "same"),
    [
        pytest.param(PLAIN, "game.py", "0", "1", True, id="the code"),
        pytest.param(PLAIN, "tests/test_game.py", "== 0", "== 1", False, id="its body"),
        pytest.param(HELPER, "tests/helpers.py", "return LIMIT", "return LIMIT + 1", False, id="a helper"),
        pytest.param(HELPER, "tests/helpers.py", "3", "4", False, id="what a helper uses"),
        pytest.param(HELPER, "tests/helpers.py", "pass", "return", True, id="another helper"),
        pytest.param(MODULE, "tests/helpers.py", "3", "4", False, id="a module of helpers"),
        pytest.param(RELATIVE, "tests/helpers.py", "3", "4", False, id="a relative import"),
        pytest.param(FROM_THE_TOP, "tests/helpers.py", "3", "4", False, id="an import from the top"),
        pytest.param(STAR, "tests/helpers.py", "3", "4", False, id="an import of all names"),
        pytest.param(FIXTURE, "tests/conftest.py", "return board", "return 2", False, id="a fixture"),
        pytest.param(FIXTURE, "conftest.py", "return 1", "return 2", False, id="a fixture of a fixture"),
        pytest.param(AUTOUSE, "conftest.py", "return 1", "return 2", False, id="a fixture for all"),
        pytest.param(METHOD, "tests/test_game.py", "x = 1", "x = 2", False, id="a method of its class"),
        pytest.param(DATA, "tests/rows.csv", "2", "3", False, id="a data file"),
        pytest.param(ROWS, "tests/test_game.py", "[1]", "[1, 2]", True, id="its rows"),
    ],
)
def test_what_a_test_uses_belongs_to_its_intent(files, name, old, new, same):
    assert old in files[name]
    assert (intent(files) == intent(files | {name: files[name].replace(old, new)})) is same


def test_helpers_that_use_each_other_come_to_an_end():
    files = PLAIN | {"tests/test_game.py": "def a(): b()\ndef b(): a()\ndef test_a(): a()"}
    assert intent(files)
