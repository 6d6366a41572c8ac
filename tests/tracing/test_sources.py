"""What the tests of a file share: if it changes, each of them may ask something else."""

import pytest

from dojo.tracing.sources import shared_by_tests

FILE = """\
import fizz

LIMIT = 3


def say(number):
    return fizz.say(number)


def test_one():
    assert say(1) == "1"


class TestMore:
    word = "Fizz"

    def last(self):
        return say(LIMIT)

    def test_fizz(self):
        assert self.last() == self.word
"""
SHARED = {
    "an import": ("import fizz", "import buzz as fizz"),
    "its data": ("LIMIT = 3", "LIMIT = 6"),
    "a helper": ("fizz.say(number)", "fizz.say(number + 1)"),
    "the data of a class": ('word = "Fizz"', 'word = "Buzz"'),
    "a helper of a class": ("say(LIMIT)", "say(LIMIT + 3)"),
}
NOT_SHARED = {
    "a test": ('say(1) == "1"', 'say(2) == "2"'),
    "a test of a class": ("self.last() == self.word", "self.last()"),
    "an empty line": ("LIMIT = 3\n", "\nLIMIT = 3\n"),
    "a comment": ("LIMIT = 3", "LIMIT = 3  # the first"),
}


def shared_after(edit):
    """What is shared in the file after an edit."""
    old, new = edit
    assert FILE.count(old) == 1
    return shared_by_tests(FILE.replace(old, new).encode())


@pytest.mark.parametrize("edit", SHARED.values(), ids=SHARED)
def test_what_tests_share_has_changed(edit):
    assert shared_after(edit) != shared_by_tests(FILE.encode())


@pytest.mark.parametrize("edit", NOT_SHARED.values(), ids=NOT_SHARED)
def test_what_tests_share_is_as_it_was(edit):
    assert shared_after(edit) == shared_by_tests(FILE.encode())
