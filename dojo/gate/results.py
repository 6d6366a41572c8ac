"""Laws 1 to 4: the result of each test on each step, and again: in another order, another day, elsewhere."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from dojo.gate.evidence import Evidence, run_once
from dojo.gate.violation import Law, Violation, at_test
from dojo.gate.weak_tests import find_weakness
from dojo.model.outcome import Colour
from dojo.runner.cache import suite_key
from dojo.runner.child.isolation import IMPORT, SideEffect
from dojo.runner.matrix import Matrix
from dojo.runner.recorder.dependencies import PACKAGES, state_of
from dojo.runner.repeat import Rerun, ways
from dojo.runner.result import MISSING, NOT_TRIED, Result
from dojo.story.readme import SAYS_SO
from dojo.story.source import find_source, read_sources
from dojo.story.steps import Step
from dojo.story.tests import Mark, SuiteTest
from dojo.wording import count_of

# A time zone and a locale that few people have: a test that depends on them fails on another laptop.
RARE_SETTINGS = ("TZ=DOJO-13:45", "LC_ALL=C")
SUITE_S = 300
MAX_SAME_REASON = 2  # tests that one reason keeps from their colour on a step, and that are all named


def check_colours(evidence: Evidence) -> Iterator[Violation]:
    """Every test with a wrong mark, or that is wrong itself; and every other wrong colour, by step."""
    matrix = evidence.matrix
    violations: list[Violation] = []
    explained: set[SuiteTest] = set()
    for tests in group_by_function(matrix.tests):
        for fault, of_tests in explain_function(tests, matrix):
            violations.append(fault)
            explained.update(of_tests)
    driven = {test.written for test in explained}
    broken = [step for step in matrix.steps if matrix.does_not_load(step)]
    before = None
    for step in matrix.steps:
        if step in broken:
            violations += check_loading(step, matrix)
            before = None
            continue
        # a test that drives it may only have the wrong mark
        keeps_colours = before is not None and not matrix.driving(step) and step.number not in driven
        # first those that have to be red here, and so drive the next step
        tests = [test for test in matrix.tests if test not in explained]
        tests.sort(key=lambda test: not test.red_on(step))
        violations += check_cells(tests, step, matrix)
        if before and keeps_colours:
            for test in tests:
                violations += check_kept_colours(test, before, step, matrix)
        before = step
    yield from sorted(violations, key=lambda violation: (violation.step, violation.law))


def group_by_function(tests: Iterable[SuiteTest]) -> list[list[SuiteTest]]:
    """Return the tests of each function: the rows of its table, or itself."""
    groups: dict[str, list[SuiteTest]] = {}
    for test in tests:
        groups.setdefault(test.id.partition("[")[0], []).append(test)
    return [*groups.values()]


def explain_function(tests: list[SuiteTest], matrix: Matrix) -> Iterator[tuple[Violation, list[SuiteTest]]]:
    """Yield what is wrong with the rows of a function themselves, with those rows; the same is said once.

    If a test that has to be red passes, and its code says that it cannot fail, none of its rows can.
    """
    passing = [test for test in tests if passes_too_early(test, matrix)]
    weakness = find_weakness(find_source(tests[0].id, matrix.story.top).function) if passing else None
    if weakness:
        problem = f"nothing was red before its step, for {weakness.problem}"
        yield at_test(Law.HAS_FAILED, passing[0], matrix.story, problem, weakness.mend), tests
        return
    faults: dict[Law, list[tuple[Violation, SuiteTest]]] = {}
    for test in tests:
        fault = explain_row(test, matrix)
        if fault and never_green(test, matrix):
            faults.setdefault(fault.law, []).append((fault, test))
        elif fault:
            yield fault, [test]
    for found in faults.values():
        yield merge_rows([fault for fault, _test in found]), [test for _fault, test in found]


def merge_rows(faults: Sequence[Violation]) -> Violation:
    """Return the first of what is wrong with some rows of a table, and say for how many more it is."""
    first = faults[0]
    if len(faults) == 1:
        return first
    more = count_of(len(faults) - 1, "more row")
    return replace(first, problem=f"{first.problem}; and so for {more} of its table")


def passes_too_early(test: SuiteTest, matrix: Matrix) -> bool:
    """True if a test is green on the step on which it has to be red."""
    reds = [step for step in matrix.steps if test.red_on(step)]
    return any(matrix.cell(test, step).colour == Colour.GREEN for step in reds)


def never_green(test: SuiteTest, matrix: Matrix) -> bool:
    """True if a test is green on no step."""
    return all(matrix.cell(test, step).colour != Colour.GREEN for step in matrix.steps)


def check_loading(step: Step, matrix: Matrix) -> Iterator[Violation]:
    """A step that cannot be imported: no test has an answer there. Law 6 says where it is no valid Python."""
    [source] = read_sources([step.module])
    is_python = bool(source.tree.body) or not source.text.strip()
    if is_python:
        why = matrix.cell(matrix.tests[0], step).why
        yield Violation(Law.HONEST_RED, step.module, 0, f"does not load: {why}", "mend it", step.name)


def explain_row(test: SuiteTest, matrix: Matrix) -> Violation | None:
    """Say what is wrong with a test or its mark, if all steps together show that; None if a step is to blame.

    A test that is green on no step, although others come after its own, is wrong itself. One that turns green
    once, on another step than its mark says, has the wrong mark.
    """
    steps = [step for step in matrix.steps if step.number >= test.written]
    cells = [matrix.cell(test, step) for step in steps]
    is_measured = len(matrix.steps) == len(matrix.story.steps)
    if not is_measured or any(cell.colour in (Colour.SKIPPED, MISSING) for cell in cells):
        return None
    if len(steps) > 1 and all(cell.colour != Colour.GREEN for cell in cells):
        is_amber = cells[-1].colour == Colour.AMBER
        what = "breaks" if is_amber else "is red"
        problem = f"{what} on every step, on the last one too: {cells[-1].why}"
        law = Law.HONEST_RED if is_amber else Law.RED_THEN_GREEN
        return at_test(law, test, matrix.story, problem, "no step is to blame: mend the test")
    return explain_mark(test, matrix)


def explain_mark(test: SuiteTest, matrix: Matrix) -> Violation | None:
    """Say which mark a test needs that turns green once, on a later step than its own mark says."""
    colours = colours_of(test, matrix)
    if test.kind == Mark.DRIVES:
        return explain_early_driver(test, colours, matrix)
    first_green = find_turn(colours, test.written - 1)
    if first_green is None or first_green < test.written:
        return None
    if not is_sound(first_green - 1, matrix):
        return None
    last_colour = colours[first_green - 1]
    problem = f"guards step {test.written}, but is {last_colour} on step {first_green - 1}"
    mend = f"it turns green at step {first_green}: mark it drives({first_green})"
    if last_colour != Colour.RED:
        problem += f", it breaks there: {matrix.cell(test, matrix.story.step(first_green - 1)).why}"
        mend = f"let it fail by an assertion there, and mark it drives({first_green})"
        if first_green + 1 in colours:
            mend = f"mark it guards({first_green + 1}), or {mend}"
    return at_test(Law.RED_THEN_GREEN, test, matrix.story, problem, mend)


def explain_early_driver(test: SuiteTest, colours: Mapping[int, str], matrix: Matrix) -> Violation | None:
    """Say which mark a driver needs that a later step has made green, if its own step does what drove it."""
    turn = find_turn(colours, test.written)
    if turn is None or turn <= test.written or colours[turn - 1] != Colour.RED:
        return None
    step = matrix.story.step(test.written)
    others = [driver for driver in matrix.driving(step) if driver != test]
    # without another one, the step may have been forgotten
    if not any(matrix.cell(driver, step).colour == Colour.GREEN for driver in others):
        return None
    problem = f"drives step {test.written}, but is red on step {turn - 1}"
    mend = f"it turns green at step {turn}: mark it drives({turn})"
    return at_test(Law.RED_THEN_GREEN, test, matrix.story, problem, mend)


def colours_of(test: SuiteTest, matrix: Matrix) -> dict[int, str]:
    """Return the colour of a test on each step, by its number."""
    return {step.number: matrix.cell(test, step).colour for step in matrix.steps}


def is_sound(number: int, matrix: Matrix) -> bool:
    """True if a step passes all tests that drove it and those before; else it is to blame, and no mark."""
    for test in matrix.tests:
        is_driver = test.kind == Mark.DRIVES and test.written <= number
        if is_driver and matrix.cell(test, matrix.story.step(number)).colour != Colour.GREEN:
            return False
    return True


def find_turn(colours: Mapping[int, str], since: int) -> int | None:
    """Return the number of the step from which on a test is green; None if it is never, or always was.

    None, too, if it was green on a step from `since` on, and one after that broke it: then that step is to
    blame. On earlier steps it may be green by luck.
    """
    numbers = sorted(colours)
    not_green = [number for number in numbers if colours[number] != Colour.GREEN]
    if not not_green or not_green[-1] == numbers[-1]:
        return None
    turn = not_green[-1] + 1
    was_green = any(colours[number] == Colour.GREEN for number in numbers if since <= number < turn)
    return None if was_green else turn


def check_cells(tests: Sequence[SuiteTest], step: Step, matrix: Matrix) -> Iterator[Violation]:
    """The wrong colours on a step; what is wrong with many tests for the same reason is said once."""
    faults: dict[tuple[Law, str], list[Violation]] = {}
    for test in tests:
        for fault in check_cell(test, step, matrix):
            why = matrix.cell(test, step).why
            faults.setdefault((fault.law, why), []).append(fault)
    hangs_or_ends = any(why != NOT_TRIED for law, why in faults if law == Law.HONEST_RED)
    for (_law, why), found in faults.items():
        if why == NOT_TRIED and hangs_or_ends:
            continue
        if not why or len(found) <= MAX_SAME_REASON:
            yield from found
        else:
            more = count_of(len(found) - 1, "more test")
            yield replace(found[0], problem=f"{found[0].problem}; and so for {more}")


def check_cell(test: SuiteTest, step: Step, matrix: Matrix) -> Iterator[Violation]:
    """What drives N is red on N-1 and green from N on, what guards N is green on N-1 too; each test runs.

    A red is a failed assertion or a missing name; whatever breaks in another way is amber.
    """
    cell = matrix.cell(test, step)
    right = Colour.RED if test.red_on(step) else Colour.GREEN
    if cell.colour in (Colour.SKIPPED, MISSING):
        problem = f"{cell.colour}: every test runs on every step"
        mend = "remove what keeps this one from it"
        yield at_test(Law.RUNS_THE_SAME, test, matrix.story, problem, mend, seen_on=step.name)
    # on the steps before, the test may have any colour
    elif step.number >= test.written - 1 and cell.colour != right:
        yield explain_colour(test, step, cell, matrix)


def explain_colour(test: SuiteTest, step: Step, cell: Result, matrix: Matrix) -> Violation:
    """Say why the colour of a cell is not the right one."""
    task = f"{test.kind} step {test.written}"
    mend_module = f"mend {matrix.story.shown(step.module)}"
    law = Law.RED_THEN_GREEN
    if cell.colour == Colour.AMBER:
        law = Law.HONEST_RED
        problem = f"{task}, but is amber here, it broke: {cell.why}"
        mend = f"{mend_module}, or the test, so that there is an answer to assert"
    elif cell.colour == Colour.GREEN:
        problem = f"{task}, but is green before it: nothing was red"
        mend = find_true_mark(test, matrix) or "ask for more than this step says"
    else:
        problem = f"{task}, but is red here: {cell.why}"
        mend = find_true_mark(test, matrix) or mend_module
        drivers = matrix.driving(step)
        if drivers and all(matrix.cell(driver, step).colour != Colour.GREEN for driver in drivers):
            # it does nothing of what drove it, so that no mark is to blame
            mend = mend_module
    return at_test(law, test, matrix.story, problem, mend, seen_on=step.name)


def check_kept_colours(test: SuiteTest, before: Step, step: Step, matrix: Matrix) -> Iterator[Violation]:
    """A refactoring or another design changes no colour of a written test, and does not make the next red.

    If a test-first step breaks something, that is an honest wrong turn, and the next test may well be red
    because of it. A refactoring may change what no test asks for, as when it removes a fake; then its README
    says so.
    """
    kind = matrix.story.undriven_kind(step.chapter)
    old, new = matrix.cell(test, before).colour, matrix.cell(test, step).colour
    says_so = SAYS_SO in " ".join(step.prose.split())
    if test.written <= step.number and old != new:
        problem = f"was {old} on {before.name} and is {new} after {kind.with_article}"
        mend = f"keep it {old}, or mark a new test drives({step.number})"
        yield at_test(Law.REFACTORING, test, matrix.story, problem, mend, seen_on=step.name)
    elif test.red_on(step) and old == Colour.GREEN != new and not says_so:
        problem = f"was green on {before.name}, and only this {kind.noun} made it red"
        mend = f"keep it green, or say in the README that this changes what {SAYS_SO}"
        yield at_test(Law.RED_THEN_GREEN, test, matrix.story, problem, mend, seen_on=step.name)


def find_true_mark(test: SuiteTest, matrix: Matrix) -> str:
    """Say which mark to give a test that turns green once and for all, or that is green on every step."""
    colours = colours_of(test, matrix)
    if set(colours.values()) == {Colour.GREEN}:
        return f"it is green by then: mark it guards({test.written})"
    # on the steps before its own it may be green by luck; a guard has to be green on the one before
    since = test.written - 1 if test.kind == Mark.GUARDS else test.written
    turn = find_turn(colours, since)
    if turn is None:
        return ""
    was_red = colours[turn - 1] == Colour.RED
    if turn >= test.written:
        return f"it turns green at step {turn}: mark it drives({turn})" if was_red else ""
    mend = f"it is green by then: mark it guards({test.written})"
    return f"{mend}, or drives({turn}), which made it green" if was_red else mend


def check_reruns(evidence: Evidence) -> Iterator[Violation]:
    """Every test whose colour depends on more than the step, and what it or the step (law 6) must not do."""
    # what a test does on many steps is said of the first
    seen: set[tuple[str, str]] = set()
    functions = group_by_function(evidence.matrix.tests)
    for step, rerun in evidence.reruns.items():
        yield from check_import(step, rerun)
        for tests in functions:
            for way, found in find_changed_colours(tests, step, rerun, evidence.matrix).items():
                function = tests[0].id.partition("[")[0]
                if (function, way) not in seen:
                    seen.add((function, way))
                    yield merge_rows(found)
        for test in evidence.matrix.tests:
            for effect in rerun.side_effects.get(test.id, []):
                if (test.id, effect.what) not in seen:
                    seen.add((test.id, effect.what))
                    yield explain_side_effect(effect, test, step, evidence)


def check_import(step: Step, rerun: Rerun) -> Iterator[Violation]:
    """What a step does while it is imported, each thing once."""
    deeds = dict.fromkeys(effect.what for effect in rerun.side_effects.get(IMPORT, []))
    for deed in deeds:
        problem = f"{deed} while it is imported"
        mend = "let a function do that, when it is called"
        yield Violation(Law.STANDS_ALONE, step.module, 0, problem, mend)


def find_changed_colours(
    tests: Sequence[SuiteTest], step: Step, rerun: Rerun, matrix: Matrix
) -> dict[str, list[Violation]]:
    """Return, for each other way to run the rows of a function, what is wrong with those that it changes."""
    found: dict[str, list[Violation]] = {}
    for test in tests:
        first = matrix.cell(test, step).colour
        colours = rerun.colours.get(test.id, {})
        for way in ways(test, step, matrix.story.steps):
            colour = colours.get(way, MISSING)
            if colour != first:
                problem = f"{first} in the order of the suite, and {colour} {way}"
                mend = "let it depend on no other run, order of a set, date or time zone"
                fault = at_test(Law.RUNS_THE_SAME, test, matrix.story, problem, mend, seen_on=step.name)
                found.setdefault(way, []).append(fault)
    return found


def explain_side_effect(effect: SideEffect, test: SuiteTest, step: Step, evidence: Evidence) -> Violation:
    """Say what to do about what a test, or the step that it runs, does besides its answer."""
    law, mend = Law.RUNS_THE_SAME, "let the test put back what it changes: tmp_path and monkeypatch do"
    if effect.is_warning:
        mend = "do without what it warns of, or expect it: with pytest.warns"
    if effect.by_step:
        law, mend = Law.STANDS_ALONE, "let the step give back an answer, and the test do that"
    return at_test(law, test, evidence.story, effect.what, mend, seen_on=step.name)


def check_plain_pytest(evidence: Evidence) -> Iterator[Violation]:
    """What pytest itself says on the last step in another time zone and locale, if the runner says otherwise.

    It sees what changes the run of a suite: settings, a conftest.py above it, hooks.
    """
    story, last, count = evidence.story, evidence.last, len(evidence.tests)
    options = [story.inside(story.suite), "--step", f"{last.number}", "-q", "--tb=no", "--color=no"]
    outcome = run_once(
        story,
        "plain",
        [*story.pytest_files, *last.files],
        ["env", *RARE_SETTINGS, sys.executable, "-m", "pytest", *options, "-p", "no:cacheprovider"],
        # each of the packages may have a plugin for pytest
        suite=f"{suite_key(story)} {state_of(PACKAGES)}",
        limit=SUITE_S,
    )
    lines = outcome.printed.strip().splitlines()
    summary = lines[-1] if lines else outcome.why
    if not summary.startswith(f"{count} passed in "):
        problem = f"pytest itself says “{summary}”, and the runner: {count} passed"
        command = f"{' '.join(RARE_SETTINGS)} pytest {story.shown(story.suite)} --step {last.number}"
        mend = f"run {command}, and mend what it names"
        yield Violation(Law.RUNS_THE_SAME, story.suite, 0, problem, mend, last.name)
