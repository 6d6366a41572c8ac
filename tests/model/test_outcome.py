"""What an outcome says by itself."""

import pytest

from dojo.model.outcome import Colour, Outcome, Reason

ANSWERS = [
    (Colour.GREEN, None, True),
    (Colour.RED, Reason.ASSERTED, True),
    (Colour.RED, Reason.MISSING_NAME, True),
    (Colour.AMBER, Reason.CRASHED, True),
    (Colour.AMBER, Reason.TIMED_OUT, True),
    (Colour.AMBER, Reason.ENDED_PYTHON, True),
    (Colour.AMBER, Reason.NOT_LOADED, False),
    (Colour.AMBER, Reason.NOT_TRIED, False),
]


@pytest.mark.parametrize(("colour", "reason", "answers"), ANSWERS)
def test_a_test_that_was_never_asked_gives_no_answer(colour, reason, answers):
    assert Outcome("test_fizz.py::test_one", colour, reason).is_answer == answers
