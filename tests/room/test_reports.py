"""What a room gets to know of an attempt: a report of each light, and code only where the pair shares it."""

import pytest
from helpers import record_light

from dojo.room.changes import sources_at
from dojo.room.models import VerdictLine, parse_record, write_record
from dojo.room.reports import record_of

PROOF = [VerdictLine("two", "proven", "It was red.")]
OWN = "kata/attempts/tables-3/test_fizz.py::test_one"
OURS = "suite/test_numbers.py::test_numbers[one is said]"


def record_run(attempt, colour, code, verb="next", **fields):
    """Record a run of a code, with a test of ours and one of the participant's own."""
    attempt.module.write_text(code)
    counts = {"green": 2} if colour == "green" else {"green": 1, colour: 1}
    fields = {"test": OURS, "own": {OWN: "green"}, **fields}
    record_light(attempt, verb=verb, colour=colour, counts=counts, **fields)


def test_a_light_tells_how_far_its_pair_is_and_what_it_expected(attempt):
    record_run(attempt, "red", "a = 1\n", verb="start", revealed=3, of=5, expected="green", held=False)
    (report,) = record_of(attempt).lights
    assert report.number == 1
    assert report.verb == "start"
    assert report.green == 1
    assert report.tests == 2
    assert report.known == 3
    assert report.of == 5
    assert report.expected == "green"
    assert report.held is False


def test_a_light_tells_its_colour_lines_test_and_what_is_green_first(attempt):
    """The test in hand is one's own if that fails, but never the name of a file that does not load."""
    odd, two = "t.py::t[\x1b[1m]", OWN.replace("one", "two")
    record_run(attempt, "red", "a = 1\n", verb="start")
    record_run(attempt, "red", "a = 1\n")
    record_run(attempt, "red", "a = 1\nb = 2\nc = 3\n", own={two: "red"}, test=odd)
    record_run(attempt, "amber", "a = 1\n", own={OWN.split("::")[0]: "amber"}, test=odd)
    record_run(attempt, "green", "a = 2\n", own={two: "green"}, test=odd)
    record_run(attempt, "green", "a = 3\n")
    record_run(attempt, "green", "a = 3\n")
    ours, shown = "one is said", "\N{REPLACEMENT CHARACTER}[1m"
    reports = record_of(attempt).lights
    assert [(report.colour, report.code, report.test, report.first_green) for report in reports] == [
        ("red", 0, ours, {}),  # what is there at the start has come from elsewhere
        ("red", 0, ours, {}),
        ("red", 2, "two", {}),
        ("amber", 2, shown, {}),
        ("green", 1, shown, {"two": "red"}),  # it was red for one's own test alone
        ("green", 1, ours, {ours: "red", "two": ""}),  # and two is gone
        ("green", 0, ours, {}),
    ]


@pytest.fixture
def with_code(attempt):
    """An attempt with four lights: a file comes, another goes, and the last is as the one gone back to."""
    (attempt.folder / "picture.bin").write_bytes(b"\0" * 10)
    record_run(attempt, "red", "a = 1\n")
    (attempt.folder / "more.py").write_text("b\n")
    record_run(attempt, "green", "a = 2\n")
    (attempt.folder / "more.py").unlink()
    record_run(attempt, "amber", "a = (\n", verb="back", to=1)
    record_run(attempt, "red", "a = 1\n")
    return attempt


def test_code_does_not_go_where_the_pair_does_not_share_it(with_code):
    assert [report.files for report in record_of(with_code).lights] == [None] * 4


def test_of_code_that_is_shared_the_changed_files_go(with_code):
    first, second, third, _ = record_of(with_code, shares=True).lights
    assert first.files is not None
    assert first.files["picture.bin"] == "(10 bytes, not sent)\n"
    assert ".started" not in first.files
    assert second.files == {"fizz.py": "a = 2\n", "more.py": "b\n"}
    assert third.files == {"fizz.py": "a = (\n", "more.py": None}


def test_any_state_of_shared_code_can_be_had_again(with_code):
    states = list(sources_at(record_of(with_code, shares=True).lights))
    assert [state["fizz.py"] for state in states] == ["a = 1\n", "a = 2\n", "a = (\n", "a = 1\n"]
    assert [number for number, state in enumerate(states) if "more.py" in state] == [1]


def test_what_a_pair_says_is_read_as_it_was_written(with_code):
    record = record_of(with_code, shares=True)
    record.proof, record.left = PROOF, True
    assert parse_record(write_record(record)) == record


def test_of_a_file_that_is_cut_off_the_whole_lines_are_read(with_code):
    record = record_of(with_code, shares=True)
    record.proof = PROOF
    assert parse_record(write_record(record)[:-150]).lights == record.lights[:-1]
