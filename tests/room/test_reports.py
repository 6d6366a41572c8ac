"""What a room gets to know of an attempt: a report of each light, and code only where the pair shares it."""

from helpers import record_light

from dojo.room.changes import sources_at
from dojo.room.models import VerdictLine, parse_record, write_record
from dojo.room.reports import record_of

PROOF = [VerdictLine("two", "proven", "It was red.")]
OWN = "kata/attempts/tables-3/test_fizz.py::test_one"
OURS = "suite/test_numbers.py::test_numbers[one is said]"


def lit(attempt, colour, code, verb="next", **told):
    attempt.module.write_text(code)
    counts = {"green": 1, colour: 1 + (colour == "green")}
    record_light(
        attempt, verb=verb, colour=colour, counts=counts, **{"test": OURS, "own": {OWN: "green"}, **told}
    )


def test_a_light_tells_its_colour_lines_test_and_what_is_green_first(attempt):
    """The test in hand is one's own if that fails, but never the name of a file that does not load."""
    odd, two = "t.py::t[\x1b[1m]", OWN.replace("one", "two")
    lit(attempt, "red", "a = 1\n", verb="start", revealed=3, of=5, expected="green", held=False)
    lit(attempt, "red", "a = 1\n")
    lit(attempt, "red", "a = 1\nb = 2\nc = 3\n", own={two: "red"}, test=odd)
    lit(attempt, "amber", "a = 1\n", own={OWN.split("::")[0]: "amber"}, test=odd)
    lit(attempt, "green", "a = 2\n", own={two: "green"}, test=odd)
    lit(attempt, "green", "a = 3\n")
    lit(attempt, "green", "a = 3\n")
    first, *_ = told = record_of(attempt).lights
    assert (first.number, first.verb, first.green, first.tests) == (1, "start", 1, 2)
    assert (first.known, first.of, first.expected, first.held) == (3, 5, "green", False)
    ours, shown = "one is said", "\N{REPLACEMENT CHARACTER}[1m"
    assert [(one.colour, one.code, one.test, one.first_green) for one in told] == [
        ("red", 0, ours, {}),  # what is there at the start has come from elsewhere
        ("red", 0, ours, {}),
        ("red", 2, "two", {}),
        ("amber", 2, shown, {}),
        ("green", 1, shown, {"two": "red"}),  # it was red for one's own test alone
        ("green", 1, ours, {ours: "red", "two": ""}),  # and two is gone
        ("green", 0, ours, {}),
    ]


def test_code_goes_only_where_the_pair_shares_it_and_any_state_can_be_had_again(attempt):
    (attempt.folder / "picture.bin").write_bytes(b"\0" * 10)
    lit(attempt, "red", "a = 1\n")
    (attempt.folder / "more.py").write_text("b\n")
    lit(attempt, "green", "a = 2\n")
    (attempt.folder / "more.py").unlink()
    lit(attempt, "amber", "a = (\n", verb="back", to=1)
    lit(attempt, "red", "a = 1\n")  # as the light that was gone back to
    assert [one.files for one in record_of(attempt).lights] == [None] * 4
    told = record_of(attempt, shares=True).lights
    assert told[0].files is not None
    assert told[0].files["picture.bin"] == "(10 bytes, not sent)\n"
    assert ".started" not in told[0].files
    assert told[1].files == {"fizz.py": "a = 2\n", "more.py": "b\n"}
    assert told[2].files == {"fizz.py": "a = (\n", "more.py": None}
    states = list(sources_at(told))
    assert [state["fizz.py"] for state in states] == ["a = 1\n", "a = 2\n", "a = (\n", "a = 1\n"]
    assert [number for number, state in enumerate(states) if "more.py" in state] == [1]
    made = record_of(attempt, shares=True)
    made.proof, made.left = PROOF, True
    assert parse_record(write_record(made)) == made  # and up to the last whole line
    assert parse_record(write_record(made)[:-150]).lights == made.lights[:-1]
