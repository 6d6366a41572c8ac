"""MODE=mine: the participant writes the tests. Was each of them red first, and is it worth its place?

A test is new if the last green `make next` did not know it; it may have another name by now.
"""

from typing import Any, NamedTuple

from rich.console import Console

from dojo.attempt.diffstat import lines_between
from dojo.attempt.light import Light, all_files
from dojo.coach.catching import (
    Caught,
    function_of,
    is_test,
    judge_new,
    own_colours,
    own_results,
    read_sources,
)
from dojo.coach.display import ask_to_tidy, print_onward
from dojo.coach.exercise import SuiteExercise
from dojo.coach.remaining import print_remaining
from dojo.coach.run import BarRun
from dojo.judge.judge import judge_tests, open_workbench
from dojo.judge.judgement import Judgement
from dojo.runner.result import MISSING_NAME_ERRORS, Result
from dojo.runner.run import run_all
from dojo.screen.console import paragraph
from dojo.screen.palette import COLOURS
from dojo.screen.words import count_of, first_of
from dojo.story.tests import rule_of

TELLS = ("start", "next")
"""The verbs that tell of the tests so far."""
EARNED = "earned a place: it catches a fault that none of yours caught."
SEE_IT_RED = "Break the code for a moment, and see your own assertion fail."
NOTHING_NEW = "nothing new yet. What does it ask that the others do not?"
TOO_MANY = "{} new tests fail at once. One at a time: the others can wait in ideas.txt."
DOES_MORE = (
    "Your code can do something new, and no test of yours was red for it. Write that test now; to see it"
    " fail, take the new code out for a moment."
)


class OwnTest(NamedTuple):
    """A test of the participant, its colours since the last green, and the lines of code since it was red."""

    result: Result
    seen: frozenset[str]
    lines: int
    is_new: bool
    was_unseen: bool
    """True if it had never been red by the last green."""

    @property
    def was_red(self) -> bool:
        return "red" in self.seen

    @property
    def drove(self) -> bool:
        """True if it was red for the right reason, and code has made it green."""
        return self.was_red and self.lines > 0

    @property
    def is_news(self) -> bool:
        """True if it is new, or red for the first time."""
        return self.is_new or (self.was_red and self.was_unseen)

    @property
    def is_unseen(self) -> bool:
        return not self.was_red and (self.is_new or self.was_unseen)

    @property
    def verdict(self) -> str:
        """Whether it was red first, in words."""
        if not self.is_new:
            return "seen red now."
        if self.drove:
            return f"earned a place, red first and then {count_of(self.lines, 'line')} of code."
        if self.was_red:
            return "red first, and no code was needed: the test has changed."
        if "amber" in self.seen:
            return f"seen amber, and never red: it crashed before it could say no. {SEE_IT_RED}"
        return f"never seen red. {SEE_IT_RED}"


def comment(this: BarRun, verb: str, out: Console) -> dict[str, Any]:
    """Say what the colours mean for the tests that the participant wrote; return fields of the light."""
    every, deleted = read_history(this)
    news = [test for test in every if test.is_news]
    unseen = [test.result for test in every if test.is_unseen]
    details: dict[str, Any] = {"unseen": tuple(result.id for result in unseen)} if verb == "next" else {}
    if deleted and this.snapshot.files:
        light = last_told(this.lights)[0]
        again = this.attempt.command(f"back TO={light.number if light else 1}")
        paragraph(out, f"{first_of(deleted)}: deleted. To go back to it: {again}", COLOURS["amber"].style)
    if this.failure:
        doubted = doubt_failing(this, out)
        if (failing := sum(test.result.colour != "green" for test in news)) > 1:
            paragraph(out, TOO_MANY.format(failing))
        first = "Mend that test" if doubted else "Make it green"
        print_onward(out, f"{first}, then {this.attempt.command(verb)}.")
        return details
    if not news and does_more(this):
        paragraph(out, DOES_MORE, "bold")
    if verb == "next" and news:
        caught = None if all(test.drove for test in news) else judge_new(this)
        print_verdicts(news, caught, out)
        details |= caught.details if caught else {}
    if this.turned_green:
        ask_to_tidy(this, out)
    if verb == "next" and (news or this.turned_green):
        print_onward(out, f"Then write the next test. What is left: {this.attempt.command('next')}")
    elif verb == "next":
        details |= print_remaining(this, unseen, out)
    return details


def doubt_failing(this: BarRun, out: Console) -> bool:
    """Say for which failing tests no code should be written; return whether there is one."""
    failing = [result for result in own_results(this) if result.colour != "green" and is_test(result.id)]
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
    if this.turned_green or not light or not isinstance(exercise, SuiteExercise):
        return False
    if not this.changes().code.number:
        return False
    files = all_files(this.attempt, [light])[light.commit]
    module = files.get(this.attempt.module.name.encode())
    with open_workbench(files, this.attempt.story) as bench:
        before = bench.lay_out("before", module.content.decode(errors="replace") if module else "")
        runs = [exercise.suite.prepare(one, exercise.tests, drawn=()) for one in (before, this.attempt)]
        run_all(runs)
    then, now = ({id for id, result in run.results.items() if result.colour == "green"} for run in runs)
    return bool(now - then)


def read_history(run: BarRun) -> tuple[list[OwnTest], list[str]]:
    """Return every test, in order, with its colours since the last green; and the rules of those deleted."""
    told, since = last_told(run.lights)
    files = all_files(run.attempt, [light for light in (told, *since) if light])
    bodies = read_sources(files[told.commit]).bodies if told else {}
    before = {id: bodies.get(function_of(id), "") for id in own_colours(run.attempt, told)}
    now = read_sources(run.snapshot.files).bodies
    results = [result for result in own_results(run) if is_test(result.id)]
    there, found, matched = {result.id for result in results}, [], set()
    for result in results:
        earlier = earlier_id(result.id, before, now, there)
        matched.add(earlier)
        seen = [seen_in(own_colours(run.attempt, light), {result.id, earlier}) for light in since]
        red = next((light for light, colours in zip(since, seen, strict=True) if "red" in colours), None)
        lines = lines_between(files[red.commit], run.snapshot.files).code.number if red else 0
        was_unseen = told is not None and earlier in told.unseen
        found.append(OwnTest(result, frozenset().union(*seen), lines, not earlier, was_unseen))
    readable = len(results) == len(run.outcome.own)
    gone = [id for id in before if is_test(id) and id not in matched | there] if readable else []
    return found, [rule_of(id) for id in gone]


def seen_in(colours: dict[str, str], ids: set[str]) -> set[str]:
    """Return the colours of a test, by its ids, that were not green: its own, or that of its file."""
    names = ids | {id.partition("::")[0] for id in ids}
    return {colour for id, colour in colours.items() if id in names} - {"green"}


def earlier_id(id: str, before: dict[str, str], now: dict[str, str], there: set[str]) -> str:
    """Return the id of a test at the last green, if it has another name now; nothing if it is new."""
    body, row = now.get(function_of(id), ""), id.removeprefix(function_of(id))
    if before.get(id) == body:
        return id
    same = (old for old in before if before[old] == body and old.removeprefix(function_of(old)) == row)
    return next((old for old in same if old not in there), "")


def last_told(lights: list[Light]) -> tuple[Light | None, list[Light]]:
    """Return the last light at which a verb told that all is green, and the runs since then."""
    told = next((one for one in reversed(lights) if one.verb in TELLS and one.colour == "green"), None)
    return told, [light for light in lights if light.judged and (told is None or light.number > told.number)]


def print_verdicts(tests: list[OwnTest], caught: Caught | None, out: Console) -> None:
    """Print the colours and the worth of each; tests with the same verdict stand together."""
    print_grouped([(test, test.verdict, "green" if test.was_red else "amber") for test in tests], out)
    if caught:
        for crash in caught.judgement.crashes:
            paragraph(out, f"On a right solution, {crash}: it does not count.", COLOURS["amber"].style)
        judged = [test for test in tests if test.is_new and test.result.id in caught.judgement.tests]
        print_grouped([(test, worth(test, caught), "") for test in judged], out)


def print_grouped(verdicts: list[tuple[OwnTest, str, str]], out: Console) -> None:
    """Print each verdict that is not empty once, in its colour, with the rules of its tests."""
    found: dict[tuple[str, str], list[str]] = {}
    for test, text, colour in verdicts:
        found.setdefault((text, colour), []).append(test.result.rule)
    for (text, colour), rules in found.items():
        if text:
            paragraph(out, f"{first_of(rules)}: {text}", COLOURS[colour].style if colour else "")


def worth(test: OwnTest, caught: Caught) -> str:
    """Say what the right and the wrong solutions show of a test; nothing if they show nothing."""
    if test.result.id in caught.judgement.rejected:
        return explain_rejected(test.result, caught.judgement)
    if alone := [mutant for mutant, by in caught.judgement.caught.items() if by == {test.result.id}]:
        return f"{EARNED} {alone[0].fields['riddle']}"
    return NOTHING_NEW if caught.judgement.wrong and not test.drove else ""


def explain_rejected(result: Result, judgement: Judgement) -> str:
    """Say what it means that right solutions do not pass a test."""
    failures = [one for failing in judgement.right.values() for one in failing if one.id == result.id]
    if failures[0].why.partition(":")[0] in MISSING_NAME_ERRORS:
        return "The right solutions have no such name. Use the names in the statement."
    if len(failures) == len(judgement.right):
        return "No right solution passes it: what does the statement say?"
    return "A right solution of another design does not pass it: it asks for more than the rules say."
