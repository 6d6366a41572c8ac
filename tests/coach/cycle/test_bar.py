"""`make bar`: the tests so far, and no more."""

import pytest

from coach.conftest import ONE
from dojo.attempt.light import all_lights


def test_it_shows_the_moment_to_tidy_up_and_reveals_nothing_however_often_it_is_green(show, attempt):
    attempt.module.write_text(ONE)
    shown = [show("bar") for _ in range(2)]
    assert ["Is there anything to tidy up?" in one for one in shown] == [True, False]
    assert [one.splitlines()[-1].rstrip() for one in shown] == [" GREEN  tables-3 · 1 green"] * 2
    lights = all_lights(attempt)
    assert [(light.verb, light.colour, light.revealed) for light in lights] == [("bar", "green", 0)] * 2
    assert "The next test, 2 of 4" in show("next")


@pytest.mark.usefixtures("attempt")
def test_it_foresees_nothing(refuse):
    assert refuse("bar", "EXPECT=red") == "bar takes no EXPECT=: it takes NAME KATA STORY PYTHON"
