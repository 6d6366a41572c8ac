"""How many lines were changed: of code and of tests apart."""

import pytest

from dojo.attempt.diffstat import Lines, in_words, lines_between
from dojo.attempt.snapshot import File


def tree(files):
    """Files as a light has them."""
    return {name.encode(): File("100644", text.encode()) for name, text in files.items()}


CHANGED = {
    "nothing": ({"a.py": "1\n2\n"}, {"a.py": "1\n2\n"}, ""),
    "a line that came": ({"a.py": "1\n2\n"}, {"a.py": "1\n2\n3\n"}, "+1"),
    "a line that went": ({"a.py": "1\n2\n"}, {"a.py": "1\n"}, "-1"),
    "a line replaced counts once": ({"a.py": "1\n2\n"}, {"a.py": "1\nx\n"}, "±1"),
    "of a block replaced, its larger side": ({"a.py": "1\n"}, {"a.py": "x\ny\n"}, "±2"),
    "a new file": ({"a.py": "1\n"}, {"a.py": "1\n", "b.py": "1\n2\n"}, "+2"),
    "a file that is gone": ({"a.py": "1\n2\n"}, {}, "-2"),
    "some came, one went": ({"a.py": "1\n", "b.py": "1\n"}, {"a.py": "0\n1\n2\n"}, "±3"),
    "the first jump, from nothing": ({}, {"a.py": "1\n2\n"}, "+2"),
    "too many to compare": ({"a.py": "x\n" * 9000}, {"a.py": "y\n" + "x\n" * 8000 + "z\n"}, "±9000"),
}


@pytest.mark.parametrize(("before", "after", "told"), CHANGED.values(), ids=CHANGED)
def test_how_many_lines_changed(before, after, told):
    assert str(lines_between(tree(before), tree(after)).code) == told


KINDS = {
    "the module": ("fizz.py", "+1 code"),
    "other code": ("helpers/more.py", "+1 code"),
    "a name that only looks like a test": ("latest_results.py", "+1 code"),
    "test_*.py": ("test_fizz.py", "+1 tests"),
    "*_test.py, in a folder": ("mine/fizz_test.py", "+1 tests"),
    "conftest.py": ("conftest.py", "+1 tests"),
    "another language": ("scores.js", "+1 code"),
    "tests of another language": ("scores.test.js", "+1 tests"),
    "notes are neither": ("notes.txt", ""),
    "what the workspace notes is neither": (".started", ""),
}


@pytest.mark.parametrize(("name", "told"), KINDS.values(), ids=KINDS)
def test_a_file_is_code_or_tests_by_its_name(name, told):
    lines = lines_between({}, tree({name: "1\n"}))
    told_now = [f"{count} {kind}" for kind, count in lines._asdict().items() if count]
    assert " ".join(told_now) == told


SAID = {
    "code alone": ({"a.py": "1\n"}, "1 line of code"),
    "tests alone": ({"test_a.py": "1\n2\n"}, "2 lines of tests"),
    "both": ({"a.py": "1\n2\n", "test_a.py": "1\n"}, "2 lines of code, 1 of tests"),
}


@pytest.mark.parametrize(("files", "words"), SAID.values(), ids=SAID)
def test_they_are_said_in_words(files, words):
    assert in_words(lines_between({}, tree(files))) == words


def test_they_are_counted_apart_and_no_line_is_no_change():
    lines = lines_between({}, tree({"fizz.py": "1\n2\n", "test_fizz.py": "1\n2\n3\n"}))
    assert (lines.code.number, lines.tests.number, lines.number) == (2, 3, 5)
    assert (bool(Lines().code), Lines().number) == (False, 0)
