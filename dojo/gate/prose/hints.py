"""Law 7: each test that drives a step has its hint, and each test of the suite its kata."""

import re
from collections.abc import Iterator

from dojo.gate.evidence import Evidence
from dojo.gate.violation import IS_A_DRAFT, Violation, at_test, split
from dojo.story.hints import HintLine, driving_tests, hint_entries, hint_target
from dojo.story.katas import selects
from dojo.story.steps import DRAFT, read_text
from dojo.story.story import Story
from dojo.story.tests import SuiteTest
from dojo.story.toml import line_of_key, line_where


def check(evidence: Evidence) -> Iterator[Violation]:
    """Everything in the hints, and in what story.toml says of katas, that breaks law 7."""
    yield from hinted(evidence.story, evidence.tests)
    yield from of_a_kata(evidence.story, evidence.tests)


def hinted(story: Story, tests: list[SuiteTest]) -> Iterator[Violation]:
    """What is wrong with the hints, if a story has any."""
    if story.hints is None or not story.hints.is_file():
        return
    names = {step.number: step.name for step in story.steps}
    steps = driving_tests(tests)
    lines: dict[str, int] = {}
    said: dict[str, int] = {}
    for entry in hint_entries(read_text(story.hints)):
        test, words = hint_target(entry, steps.get(entry.step, []))
        if what := wrong(entry, test, words, lines, said):
            yield Violation(7, story.hints, entry.line, *split(what), step=names.get(entry.step, ""))
        if test:
            lines.setdefault(test.id, entry.line)
        said.setdefault(words, entry.line)
    for step, drivers in sorted(steps.items()):
        first, *further = drivers
        if first.id not in lines:
            what = f"a test drives step {step}, which has no hint; add a line {step} and its words"
            yield Violation(7, story.hints, 0, *split(what), step=names.get(step, ""))
        for test in further:
            if test.id not in lines:
                add = f"indented below line {step} add its rule, a colon and words"
                what = f"drives step {step} and has no hint; {add}"
                yield Violation(7, story.hints, 0, *split(what), step=names.get(step, ""), rule=test.rule)


def wrong(
    entry: HintLine, test: SuiteTest | None, words: str, lines: dict[str, int], said: dict[str, int]
) -> str:
    """What is wrong with a line of the hints, given the lines of the tests and of the words before it."""
    if entry.kind == "none":
        return f"is no hint: {words}; write the number of a step and words, or # before it"
    if entry.kind == "first" and not test:
        return f"no test drives step {entry.step}: it needs no hint; remove this line"
    if not test:
        return (
            f"is for no further test that drives step {entry.step}: {words};"
            " begin with the rule of one and a colon, or remove this line"
        )
    if test.id in lines:
        what = f"step {entry.step}" if entry.kind == "first" else f"“{test.rule}”"
        return f"{what} has a hint already; keep one of them"
    if words == DRAFT:
        return IS_A_DRAFT
    if words in said:
        return f"says the same as line {said[words]}; say what helps with this test"
    return ""


def of_a_kata(story: Story, tests: list[SuiteTest]) -> Iterator[Violation]:
    """If a story has katas, a test belongs to one or more, or story.toml says that it belongs to none."""
    if not story.katas or not tests:
        return
    names = {step.number: step.name for step in story.steps}
    for test in tests:
        taught = any(selects(entry, test) for kata in story.katas for entry in kata.tests)
        spared = any(selects(entry, test) for entry in story.no_kata)
        if not taught and not spared:
            what = f"belongs to no kata; name it in {story.file.name}, in a kata's tests or in of_no_kata"
        elif taught and spared:
            what = f"belongs to a kata, and {story.file.name} says of_no_kata; take it out of one of them"
        else:
            continue
        yield at_test(7, test, story, *split(what), step=names.get(test.written, ""))


def missing(evidence: Evidence) -> Iterator[Violation]:
    """Each name in story.toml that no test has, and each kata that no test leads to."""
    story, tests = evidence.story, evidence.tests
    lists = {f"katas.{kata.name}": kata.tests for kata in story.katas} | {"tests.of_no_kata": story.no_kata}
    for place, starts in lists.items():
        for entry in starts:
            if not any(selects(entry, test) for test in tests):
                what = f"{place}: no test is called {entry}; write a name as pytest shows it"
                yield Violation(7, story.file, line_where(story.file, re.escape(entry)), *split(what))
    for kata in story.katas:
        if not kata.tests:
            place = f"katas.{kata.name}"
            what = f"{place}: no test leads to it; name some in its tests"
            yield Violation(7, story.file, line_of_key(story.file, place), *split(what))
