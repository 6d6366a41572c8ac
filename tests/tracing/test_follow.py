"""Which state of a test in the version before a test goes on from, and which questions are the same."""

import pytest

from dojo.model.outcome import Colour, Outcome, Reason
from dojo.tracing.history import TestQuestion as Question
from dojo.tracing.sources import Test as Source
from dojo.tracing.trace import Trace
from dojo.tracing.version import Version

FILE = "test_it.py"
# the file could not be read to its end: nobody knows its rows
LACKS_A_NAME = {FILE: Outcome(FILE, Colour.RED, Reason.MISSING_NAME)}


def version(number: int, *tests: str, outcomes: dict[str, Outcome] | None = None, **does: str) -> Version:
    """A version with these tests, which are green; `does` says what each function does, by its name."""
    ids = [f"{FILE}::{test}" for test in tests]
    sources = {f"{FILE}::{name}": Source(name, source, 1, 1) for name, source in does.items()}
    return Version(
        number=number,
        before=number - 1,
        outcomes=outcomes or {id: Outcome(id, Colour.GREEN) for id in ids},
        own=frozenset(ids),
        sources=sources,
        code="",
    )


FOLLOWED = {
    "two tests that swap what they do keep their names": (
        [version(1, "a", "b", a="one", b="two"), version(2, "a", "b", a="two", b="one")],
        {"a": "a", "b": "b"},
    ),
    "the name of a renamed test is given to a new one": (
        [version(1, "a", a="one"), version(2, "a", "b", a="two", b="one")],
        {"a": "", "b": "a"},
    ),
    "both rows are changed, in their order": (
        [version(1, "a[1]", "a[2]", a="one"), version(2, "a[3]", "a[4]", a="one")],
        {"a[3]": "a[1]", "a[4]": "a[2]"},
    ),
    "rows follow a function of which only that was known": (
        [version(1, outcomes=LACKS_A_NAME, a="one"), version(2, "a[1]", "a[2]", a="one")],
        {"a[1]": "a", "a[2]": "a"},
    ),
}


@pytest.mark.parametrize(("versions", "previous"), FOLLOWED.values(), ids=FOLLOWED)
def test_a_test_goes_on_from_what_it_was(versions, previous):
    states = Trace(versions).present
    found = {}
    for state in states:
        found[state.id.partition("::")[2]] = state.previous.id.partition("::")[2] if state.previous else ""
    assert found == previous
    # no two tests have one past
    assert len({id(state.history) for state in states}) == len(states)


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        (Question("one", "[1]"), Question("one", "[1]"), True),
        (Question("one", "[1]"), Question("one", "[2]"), False),
        (Question("one", "[1]"), Question("two", "[1]"), False),
        (Question("one", ""), Question("one", "[2]"), True),
        (Question("one", "[1]"), Question("one", ""), True),
    ],
    ids=["the same", "another row", "another source", "no row is known", "no row of the other is known"],
)
def test_two_questions_are_the_same_as_far_as_their_rows_are_known(one, other, is_same):
    assert one.is_same_as(other) == is_same
