"""`make next` and `make bar`: red, green, and a moment to tidy up; the next `make next` brings the next test.

`make next` shows the test that is red. When a change has turned the bar green, it stops there. When the bar
was green already, it reveals the next tests: all that need no code, and the first one that does. `make bar`
reveals nothing. A bar that is not green is no error of the verb, so the status is 0. EXPECT= says the colour
that the participant predicts: a guess is scored.
"""

import sys
from dataclasses import replace
from textwrap import indent

from rich.console import Console

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import runs_of
from dojo.attempt.lock import turn
from dojo.coach import own_tests
from dojo.coach.catching import Review, print_no_test
from dojo.coach.display import (
    ask_to_tidy,
    print_bar,
    print_broken,
    print_change_in_green,
    print_deleted,
    print_failure,
    print_left_out,
    print_lost_tests,
    print_onward,
    print_unread,
    print_unsaved,
    suggest,
)
from dojo.coach.exercise import Exercise, open_exercise
from dojo.coach.hint import find_refactoring, is_given, name_refactoring
from dojo.coach.run import BarRun, run_tests
from dojo.coach.slips import print_slips
from dojo.errors import UsageError
from dojo.model.outcome import Colour
from dojo.runner.child.breakpoints import lend_terminal
from dojo.runner.result import COLOURS
from dojo.screen.palette import COLOURS as LOOKS
from dojo.story.tests import SuiteTest, first_drivers
from dojo.wording import count_of, first_of

ASK = "ask"
# a failure shows its test as far in
TEST_INDENT = "    "
WHICH_LINES = "We needed code for {}, and you had it already: which of your lines makes {} pass?"


def next_test(attempt: Attempt, expected: str, out: Console, *, shared: bool = False) -> None:
    """Do one `make next`; raises UsageError, EnvironmentProblem, CollectionError."""
    guess = expected.lower()
    if guess == ASK and not sys.stdin.isatty():
        raise UsageError("EXPECT=ask asks at a terminal: EXPECT=red, green or amber says it at once")
    if guess not in ("", *COLOURS, ASK):
        raise UsageError(f"EXPECT={expected}: use red, green, amber or ask")
    with turn(attempt, out.print), open_exercise(attempt) as exercise:
        print_bar(out, play(exercise, out, guess, shared=shared))


def bar(attempt: Attempt, out: Console) -> None:
    """Run the tests so far and record them; at a terminal it stops at `breakpoint()`.

    Raises EnvironmentProblem, CollectionError.
    """
    with turn(attempt, out.print), lend_terminal() as loan, open_exercise(attempt, loan) as exercise:
        print_bar(out, report(run_tests(exercise), "bar", out))


def play(exercise: Exercise, out: Console, expected: str = "", *, shared: bool = False) -> BarRun:
    """Show the red test, or that it turned green, or the next test, and record that."""
    this = run_tests(exercise, reveals=not exercise.attempt.is_own, shared=shared)
    return report(this, "next", out, expected)


def report(this: BarRun, verb: str, out: Console, expected: str = "") -> BarRun:
    """Show a run and how to go on, and record it; the bar comes last, for it stays on a small screen."""
    print_lost_tests(out, this)
    news = announce(this, out, is_asked=expected == ASK) if this.new else None
    # the question comes with a new test
    if expected == ASK and news:
        expected = ask_for_colour(out)
    prediction = score_prediction(this, Colour(expected), out) if expected in COLOURS else None
    if this.failure:
        print_failure(out, this.failure, this.attempt)
        print_unsaved(out, this, verb)
        print_unread(out, this)
        print_deleted(out, this)
        print_broken(out, this, this.failure)
    elif news:
        out.print(f"Green at once. {WHICH_LINES.format('it', 'it')}", style=LOOKS["green"].style)
    review = Review()
    if this.attempt.is_own:
        review = own_tests.comment(this, verb, out)
    elif this.failure:
        again, hint = this.command_after_change(verb), this.attempt.command("hint")
        print_onward(out, f"Make it green, then {again}. A hint: {hint}")
    else:
        advise(this, out)
    if not this.attempt.program:
        print_slips(this.attempt, this.snapshot.files, out)
    print_left_out(out, this.snapshot)
    light = this.light(verb)
    this.record(replace(light, expected=prediction, catches=review.catches, riddle=review.riddle))
    return this


def ask_for_colour(out: Console) -> str:
    """Ask the participant for a colour until the answer begins one, and return it."""
    while True:
        answer = out.input("red, green or amber? ").strip().lower()
        # every colour begins with an empty answer
        if answer:
            for colour in COLOURS:
                if colour.startswith(answer):
                    return colour


def advise(this: BarRun, out: Console) -> None:
    """Say how to go on at green: tidy up, the next test, or that it was the last."""
    is_last = this.revealed == len(this.exercise.tests)
    if this.turned_green:
        ask_to_tidy(this, out)
        refactoring = find_refactoring(this)
        if refactoring:
            print_onward(out, f"We did, in {name_refactoring(this, refactoring)}")
    elif is_last:
        kata, number = this.attempt.kata.name, len(this.exercise.tests)
        out.print(f"That was the last of our tests of {kata}: all {number} are green.", style="bold")
        suggest(this, out)
        return
    onward = this.attempt.command("next")
    revealed = this.exercise.tests[: this.revealed]
    if this.attempt.is_own and not this.outcome.own:
        print_no_test(this, out)
    elif this.attempt.is_own:
        own_tests.print_worth(this, out)
    elif this.attempt.kata.given and all(test.kind == "guards" for test in revealed):
        # the next test asks for a new rule, and the design may not be ready for it
        hint = this.attempt.command("hint")
        print_onward(out, f"Our next refactoring: {hint}. A new rule, when you are ready: {onward}")
    else:
        coming = "That was the last of our tests. What can come now" if is_last else "The next test"
        print_onward(out, f"{coming}: {onward}")


def announce(this: BarRun, out: Console, *, is_asked: bool) -> SuiteTest | None:
    """Show which tests are new, and return the one that opens a step or is not green, if any."""
    test = this.new[-1]
    is_news = bool(this.failure) or test in first_drivers(this.exercise.tests)
    if this.has_changed:
        print_change_in_green(this, out)
    passing = this.new[:-1] if is_news else this.new
    # the first test of a kata asks what the participant's first one asks, which is no news
    is_first_time = not this.known and bool(this.outcome.own)
    print_passing(this, passing[1:] if is_first_time else passing, out)
    if not is_news:
        return None
    helpers = this.exercise.new_helpers(test)
    # the failure, which has the rule as its title, comes next
    is_failing = this.failure is not None and this.failure.id == test.id
    rule = "" if is_failing and not is_asked and not helpers else f": “{test.rule}”"
    out.print(f"The next test, {this.revealed} of our {len(this.exercise.tests)}{rule}", style="bold")
    if is_first_time:
        explain_count(this, out)
    if helpers:
        out.print("\nIt uses:")
        for helper in helpers:
            out.print(f"\n{indent(helper, TEST_INDENT)}")
    if is_asked or not this.failure:
        out.print(f"\n{this.exercise.text(test)}\n")
    return test


def explain_count(this: BarRun, out: Console) -> None:
    """Say why the bar counts one more test than were shown: the one that `start` has written is ours as well.

    Nothing if the participant has other tests by now.
    """
    own = this.outcome.own
    if len(own) == 1 and is_given(this.attempt, own[0]):
        first = f"The first of our {len(this.exercise.tests)} asks the same as {this.attempt.test_file}"
        out.print(f"{first}, and the bar counts both.")


def print_passing(this: BarRun, passing: list[SuiteTest], out: Console) -> None:
    """Print which new tests pass already, and for which of them we needed code."""
    if not passing:
        return
    green = LOOKS["green"].style
    verb = "passes" if len(passing) == 1 else "pass"
    rules = [test.rule for test in passing]
    out.print(f"{count_of(len(passing), 'more test')} {verb} already: {first_of(rules, most=6)}", style=green)
    ahead = [test.rule for test in passing if was_ahead(this, test)]
    if ahead:
        them = "it" if len(ahead) == 1 else "them"
        out.print(WHICH_LINES.format(first_of(ahead), them), style=green)


def was_ahead(this: BarRun, test: SuiteTest) -> bool:
    """True if our code had to change for a test, and no test of its step was ever red or amber here."""
    first = this.exercise.tests[0]
    # the participant's own first test was red for the first step
    if test.kind != "drives" or test.written == first.written:
        return False
    for other in this.exercise.tests:
        is_of_same_step = other.kind == "drives" and other.written == test.written
        if is_of_same_step and this.trace.was_failing(other.id):
            return False
    return True


def score_prediction(this: BarRun, expected: Colour, out: Console) -> Colour | None:
    """Print whether a prediction was right, and the score; return the prediction if it counts."""
    held = expected == this.colour
    score = [run.held for run in runs_of(this.lights) if run.held is not None]
    seen = f"You guessed {expected}, {'and' if held else 'but'} it is {this.colour}."
    if not (this.new or this.has_changed):
        out.print(f"{seen} Nothing has changed, so it does not count.")
        return None
    score.append(held)
    out.print(f"{seen} Guesses right: {sum(score)} of {len(score)}.")
    return expected
