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
from dojo.judge.judge import Judgement, judge_tests
from dojo.model.outcome import Colour, Reason
from dojo.runner.result import Result
from dojo.screen.console import paragraph
from dojo.screen.palette import COLOURS
from dojo.tracing.state import NEVER_RED, SEEN_RED, TestState
from dojo.tracing.trace import InGreen
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
    told = last_told(this)
    every = own_tests(this, told)
    news = [test for test in every if test.is_news]
    unseen = [test.result for test in every if test.is_never_red]
    print_deleted(this, told, out)
    if this.failure:
        first = "Mend that test" if doubt_failing(this, out) else "Make it green"
        print_onward(out, f"{first}, then {this.attempt.command(verb)}.")
        return Review()
    if not news:
        print_unasked(this, out)
    review = Review()
    if verb == "next" and news:
        review = print_verdicts(this, news, out)
    if this.turned_green:
        ask_to_tidy(this, out)
    if verb == "next" and (news or this.turned_green):
        print_onward(out, f"Then write the next test. What is left: {this.attempt.command('next')}")
    elif verb == "next":
        review = print_remaining(this, unseen, out)
    return review


def last_told(run: BarRun) -> int:
    """Return the number of the light at which the participant was told of all tests; 0 if there is none."""
    for light in ancestors(run.lights):
        if isinstance(light, RunLight) and light.verb in ("start", "next") and light.is_green:
            return light.number
    return 0


def own_results(run: BarRun) -> list[Result]:
    """Return the results of the participant's tests, but for files that cannot be read."""
    return [result for result in run.outcome.own if "::" in result.id]


def own_tests(run: BarRun, told: int) -> list[OwnTest]:
    """Return every test of the participant that has a result, with what became of it after a light."""
    states = run.moment.states
    return [
        OwnTest(result, states[result.id], is_news(states[result.id], told)) for result in own_results(run)
    ]


def is_news(state: TestState, told: int) -> bool:
    """True if a test came to be green in another way after the light at which the participant was told."""
    claim = state.deciding_claim()
    if claim is None or not state.is_green:
        return False
    is_seen_red_now = claim.was_red() and not claim.was_red(told)
    return claim.version.number > told or is_seen_red_now


def print_deleted(this: BarRun, told: int, out: Console) -> None:
    """Print which tests were deleted since a light, and how to go back to them."""
    if not told:
        return
    deleted = deleted_since(this, told)
    if not deleted:
        return
    # the light that has the last of them as it was
    again = this.attempt.command(f"back TO={deleted[-1].version.number}")
    named = first_of([state.rule for state in deleted])
    paragraph(out, f"{named}: deleted. To go back to it: {again}", COLOURS["amber"].style)


def deleted_since(run: BarRun, told: int) -> list[TestState]:
    """Return the tests that a light had and that were deleted after it, as they were last."""
    known = {state.history for state in run.trace.moments[told].states.values()}
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
    judgement = judge_tests(this.snapshot.files, this.attempt.story, wrong=[])
    doubted = [result for result in failing if result.id in judgement.rejected]
    for result in doubted:
        paragraph(out, f"“{result.rule}”: {explain_rejected(result, judgement)}", "bold")
    return bool(doubted)


def print_verdicts(this: BarRun, tests: list[OwnTest], out: Console) -> Review:
    """Print the worth of each, those with the same verdict together; return what the tests catch."""
    lines = {test.result.id: count_driven(this, test) for test in tests}
    caught = None if all(lines.values()) else judge_new(this)
    for crash in caught.judgement.crashes if caught else ():
        paragraph(out, f"On a right solution, {crash}: it does not count.", COLOURS["amber"].style)
    judgement = caught.judgement if caught else Judgement(this.attempt.story)
    rules: dict[tuple[str, str], list[str]] = {}
    for test in tests:
        text = verdict(test, lines[test.result.id], judgement)
        rules.setdefault((text, "amber" if test.is_never_red else "green"), []).append(test.result.rule)
    for (text, colour), some in rules.items():
        paragraph(out, f"{first_of(some)}: {text}", COLOURS[colour].style)
    return Review(caught.names if caught else None)


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
    claim = test.claim
    green = claim.last_green if claim else None
    if test.is_never_red:
        seen = "never seen red. Break the code for a moment, and see your own assertion fail."
    elif claim is None or claim.became in NEVER_RED or (green and claim.asks_the_same_as(green)):
        # it was green before, and then it was seen with broken code
        return "seen red now."
    elif lines:
        seen = f"earned a place, red first and then {count_of(lines, 'line')} of code."
    else:
        seen = "red first, and no code was needed: the test has changed."
    if test.result.id in judgement.rejected:
        return f"{seen} {explain_rejected(test.result, judgement)}"
    if alone := [mutant for mutant, by in judgement.caught.items() if by == {test.result.id}]:
        caught = f"{'It also' if lines else 'Earned a place: it'} catches a fault that none of yours caught."
        return f"{seen} {caught} {alone[0].fields['riddle']}"
    if judgement.wrong and not lines and test.result.id in judgement.tests:
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
