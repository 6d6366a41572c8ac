"""A proof on the screen, and as JSON."""

import io
import json

import pytest
from rich.console import Console

from dojo.history.proving import verdict
from dojo.history.proving.report import NOTHING, STUB, as_json, report
from dojo.history.proving.verdict import Kind, Proof, Verdict, Version

WHEEL = "a wheel is a straight"
SAID = {
    "proven": (verdict.proven(WHEEL), "■ “a wheel is a straight” was red for the right reason, then green."),
    "by_name": (
        verdict.by_name(WHEEL, "`compare`"),
        "× “a wheel is a straight” was red because `compare` was missing; nobody has seen its assertion"
        " fail.",
    ),
    "by_crash": (
        verdict.by_crash(WHEEL, "IndexError: list index out of range"),
        "× “a wheel is a straight” was red by a crash (IndexError: list index out of range), then green.",
    ),
    "passes": (
        verdict.passes(WHEEL),
        "! “a wheel is a straight” passes without this change: a guard, written after the code, or does it"
        " test what it says?",
    ),
    "pays": (
        verdict.pays(WHEEL, "3 lights, 4 minutes"),
        "■ “a wheel is a straight” was red for 3 lights, 4 minutes, and is green now.",
    ),
    "made_green": (
        verdict.made_green(WHEEL),
        "! “a wheel is a straight” was made green by changing the test, not the code.",
    ),
    "adapted": (
        verdict.adapted(WHEEL),
        "≈ “a wheel is a straight” was adapted: the code has another signature now.",
    ),
    "still_red": (
        verdict.still_red(WHEEL, "assert 1 == 2"),
        "× “a wheel is a straight” is still red: assert 1 == 2",
    ),
    "no_answer": (
        verdict.no_answer(WHEEL, "it did not end within 60 s"),
        "· “a wheel is a straight” could not be answered: it did not end within 60 s",
    ),
    "refactoring": (
        verdict.refactoring("12 lines of code", "11 of them"),
        "↻ a refactoring: 12 lines of code changed, no colour did, and the tests run 11 of them.",
    ),
    "untested": (
        verdict.untested("12 lines of code", "3 of them"),
        "! code without a test: 12 lines of code changed, and the tests run 3 of them.",
    ),
}


def drawn(proof, width=140):
    """The report, as wide as a screen."""
    out = Console(file=io.StringIO(), width=width, highlight=False, markup=False, emoji=False)
    report(proof, out)
    return out.file.getvalue()


def proof_of(*verdicts, remarks=()):
    """A proof with one version."""
    return Proof("2 commits of bowling", (Version("a1b2c3d", "A spare", tuple(verdicts), remarks),))


def of(kind, test="tests/test_a.py::test_a", **more):
    """A verdict of a kind."""
    return Verdict(kind, f"it is {kind}.", test, **more)


@pytest.mark.parametrize(("found", "says"), SAID.values(), ids=SAID)
def test_each_kind_has_a_sentence_and_a_shape(found, says):
    assert f"  {says}\n" in drawn(proof_of(found))


def test_a_sentence_goes_on_below_itself():
    assert drawn(proof_of(verdict.passes(WHEEL)), width=60) == (
        "2 commits of bowling\n\n"
        "a1b2c3d A spare\n"
        "  ! “a wheel is a straight” passes without this change: a\n"
        "    guard, written after the code, or does it test what it\n"
        "    says?\n\n"
        "  ! 1 passes without this change\n"
        "To look at: 1, in a1b2c3d.\n"
    )


def test_the_summary_counts_each_kind():
    told = drawn(proof_of(of(Kind.PROVEN), of(Kind.PROVEN), of(Kind.BY_CRASH), of(Kind.PASSES)))
    assert told.endswith(
        "\n4 new or changed tests, 3 of them seen red and then green.\n"
        "  ■ 2 proven\n"
        "  × 1 red by a crash\n"
        "  ! 1 passes without this change\n"
        "To look at: 1, in a1b2c3d.\n"
    )


def test_what_is_to_look_at_is_named_by_its_versions():
    versions = [Version(str(number), "", (of(Kind.PASSES), of(Kind.UNTESTED))) for number in range(7)]
    versions[3] = Version("3", "", (of(Kind.PROVEN),))
    told = drawn(Proof("7 commits of bowling", tuple(versions)))
    assert told.endswith("\nTo look at: 12, in 0, 1, 2, 4, 5 and 1 more.\n")


def test_nothing_to_prove_is_said():
    assert drawn(Proof("1 commit of bowling")) == f"1 commit of bowling\n\n{NOTHING}\n"


def test_what_somebody_has_explained_is_shown_and_is_not_to_look_at():
    told = drawn(proof_of(of(Kind.PASSES, explained="a guard for the wheel")))
    assert "    no red: a guard for the wheel\n" in told
    assert told.endswith("Explained in its commit: 1.\n")


@pytest.mark.parametrize(
    ("kinds", "is_said"),
    [([Kind.BY_NAME, Kind.BY_NAME, Kind.PROVEN], True), ([Kind.BY_NAME, Kind.PROVEN], False)],
    ids=["more_by_name", "as_many"],
)
def test_the_remedy_is_said_where_names_are_the_most_common_red(kinds, is_said):
    assert (STUB in drawn(proof_of(*map(of, kinds)), width=200)) == is_said


def test_remarks_stand_below_their_version():
    remark = "You opened three tests at once."
    assert f"\n    {remark}\n" in drawn(proof_of(of(Kind.PROVEN), remarks=(remark,)))


@pytest.mark.parametrize(
    ("found", "is_open"),
    [
        (of(Kind.PROVEN), False),
        (of(Kind.BY_NAME), False),
        (of(Kind.PASSES), True),
        (of(Kind.PASSES, explained="a guard"), False),
        (of(Kind.MADE_GREEN), True),
        (of(Kind.UNTESTED, test=""), True),
        (of(Kind.NO_ANSWER), True),
        (of(Kind.NO_ANSWER, explained="needs a database"), False),
    ],
    ids=lambda value: (
        value.kind.replace(" ", "_") + "_explained" * bool(value.explained)
        if isinstance(value, Verdict)
        else "open" * value
    ),
)
def test_what_is_to_look_at_or_was_not_answered_is_open(found, is_open):
    assert bool(proof_of(found).open) == is_open


def test_json_has_the_same():
    told = json.loads(as_json(proof_of(of(Kind.PASSES, why="", explained="a guard"))))
    assert told == {
        "title": "2 commits of bowling",
        "remarks": [],
        "counts": {"passes without this change": 1},
        "open": 0,
        "versions": [
            {
                "name": "a1b2c3d",
                "title": "A spare",
                "remarks": [],
                "verdicts": [
                    {
                        "kind": "passes without this change",
                        "says": "it is passes without this change.",
                        "test": "tests/test_a.py::test_a",
                        "why": "",
                        "explained": "a guard",
                        "to_look_at": False,
                    }
                ],
            }
        ],
    }
