"""How many lines were changed: of code and of tests apart."""

import pytest

from dojo.attempt.diffstat import lines_between, lines_in_words
from dojo.attempt.snapshot import File


def lines(before, after):
    """The lines changed between two states of some files."""
    trees = ({n.encode(): File("100644", t.encode()) for n, t in tree.items()} for tree in (before, after))
    return lines_between(*trees)


CHANGED = {
    "nothing": ({"a.py": "1\n2\n"}, {"a.py": "1\n2\n"}, ""),
    "a line that came": ({"a.py": "1\n2\n"}, {"a.py": "1\n2\n3\n"}, "+1"),
    "a line replaced counts once": ({"a.py": "1\n2\n"}, {"a.py": "1\nx\n"}, "±1"),
    "of a block replaced, its larger side": ({"a.py": "1\n"}, {"a.py": "x\ny\n"}, "±2"),
    "the docstring of a starter": ({"a.py": '"""One.\n\nTwo.\n"""\n'}, {"a.py": "1\n2\n"}, "+2"),
    "a docstring in a function": ({"a.py": "def a():\n    1\n"}, {"a.py": 'def a():\n    "A"\n    1\n'}, ""),
    "a text that is no docstring": ({"a.py": "1\n"}, {"a.py": '1\na = """\n2\n"""\n'}, "+3"),
    "a slip below a docstring": ({"a.py": '"""One."""\n'}, {"a.py": '"""One."""\ndef (\n"""\n'}, "+2"),
    "a new file": ({"a.py": "1\n"}, {"a.py": "1\n", "b.py": "1\n2\n"}, "+2"),
    "a file that is gone": ({"a.py": "1\n2\n"}, {}, "-2"),
    "some came, one went": ({"a.py": "1\n", "b.py": "1\n"}, {"a.py": "0\n1\n2\n"}, "±3"),
    # git diff --unified=0: a line more at the beginning, and one in place of the last 1000
    "many lines, nearly all alike": ({"a.py": "x\n" * 9000}, {"a.py": "y\n" + "x\n" * 8000 + "z\n"}, "±1001"),
}


@pytest.mark.parametrize(("before", "after", "told"), CHANGED.values(), ids=CHANGED)
def test_how_many_lines_changed(before, after, told):
    assert str(lines(before, after).code) == told


def test_a_file_is_code_or_tests_by_its_name_and_notes_are_neither():
    for names, kind in (
        (("fizz.py", "helpers/more.py", "latest_results.py", "scores.js"), "+1 code  tests"),
        (("test_fizz.py", "mine/fizz_test.py", "conftest.py", "scores.test.js"), " code +1 tests"),
        (("notes.txt", ".started"), " code  tests"),
    ):
        for name in names:
            code, tests = lines({}, {name: "1\n"})
            assert f"{code} code {tests} tests" == kind, name


def test_they_are_said_in_words():
    code, tests = {"a.py": "1\n"}, {"test_a.py": "1\n2\n"}
    said = [lines_in_words(lines({}, files)) for files in (code, tests, code | tests)]
    assert said == ["1 line of code", "2 lines of tests", "1 line of code, 2 of tests"]
