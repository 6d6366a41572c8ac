"""Each step that a test drives has its hint, and each test of the suite its kata."""

import re
from collections import Counter
from collections.abc import Iterator

from dojo.gate.breach import Breach, of_test
from dojo.story.hints import LINE
from dojo.story.katas import selects
from dojo.story.steps import DRAFT, text_of
from dojo.story.story import Story
from dojo.story.tests import SuiteTest
from dojo.story.toml import line_of_key, line_where


def hinted(story: Story, tests: list[SuiteTest]) -> Iterator[Breach]:
    """What is wrong with the hints, where a story has any."""
    if story.hints is None or not story.hints.is_file():
        return
    names = {step.number: step.name for step in story.steps}
    driven = {test.written for test in tests if test.kind == "drives"}
    seen: Counter[int] = Counter()
    for number, line in enumerate(text_of(story.hints).split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if not (found := LINE.fullmatch(line)):
            what = f"is no hint: {line.strip()}; write the number of a step and words, or # before it"
            yield Breach(7, "", story.hints, number, what)
            continue
        step = int(found[1])
        seen[step] += 1
        if step not in driven:
            what = f"no test drives step {step}: it needs no hint; take this line away"
            yield Breach(7, names.get(step, ""), story.hints, number, what)
        elif seen[step] == 2:
            what = f"step {step} has a hint already; keep one of them"
            yield Breach(7, names[step], story.hints, number, what)
        elif found[2] == DRAFT:
            yield Breach(7, names[step], story.hints, number, "is still a draft; say it in your own words")
    for step in sorted(driven - seen.keys()):
        what = f"a test drives step {step}, which has no hint; add a line {step} and its words"
        yield Breach(7, names.get(step, ""), story.hints, 0, what)


def of_a_kata(story: Story, tests: list[SuiteTest]) -> Iterator[Breach]:
    """Where a story has katas, a test is of one or more, or else story.toml says that it is of none."""
    if not story.katas or not tests:
        return
    names = {step.number: step.name for step in story.steps}
    for test in tests:
        taught = any(selects(entry, test) for kata in story.katas for entry in kata.tests)
        spared = any(selects(entry, test) for entry in story.no_kata)
        if not taught and not spared:
            what = f"is of no kata; name it in {story.file.name}, in a kata's tests or in of_no_kata"
        elif taught and spared:
            what = f"is of a kata, and {story.file.name} says of_no_kata; take it out of one of them"
        else:
            continue
        yield of_test(7, names.get(test.written, ""), test, story, what)


def missing(story: Story, tests: list[SuiteTest]) -> Iterator[Breach]:
    """Each name of a test in story.toml which no test has, and each kata to which no test leads."""
    lists = {f"katas.{kata.name}": kata.tests for kata in story.katas} | {"tests.of_no_kata": story.no_kata}
    for place, entries in lists.items():
        for entry in entries:
            if not any(selects(entry, test) for test in tests):
                what = f"{place}: no test is called {entry}; write a name as pytest shows it"
                yield Breach(7, "", story.file, line_where(story.file, re.escape(entry)), what)
    for kata in story.katas:
        if not kata.tests:
            place = f"katas.{kata.name}"
            what = f"{place}: no test leads to it; name some in its tests"
            yield Breach(7, "", story.file, line_of_key(story.file, place), what)
