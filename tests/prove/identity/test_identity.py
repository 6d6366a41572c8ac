"""Which tests a version has, which of them are new or changed, and the intent of a test: what it uses."""

from textwrap import dedent

import pytest

from dojo.attempt.snapshot import File
from dojo.prove.identity.identity import code_of, difference, the_tests, unreadable

FILE = "tests/test_game.py"
TABLE = """
    import pytest

    @pytest.mark.parametrize("rolls, score", [([1], 1), pytest.param([2], 2, id="two")])
    def test_scores(rolls, score):
        assert game.score(rolls) == score
"""
ROWS = '[([1], 1), pytest.param([2], 2, id="two")]'
NAMED_TABLE = f"\n    ROWS = [([1], 1), ([2], 2)]{TABLE.replace(ROWS, 'ROWS')}"
LONGER_TABLE = NAMED_TABLE.replace("([1], 1)", "([0], 0), ([1], 1)")
INHERITED = """
    class Rules:
        def test_a(self): assert 1
        def test_b(self): assert 2

    class TestGame(Rules):
        def test_b(self): assert 3
"""


def version(files):
    """The files of a version, from their texts; a text may be indented."""
    return {
        name.encode(): File("100644", text if isinstance(text, bytes) else dedent(text).lstrip("\n").encode())
        for name, text in files.items()
    }


def ids(text, file=FILE):
    """The ids of the tests of a file."""
    return [name.removeprefix(f"{file}::") for name in the_tests(version({file: text}))]


TESTS = {
    "a function": ("def test_a(): pass\ndef helper(): pass", ["test_a"]),
    "a coroutine": ("async def test_a(): pass", ["test_a"]),
    "a class": ("class TestA:\n def test_b(self): pass", ["TestA::test_b"]),
    "a class that is none of tests": ("class A:\n def test_b(self): pass", []),
    "inside": ("class TestA:\n class TestB:\n  def test_c(self): pass", ["TestA::TestB::test_c"]),
    "unittest": ("import unittest as u\nclass Game(u.TestCase):\n def testIt(self): pass", ["Game::testIt"]),
    "inherited": (INHERITED, ["TestGame::test_a", "TestGame::test_b"]),
    "in a branch": ("if True:\n def test_a(): pass", ["test_a"]),
    "twice": ("def test_a(): pass\ndef test_a(): pass", ["test_a"]),
    "no Python": ("def test_a(:", []),
    "no UTF-8": (b"\xff\xfe\x00def test_a(): pass", []),
    "Latin-1": (b"# -*- coding: latin-1 -*-\n# \xe9\ndef test_a(): pass", ["test_a"]),
}


@pytest.mark.parametrize(("text", "expected"), TESTS.values(), ids=TESTS)
def test_the_tests_of_a_file(text, expected):
    assert ids(text) == expected


OF_TESTS = "test_game.py game_test.py GameTest.py tests.py tests/test.py testgame.py gametest.py"
OTHERS = "latest.py game.py conftest.py game/testing.py tests/helpers.py test_game.txt"
NAMES = dict.fromkeys(OF_TESTS.split(), True) | dict.fromkeys(OTHERS.split(), False)


@pytest.mark.parametrize(("file", "is_one"), NAMES.items(), ids=NAMES)
def test_a_file_of_tests_is_known_by_its_name(file, is_one):
    assert ids("def test_a(): pass", file) == ["test_a"] * is_one


def test_a_link_has_no_tests():
    files = version({FILE: "def test_a(): pass"})
    assert the_tests({name: file._replace(mode="120000") for name, file in files.items()}) == {}


def test_a_name_that_is_no_utf8_does_not_crash():
    assert list(the_tests({b"\xff/test_a.py": version({"x": "def test_a(): pass"})[b"x"]})) != []


def test_what_is_no_python_is_named():
    assert unreadable(version({FILE: "def test_a(:", "test_b.py": "", "game.py": "("})) == [FILE]


def told(before, after, file=FILE):
    """What is new or changed in a file: its name, that of the old test, the rows; and the renamed ones."""
    found = difference(the_tests(version({FILE: before})), the_tests(version({file: after})))
    changed = [
        (one.test.name, one.old and one.old.name, one.rows and sorted(number for _, number in one.rows))
        for one in found.changed
    ]
    return changed, [id.rpartition("::")[2] for id in found.renamed.values()]


A = "def test_a():\n    assert game.score(1) == 1\n"
IN_A_CLASS = "class TestA:\n  def test_a():\n    assert game.score(1) == 1\n"


DIFFERENT = A.replace("== 1", "== 2")
RENAMED = A.replace("test_a", "test_one")
CHANGED = {
    "new": ("", A, [("test_a", None, None)], []),
    "the same": (A, A, [], []),
    "changed": (A, DIFFERENT, [("test_a", "test_a", None)], []),
    "layout and comments": (A, A.replace("(1)", "( 1 )") + "# one", [], []),
    "a docstring": (A, A.replace(":\n", ':\n    """One."""\n'), [], []),
    "renamed": (A, RENAMED, [], ["test_a"]),
    "renamed, and another test has its name": (A, DIFFERENT + RENAMED, [("test_a", None, None)], ["test_a"]),
    "in a class": (A, IN_A_CLASS, [], ["test_a"]),
    "a copy is new": (A, A + RENAMED, [("test_one", None, None)], []),
    "the same rows": (TABLE, TABLE, [], []),
    "another row": (TABLE, TABLE.replace("[2], 2", "[2], 3"), [("test_scores", "test_scores", [1])], []),
    "another id for a row": (TABLE, TABLE.replace('id="two"', 'id="a two"'), [], []),
    "renamed, with its rows": (TABLE, TABLE.replace("test_scores", "test_all"), [], ["test_scores"]),
    "one more row, in a constant": (NAMED_TABLE, LONGER_TABLE, [("test_scores", "test_scores", [0])], []),
    "the body of a table": (TABLE, TABLE.replace("==", "is"), [("test_scores", "test_scores", None)], []),
    "unreadable before": ("def test_b(:", A, [("test_a", None, None)], []),
}


@pytest.mark.parametrize(("before", "after", "changed", "renamed"), CHANGED.values(), ids=CHANGED)
def test_a_test_is_new_or_changed_by_its_own_source(before, after, changed, renamed):
    assert told(before, after) == (changed, renamed)


def test_a_moved_test_is_the_same_one():
    assert told(A, A, "test_other.py") == ([], ["test_a"])


def test_of_two_that_say_the_same_the_one_of_the_same_name_is_the_same():
    two = A + A.replace("test_a", "test_b")
    found = difference(the_tests(version({FILE: two})), the_tests(version({"test_new.py": two})))
    assert found.renamed == {f"test_new.py::{name}": f"{FILE}::{name}" for name in ("test_a", "test_b")}


def test_what_is_no_more_is_told():
    assert [test.id for test in difference(the_tests(version({FILE: A})), {}).gone] == [f"{FILE}::test_a"]


def test_the_source_of_a_test_is_shown_with_its_decorators():
    text = "import pytest\n\n\n@pytest.mark.slow\ndef test_a():\n    assert 1  # one\n\n\nX = 1\n"
    [test] = the_tests(version({FILE: text})).values()
    assert test.source == "@pytest.mark.slow\ndef test_a():\n    assert 1  # one"


SAME = {
    "layout and comments": ("x = 1  # one\n", "x=1\n", True),
    "a docstring": ('"""A."""\nx = 1\n', '"""B."""\nx = 1\n', True),
    "a docstring inside": ("def f():\n  'A.'\n  return 1", "def f():\n  return 1", True),
    "a value": ("x = 1\n", "x = 2\n", False),
    "a name": ("def f(): pass", "def g(): pass", False),
    "what is no Python": ("x = (\n", "x = [\n", False),
}


@pytest.mark.parametrize(("before", "after", "same"), SAME.values(), ids=SAME)
def test_layout_comments_and_docstrings_are_no_change_of_code(before, after, same):
    assert (code_of(version({"game.py": before})) == code_of(version({"game.py": after}))) is same


def test_code_is_python_that_does_not_belong_to_the_tests():
    names = ["game.py", "src/a/b.py", "tests/main.py", "conftest.py", "test_a.py", "README.md", "setup.py"]
    assert sorted(code_of(version(dict.fromkeys(names, "")))) == ["game.py", "setup.py", "src/a/b.py"]


TEST = "def test_a(): assert made()"
GAME = {"game.py": "def score(): return 0", FILE: "from game import score\ndef test_a(): assert score() == 0"}
HELPERS = {"tests/helpers.py": "LIMIT = 3\ndef made(): return LIMIT\ndef other(): pass"}
HELPER = HELPERS | {FILE: f"from helpers import made\n{TEST}"}
MODULE = HELPERS | {FILE: "import helpers\ndef test_a(): assert helpers.made()"}
RELATIVE = HELPERS | {FILE: f"from .helpers import made\n{TEST}"}
FROM_THE_TOP = HELPERS | {FILE: f"from tests.helpers import made\n{TEST}"}
STAR = HELPERS | {FILE: f"from helpers import *\n{TEST}"}
FIXTURE = {
    "tests/conftest.py": "import pytest\n@pytest.fixture\ndef game(board): return board",
    "conftest.py": "import pytest\n@pytest.fixture(name='board')\ndef made(): return 1",
    FILE: "def test_a(game): assert game",
}
AUTOUSE = GAME | {"conftest.py": "import pytest\n@pytest.fixture(autouse=True)\ndef clock(): return 1"}
METHOD = {FILE: "class TestA:\n def setup_method(self): x = 1\n def test_a(self): assert self"}
DATA = {"tests/rows.csv": "1,2", FILE: "def test_a(): assert open('tests/rows.csv') or open('rows.csv')"}
OF_ROWS = {FILE: "import mark\nROWS = [1]\n@mark.parametrize('x', ROWS)\ndef test_a(x): 1"}
INTENTS = {
    "the code": (GAME, "game.py", "0", "1", True),
    "its body": (GAME, FILE, "== 0", "== 1", False),
    "a helper": (HELPER, "tests/helpers.py", "return LIMIT", "return LIMIT + 1", False),
    "what a helper uses": (HELPER, "tests/helpers.py", "3", "4", False),
    "another helper": (HELPER, "tests/helpers.py", "pass", "return", True),
    "a module of helpers": (MODULE, "tests/helpers.py", "3", "4", False),
    "a relative import": (RELATIVE, "tests/helpers.py", "3", "4", False),
    "an import from the top": (FROM_THE_TOP, "tests/helpers.py", "3", "4", False),
    "an import of all names": (STAR, "tests/helpers.py", "3", "4", False),
    "a fixture": (FIXTURE, "tests/conftest.py", "return board", "return 2", False),
    "a fixture of a fixture": (FIXTURE, "conftest.py", "return 1", "return 2", False),
    "a fixture for all": (AUTOUSE, "conftest.py", "return 1", "return 2", False),
    "a method of its class": (METHOD, FILE, "x = 1", "x = 2", False),
    "a data file": (DATA, "tests/rows.csv", "2", "3", False),
    "its rows": (OF_ROWS, FILE, "[1]", "[1, 2]", True),
}


def intent(files):
    """The intent of the only test."""
    [test] = the_tests(version(files)).values()
    return test.intent


@pytest.mark.parametrize(("files", "name", "old", "new", "same"), INTENTS.values(), ids=INTENTS)
def test_what_a_test_uses_belongs_to_its_intent(files, name, old, new, same):
    assert old in files[name]
    assert (intent(files) == intent(files | {name: files[name].replace(old, new)})) is same


def test_helpers_that_use_each_other_come_to_an_end():
    assert intent({FILE: "def a(): b()\ndef b(): a()\ndef test_a(): a()"})
