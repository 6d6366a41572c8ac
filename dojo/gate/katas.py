"""Law 7: what a participant is given is true: hints, and the tests, rules, cases and first test of a kata."""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import copy2

from dojo.gate.evidence import Evidence, first_difference, run_once
from dojo.gate.violation import HINT, IS_A_DRAFT, MUTANT, Violation, at_test
from dojo.runner.cache import Cache, digest, suite_key
from dojo.runner.own_tests import prepare_own_tests
from dojo.runner.program import Outcome
from dojo.runner.recorder.recording import temporary_folder
from dojo.runner.result import Copy
from dojo.runner.run import run_all
from dojo.story.katas import Kata, selects
from dojo.story.mutants import listed_rules, mutant_files
from dojo.story.steps import DRAFT, Step, read_text
from dojo.story.story import NoStep, Story
from dojo.story.tests import driving_tests, read_hints
from dojo.story.toml import line_of_key, line_where


def check_hints(evidence: Evidence) -> Iterator[Violation]:
    """What is wrong with the hints, if a story has any: each test that drives a step has one of its own."""
    file, steps = evidence.story.hints, driving_tests(evidence.tests)
    if file is None or not file.is_file():
        return
    names = {step.number: step.name for step in evidence.story.steps}
    lines: dict[str, int] = {}  # of the hints so far, by the ids of their tests, and by their words
    for line, step, test, words in read_hints(read_text(file), evidence.tests):
        what = ""
        if not test:
            fix = "write a step's number and words, or the rule of such a test, a colon and words"
            what = f"is for no test that drives step {step}: {words}; {fix}"
        elif test.id in lines:
            what = f"“{test.rule}” of step {step} has a hint already; keep one of them"
        elif words == DRAFT:
            what = IS_A_DRAFT
        elif words in lines:
            what = f"says the same as line {lines[words]}; say what helps with this test"
        if what:
            missing = HINT if what == IS_A_DRAFT else ""
            yield Violation(7, file, line, what, names.get(step, ""), missing=missing)
        lines = {words: line} | ({test.id: line} if test else {}) | lines
    for step, drivers in sorted(steps.items()):
        for test in (test for test in drivers if test.id not in lines):
            what, rule = f"a test drives step {step}, which has no hint; add a line {step} and its words", ""
            if test != drivers[0]:
                add = f"indented below line {step} add its rule, a colon and words"
                what, rule = f"drives step {step} and has no hint; {add}", test.rule
            yield Violation(7, file, 0, what, names.get(step, ""), rule, HINT)


def check_katas_of_tests(evidence: Evidence) -> Iterator[Violation]:
    """If a story has katas, a test belongs to one or more, or story.toml says that it belongs to none."""
    story = evidence.story
    for test in evidence.tests if story.katas else []:
        is_taught = any(selects(entry, test) for kata in story.katas for entry in kata.tests)
        what = f"belongs to no kata; name it in {story.file.name}, in a kata's tests or in of_no_kata"
        if is_taught:
            what = f"belongs to a kata, and {story.file.name} says of_no_kata; take it out of one of them"
        if is_taught == any(selects(entry, test) for entry in story.tests.of_no_kata):
            yield at_test(7, test, story, what)


def check_tests_of_katas(evidence: Evidence) -> Iterator[Violation]:
    """Each name in story.toml that no test has, and each kata that no test leads to."""
    story, tests = evidence.story, evidence.tests
    lists = {f"katas.{kata.name}": kata.tests for kata in story.katas} | {
        "tests.of_no_kata": story.tests.of_no_kata
    }
    for place, starts in lists.items():
        for entry in starts:
            if not any(selects(entry, test) for test in tests):
                what = f"{place}: no test is called {entry}; write a name as pytest shows it"
                yield Violation(7, story.file, line_where(story.file, re.escape(entry)), what)
        if not starts and place.startswith("katas."):
            what = f"{place}: no test leads to it; name some in its tests"
            yield Violation(7, story.file, line_of_key(story.file, place), what)


def check_rules(evidence: Evidence) -> Iterator[Violation]:
    """Each rule in a list that no mutant breaks, each name there that no mutant has, and other mutants."""
    story = evidence.story
    listed = list(dict.fromkeys(kata.rules for kata in story.katas if kata.rules))
    there, broken = {mutant.name: mutant for mutant in mutant_files(story)}, set()
    for file in listed:
        for rule, names in listed_rules(file).items():
            broken |= {*names}
            if not names:
                line = line_where(file, rf"^{re.escape(rule)}\s*$")
                yield Violation(7, file, line, f"no mutant breaks “{rule}”; name one below it, further in")
            for name in (name for name in names if name not in there):
                line = line_where(file, rf"\s{re.escape(name)}(\s|$)")
                yield Violation(7, file, line, f"there is no mutant {name}; write the name of one")
    what = "breaks no rule of a kata; name it below one, or write that rule"
    for name in sorted(there.keys() - broken) if listed else ():
        yield Violation(7, there[name].file, 0, what, missing=MUTANT if there[name].is_draft else "")


def check_cases(evidence: Evidence) -> Iterator[Violation]:
    """Every program that is not one, or not the first; every case that the finished step does not pass."""
    story, step = evidence.story, evidence.finished
    for kata in story.katas:
        key, fix = f"katas.{kata.name}", "the number of the first step that answers it"
        if kata.program is None and kata.complete_cases:
            what = f"{key}: no step is held to its cases; write program = {fix}"
            yield Violation(7, story.file, line_of_key(story.file, key), what)
        if kata.program is None:
            continue
        if what := explain_program(kata, kata.program, story, step):
            line = line_where(story.file, rf"^\s*program\s*=\s*{kata.program}\b")
            yield Violation(7, story.file, line, f"{key}.program: {what}; write {fix}")
        for case in kata.complete_cases:
            found = run_program(kata, step, case.file, story, case.expected, case.complaints)
            if found.colour != "green":
                what = f"step {step.number} fails this case: {found.why}"
                if found.colour == "red" and found.printed != case.expected:
                    was, now = first_difference(found.printed.splitlines(), case.expected.splitlines())
                    what = f"{what}: it prints {was!r}, and the case says {now!r}"
                mend = f"mend it, or the words of the program in {story.shown(story.file)}"
                yield Violation(7, case.file, 0, f"{what}; {mend}", step.name)


def explain_program(kata: Kata, program: int, story: Story, finished: Step) -> str:
    """Say why a step is not the first one that answers; nothing if it is.

    A step answers if it prints a line that the finished step prints, too: of a sample with several lines, the
    first program need not know each.
    """
    try:
        step = story.step(program)
    except NoStep as fault:
        return f"{fault}"
    given = kata.sample or next((case.file for case in kata.complete_cases), None)
    if not given:
        return ""
    right_lines = printed_lines(run_program(kata, finished, given, story))
    outcome = run_program(kata, step, given, story)
    if not right_lines & printed_lines(outcome):
        if outcome.colour == "amber":
            return f"step {program} fails: {outcome.why}"
        return f"step {program} prints no line that the finished step prints"
    before = story.before(step)
    if before and right_lines & printed_lines(run_program(kata, before, given, story)):
        return f"step {before.number} answers already"
    return ""


def printed_lines(outcome: Outcome) -> set[str]:
    """Return what a program has printed, line by line, without empty lines."""
    return {line for line in outcome.printed.splitlines() if line.strip()}


def run_program(
    kata: Kata, step: Step, given: Path, story: Story, expected: str = "", complaints: Sequence[str] = ()
) -> Outcome:
    """Run the program of a step; from the cache if nothing has changed."""
    call = [sys.executable, story.inside(step.module), *kata.words]
    return run_once(story, "cases", step.files, call, given, expected, complaints)


def check_first_tests(evidence: Evidence) -> Iterator[Violation]:
    """Every first test that nobody could begin with; katas may share one."""
    story = evidence.story
    for file in dict.fromkeys(kata.first_test for kata in story.katas):
        line, what = run_first_test(file, evidence.finished, story)
        if not what and not run_first_test(file, story.steps[0], story)[1]:
            what = "is green before there is any code; write a test that the first step fails"
        if what:
            yield Violation(7, file, line, what)


def run_first_test(file: Path, step: Step, story: Story) -> tuple[int, str]:
    """Give what is wrong with a first test on a step, and its line; from the cache if nothing has changed."""
    cache = Cache(story.workspace, "first_tests")
    key = digest([file, *step.files, Path(__file__)], story.workspace, [suite_key(story)])
    if known := cache.read(key):
        return known[0], known[1]
    with temporary_folder() as folder:
        for code in step.files:
            copy2(code, folder)
        test = Path(copy2(file, folder / f"test_{story.module}.py"))
        run = prepare_own_tests(Copy(step.name, folder, folder / step.module.name), story)
        run_all([run])
    line, what = 0, ""
    if not run.results:
        what = "has no test, and each attempt begins with it; write one that the finished code passes"
    for result in run.failing[:1]:
        line = int(([0, *re.findall(rf"\b{re.escape(test.name)}:(\d+)", result.failure)])[-1])
        named = "it" if result.rule == test.name else f"“{result.rule}”"
        why = result.why.replace(f"{folder}/", "")
        what = f"{named} is {result.colour} on {step.name}: {why}; write a test that this step passes"
    if not run.crashes:
        cache.write(key, (line, what), run.depends_on)
    return line, what
