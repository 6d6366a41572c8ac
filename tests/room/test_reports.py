"""What a room is told of an attempt's lights."""

import pytest

from dojo.attempt.create import create
from dojo.attempt.light import record
from dojo.room.models import VerdictLine, parse_record, record_of, write_record
from dojo.room.records import sources_at

OWN = "kata/attempts/tables-3/test_fizz.py::test_one"
OURS = "suite/test_numbers.py::test_numbers[one is said]"


@pytest.fixture
def attempt(bare):
    return create(bare.workspace, "tables-3", "fizz")


def light(attempt, colour, code, own="green", verb="next", **told):
    attempt.module.write_text(code)
    counts = {"green": 1, colour: 1 + (colour == "green")}
    record(attempt, verb=verb, colour=colour, counts=counts, test=OURS, own={OWN: own}, **told)


def test_a_light_tells_its_colour_its_tests_and_the_test_in_hand(attempt):
    light(attempt, "red", "a = 1\n", revealed=3, of=5, expected="green", held=False)
    (told,) = record_of(attempt).lights
    assert (told.number, told.verb, told.colour, told.green, told.tests) == (1, "next", "red", 1, 2)
    assert (told.test, told.known, told.of, told.expected, told.held) == ("one is said", 3, 5, "green", False)


def test_a_test_of_ones_own_that_fails_is_the_one_in_hand_and_lines_are_counted(attempt):
    light(attempt, "red", "a = 1\n", own="red", verb="start")
    light(attempt, "green", "a = 1\nb = 2\nc = 3\n")
    told = record_of(attempt).lights
    assert told[0].test == "one"
    assert [one.code for one in told] == [0, 2]


def test_the_test_in_hand_is_never_the_name_of_a_file_that_does_not_load(attempt):
    record(
        attempt,
        verb="next",
        colour="amber",
        counts={"amber": 1},
        test=OURS,
        own={OWN.split("::")[0]: "amber"},
    )
    assert record_of(attempt).lights[0].test == "one is said"


def test_it_says_which_tests_are_green_for_the_first_time_and_whether_they_were_red(attempt):
    light(attempt, "red", "a = 1\n")
    light(attempt, "green", "a = 2\n")
    light(attempt, "green", "a = 3\n")
    told = [one.first_green for one in record_of(attempt).lights]
    assert told == [{"one": "green"}, {"one is said": "red"}, {}]


def test_a_red_test_of_ones_own_does_not_make_ours_red(attempt):
    light(attempt, "red", "a = 1\n", own="red")
    light(attempt, "green", "a = 2\n")
    assert record_of(attempt).lights[1].first_green == {"one": "red", "one is said": "green"}


def test_code_goes_only_where_the_pair_shares_it_and_what_is_no_text_by_its_size(attempt):
    (attempt.folder / "picture.bin").write_bytes(b"\0" * 10)
    light(attempt, "red", "a = 1\n")
    assert record_of(attempt).lights[0].files is None
    assert record_of(attempt, shares=False).lights[0].files is None
    files = record_of(attempt, shares=True).lights[0].files
    assert (files["fizz.py"], files["picture.bin"]) == ("a = 1\n", "(10 bytes, not sent)\n")


def test_only_files_that_have_changed_are_sent_and_any_state_can_be_had_again(attempt):
    light(attempt, "red", "a = 1\n")
    (attempt.folder / "more.py").write_text("b\n")
    light(attempt, "green", "a = 2\n")
    (attempt.folder / "more.py").unlink()
    light(attempt, "amber", "a = (\n", verb="back", to=1)
    light(attempt, "red", "a = 1\n")  # as the light that was gone back to
    told = record_of(attempt, shares=True).lights
    assert told[1].files == {"fizz.py": "a = 2\n", "more.py": "b\n"}
    assert told[2].files == {"fizz.py": "a = (\n", "more.py": None}
    states = list(sources_at(told))
    assert [state["fizz.py"] for state in states] == ["a = 1\n", "a = 2\n", "a = (\n", "a = 1\n"]
    assert ["more.py" in state for state in states] == [False, True, False, False]


def test_a_rule_with_signs_that_a_terminal_obeys_is_made_plain(attempt):
    record(attempt, verb="next", colour="red", counts={"red": 1}, test="t.py::t[\x1b[31m<b>]")
    assert record_of(attempt).lights[0].test == "\N{REPLACEMENT CHARACTER}[31m<b>"


def test_a_record_is_read_as_it_was_written_up_to_the_last_whole_line(attempt):
    light(attempt, "red", "a = 1\n", expected="red", held=True)
    light(attempt, "green", "a = 2\n")
    made = record_of(attempt, shares=True)
    assert len(parse_record(write_record(made)[:-40]).lights) == 1
    made.proof, made.left = [VerdictLine("one is said", "proven", "It was red, and then green.")], True
    again = parse_record(write_record(made))
    assert (again.pair, again.lights, again.proof, again.left) == (made.pair, made.lights, made.proof, True)
