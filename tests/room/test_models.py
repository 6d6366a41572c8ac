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


def test_a_light_tells_its_colour_its_lines_its_test_and_which_are_green_for_the_first_time(attempt):
    """The test in hand is one's own if that fails, but never the name of a file that does not load."""
    odd, two = "t.py::t[\x1b[1m]", OWN.replace("one", "two")
    light(attempt, "red", "a = 1\n", verb="start", revealed=3, of=5, expected="green", held=False)
    light(attempt, "red", "a = 1\n")
    light(attempt, "red", "a = 1\nb = 2\nc = 3\n", own={two: "red"}, test=odd)
    light(attempt, "amber", "a = 1\n", own={OWN.split("::")[0]: "amber"}, test=odd)
    light(attempt, "green", "a = 2\n", own={two: "green"}, test=odd)
    light(attempt, "green", "a = 3\n")
    light(attempt, "green", "a = 3\n")
    first, *_ = told = record_of(attempt).lights
    assert (first.number, first.verb, first.green, first.tests) == (1, "start", 1, 2)
    assert (first.known, first.of, first.expected, first.held) == (3, 5, "green", False)
    ours, shown = "one is said", "\N{REPLACEMENT CHARACTER}[1m"
    assert [(one.colour, one.code, one.test, one.first_green) for one in told] == [
        ("red", 0, ours, {"one": "green"}),
        ("red", 0, ours, {}),
        ("red", 2, "two", {}),
        ("amber", 2, shown, {}),
        ("green", 1, shown, {"two": "red", shown: "green"}),  # it was red for one's own test alone
        ("green", 1, ours, {ours: "red"}),
        ("green", 0, ours, {}),
    ]


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
    made = record_of(attempt, shares=True)
    made.proof, made.left = [VerdictLine("one is said", "proven", "It was red, and then green.")], True
    assert parse_record(write_record(made)) == made  # and up to the last whole line
    assert parse_record(write_record(made)[:-150]).lights == made.lights[:-1]


LIGHT = msgspec.to_builtins(FIRST)
HEAD = {"version": 2, "pair": msgspec.to_builtins(delivery().pair)}


FILES = {
    "nothing": ([], "what a pair says cannot be taken: Object missing required field `pair`"),
    "no JSON": (["hello"], "a line cannot be taken: JSON is malformed"),
    "too deep": (["[" * 50_000], "a line cannot be taken: "),
    "another version": ([HEAD | {"version": 3}], "Expected `int` <= 2 - at `$.version`"),
    "a path in the name": ([HEAD | {"pair": HEAD["pair"] | {"name": "../x"}}], "Expected `str` matching"),
    "a strange line": ([HEAD, {"run": "rm"}], "unknown field `run`"),
    "too many verdicts": ([HEAD, {"proof": [["a", "b", "c"]] * 2001}], "length <= 2000"),
    "a long verdict": ([HEAD, {"proof": [["a", "b", "c" * 801]]}], "length <= 800"),
    "an escape in a verdict": ([HEAD, {"proof": [["a", "b", "\x1b[2J"]]}], "invisible characters"),
    "no pair first": ([{"light": LIGHT}], "missing required field `pair`"),
}


LIGHTS = {
    "an escape": ({"test": "a\x1b[2J"}, "invisible characters"),
    "light 0": ({"number": 0}, "`int` >= 1"),
    "the far future": ({"when": 1e12}, "`$.lights[0].when`"),
    "no colour": ({"colour": "blue"}, "`$.lights[0].colour`"),
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
