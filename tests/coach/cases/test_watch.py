"""`make watch` on a program: the bar of the cases, at every save of any file."""

import pytest
from helpers import Watching, typed_copy

from coach.cases.conftest import ECHO, RIGHT, with_cases
from dojo.coach.cycle.course import with_course
from dojo.coach.cycle.run import run


@pytest.fixture
def judged(attempt):
    """What `make watch` comes to each time that it looks: with one course for all of its runs."""
    return lambda *saves: with_course(attempt, lambda course: [each() or run(course) for each in saves])


def test_each_save_is_judged_by_the_cases_that_were_revealed(said, save, judged):
    save(ECHO)
    said("next")
    said("next")
    red, green = judged(lambda: None, lambda: save(RIGHT) and None)
    assert (red.colour, red.counts["red"], red.in_hand) == ("red", 1, "cases[03 fizz is said]")
    assert red.failure.failure == "- expected, + printed:\n- Fizz\n+ 3\n\nfed:\n  3"
    assert (green.colour, green.counts["green"]) == ("green", 3)


def test_typed_it_sees_the_save_of_a_file_that_is_not_python(tmp_path):
    copy = typed_copy(tmp_path)
    kata = copy.root / "katas" / "fizz" / "kata"
    with_cases(kata)
    assert copy.make("start", "NAME=tables-3", "KATA=fizz", "CMD=cat said.txt").returncode == 0
    watching = Watching(copy, "watch", "NAME=tables-3")
    try:
        assert "there is no said.txt" in watching.until("not green yet")
        (kata / "attempts" / "tables-3" / "said.txt").write_text("1\n")
        assert "GREEN" in watching.until(" · green")
    finally:
        watching.stop()
