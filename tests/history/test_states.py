"""What an attempt is from each light on."""

import pytest

from dojo.history.states import states
from history.session import played, session
from history.tables import rows

COLOURS = rows("""
    what nobody ran is as it was :: next red a | hint green ab => red red
    back to fewer tests ::
        next green a revealed=1 | next red a revealed=2 | back amber ab to=1 revealed=1 => green red green
    back with the test in hand ::
        next green a revealed=1 | next red a revealed=2 | back amber ab to=1 revealed=2 => green red red
    back to what nobody ran ::
        next green a revealed=1 | back amber abc to=1 revealed=1 | back amber a to=2 => green green none
""")


@pytest.mark.parametrize(("told", "colours"), COLOURS)
def test_of_which_colour_an_attempt_is(told, colours):
    assert " ".join(state.colour or "none" for state in states(*played(*session(told)))) == colours
