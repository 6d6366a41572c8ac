"""Law 7: what a kata gives a participant is true: its rules, its cases, and its first test."""

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from shutil import copy2
from tempfile import TemporaryDirectory

from dojo.gate.collection import line_in
from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation
from dojo.runner.cache import Cache, digest, of_suite
from dojo.runner.own_tests import own_trial
from dojo.runner.program import WRITES_NO_BYTECODE, Outcome, feed
from dojo.runner.result import Copy
from dojo.runner.trial import Trial, try_all
from dojo.story.cases import Case
from dojo.story.katas import Kata
from dojo.story.mutants import listed_rules, mutant_files
from dojo.story.steps import Step
from dojo.story.story import NoStep, Story
from dojo.story.toml import line_of_key, line_where

CASE_S = 20.0
"""Seconds that a case may take: a slow machine needs a second."""
PASSES = 0, "", ""


def rules(evidence: Evidence) -> Iterator[Violation]:
    """Each rule in a list that no mutant breaks, each name there that no mutant has, and other mutants."""
    story = evidence.story
    listed = list(dict.fromkeys(kata.rules for kata in story.katas if kata.rules))
    there = {mutant.name for mutant in mutant_files(story)}
    for file in listed:
        for rule, names in listed_rules(file).items():
            if not names:
                line = line_where(file, rf"^{re.escape(rule)}\s*$")
                what, fix = f"no mutant breaks “{rule}”", "name one below it, further in"
                yield Violation(7, file, line, what, fix)
            for name in names:
                if name not in there:
                    line = line_where(file, rf"\s{re.escape(name)}(\s|$)")
                    yield Violation(7, file, line, f"there is no mutant {name}", "write the name of one")
    broken = {name for file in listed for names in listed_rules(file).values() for name in names}
    for mutant in mutant_files(story) if listed else []:
        if mutant.name not in broken:
            fix = "name it below one, or write that rule"
            yield Violation(7, mutant.file, 0, "breaks no rule of a kata", fix)


def cases(evidence: Evidence) -> Iterator[Violation]:
    """Every program that is not one, or not the first; every case that the finished step does not pass."""
    story = evidence.story
    for kata in story.katas if evidence.is_whole else ():
        if kata.program is not None:
            yield from first_program(kata, kata.program, story)
            for case in kata.complete_cases:
                yield from passes(kata, case, evidence)
        elif kata.complete_cases:
            what = f"katas.{kata.name}: no step is held to its cases"
            fix = "write program = the number of the first step that is a program for it"
            yield Violation(7, story.file, line_of_key(story.file, f"katas.{kata.name}"), what, fix)


def first_program(kata: Kata, program: int, story: Story) -> Iterator[Violation]:
    """The number is that of the first step that prints what it does."""
    what = ""
    try:
        step = story.step(program)
    except NoStep as fault:
        what = f"{fault}"
    else:
        given = kata.sample or next((case.file for case in kata.complete_cases), None)
        before = story.before(step)
        if given and (printed := run_program(kata, step, given, story)).colour == "amber":
            what = f"step {program} fails: {printed.why}"
        elif given and not printed.printed:
            what = f"step {program} prints nothing"
        elif given and before and run_program(kata, before, given, story).printed == printed.printed:
            what = f"step {before.number} prints the same already"
    if what:
        line = line_where(story.file, rf"^\s*program\s*=\s*{program}\b")
        fix = "write the number of the first step that is a program for it"
        yield Violation(7, story.file, line, f"katas.{kata.name}.program: {what}", fix)


def passes(kata: Kata, case: Case, evidence: Evidence) -> Iterator[Violation]:
    """The finished step passes a case."""
    story, step = evidence.story, evidence.finished
    found = run_program(kata, step, case.file, story, case.expected, case.complaints)
    if found.colour != "green":
        fix = f"mend it, or the words of the program in {story.shown(story.file)}"
        both = compare(found.printed, case.expected) if found.colour == "red" else ""
        what = f"step {step.number} fails this case: {found.why}{both}"
        yield Violation(7, case.file, 0, what, fix, step.name)


def compare(printed: str, expected: str) -> str:
    """Give the first line that is printed otherwise, and what the case has in its place."""
    lines = zip_longest(printed.splitlines(), expected.splitlines(), fillvalue="")
    first = next(((was, wanted) for was, wanted in lines if was != wanted), None)
    return f": it prints {first[0]!r}, and the case says {first[1]!r}" if first else ""


def run_program(
    kata: Kata, step: Step, given: Path, story: Story, expected: str = "", complaints: Sequence[str] = ()
) -> Outcome:
    """Run the program of a step; from the cache if nothing has changed."""
    cache = Cache(story.workspace, "cases")
    key = digest(
        [*step.files, given], story.workspace, [sys.version, expected, repr(complaints), *kata.words]
    )
    if known := cache.read(key):
        return Outcome(*known)
    call = [sys.executable, story.inside(step.module), *kata.words]
    found = feed(
        given, expected, call, story.top, CASE_S, environment=WRITES_NO_BYTECODE, complaints=complaints
    )
    if not found.hangs:  # another time the machine may be less busy
        cache.write(key, list(found))
    return found


def first_tests(evidence: Evidence) -> Iterator[Violation]:
    """Every first test that nobody could begin with; katas may share one."""
    if not evidence.is_whole:
        return
    for file in dict.fromkeys(kata.first_test for kata in evidence.story.katas):
        try:
            ast.parse(file.read_bytes())
        except (SyntaxError, ValueError) as error:
            line, what = getattr(error, "lineno", None) or 1, f"is not valid Python: {error.args[0]}"
            yield Violation(7, file, line, what, "mend this line")
            continue
        story = evidence.story
        line, what, fix = run_first_test(file, evidence.finished, story)
        if not what and not run_first_test(file, story.steps[0], story)[1]:
            what, fix = "is green before there is any code", "write a test that the first step fails"
        if what:
            yield Violation(7, file, line, what, fix)


def run_first_test(file: Path, step: Step, story: Story) -> tuple[int, str, str]:
    """Give what is wrong with a first test on a step, and its line; from the cache if nothing has changed."""
    cache = Cache(story.workspace, "first_tests")
    key = digest([file, *step.files], story.workspace, [of_suite(story), "2"])
    if known := cache.read(key):
        line, what, fix = known
        return line, what, fix
    with TemporaryDirectory() as where:
        folder = Path(where).resolve()
        for code in step.files:
            copy2(code, folder)
        test = folder / f"test_{story.module}.py"
        copy2(file, test)
        trial = own_trial(Copy(step.name, folder, folder / step.module.name), story)
        try_all([trial])
    found = explain_first_test(trial, file, test, step)
    if not trial.falls:  # another time the machine may be less busy
        cache.write(key, found)
    return found


def explain_first_test(trial: Trial, file: Path, test: Path, step: Step) -> tuple[int, str, str]:
    """Say what is wrong with a first test after it has run."""
    if not trial.cells:
        what, fix = "has no test, and each attempt begins with it", "write one that the finished code passes"
        return 0, what, fix
    for cell in trial.failing:
        lines = re.findall(rf"\b{re.escape(test.name)}:(\d+)", cell.failure)
        line = int(lines[-1]) if lines else line_in(file, cell.why)
        named = "it" if cell.rule == test.name else f"“{cell.rule}”"
        why = cell.why.replace(f"{test.parent}/", "")
        return line, f"{named} is {cell.colour} on {step.name}: {why}", "write a test that this step passes"
    return PASSES
