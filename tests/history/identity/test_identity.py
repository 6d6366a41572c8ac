"""Which tests a version has, and which of them are new or changed."""

import pytest

from dojo.history.identity.identity import code_of, difference, the_tests, unreadable
from history.identity.versions import version

FILE = "tests/test_game.py"
TABLE = """
    import pytest

    @pytest.mark.parametrize("rolls, score", [([1], 1), pytest.param([2], 2, id="two")])
    def test_scores(rolls, score):
        assert game.score(rolls) == score
"""
NAMED_TABLE = """
    import pytest

    ROWS = [([1], 1), ([2], 2)]

    @pytest.mark.parametrize("rolls, score", ROWS)
    def test_scores(rolls, score):
        assert game.score(rolls) == score
"""
INHERITED = """
    class Rules:
        def test_a(self): assert 1
        def test_b(self): assert 2

    class TestGame(Rules):
        def test_b(self): assert 3
"""


def ids(text, file=FILE):
    """The ids of the tests of a file."""
    return [name.removeprefix(f"{file}::") for name in the_tests(version({file: text}))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("def test_a(): pass\ndef helper(): pass", ["test_a"], id="a function"),
        pytest.param("async def test_a(): pass", ["test_a"], id="a coroutine"),
        pytest.param("class TestA:\n def test_b(self): pass", ["TestA::test_b"], id="a class"),
        pytest.param("class A:\n def test_b(self): pass", [], id="a class that is none of tests"),
        pytest.param(
            "class TestA:\n class TestB:\n  def test_c(self): pass", ["TestA::TestB::test_c"], id="inside"
        ),
        pytest.param(
            "import unittest\nclass Game(unittest.TestCase):\n def testIt(self): pass",
            ["Game::testIt"],
            id="unittest",
        ),
        pytest.param(INHERITED, ["TestGame::test_a", "TestGame::test_b"], id="inherited"),
        pytest.param("if True:\n def test_a(): pass", ["test_a"], id="in a branch"),
        pytest.param("def test_a(): pass\ndef test_a(): pass", ["test_a"], id="twice"),
        pytest.param("def test_a(:", [], id="no Python"),
        pytest.param(b"\xff\xfe\x00def test_a(): pass", [], id="no UTF-8"),
        pytest.param(b"# -*- coding: latin-1 -*-\n# \xe9\ndef test_a(): pass", ["test_a"], id="Latin-1"),
    ],
)
def test_the_tests_of_a_file(text, expected):
    assert ids(text) == expected


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("test_game.py", ["test_a"]),
        ("game_test.py", ["test_a"]),
        ("GameTest.py", ["test_a"]),
        ("tests.py", ["test_a"]),
        ("tests/test.py", ["test_a"]),
        ("testgame.py", ["test_a"]),
        ("gametest.py", ["test_a"]),
        ("latest.py", []),
        ("game.py", []),
        ("conftest.py", []),
        ("game/testing.py", []),
        ("tests/helpers.py", []),
        ("test_game.txt", []),
    ],
)
def test_a_file_of_tests_is_known_by_its_name(file, expected):
    assert ids("def test_a(): pass", file) == expected


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


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param("", A, ([("test_a", None, None)], []), id="new"),
        pytest.param(A, A, ([], []), id="the same"),
        pytest.param(A, A.replace("== 1", "== 2"), ([("test_a", "test_a", None)], []), id="changed"),
        pytest.param(A, A.replace("(1)", "( 1 )") + "# one", ([], []), id="layout and comments"),
        pytest.param(A, A.replace(":\n", ':\n    """One."""\n'), ([], []), id="a docstring"),
        pytest.param(A, A.replace("test_a", "test_one"), ([], ["test_a"]), id="renamed"),
        pytest.param(
            A,
            A.replace("== 1", "== 2") + A.replace("test_a", "test_one"),
            ([("test_a", None, None)], ["test_a"]),
            id="renamed, and another test has its name",
        ),
        pytest.param(A, IN_A_CLASS, ([], ["test_a"]), id="in a class"),
        pytest.param(
            A, A + A.replace("test_a", "test_copy"), ([("test_copy", None, None)], []), id="a copy is new"
        ),
        pytest.param(TABLE, TABLE, ([], []), id="the same rows"),
        pytest.param(
            TABLE,
            TABLE.replace(", [([1]", ", [([0], 0), ([1]"),
            ([("test_scores", "test_scores", [0])], []),
            id="one more row",
        ),
        pytest.param(
            TABLE,
            TABLE.replace("[2], 2", "[2], 3"),
            ([("test_scores", "test_scores", [1])], []),
            id="another row",
        ),
        pytest.param(TABLE, TABLE.replace('id="two"', 'id="a two"'), ([], []), id="another id for a row"),
        pytest.param(
            TABLE,
            TABLE.replace("test_scores", "test_all"),
            ([], ["test_scores"]),
            id="renamed, with its rows",
        ),
        pytest.param(
            NAMED_TABLE,
            NAMED_TABLE.replace("([2], 2)", "([2], 2), ([3], 3)"),
            ([("test_scores", "test_scores", [2])], []),
            id="a row of a constant",
        ),
        pytest.param(
            TABLE,
            TABLE.replace("== score", "is score"),
            ([("test_scores", "test_scores", None)], []),
            id="the body of a table",
        ),
        pytest.param("def test_b(:", A, ([("test_a", None, None)], []), id="unreadable before"),
    ],
)
def test_a_test_is_new_or_changed_by_its_own_source(before, after, expected):
    assert told(before, after) == expected


def test_a_moved_test_is_the_same_one():
    assert told(A, A, "test_other.py") == ([], ["test_a"])


def test_of_two_that_say_the_same_the_one_of_the_same_name_is_the_same():
    two = A + A.replace("test_a", "test_b")
    found = difference(the_tests(version({FILE: two})), the_tests(version({"test_new.py": two})))
    assert found.renamed == {
        "test_new.py::test_a": f"{FILE}::test_a",
        "test_new.py::test_b": f"{FILE}::test_b",
    }


def test_what_is_no_more_is_told():
    found = difference(the_tests(version({FILE: A})), {})
    assert [test.id for test in found.gone] == [f"{FILE}::test_a"]


def test_the_source_of_a_test_is_shown_with_its_decorators():
    text = "import pytest\n\n\n@pytest.mark.slow\ndef test_a():\n    assert 1  # one\n\n\nX = 1\n"
    [test] = the_tests(version({FILE: text})).values()
    assert test.source == "@pytest.mark.slow\ndef test_a():\n    assert 1  # one"


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        pytest.param("x = 1  # one\n", "x=1\n", True, id="layout and comments"),
        pytest.param('"""A."""\nx = 1\n', '"""B."""\nx = 1\n', True, id="a docstring"),
        pytest.param("def f():\n  'A.'\n  return 1", "def f():\n  return 1", True, id="a docstring inside"),
        pytest.param("x = 1\n", "x = 2\n", False, id="a value"),
        pytest.param("def f(): pass", "def g(): pass", False, id="a name"),
        pytest.param("x = (\n", "x = [\n", False, id="what is no Python"),
    ],
)
def test_layout_comments_and_docstrings_are_no_change_of_code(before, after, same):
    assert (code_of(version({"game.py": before})) == code_of(version({"game.py": after}))) is same


def test_code_is_python_that_does_not_belong_to_the_tests():
    names = ["game.py", "src/a/b.py", "tests/main.py", "conftest.py", "test_a.py", "README.md", "setup.py"]
    assert sorted(code_of(version(dict.fromkeys(names, "")))) == ["game.py", "setup.py", "src/a/b.py"]
