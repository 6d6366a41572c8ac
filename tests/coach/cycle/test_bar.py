"""`make bar`: the tests so far, and no more."""

import pytest

from coach.conftest import ONE
from dojo.attempt.lights import all_lights


@pytest.fixture
def bar(small, capsys):
    """Plays `make bar` and gives what is shown."""

    def verb(*words):
        capsys.readouterr()
        assert small.verb("bar", *words) == 0
        return capsys.readouterr().out

    return verb


def test_it_reveals_nothing_however_often_it_is_green(bar, attempt):
    attempt.module.write_text(ONE)
    lines = [bar().splitlines()[-1].rstrip() for _ in range(3)]
    assert lines == [" GREEN  tables-3 · 1 green"] * 3
    assert [(light.verb, light.colour, light.told["revealed"]) for light in all_lights(attempt)] == [
        ("bar", "green", 0)
    ] * 3


def test_it_shows_the_first_failure(bar, attempt):
    attempt.module.write_text('def say(number):\n    return "0"\n')
    shown = bar()
    assert "“one is said” is red: AssertionError: assert '0' == '1'" in shown
    assert shown.splitlines()[-1].startswith(" RED  tables-3 · 1 red")


def test_the_green_that_it_shows_is_the_moment_to_tidy_up(bar, small, capsys, attempt):
    attempt.module.write_text(ONE)
    assert "Is there anything to tidy up?" in bar()
    assert small.verb("next") == 0
    assert "The next test, 2 of 4" in capsys.readouterr().out


@pytest.mark.usefixtures("attempt")
def test_it_foresees_nothing(small, capsys):
    assert small.verb("bar", "EXPECT=red") == 2
    assert capsys.readouterr().err == "bar takes no EXPECT=: it takes NAME KATA STORY PYTHON\n"
