"""What a pair says: the reports of its lights as they are made, as they travel, and what is refused."""

import msgspec
import pytest

from dojo.attempt.light import record
from dojo.errors import UsageError
from dojo.room.models import VerdictLine, parse_record, record_of, write_record
from dojo.room.records import sources_at
from room.conftest import FIRST, delivery, lines_of

OWN = "kata/attempts/tables-3/test_fizz.py::test_one"
OURS = "suite/test_numbers.py::test_numbers[one is said]"


def light(attempt, colour, code, verb="next", **told):
    attempt.module.write_text(code)
    counts = {"green": 1, colour: 1 + (colour == "green")}
    record(attempt, verb=verb, colour=colour, counts=counts, **{"test": OURS, "own": {OWN: "green"}, **told})


def test_a_light_tells_its_colour_its_tests_and_its_lines(attempt):
    light(attempt, "red", "a = 1\n", verb="start", revealed=3, of=5, expected="green", held=False)
    light(attempt, "green", "a = 1\nb = 2\nc = 3\n")
    told, then = record_of(attempt).lights
    assert (told.number, told.verb, told.colour, told.green, told.tests) == (1, "start", "red", 1, 2)
    assert (told.known, told.of, told.expected, told.held) == (3, 5, "green", False)
    assert (told.code, then.code) == (0, 2)


IN_HAND = {
    "ours": ({}, "one is said"),
    "one's own that fails": ({"own": {OWN: "red"}}, "one"),
    "never the name of a file that does not load": ({"own": {OWN.split("::")[0]: "amber"}}, "one is said"),
    "without signs of a terminal": ({"test": "t.py::t[\x1b[1m]"}, "\N{REPLACEMENT CHARACTER}[1m"),
}


@pytest.mark.parametrize(("told", "rule"), IN_HAND.values(), ids=IN_HAND)
def test_the_test_in_hand_is(attempt, told, rule):
    light(attempt, "red", "a = 1\n", **told)
    assert record_of(attempt).lights[0].test == rule


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ("green", [{"one": "green"}, {"one is said": "red"}, {}]),
        ("red", [{}, {"one": "red", "one is said": "green"}, {}]),
    ],
    ids=["ours was red", "only one's own was red"],
)
def test_it_says_which_tests_are_green_for_the_first_time_and_whether_they_were_red(attempt, own, told):
    light(attempt, "red", "a = 1\n", own={OWN: own})
    light(attempt, "green", "a = 2\n")
    light(attempt, "green", "a = 3\n")
    assert [one.first_green for one in record_of(attempt).lights] == told


def test_code_goes_only_where_the_pair_shares_it_and_any_state_can_be_had_again(attempt):
    (attempt.folder / "picture.bin").write_bytes(b"\0" * 10)
    light(attempt, "red", "a = 1\n")
    (attempt.folder / "more.py").write_text("b\n")
    light(attempt, "green", "a = 2\n")
    (attempt.folder / "more.py").unlink()
    light(attempt, "amber", "a = (\n", verb="back", to=1)
    light(attempt, "red", "a = 1\n")  # as the light that was gone back to
    assert [one.files for one in record_of(attempt).lights] == [None] * 4
    told = record_of(attempt, shares=True).lights
    assert told[0].files["picture.bin"] == "(10 bytes, not sent)\n"
    assert told[1].files == {"fizz.py": "a = 2\n", "more.py": "b\n"}
    assert told[2].files == {"fizz.py": "a = (\n", "more.py": None}
    states = list(sources_at(told))
    assert [state["fizz.py"] for state in states] == ["a = 1\n", "a = 2\n", "a = (\n", "a = 1\n"]
    assert ["more.py" in state for state in states] == [False, True, False, False]


def test_a_record_is_read_as_it_was_written_up_to_the_last_whole_line(attempt):
    light(attempt, "red", "a = 1\n", expected="red", held=True)
    light(attempt, "green", "a = 2\n")
    made = record_of(attempt, shares=True)
    assert len(parse_record(write_record(made)[:-40]).lights) == 1
    made.proof, made.left = [VerdictLine("one is said", "proven", "It was red, and then green.")], True
    assert parse_record(write_record(made)) == made


LIGHT = msgspec.to_builtins(FIRST)
HEAD = {"version": 2, "pair": msgspec.to_builtins(delivery().pair)}


FILES = {
    "nothing": ([], "what a pair says cannot be taken: Object missing required field `pair`"),
    "no JSON": (["hello"], "a line cannot be taken: JSON is malformed"),
    "too deep": (["[" * 50_000], "a line cannot be taken: "),
    "a list": ([[1]], "a line cannot be taken: "),
    "another version": ([HEAD | {"version": 3}], "Expected `int` <= 2 - at `$.version`"),
    "a path in the name": ([HEAD | {"pair": HEAD["pair"] | {"name": "../x"}}], "Expected `str` matching"),
    "a strange line": ([HEAD, {"run": "rm"}], "unknown field `run`"),
    "too many verdicts": ([HEAD, {"proof": [["a", "b", "c"]] * 2001}], "length <= 2000"),
    "a long verdict": ([HEAD, {"proof": [["a", "b", "c" * 801]]}], "length <= 800"),
    "an escape in a verdict": ([HEAD, {"proof": [["a", "b", "\x1b[2J"]]}], "invisible characters"),
    "a short verdict": ([HEAD, {"proof": [["a", "b"]]}], "`$.proof[0]`"),
    "no pair first": ([{"light": LIGHT}], "missing required field `pair`"),
}


LIGHTS = {
    "an escape": ({"test": "a\x1b[2J"}, "invisible characters"),
    "light 0": ({"number": 0}, "`int` >= 1"),
    "the far future": ({"when": 1e12}, "`$.lights[0].when`"),
    "no colour": ({"colour": "blue"}, "`$.lights[0].colour`"),
    "1 is not true": ({"held": 1}, "`$.lights[0].held`"),
    "a path": ({"history": "../../etc/pa"}, "`$.lights[0].history`"),
    "a long file": ({"files": {"a": "x" * 100_001}}, "length <= 100000"),
    "many files": ({"files": {str(n): "x" for n in range(101)}}, "length <= 100"),
    "a wrong table": ({"first_green": {"a": "blue"}}, "`$.lights[0].first_green[...]`"),
    "a pile of marks": ({"test": "a" + "\u0301" * 9}, "invisible characters"),
}


REFUSED = FILES | {name: ([HEAD, {"light": LIGHT | one}], says) for name, (one, says) in LIGHTS.items()}


@pytest.mark.parametrize(("lines", "says"), REFUSED.values(), ids=REFUSED)
def test_a_file_is_refused_in_a_line(lines, says):
    with pytest.raises(UsageError) as refused:
        parse_record(lines_of(*lines))
    assert (says in str(refused.value), str(refused.value).isprintable()) == (True, True)
