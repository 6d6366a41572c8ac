"""`make next` and `make bar`: red, green, and a moment to tidy up; the next `make next` brings the next test.

`make next` shows the test that is red. When a change has turned the bar green, it stops there. When the bar
was green already, it reveals the next tests: all that need no code, and the first one that does. `make bar`
reveals nothing. A bar that is not green is no error of the verb, so the status is 0. EXPECT= says the colour
that the participant predicts: a guess is scored.
"""

import sys
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from rich.console import Console
from rich.padding import Padding

from dojo.attempt.attempt import Attempt
from dojo.attempt.diffstat import lines_in_words
from dojo.attempt.light import Light
from dojo.attempt.lock import turn
from dojo.coach import own_tests
from dojo.coach.display import (
    ask_to_tidy,
    print_bar,
    print_failure,
    print_left_out,
    print_onward,
    print_suggestions,
)
from dojo.coach.exercise import Exercise, open_exercise
from dojo.coach.run import BarRun, Chooser, all_shared, next_tests, run_tests
from dojo.errors import UsageError
from dojo.runner.child.breakpoints import lend_terminal
from dojo.runner.result import COLOURS, worst_colour
from dojo.screen.palette import COLOURS as LOOKS
from dojo.screen.words import count_of, first_of
from dojo.story.tests import SuiteTest, first_drivers

ASK = "ask"
ROWS = 6
"""Rows of a table that are listed."""
WHICH_LINES = "We needed code for {}, and you had it already: which of your lines makes {} pass?"


def next_test(attempt: Attempt, expected: str, out: Console, *, shared: bool = False) -> None:
    """Do one `make next`; raises UsageError, EnvironmentProblem, CollectionError."""
    expected = check_prediction(expected)
    with turn(attempt, out.print), open_exercise(attempt) as exercise:
        play(exercise, out, expected, all_shared if shared else next_tests)


def bar(attempt: Attempt, out: Console) -> None:
    """Run the tests so far and record them; at a terminal it stops at `breakpoint()`.

    Raises EnvironmentProblem, CollectionError.
    """
    with turn(attempt, out.print), lend_terminal(), open_exercise(attempt) as exercise:
        report(run_tests(exercise), "bar", out)


def play(
    exercise: Exercise, out: Console, expected: str = "", choose: Chooser = next_tests, room: int = 0
) -> None:
    """Show the red test, or that it turned green, or the next test, and record that.

    `room` is the number of lines that a failure may have, if the screen is small.
    """
    this = run_tests(exercise, None if exercise.attempt.is_own else choose)
    if this.new and not this.failure:
        reveal(this, out, expected, room)
    else:
        report(this, "next", out, expected, room)


def report(this: BarRun, verb: str, out: Console, expected: str = "", room: int = 0) -> None:
    """Show the colours of the tests so far, and record them: the bar last, for it stays on a small screen."""
    if this.failure:
        print_failure(out, this.failure, this.attempt, room)
        out.print()
    details: dict[str, Any] = {}
    if expected in COLOURS:  # with EXPECT=ask the question comes with a new test
        details = score_prediction(expected, this.colour, this.lights, out, counts=this.has_changed)
    if this.attempt.is_own:
        details |= own_tests.comment(this, verb, out)
    elif this.failure:
        ask_for_code(this, verb, out)
    else:
        advise(this, out)
    print_left_out(out, this.snapshot)
    this.record(verb, **details)
    print_bar(out, this.attempt, this.colour, this.counts, this.not_run)


def ask_for_code(this: BarRun, verb: str, out: Console) -> None:
    """Say how to go on at red."""
    again, hint = this.attempt.command(verb), this.attempt.command("hint")
    print_onward(out, f"Make it green, then {again}. A hint: {hint}")


def advise(this: BarRun, out: Console) -> None:
    """Say how to go on at green: tidy up, the next test, or that it was the last."""
    if this.turned_green:
        ask_to_tidy(this, out)
    elif this.known == len(this.exercise.tests):
        print_end(this, out)
        return
    what = "What your tests are worth" if this.attempt.is_own else "The next test"
    print_onward(out, f"{what}: {this.attempt.command('next')}")


def reveal(this: BarRun, out: Console, expected: str, room: int) -> None:
    """Show the new tests, and record that they are known now."""
    *passing, (test, result) = this.new
    is_red = result.colour != "green"
    is_news = is_red or test in first_drivers(this.exercise.tests)
    if this.has_changed and (lines := this.changes()).number:
        out.print(f"Still green after {lines_in_words(lines)}: your tidying up changed nothing that it does.")
    list_passing(this, [one for one, _ in (passing if is_news else this.new)], out, room)
    details: dict[str, Any] = {}
    if is_news:
        place = f"{this.known + len(this.new)} of {len(this.exercise.tests)}"
        out.print(f"The next test, {place}: “{test.rule}”", style="bold")
        if expected == ASK:
            out.print(f"\n{this.exercise.text(test)}\n")
        if expected:
            expected = ask_prediction(expected, out)
            details = score_prediction(expected, result.colour, this.lights, out, counts=True)
    if is_red:
        print_failure(out, result, this.attempt, room)
        out.print()
        ask_for_code(this, "next", out)
    elif is_news:
        out.print(f"\n{this.exercise.text(test)}\n")
        out.print(f"Green at once. {WHICH_LINES.format('it', 'it')}", style=LOOKS["green"].style)
        print_onward(out, f"The next test: {this.attempt.command('next')}")
    print_left_out(out, this.snapshot)
    counts = this.record_new(**details)
    if not is_red and this.known + len(this.new) == len(this.exercise.tests):
        print_end(this, out)
    print_bar(out, this.attempt, worst_colour(counts), counts)


def list_passing(this: BarRun, tests: list[SuiteTest], out: Console, room: int) -> None:
    """Print the rules of the new tests that pass already, and those of them that ours needed code for."""
    if not tests:
        return
    title = f"{count_of(len(tests), 'more test')} {'passes' if len(tests) == 1 else 'pass'} already:"
    some = f" {first_of([test.rule for test in tests])}" if room else ""
    out.print(f"{title}{some}", style=LOOKS["green"].style)
    if not room:
        out.print(Padding(" · ".join(list_rules(tests)), (0, 0, 1, 2)))
    if ahead := [test.rule for test in tests if was_ahead(this, test)]:
        what = WHICH_LINES.format(first_of(ahead), "it" if len(ahead) == 1 else "them")
        out.print(what, style=LOOKS["green"].style)


def was_ahead(this: BarRun, test: SuiteTest) -> bool:
    """True if our code had to change for a test, and no test of its step was ever red here."""
    step = {one.id for one in this.exercise.tests if one.kind == "drives" and one.written == test.written}
    is_first = test.written == this.exercise.tests[0].written  # the participant's own first test was red
    was_red = any(light.judged and light.colour != "green" and light.test in step for light in this.lights)
    return test.kind == "drives" and not is_first and not was_red


def list_rules(tests: list[SuiteTest]) -> Iterator[str]:
    """Yield the rules of tests; of a table with many rows the first ones, and how many more there are."""
    for _, table in groupby(tests, lambda test: test.id.partition("[")[0]):
        rows = list(table)
        shown = rows if len(rows) <= ROWS + 1 else rows[:ROWS]
        yield from (f"“{test.rule}”" for test in shown)
        if more := len(rows) - len(shown):
            yield f"and {more} more of that kind"


def print_end(this: BarRun, out: Console) -> None:
    """Say that no test is left, and what can be done next."""
    kata, number = this.attempt.kata.name, len(this.exercise.tests)
    out.print(f"That was the last test of {kata}: all {number} are green.", style="bold")
    print_suggestions(this.attempt, out)


def check_prediction(expected: str) -> str:
    """Return the predicted colour in small letters.

    Raises UsageError if it is none, or cannot be asked for.
    """
    found = expected.lower()
    if found == ASK and not sys.stdin.isatty():
        raise UsageError("EXPECT=ask asks at a terminal: EXPECT=red, green or amber says it at once")
    if found and found not in (*COLOURS, ASK):
        raise UsageError(f"EXPECT={expected}: use red, green, amber or ask")
    return found


def ask_prediction(expected: str, out: Console) -> str:
    """Return the predicted colour; with EXPECT=ask the participant types it now."""
    while expected == ASK:
        answer = out.input("red, green or amber? ").strip().lower()
        expected = next((one for one in COLOURS if answer and one.startswith(answer)), ASK)
    return expected


def score_prediction(
    expected: str, colour: str, lights: list[Light], out: Console, *, counts: bool
) -> dict[str, Any]:
    """Print whether a prediction was right, and the score; return the fields of the light.

    It does not count if the participant knows the colour already.
    """
    held = expected == colour
    score = [light.held for light in lights if light.held is not None] + [held] * counts
    seen = f"and it is {colour}" if held else f"but it is {colour}"
    total = f"Guesses right: {sum(score)} of {len(score)}."
    unchanged = "Not counted: nothing has changed since the last run."
    out.print(f"You guessed {expected}, {seen}. {total if counts else unchanged}")
    return {"expected": expected, "held": held} if counts else {}
