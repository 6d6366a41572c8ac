"""Law 7: the program of a kata is a program, and the finished step prints what the kata's cases say."""

import re
import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation, split
from dojo.runner.cache import Cache, digest
from dojo.runner.child.program import WRITES_NO_BYTECODE, Outcome, feed
from dojo.story.katas import Kata
from dojo.story.steps import Step
from dojo.story.story import NoStep, Story
from dojo.story.toml import line_of_key, line_where

PROGRAM = re.compile(r"""^if __name__ == ["']__main__["']:""", re.MULTILINE)
"""A step with this line is a program: what follows it is run when the step is started."""
LIMIT = 20.0
"""Seconds that a case may take: a slow machine needs a second."""


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every program that is not one, or not the first; every case that the finished step does not pass."""
    story = evidence.story
    for kata in story.katas:
        if kata.program is not None:
            yield from of_the_number(kata, kata.program, story)
            yield from of_the_cases(kata, story)
        elif kata.complete_cases:
            what = f"katas.{kata.name}: no step is held to its cases"
            do = "write program = the number of the first step that is a program for it"
            yield Violation(7, story.file, line_of_key(story.file, f"katas.{kata.name}"), what, do)


def of_the_number(kata: Kata, program: int, story: Story) -> Iterator[Violation]:
    """The number is that of the first step that prints what it does."""
    line = line_where(story.file, rf"^\s*program\s*=\s*{program}\b")
    what = ""
    try:
        step = story.step(program)
    except NoStep as fault:
        what = f"{fault}"
    else:
        given = kata.sample or next((case.file for case in kata.complete_cases), None)
        before = story.before(step)
        if given and (printed := outcome(kata, step, given, "", story)).colour == "amber":
            what = f"step {program} fails: {printed.why}"
        elif given and not printed.printed:
            what = f"step {program} prints nothing"
        elif given and before and outcome(kata, before, given, "", story).printed == printed.printed:
            what = f"step {before.number} prints the same already"
    if what:
        do = "write the number of the first step that is a program for it"
        yield Violation(7, story.file, line, f"katas.{kata.name}.program: {what}", do)


def of_the_cases(kata: Kata, story: Story) -> Iterator[Violation]:
    """The step that is whole passes each of them."""
    last = finished_step(story)
    for case in kata.complete_cases:
        found = outcome(kata, last, case.file, case.expected, story, case.complaints)
        if found.colour != "green":
            do = f"mend it, or the words of the program in {story.shown(story.file)}"
            both = both_texts(found.printed, case.expected) if found.colour == "red" else ""
            what = f"step {last.number} fails this case: {found.why}{both}; {do}"
            yield Violation(7, case.file, 0, *split(what), step=last.name)


def both_texts(printed: str, expected: str) -> str:
    """The first line that is printed otherwise, and what the case has in its place."""
    lines = zip_longest(printed.splitlines(), expected.splitlines(), fillvalue="")
    first = next(((was, wanted) for was, wanted in lines if was != wanted), None)
    return f": it prints {first[0]!r}, and the case says {first[1]!r}" if first else ""


def finished_step(story: Story) -> Step:
    """The step that is whole; the last one if story.toml names none."""
    return next((step for step in story.steps if step.number == story.finished), story.steps[-1])


def outcome(
    kata: Kata, step: Step, given: Path, expected: str, story: Story, complaints: Sequence[str] = ()
) -> Outcome:
    """What the program of a step comes to; from the disk if nothing has changed."""
    cache = Cache(story.workspace, "cases")
    key = digest(
        [*step.files, given], story.workspace, [sys.version, expected, repr(complaints), *kata.words]
    )
    if known := cache.read(key):
        return Outcome(*known)
    call = [sys.executable, story.inside(step.module), *kata.words]
    found = feed(  # another law has looked at the bytecode of the steps
        given, expected, call, story.top, LIMIT, environment=WRITES_NO_BYTECODE, complaints=complaints
    )
    if not found.hangs:  # another time the machine may be less busy
        cache.write(key, list(found))
    return found
