"""How many lines were changed: of code and of tests apart."""

import pytest

from dojo.attempt.lines import Lines, counted_apart, lines_between
from dojo.attempt.snapshot import File


def tree(files):
    """Files as a light has them."""
    return {name.encode(): File("100644", text.encode()) for name, text in files.items()}


CHANGED = [
    pytest.param({"a.py": "1\n2\n"}, {"a.py": "1\n2\n"}, "", id="nothing"),
    pytest.param({"a.py": "1\n2\n"}, {"a.py": "1\n2\n3\n"}, "+1", id="a line that came"),
    pytest.param({"a.py": "1\n2\n"}, {"a.py": "1\n"}, "-1", id="a line that went"),
    pytest.param({"a.py": "1\n2\n"}, {"a.py": "1\nx\n"}, "±1", id="a line replaced counts once"),
    pytest.param({"a.py": "1\n"}, {"a.py": "x\ny\n"}, "±2", id="of a block replaced, its larger side"),
    pytest.param({"a.py": "1\n"}, {"a.py": "1\n", "b.py": "1\n2\n"}, "+2", id="a new file"),
    pytest.param({"a.py": "1\n2\n"}, {}, "-2", id="a file that is gone"),
    pytest.param({"a.py": "1\n", "b.py": "1\n"}, {"a.py": "0\n1\n2\n"}, "±3", id="some came, one went"),
    pytest.param({}, {"a.py": "1\n2\n"}, "+2", id="the first jump, from nothing"),
    pytest.param(
        {"a.py": "x\n" * 9000}, {"a.py": "y\n" + "x\n" * 8000 + "z\n"}, "±9000", id="too many to compare"
    ),
]


@pytest.mark.parametrize(("before", "after", "told"), CHANGED)
def test_how_many_lines_changed(before, after, told):
    assert str(lines_between(tree(before), tree(after)).code) == told


KINDS = [
    pytest.param("fizz.py", "+1 code", id="the module"),
    pytest.param("helpers/more.py", "+1 code", id="other code"),
    pytest.param("latest_results.py", "+1 code", id="a name that only looks like a test"),
    pytest.param("test_fizz.py", "+1 tests", id="test_*.py"),
    pytest.param("mine/fizz_test.py", "+1 tests", id="*_test.py, in a folder"),
    pytest.param("conftest.py", "+1 tests", id="conftest.py"),
    pytest.param("scores.js", "+1 code", id="another language"),
    pytest.param("scores.test.js", "+1 tests", id="tests of another language"),
    pytest.param("notes.txt", "", id="notes are neither"),
    pytest.param(".started", "", id="what the workspace notes is neither"),
]


@pytest.mark.parametrize(("name", "told"), KINDS)
def test_a_file_is_code_or_tests_by_its_name(name, told):
    lines = lines_between({}, tree({name: "1\n"}))
    assert (
        " ".join(filter(None, [lines.code and f"{lines.code} code", lines.tests and f"{lines.tests} tests"]))
        == told
    )


def test_the_two_are_counted_apart():
    lines = lines_between({}, tree({"fizz.py": "1\n2\n", "test_fizz.py": "1\n2\n3\n"}))
    assert (lines.code.number, lines.tests.number, lines.number) == (2, 3, 5)


SAID = [
    pytest.param({"a.py": "1\n"}, "1 line of code", id="code alone"),
    pytest.param({"test_a.py": "1\n2\n"}, "2 lines of tests", id="tests alone"),
    pytest.param({"a.py": "1\n2\n", "test_a.py": "1\n"}, "2 lines of code, 1 of tests", id="both"),
]


@pytest.mark.parametrize(("files", "words"), SAID)
def test_they_are_said_in_words(files, words):
    assert counted_apart(lines_between({}, tree(files))) == words


def test_no_line_is_no_change():
    assert not Lines().code
    assert Lines().number == 0
