"""How long a test may take, and what interrupts it."""

import time

import pytest
from helpers import TOP

from dojo.runner.own_tests import suite_plugin
from dojo.runner.reporter import put_by
from dojo.story.workspace import Workspace

STORY = Workspace(TOP, (TOP / "tests" / "small",)).at(TOP / "tests" / "small")


@pytest.fixture
def plugin():
    """The plugin beside the suite, which has the clock."""
    return suite_plugin(STORY)


def loops():
    while True:
        pass


def dozes():
    while True:
        time.sleep(0.01)


WORK = {
    "a loop without an end": (loops, 0.1, 600, r"not done after 0\.1 seconds"),
    "what waits in short sleeps": (dozes, 600, 0.0002, "not done after"),
}


@pytest.mark.parametrize(("work", "seconds", "patience", "why"), WORK.values(), ids=WORK)
def test_it_is_interrupted(plugin, work, seconds, patience, why):
    with pytest.raises(plugin.TooLong, match=why), plugin.limited(seconds, patience):
        work()


def goes_on(late, heard):
    """It catches what should end it, three times."""
    while len(heard) < 3:
        try:
            loops()
        except late as error:
            heard.append(error)


def test_who_catches_it_and_goes_on_hears_of_it_again(plugin):
    heard = []
    with pytest.raises(plugin.TooLong), plugin.limited(0.05, 600):
        goes_on(plugin.TooLong, heard)
    assert len(heard) == 3


def test_a_limit_inside_a_limit_is_that_of_the_outer_one(plugin):
    late = pytest.raises(plugin.TooLong, match=r"0\.1 seconds")
    with late, plugin.limited(0.1, 600), plugin.limited(60, 600):
        loops()


def stops_for_a_while(plugin):
    """Its clock is put by while something else has a clock of its own."""
    with put_by(plugin), pytest.raises(plugin.TooLong, match=r"0\.3 seconds"), plugin.limited(0.3, 600):
        loops()
    loops()


def test_put_by_it_does_not_run_and_then_it_goes_on(plugin):
    with pytest.raises(plugin.TooLong, match=r"0\.2 seconds"), plugin.limited(0.2, 600):
        stops_for_a_while(plugin)


def test_what_is_done_in_time_is_not_interrupted_later(plugin):
    with plugin.limited(0.05, 600):
        pass
    until = time.process_time() + 0.2
    while time.process_time() < until:
        pass
    assert not plugin.CLOCK.runs()
