"""What pytest says of a failure loses none of its letters, and has no address and no folder."""

import pytest

from dojo.runner.failure.reason import PATH, last_line, shorten_reason

LAST = {
    "the last of several": ("E       AssertionError: no\nE       assert 1 == 2", "assert 1 == 2"),
    "it begins with an E": ("E   Every E is here", "Every E is here"),
    "it is an E": ("E       E = 3", "E = 3"),
    "nothing is marked, and it begins with an E": ("E is missing", "E is missing"),
    "nothing is marked, on several lines": ("E is missing\nhere", "here"),
    "below it stands where": ("    def test():\n>       f()\nE       no\n\nfile.py:3: Error", "no"),
    "nothing": ("", ""),
}


@pytest.mark.parametrize(("drawn", "line"), LAST.values(), ids=LAST)
def test_the_last_line_of_what_was_raised(drawn, line):
    assert last_line(drawn) == line


def test_a_reason_has_no_address():
    assert shorten_reason("AssertionError: assert <fizz.Odd object at 0x7f21aa> == 1") == (
        "AssertionError: assert <Odd> == 1"
    )


FILES = ["/home/ann/a dojo/fizz.py", "/fizz.py", r"C:\Users\Ann\a dojo\fizz.py", r"\\server\dojo\fizz.py"]


@pytest.mark.parametrize("file", FILES)
def test_a_file_that_lacks_a_name_is_named_without_its_folder(file):
    said = f"cannot import name 'sayy' from 'fizz' ({file})"
    assert PATH.sub(r" (\1)", said) == "cannot import name 'sayy' from 'fizz' (fizz.py)"
