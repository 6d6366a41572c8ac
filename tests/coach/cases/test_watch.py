"""`make watch` on a program: the bar of the cases, at every save of any file."""

import pytest
from dojo.coach.watching.verdict import Verdict, when_ready
from helpers import Watching, typed_copy

from coach.cases.conftest import ECHO, RIGHT, with_cases


@pytest.fixture
def verdict(attempt):
    """What `make watch` would show now."""

    def now():
        found = []
        assert when_ready(attempt, lambda judge: found.append(judge(attempt)) or 0) == 0
        return found[0]

    return now


def test_it_judges_the_cases_that_were_revealed(said, save, verdict):
    save(ECHO)
    assert verdict() == Verdict("green", {"green": 1, "red": 0, "amber": 0}, "cases[01 one is said]")
    said("next")
    said("next")
    assert verdict() == Verdict(
        "red",
        {"green": 0, "red": 1, "amber": 0},
        "cases[03 fizz is said]",
        "“03 fizz is said” is red: prints something else",
        "fed:\n  3\n\n- expected, + printed:\n- Fizz\n+ 3",
    )
    save(RIGHT)
    assert verdict() == Verdict("green", {"green": 3, "red": 0, "amber": 0}, "cases[03 fizz is said]")


def test_a_program_that_does_not_start_is_amber(verdict):
    assert verdict().rule == (
        "“01 one is said” is amber: there is no said.py in kata/attempts/tables-3: put it there"
    )


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
