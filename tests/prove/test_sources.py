"""Which tests the sources of a version tell of, what they say, and what is code."""

import pytest

from dojo.prove.measure.source_tree import SourceTree
from dojo.tracing.renames import match_renamed
from dojo.tracing.sources import changed_lines, parse_tests
from prove.made import files as made

FILE = "tests/test_game.py"
A = "def test_a():\n    assert game.score(1) == 1\n"
DIFFERENT, RENAMED = A.replace("== 1", "== 2"), A.replace("test_a", "test_one")
IN_CLASS = "class TestA:\n  " + A.replace("()", "(self)").replace("\n", "\n  ")


def read_tests(text, file=FILE):
    """The tests of a file."""
    return SourceTree(made({file: text})).tests


TESTS = {
    "a_function": ("def test_a(): pass\ndef helper(): pass", "test_a"),
    "a_coroutine": ("async def test_a(): pass", "test_a"),
    "inside": ("class TestA:\n class TestB:\n  def test_c(self): pass", "TestA::TestB::test_c"),
    "unittest": ("class Game(u.TestCase):\n def testIt(self): pass", "Game::testIt"),
    "in_a_branch": ("if True:\n def test_a(): pass", "test_a"),
    "twice": ("def test_a(): pass\ndef test_a(): pass", "test_a"),
    "no_UTF_8": (b"\xff\xfe\x00def test_a(): pass", ""),
    "Latin_1": (b"# -*- coding: latin-1 -*-\n# \xe9\ndef test_a(): pass", "test_a"),
}


@pytest.mark.parametrize(("text", "name"), TESTS.values(), ids=TESTS)
def test_the_tests_of_a_file(text, name):
    assert list(read_tests(text)) == [f"{FILE}::{name}"] * bool(name)


def test_a_file_of_tests_is_known_by_its_name():
    tests = "test_game.py game_test.py GameTest.py tests.py tests/test.py testgame.py testing/a_test.py"
    others = "latest.py game.py conftest.py game/testing.py tests/helpers.py test_game.txt"
    assert [file for file in f"{tests} {others}".split() if read_tests(A, file)] == tests.split()


def test_neither_a_link_nor_a_file_with_nothing_but_imports_has_tests():
    [file] = made({FILE: A}).values()
    files = {b"test_link.py": file._replace(mode="120000"), b"test_\xff.py": file}
    files |= made({"test_it.py": '"""Mine."""\nimport fizz\n', "test_made.py": "import fizz\nmake(fizz)\n"})
    assert SourceTree(files).test_files == ["test_made.py", "test_\N{REPLACEMENT CHARACTER}.py"]


SAME = {
    "layout_and_comments": (A.replace("(1)", "( 1 )") + "# one", True),
    "a_docstring": (A.replace(":\n", ':\n    """One."""\n'), True),
    "its_name": (RENAMED, True),
    "its_rows": ('@pytest.mark.parametrize("n", [1, 2])\n' + A, True),
    "what_it_expects": (DIFFERENT, False),
    "a_mark": ("@pytest.mark.skip\n" + A, False),
}


@pytest.mark.parametrize(("text", "is_same"), SAME.values(), ids=SAME)
def test_what_is_no_change_of_a_test(text, is_same):
    [before], [after] = (read_tests(one).values() for one in (A, text))
    assert (before.source == after.source) is is_same


MOVED = {
    "renamed": (A, RENAMED, {"test_one": "test_a"}),
    "in_a_class_and_changed": (DIFFERENT, IN_CLASS, {"TestA::test_a": "test_a"}),
    "its_name_went_to_another": (A, DIFFERENT + RENAMED, {"test_one": "test_a"}),
    "spelled_in_another_way_and_changed": (
        A.replace("test_a", "test_ItsPrice"),
        DIFFERENT.replace("test_a", "test_its_price"),
        {"test_its_price": "test_ItsPrice"},
    ),
    "a_copy_is_new": (A, A + RENAMED, {}),
    "changed_as_well": (A, DIFFERENT.replace("test_a", "test_b"), {}),
}


@pytest.mark.parametrize(("before", "after", "renamed"), MOVED.values(), ids=MOVED)
def test_a_test_with_another_name_is_the_same_if_it_says_the_same(before, after, renamed):
    found = match_renamed(*map(read_tests, (before, after)))
    assert found == {f"{FILE}::{new}": f"{FILE}::{old}" for new, old in renamed.items()}


def test_a_test_asserts_with_other_words_too_and_a_helper_may_be_the_code():
    text = "def test_a(self):\n assert 1\n self.assertEqual(1, 1)\n with pytest.raises(E): f()\n"
    assert [one.asserts for one in read_tests(text).values()] == [3]
    helper = f"def rolls(): return []\n{A}"
    both = helper, f"@pytest.fixture\n{helper}"
    found = [parse_tests(one.encode()) for one in both]
    assert [one is not None and one.defines_code for one in found] == [True, False]


def test_the_code_is_what_belongs_to_no_test_without_layout_and_release():
    files = {"game.py": "x = ( 1 )\n", "game.js": "x = 1", "notes.md": "x", FILE: A, "tests/rolls.py": "x"}
    same = {"game.py": "x = 1  # one\n__version__ = '1.2'\n", "game.js": "x = 1"}
    codes = [SourceTree(made(one)).normal_code for one in (files, same)]
    assert codes[0] == codes[1]


def test_the_changed_lines_that_can_run_are_numbered_if_it_is_python():
    new = b'def a():\n\n    """One."""\n    # one\n    return 2\n'
    assert changed_lines(b"def a():\n    return 1\n", new) == {5}
    assert changed_lines(b"", b"def (:\n") == set()
