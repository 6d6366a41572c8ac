"""What the suite of Roman numerals says of code that no step has, and that a pair may write."""

import pytest
from helpers import TOP

from dojo.engine.suite import with_suite
from dojo.engine.trial import try_all
from dojo.engine.version import Copy
from dojo.story.story import described

STORY = described(TOP / "katas" / "roman")
CODE = STORY.designs[0].code


def colours(code, folder):
    """The colour of each test on this code, by its rule."""
    copy = Copy("a pair's", folder, folder / "roman.py")
    copy.module.write_text(code, encoding="utf-8")

    def body(suite):
        trial = suite.trial(copy, suite.tests, drawn=())
        try_all([trial])
        return {test.rule: trial.cells[test.id].colour for test in suite.tests}

    return with_suite(STORY, body)


def changed(old, new):
    """The code of the program with a change."""
    assert CODE.count(old) == 1
    return CODE.replace(old, new)


MESSAGES = [
    pytest.param("{number} cannot be written", "4000 cannot be written", id="a number"),
    pytest.param("{numeral} is no numeral", "no five stands twice: VV", id="a numeral"),
]


@pytest.mark.parametrize(("message", "rule"), MESSAGES)
def test_a_wrong_message_is_red(tmp_path, message, rule):
    assert colours(changed(message, f"{message}!"), tmp_path)[rule] == "red"


READERS = [
    pytest.param("sys.stdin", id="sys.stdin"),
    pytest.param("open(0)", id="open(0)"),
    pytest.param("iter(lambda: sys.stdin.readline() or None, None)", id="readline"),
    pytest.param("sys.stdin.read().splitlines()", id="read"),
]


@pytest.mark.parametrize("lines", READERS)
def test_a_program_may_read_standard_input_in_any_way(tmp_path, lines):
    found = colours(changed("for line in sys.stdin:", f"for line in {lines}:"), tmp_path)
    assert [rule for rule, colour in found.items() if colour != "green"] == []


def test_a_program_that_breaks_off_takes_no_input_from_the_next_test(tmp_path):
    code = changed(
        "    for line in sys.stdin:\n", "    for line in open(0):\n        assert line != '007\\n'\n"
    )
    found = colours(code, tmp_path)
    assert {rule: colour for rule, colour in found.items() if colour != "green"} == {
        "leading zeros do not count": "amber"
    }
