"""`make next EXPECT=ask`, on a terminal: it shows the new test and asks for a colour before it tells any."""

import os

from helpers import Watching

from coach.conftest import ONE
from dojo.attempt.create import create
from dojo.attempt.light import all_lights, record


def test_it_shows_the_new_test_and_asks_and_only_then_tells(typed):
    attempt = create(typed.workspace, "tables-3", "fizz")
    attempt.module.write_text(ONE)
    record(attempt, verb="next", colour="green", counts={}, revealed=1)
    terminal = Watching(typed, "next", "EXPECT=ask")
    try:
        shown = terminal.until("red, green or amber? ")
        assert "def test_numbers(fizz, number, said):" in shown
        assert "“two is said” is red" not in shown
        os.write(terminal.screen, b"blue\n")
        terminal.until("red, green or amber? ")
        os.write(terminal.screen, b"r\n")
        shown = terminal.until(" RED  tables-3")
        assert "You guessed red, and it is red. Guesses right: 1 of 1." in shown
        assert "“two is said” is red" in shown
    finally:
        terminal.stop()
    assert all_lights(attempt)[-1].expected == "red"
