"""MODE=mine: the participant writes the tests. Was each of them red first, and is it worth its place?

The history says it; what the last green `make next` has said of a test is not said again.
"""

from dataclasses import dataclass

from rich.console import Console

from dojo.attempt.diffstat import lines_between
from dojo.attempt.light import RunLight, ancestors
from dojo.coach.catching import Review, judge_new, print_remaining
from dojo.coach.display import ask_to_tidy, print_onward
from dojo.coach.run import BarRun
from dojo.judge.judge import Judgement, judge_on_designs
from dojo.model.outcome import Colour, Reason
from dojo.runner.result import Result
from dojo.screen.console import paragraph
from dojo.screen.palette import COLOURS
from dojo.tracing.became import NEVER_RED, SEEN_RED
from dojo.tracing.moment import InGreen
from dojo.tracing.state import TestState
from dojo.wording import count_of, first_of


@dataclass(frozen=True)
class OwnTest:
    """A test of the participant, and what became of it since they were told last.

    Attributes:
        result: its id begins in the attempt: test_fizz.py::test_one.
        state: what the history says of it.
        is_news: True if something became of it since then that the verdict is about.
    """

    result: Result
    state: TestState
    is_news: bool

    @property
    def is_never_red(self) -> bool:
        return self.state.is_never_red()

    @property
    def claim(self) -> TestState | None:
        return self.state.deciding_claim()


def comment(this: BarRun, verb: str, out: Console) -> Review:
    """Say what the colours mean for the tests that the participant wrote; return what was found of them."""
    reported = last_report(this)
    tests = own_tests(this, reported)
    news = [test for test in tests if test.is_news]
    print_deleted(this, reported, out)
    if this.failure:
        first = "Mend that test" if doubt_failing(this, out) else "Make it green"
        print_onward(out, f"{first}, then {this.command_after_change(verb)}.")
        return Review()
    if not news:
        print_unasked(this, out)
    if verb == "next":
        return comment_at_next(this, tests, news, out)
    if this.turned_green:
        ask_to_tidy(this, out)
    if this.outcome.own:
        print_worth(this, out)
    return Review()


def print_worth(this: BarRun, out: Console) -> None:
    """Print what says at green what the tests of the participant are worth."""
    print_onward(out, f"What your tests are worth: {this.attempt.command('next')}")


def comment_at_next(this: BarRun, tests: list[OwnTest], news: list[OwnTest], out: Console) -> Review:
    """Say at green what the new tests are worth, or else what is left to test; return what was found."""
    review = print_verdicts(this, news, out) if news else Review()
    if this.turned_green:
        ask_to_tidy(this, out)
    if news or this.turned_green:
        print_onward(out, f"Then write the next test. What is left: {this.attempt.command('next')}")
        return review
    unseen = [test.result for test in tests if test.is_never_red]
    return print_remaining(this, unseen, out)


def last_report(run: BarRun) -> int:
    """Return the number of the light at which the participant was told of all tests; 0 if there is none."""
    for light in ancestors(run.lights):
        if isinstance(light, RunLight) and light.verb in ("start", "next") and light.is_green:
            return light.number
    return 0


def own_results(run: BarRun) -> list[Result]:
    """Return the results of the participant's tests, but for files that cannot be read."""
    return [result for result in run.outcome.own if "::" in result.id]


def own_tests(run: BarRun, reported: int) -> list[OwnTest]:
    """Return every test of the participant that has a result, with what became of it after a light."""
    tests = []
    for result in own_results(run):
        state = run.moment.states[result.id]
        tests.append(OwnTest(result, state, is_news(state, reported)))
    return tests


def is_news(state: TestState, reported: int) -> bool:
    """True if a test came to be green in another way after the light at which the participant was told."""
    claim = state.deciding_claim()
    if claim is None or not state.is_green:
        return False
    is_seen_red_now = claim.was_red() and not claim.was_red(reported)
    return claim.version.number > reported or is_seen_red_now


def print_deleted(this: BarRun, reported: int, out: Console) -> None:
    """Print which tests were deleted since a light, and how to go back to them."""
    if not reported:
        return
    deleted = deleted_since(this, reported)
    if not deleted:
        return
    # the light that has the last of them as it was
    again = this.attempt.command(f"back TO={deleted[-1].version.number}")
    rules = [state.rule for state in deleted]
    paragraph(out, f"{first_of(rules)}: deleted. To go back to it: {again}", COLOURS["amber"].style)


def deleted_since(run: BarRun, number: int) -> list[TestState]:
    """Return the tests that a light had and that were deleted after it, as they were last."""
    known = {state.history for state in run.trace.moments[number].states.values()}
    return [state for state in run.trace.deleted if state.history in known]


def print_unasked(this: BarRun, out: Console) -> None:
    """Print that code was changed in green without a test that asks for it, or would notice."""
    in_green = this.moment.in_green
    if in_green == InGreen.NEW_BEHAVIOUR:
        more = "Your code can do something new, and no test of yours was red for it. Write that test now;"
        paragraph(out, f"{more} to see it fail, take the new code out for a moment.", "bold")
    elif in_green == InGreen.UNNOTICED:
        paragraph(out, f"{this.moment.in_green_words.capitalize()}.", "bold")


def doubt_failing(this: BarRun, out: Console) -> bool:
    """Say for which failing tests no code should be written; return whether there is one."""
    failing = [result for result in own_results(this) if result.colour != "green"]
    if not failing or not this.attempt.story.designs:
        return False
    judgement = judge_on_designs(this.snapshot.files, this.attempt.story, this.executor)
    doubted = [result for result in failing if result.id in judgement.rejected]
    for result in doubted:
        paragraph(out, f"“{result.rule}”: {explain_rejected(result, judgement)}", "bold")
    return bool(doubted)


def print_verdicts(this: BarRun, tests: list[OwnTest], out: Console) -> Review:
    """Print the worth of each, those with the same verdict together; return what the tests catch."""
    lines = {test.result.id: count_driven(this, test) for test in tests}
    judgement, review = Judgement(this.attempt.story), Review()
    # a test that has driven code has its place: only others are judged by what they catch
    if not all(lines.values()):
        caught = judge_new(this)
        judgement, review = caught.judgement, Review(caught.names)
    for crash in judgement.crashes:
        paragraph(out, f"On a right solution, {crash}: it does not count.", COLOURS["amber"].style)
    rules: dict[tuple[str, str], list[str]] = {}
    for test in tests:
        text = verdict(test, lines[test.result.id], judgement)
        colour = "amber" if test.is_never_red else "green"
        rules.setdefault((text, colour), []).append(test.result.rule)
    for (text, colour), rules_of_verdict in rules.items():
        paragraph(out, f"{first_of(rules_of_verdict)}: {text}", COLOURS[colour].style)
    return review


def count_driven(run: BarRun, test: OwnTest) -> int:
    """Count the lines of code that have changed since a test was red: it has driven them.

    Raises NotRecorded.
    """
    claim = test.claim
    if claim is None or claim.became not in SEEN_RED or claim.previous is None:
        return 0
    reds = [state for state in claim.previous.reds if state.outcome.colour == Colour.RED]
    if not reds:
        return 0
    # the first red; where the code is again as it was then, the last one
    for red in (reds[-1], reds[0]):
        number = lines_between(run.files_at(red.version.number), run.snapshot.files).code.number
        if number:
            return number
    return 0


def verdict(test: OwnTest, lines: int, judgement: Judgement) -> str:
    """Return whether a test was red first, and what right and wrong solutions show of it."""
    if test.is_never_red:
        seen = "never seen red. Break the code for a moment, and see your own assertion fail."
    elif was_broken_for(test):
        return "seen red now."
    elif lines:
        seen = f"earned a place, red first and then {count_of(lines, 'line')} of code."
    else:
        seen = "red first, and no code was needed: the test has changed."
    worth = explain_worth(test.result, lines, judgement)
    return f"{seen} {worth}" if worth else seen


def was_broken_for(test: OwnTest) -> bool:
    """True if a test was green before, and then it was seen red with broken code."""
    claim = test.claim
    if claim is None or claim.became in NEVER_RED:
        return True
    green = claim.last_green
    return green is not None and claim.asks_the_same_as(green)


def explain_worth(result: Result, lines: int, judgement: Judgement) -> str:
    """Say what right and wrong solutions show of a test that has driven some lines; empty if nothing."""
    if result.id in judgement.rejected:
        return explain_rejected(result, judgement)
    for mutant, catchers in judgement.caught.items():
        if catchers == {result.id}:
            praise = "It also" if lines else "Earned a place: it"
            return f"{praise} catches a fault that none of yours caught. {mutant.fields['riddle']}"
    if judgement.wrong and not lines and result.id in judgement.tests:
        return "Nothing new yet. What does it ask that the others do not?"
    return ""


def explain_rejected(result: Result, judgement: Judgement) -> str:
    """Say what it means that right solutions do not pass a test."""
    failures = []
    for failing in judgement.right.values():
        failures += [failure for failure in failing if failure.id == result.id]
    if failures[0].reason == Reason.MISSING_NAME:
        return "The right solutions have no such name. Use the names in the statement."
    if len(failures) == len(judgement.right):
        return "No right solution passes it: what does the statement say?"
    return "A right solution of another design does not pass it: it asks for more than the rules say."
