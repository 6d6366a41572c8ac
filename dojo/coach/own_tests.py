"""MODE=mine: the participant writes the tests. Was each of them red first, and is it worth its place?

A test is new if the last green `make next` did not know it; it may have another name by now.
"""

from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from rich.console import Console

from dojo.attempt.diffstat import lines_between
from dojo.attempt.light import snapshot_of
from dojo.attempt.snapshot import Files
from dojo.coach.catching import judge_new, print_remaining
from dojo.coach.display import ask_to_tidy, print_onward, unnoticed_in_words
from dojo.coach.exercise import SuiteExercise
from dojo.coach.run import BarRun
from dojo.judge.judge import Judgement, Workbench, judge_tests
from dojo.model.outcome import Colour, Reason
from dojo.runner.result import Result
from dojo.runner.run import run_all
from dojo.screen.console import paragraph
from dojo.screen.palette import COLOURS
from dojo.story.tests import rule_of
from dojo.trace.sources import changed_lines
from dojo.trace.trace import Moment, TestHistory, TestState
from dojo.trace.versions import is_version_code
from dojo.wording import count_of, first_of


class OwnTest(NamedTuple):
    """A test of the participant, and what is known of it since the last green."""

    result: Result  # the id begins in the attempt: test_fizz.py::test_one
    is_never_red: bool  # True if no light shows that it can be red as it is now
    was_red: bool  # True if it was red since
    lines: int
    """The lines of code that have changed since it was red: if there are some, it has driven code."""
    is_new: bool
    was_unseen: bool  # True if it had never been red by the last green


def comment(this: BarRun, verb: str, out: Console) -> dict[str, Any]:
    """Say what the colours mean for the tests that the participant wrote; return fields of the light."""
    every, deleted = read_history(this)
    news = [test for test in every if test.is_new or (test.was_red and test.was_unseen)]
    unseen = [test.result for test in every if test.is_never_red]
    details: dict[str, Any] = {"unseen": tuple(result.id for result in unseen)} if verb == "next" else {}
    if deleted:
        # the light that has it as it was last
        again = this.attempt.command(f"back TO={deleted[-1].version.number}")
        named = first_of([rule_of(state.id) for state in deleted])
        paragraph(out, f"{named}: deleted. To go back to it: {again}", COLOURS["amber"].style)
    if this.failure:
        first = "Mend that test" if doubt_failing(this, out) else "Make it green"
        print_onward(out, f"{first}, then {this.attempt.command(verb)}.")
        return details
    if not news and does_more(this):
        more = "Your code can do something new, and no test of yours was red for it. Write that test now;"
        paragraph(out, f"{more} to see it fail, take the new code out for a moment.", "bold")
    elif not news and this.unnoticed:
        paragraph(out, unnoticed_in_words(this), "bold")
    if verb == "next" and news:
        details |= print_verdicts(this, news, out)
    if this.turned_green:
        ask_to_tidy(this, out)
    if verb == "next" and (news or this.turned_green):
        print_onward(out, f"Then write the next test. What is left: {this.attempt.command('next')}")
    elif verb == "next":
        details |= print_remaining(this, unseen, out)
    return details


def own_results(run: BarRun) -> list[Result]:
    """Return the results of the participant's tests, but for files that cannot be read."""
    return [result for result in run.outcome.own if "::" in result.id]


def read_history(run: BarRun) -> tuple[list[OwnTest], list[TestState]]:
    """Return every test, and those deleted since the last green `make next`, as they were last."""
    greens = (one for one in reversed(run.lights) if one.verb in ("start", "next") and one.colour == "green")
    told = next((light.number for light in greens), 0)
    trace = run.trace
    histories = trace.tests
    now = trace.moments[len(run.lights) + 1]
    found = [own_test(run, result, histories[result.id], told) for result in own_results(run)]
    known = trace.moments[told].states.values() if told else []
    gone = [state for state in known if state.is_own and not has_successor(state, now)]
    return found, [trace.latest[state.id] for state in gone]


def own_test(run: BarRun, result: Result, history: TestHistory, told: int) -> OwnTest:
    """Return what is known of a test since the light with the number `told`."""
    last = history.last
    same = [state for state in history.states if state.asks_the_same_as(last)]
    by_then = [state for state in same if state.version.number <= told]
    reds = [number for number in history.red_at if number > told]
    lines = 0
    if reds and not history.is_never_red and reds[0] <= len(run.lights):
        files = snapshot_of(run.attempt, run.lights[reds[0] - 1]).files
        lines = count_code(files, run.snapshot.files)
    was_unseen = not any(state.outcome.colour == Colour.RED for state in by_then)
    return OwnTest(result, history.is_never_red, bool(reds), lines, not by_then, was_unseen)


def count_code(before: Files, after: Files) -> int:
    """Count the lines of code that are new or have changed: no docstring, no comment of a starter.

    Where there are none, some were deleted.
    """
    number = 0
    for name, file in after.items():
        path = name.decode(errors="replace")
        if path.endswith(".py") and is_version_code(path):
            number += len(changed_lines(before[name].content if name in before else b"", file.content))
    return number or lines_between(before, after).code.number


def has_successor(state: TestState, moment: Moment) -> bool:
    """True if a version has a test, perhaps under another name; or does not say, since it cannot be read."""
    if state.id in moment.states:
        return True
    return any(state in later.path for later in moment.states.values())


def doubt_failing(this: BarRun, out: Console) -> bool:
    """Say for which failing tests no code should be written; return whether there is one."""
    failing = [result for result in own_results(this) if result.colour != "green"]
    if not failing or not this.attempt.story.designs:
        return False
    judgement = judge_tests(this.snapshot.files, this.attempt.story, wrong=[])
    doubted = [result for result in failing if result.id in judgement.rejected]
    for result in doubted:
        paragraph(out, f"“{result.rule}”: {explain_rejected(result, judgement)}", "bold")
    return bool(doubted)


def does_more(this: BarRun) -> bool:
    """True if the code was green before, has changed, and passes a test of our suite that it did not pass."""
    light, exercise = this.before, this.exercise
    is_other = not this.turned_green and this.changes().code
    if not is_other or not light or not isinstance(exercise, SuiteExercise):
        return False
    files = snapshot_of(this.attempt, light).files
    module = files.get(this.attempt.module.name.encode())
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        bench = Workbench(folder, files, this.attempt.story)
        before = bench.lay_out("before", module.content.decode(errors="replace") if module else "")
        runs = [exercise.suite.prepare(one, exercise.tests, drawn=()) for one in (before, this.attempt)]
        run_all(runs)
    then, now = ({id for id, result in run.results.items() if result.colour == "green"} for run in runs)
    return bool(now - then)


def print_verdicts(this: BarRun, tests: list[OwnTest], out: Console) -> dict[str, Any]:
    """Print the worth of each, those with the same verdict together; return fields of the light."""
    caught = None if all(test.lines for test in tests) else judge_new(this)
    for crash in caught.judgement.crashes if caught else ():
        paragraph(out, f"On a right solution, {crash}: it does not count.", COLOURS["amber"].style)
    rules: dict[tuple[str, str], list[str]] = {}
    for test in tests:
        text = verdict(test, caught.judgement if caught else Judgement(this.attempt.story))
        rules.setdefault((text, "amber" if test.is_never_red else "green"), []).append(test.result.rule)
    for (text, colour), some in rules.items():
        paragraph(out, f"{first_of(some)}: {text}", COLOURS[colour].style)
    return {"catches": caught.names} if caught else {}


def verdict(test: OwnTest, judgement: Judgement) -> str:
    """Return whether a test was red first, and what right and wrong solutions show of it."""
    if not test.is_new:
        return "seen red now."
    if test.is_never_red:
        seen = "never seen red. Break the code for a moment, and see your own assertion fail."
    elif test.lines:
        seen = f"earned a place, red first and then {count_of(test.lines, 'line')} of code."
    else:
        seen = "red first, and no code was needed: the test has changed."
    if test.result.id in judgement.rejected:
        return f"{seen} {explain_rejected(test.result, judgement)}"
    if alone := [mutant for mutant, by in judgement.caught.items() if by == {test.result.id}]:
        caught = (
            f"{'It also' if test.lines else 'Earned a place: it'} catches a fault that none of yours caught."
        )
        return f"{seen} {caught} {alone[0].fields['riddle']}"
    if judgement.wrong and not test.lines and test.result.id in judgement.tests:
        return f"{seen} Nothing new yet. What does it ask that the others do not?"
    return seen


def explain_rejected(result: Result, judgement: Judgement) -> str:
    """Say what it means that right solutions do not pass a test."""
    failures = [one for failing in judgement.right.values() for one in failing if one.id == result.id]
    if failures[0].reason == Reason.MISSING_NAME:
        return "The right solutions have no such name. Use the names in the statement."
    if len(failures) == len(judgement.right):
        return "No right solution passes it: what does the statement say?"
    return "A right solution of another design does not pass it: it asks for more than the rules say."
