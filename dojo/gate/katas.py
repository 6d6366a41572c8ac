"""Law 7: what a participant is given is true: the tests, rules, cases and first test of a kata."""

import re
import sys
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from shutil import copy2

from dojo.files import copy_into
from dojo.gate.evidence import Evidence, first_difference, run_once
from dojo.gate.violation import Fault, Law, Missing, Violation, at_test
from dojo.model.outcome import Colour
from dojo.runner.cache import Cache, digest, suite_key
from dojo.runner.own_tests import prepare_own_tests
from dojo.runner.programs.command import ProgramOutcome
from dojo.runner.recorder.recording import temporary_folder
from dojo.runner.result import Copy, Result
from dojo.runner.run import run_all
from dojo.story.katas import Case, Kata, is_selected, selects
from dojo.story.mutants import listed_rules, mutant_files
from dojo.story.steps import Step, read_text
from dojo.story.story import NoStep, Story
from dojo.story.toml.reading import line_of_key, line_where


def check_katas_of_tests(evidence: Evidence) -> Iterator[Violation]:
    """If a story has katas, a test belongs to one or more, or story.toml says that it belongs to none."""
    story = evidence.story
    if not story.katas:
        return
    entries_of_katas: list[str] = []
    for kata in story.katas:
        entries_of_katas += kata.tests
    for test in evidence.tests:
        has_kata = is_selected(test, entries_of_katas)
        has_none = is_selected(test, story.tests.of_no_kata)
        if has_kata and has_none:
            problem = f"belongs to a kata, and {story.file.name} says of_no_kata"
            yield at_test(Law.TRUE_WORDS, test, story, problem, "take it out of one of them")
        elif not has_kata and not has_none:
            mend = f"name it in {story.file.name}, in a kata's tests or in of_no_kata"
            yield at_test(Law.TRUE_WORDS, test, story, "belongs to no kata", mend)


def check_tests_of_katas(evidence: Evidence) -> Iterator[Violation]:
    """Each name in story.toml that no test has, and each kata that no test leads to."""
    story = evidence.story
    for kata in story.katas:
        key = f"katas.{kata.name}"
        yield from find_unknown_entries(key, kata.tests, evidence)
        if not kata.tests:
            line = line_of_key(story.file, key)
            problem, mend = f"{key}: no test leads to it", "name some in its tests"
            yield Violation(Law.TRUE_WORDS, story.file, line, problem, mend)
    yield from find_unknown_entries("tests.of_no_kata", story.tests.of_no_kata, evidence)


def find_unknown_entries(key: str, entries: Sequence[str], evidence: Evidence) -> Iterator[Violation]:
    """Each name in a list of story.toml that no test has."""
    file = evidence.story.file
    for entry in entries:
        if not any(selects(entry, test) for test in evidence.tests):
            line = line_where(file, re.escape(entry))
            problem, mend = f"{key}: no test is called {entry}", "write a name as pytest shows it"
            yield Violation(Law.TRUE_WORDS, file, line, problem, mend)


def check_rules(evidence: Evidence) -> Iterator[Violation]:
    """Each rule in a list that no mutant breaks, each name there that no mutant has, and other mutants."""
    story = evidence.story
    mutants = {mutant.name: mutant for mutant in mutant_files(story)}
    # katas may share a list
    files = list(dict.fromkeys(kata.rules for kata in story.katas if kata.rules))
    if not files:
        return
    listed: set[str] = set()
    for file in files:
        yield from check_same_rules(file)
        for rule, names in listed_rules(file).items():
            yield from check_rule(file, rule, names, mutants.keys())
            listed.update(names)
            # it is named there, if only in the wrong place
            listed.add(rule)
    for name in sorted(mutants.keys() - listed):
        mutant = mutants[name]
        missing = Missing.MUTANT if mutant.is_draft else None
        problem, mend = "breaks no rule of a kata", "name it below one, or write that rule"
        yield Violation(Law.TRUE_WORDS, mutant.file, 0, problem, mend, missing=missing)


def check_rule(file: Path, rule: str, names: Sequence[str], mutants: Collection[str]) -> Iterator[Violation]:
    """A rule that is a mutant, or that no mutant breaks; and each name below it that no mutant has."""
    line = line_where(file, rf"^{re.escape(rule)}\s*$")
    if rule in mutants:
        problem = f"{rule} is a mutant, and not a rule"
        mend = "write it below the rule that it breaks, further in"
        yield Violation(Law.TRUE_WORDS, file, line, problem, mend)
    elif not names:
        problem, mend = f"no mutant breaks “{rule}”", "name one below it, further in"
        yield Violation(Law.TRUE_WORDS, file, line, problem, mend)
    for name in names:
        if name not in mutants:
            line = line_where(file, rf"\s{re.escape(name)}(\s|$)")
            problem, mend = f"there is no mutant {name}", "write the name of one"
            yield Violation(Law.TRUE_WORDS, file, line, problem, mend)


def check_same_rules(file: Path) -> Iterator[Violation]:
    """Each rule in a list that is there already."""
    lines_of_rules: dict[str, int] = {}
    for number, line in enumerate(read_text(file).split("\n"), 1):
        rule = line.strip()
        # what is indented is the name of a mutant
        is_rule = bool(rule) and not line[0].isspace() and not line.startswith("#")
        if not is_rule:
            continue
        if rule in lines_of_rules:
            problem = f"says the same rule as line {lines_of_rules[rule]}"
            yield Violation(Law.TRUE_WORDS, file, number, problem, "put the mutants of both below one")
        else:
            lines_of_rules[rule] = number


def check_cases(evidence: Evidence) -> Iterator[Violation]:
    """Every program that is not one, or not the first; every case that the finished step does not pass."""
    story, finished = evidence.story, evidence.finished
    for kata in story.katas:
        if kata.program is None:
            if kata.complete_cases:
                line = line_of_key(story.file, f"katas.{kata.name}")
                problem = f"katas.{kata.name}: no step is held to its cases"
                mend = "write program = the number of the first step that answers it"
                yield Violation(Law.TRUE_WORDS, story.file, line, problem, mend)
            continue
        is_later = finished.number < kata.program
        if is_later and any(step.number == kata.program for step in story.steps):
            # the finished step is not yet able to answer the cases
            line = line_of_key(story.file, "finished")
            program = f"step {kata.program}, the program of {kata.name}"
            problem = f"finished = {finished.number} comes before {program}"
            mend = f"write finished = {kata.program}, or a later step"
            yield Violation(Law.TRUE_WORDS, story.file, line, problem, mend)
            continue
        why = explain_program(kata, kata.program, story, finished)
        if why:
            line = line_where(story.file, rf"^\s*program\s*=\s*{kata.program}\b")
            problem = f"katas.{kata.name}.program: {why}"
            mend = "write the number of the first step that answers it"
            yield Violation(Law.TRUE_WORDS, story.file, line, problem, mend)
        for case in kata.complete_cases:
            yield from check_case(case, kata, finished, story)


def check_case(case: Case, kata: Kata, step: Step, story: Story) -> Iterator[Violation]:
    """A case that a step does not pass."""
    outcome = run_program(kata, step, case.file, story, case.expected, case.complaints)
    if outcome.colour == Colour.GREEN:
        return
    problem = f"step {step.number} fails this case: {outcome.why}"
    if outcome.colour == Colour.RED and outcome.printed != case.expected:
        printed, expected = first_difference(outcome.printed.splitlines(), case.expected.splitlines())
        problem += f": it prints {printed!r}, and the case says {expected!r}"
    mend = f"mend it, or the words of the program in {story.shown(story.file)}"
    yield Violation(Law.TRUE_WORDS, case.file, 0, problem, mend, step.name)


def explain_program(kata: Kata, program: int, story: Story, finished: Step) -> str:
    """Say why a step is not the first one that answers; nothing if it is.

    A step answers if it prints a line that the finished step prints, too: of a sample with several lines, the
    first program need not know each.
    """
    try:
        step = story.step(program)
    except NoStep as error:
        return str(error)
    given = kata.sample
    if not given and kata.complete_cases:
        given = kata.complete_cases[0].file
    if not given:
        return ""
    right_lines = printed_lines(run_program(kata, finished, given, story))
    outcome = run_program(kata, step, given, story)
    if right_lines.isdisjoint(printed_lines(outcome)):
        if outcome.colour == Colour.AMBER:
            return f"step {program} fails: {outcome.why}"
        return f"step {program} prints no line that the finished step prints"
    before = story.before(step)
    if before and right_lines & printed_lines(run_program(kata, before, given, story)):
        return f"step {before.number} answers already"
    return ""


def printed_lines(outcome: ProgramOutcome) -> set[str]:
    """Return what a program has printed, line by line, without empty lines."""
    return {line for line in outcome.printed.splitlines() if line.strip()}


def run_program(
    kata: Kata, step: Step, given: Path, story: Story, expected: str = "", complaints: Sequence[str] = ()
) -> ProgramOutcome:
    """Run the program of a step; from the cache if nothing has changed."""
    call = [sys.executable, story.inside(step.module), *kata.words]
    return run_once(story, "cases", step.files, call, given, expected, complaints)


def check_first_tests(evidence: Evidence) -> Iterator[Violation]:
    """Every first test that nobody could begin with; katas may share one."""
    story = evidence.story
    is_given = {kata.first_test: kata.given for kata in story.katas}
    for file, given in is_given.items():
        fault = run_first_test(file, evidence.finished, story)
        fault_at_start = run_first_test(file, story.steps[0], story)
        if not fault and given:
            fault = fault_at_start
        elif not fault and not fault_at_start:
            fault = Fault(0, "is green before there is any code", "write a test that the first step fails")
        if fault:
            yield Violation(Law.TRUE_WORDS, file, *fault)


def run_first_test(file: Path, step: Step, story: Story) -> Fault | None:
    """Say what is wrong with a first test on a step; from the cache if nothing has changed."""
    cache = Cache(story.workspace, "first_tests")
    key = digest(
        [file, step.module, *step.beside.values(), Path(__file__)], story.workspace, [suite_key(story)]
    )
    # a list of none or of one, for the cache has None if it does not know
    known = cache.read(key)
    if known is not None:
        return Fault(*known[0]) if known else None
    with temporary_folder() as folder:
        copy_into(folder, {step.module.name: step.module, **step.beside})
        test = Path(copy2(file, folder / f"test_{story.module}.py"))
        run = prepare_own_tests(Copy(step.name, folder, folder / step.module.name), story)
        run_all([run])
    fault = None
    if not run.results:
        problem = "has no test, and each attempt begins with it"
        fault = Fault(0, problem, "write one that the finished code passes")
    elif run.failing:
        fault = explain_failing(run.failing[0], test, step)
    if not run.crashes:
        cache.write(key, [fault] if fault else [], run.depends_on)
    return fault


def explain_failing(result: Result, test: Path, step: Step) -> Fault:
    """Say how a first test fails on a step, and on which of its lines."""
    lines = re.findall(rf"\b{re.escape(test.name)}:(\d+)", result.failure)
    line = int(lines[-1]) if lines else 0
    name = "it" if result.rule == test.name else f"“{result.rule}”"
    # the temporary folder is nowhere that a reader could look
    why = result.why.replace(f"{test.parent}/", "")
    problem = f"{name} is {result.colour} on {step.name}: {why}"
    return Fault(line, problem, "write a test that this step passes")
