"""MODE=mine: the participant writes the tests. Was each of them red first, and is it worth its place?

A test is new if the last green `make next` did not know it; it may have another name by now.
"""

from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from rich.console import Console

from dojo.attempt.diffstat import lines_between
from dojo.attempt.light import Light, all_files, snapshot_of
from dojo.coach.catching import judge_new, print_remaining, read_sources
from dojo.coach.display import ask_to_tidy, print_onward
from dojo.coach.exercise import SuiteExercise
from dojo.coach.run import BarRun
from dojo.judge.judge import Judgement, Workbench, judge_tests
from dojo.runner.result import MISSING_NAME_ERRORS, Result
from dojo.runner.run import run_all
from dojo.screen.console import paragraph
from dojo.screen.palette import COLOURS
from dojo.story.tests import rule_of
from dojo.wording import count_of, first_of


class OwnTest(NamedTuple):
    """A test of the participant, and what is known of it since the last green."""

    result: Result  # the id begins in the attempt: test_fizz.py::test_one
    was_red: bool
    lines: int
    """The lines of code that have changed since it was red: if there are some, it has driven code."""
    is_new: bool
    was_unseen: bool  # True if it had never been red by the last green


def comment(this: BarRun, verb: str, out: Console) -> dict[str, Any]:
    """Say what the colours mean for the tests that the participant wrote; return fields of the light."""
    every, deleted, told = read_history(this)
    news = [test for test in every if test.is_new or (test.was_red and test.was_unseen)]
    unseen = [test.result for test in every if not test.was_red and (test.is_new or test.was_unseen)]
    details: dict[str, Any] = {"unseen": tuple(result.id for result in unseen)} if verb == "next" else {}
    if deleted and told:
        again = this.attempt.command(f"back TO={told.number}")
        paragraph(out, f"{first_of(deleted)}: deleted. To go back to it: {again}", COLOURS["amber"].style)
    if this.failure:
        first = "Mend that test" if doubt_failing(this, out) else "Make it green"
        print_onward(out, f"{first}, then {this.attempt.command(verb)}.")
        return details
    if not news and does_more(this):
        more = "Your code can do something new, and no test of yours was red for it. Write that test now;"
        paragraph(out, f"{more} to see it fail, take the new code out for a moment.", "bold")
    if verb == "next" and news:
        details |= print_verdicts(this, news, out)
    if this.turned_green:
        ask_to_tidy(this, out)
    if verb == "next" and (news or this.turned_green):
        print_onward(out, f"Then write the next test. What is left: {this.attempt.command('next')}")
    elif verb == "next":
        details |= print_remaining(this, unseen, out)
    return details


def within(run: BarRun, id: str) -> str:
    """Return the id of a test without the path of the attempt."""
    return id.removeprefix(f"{run.attempt.story.inside(run.attempt.folder)}/")


def own_results(run: BarRun) -> list[Result]:
    """Return the results of the participant's tests, but for files that cannot be read."""
    return [one._replace(id=within(run, one.id)) for one in run.outcome.own if "::" in one.id]


def read_history(run: BarRun) -> tuple[list[OwnTest], list[str], Light | None]:
    """Return every test, the rules of those deleted since the last green, and the light that told of it."""
    greens = (one for one in reversed(run.lights) if one.verb in ("start", "next") and one.colour == "green")
    told = next(greens, None)
    since = [one for one in run.lights[told.number if told else 0 :] if one.judged]
    files = all_files(run.attempt, [*since, told] if told else since)
    then, now = (read_sources(one)[0] for one in (files[told.commit] if told else {}, run.snapshot.files))
    known = [within(run, id) for id in (told.own or {})] if told else []
    results = own_results(run)
    there = {result.id for result in results}
    reds = [
        (one, {within(run, id) for id, colour in (one.own or {}).items() if colour == "red"}) for one in since
    ]
    found, matched = [], set(there)
    for result in results:
        source = source_of(result.id, now)
        same = [id for id in known if source_of(id, then) == source and (id == result.id or id not in there)]
        earlier = max(same, key=lambda id: id == result.id, default="")  # it may have another name now
        matched.add(earlier)
        names = {name for id in (result.id, earlier) for name in (id, id.partition("::")[0])}  # or its file
        red = next((light for light, ids in reds if names & ids), None)
        lines = lines_between(files[red.commit], run.snapshot.files).code.number if red else 0
        was_unseen = told is not None and earlier in told.unseen
        found.append(OwnTest(result, red is not None, lines, not earlier, was_unseen))
    is_readable = len(results) == len(run.outcome.own)
    return found, [rule_of(id) for id in known if is_readable and "::" in id and id not in matched], told


def source_of(id: str, bodies: dict[str, str]) -> str:
    """Return what a test does, whatever its name is: its body and its row."""
    function, _, row = id.partition("[")
    return bodies.get(function, function) + row


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
        rules.setdefault((text, "green" if test.was_red else "amber"), []).append(test.result.rule)
    for (text, colour), some in rules.items():
        paragraph(out, f"{first_of(some)}: {text}", COLOURS[colour].style)
    return {"catches": caught.names} if caught else {}


def verdict(test: OwnTest, judgement: Judgement) -> str:
    """Return whether a test was red first, and what right and wrong solutions show of it."""
    if not test.is_new:
        return "seen red now."
    seen = "never seen red. Break the code for a moment, and see your own assertion fail."
    if test.lines:
        seen = f"earned a place, red first and then {count_of(test.lines, 'line')} of code."
    elif test.was_red:
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
    if failures[0].why.partition(":")[0] in MISSING_NAME_ERRORS:
        return "The right solutions have no such name. Use the names in the statement."
    if len(failures) == len(judgement.right):
        return "No right solution passes it: what does the statement say?"
    return "A right solution of another design does not pass it: it asks for more than the rules say."
