"""`make judge`: an attempt's own tests, or those at a path (TESTS=); numbers, bars, and a riddle."""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path

from rich.console import Console
from rich.text import Text

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import JudgeLight
from dojo.attempt.recording import record
from dojo.attempt.snapshot import File, Files, Snapshot, name_left_out, take_snapshot
from dojo.errors import CollectionError, UsageError
from dojo.files import is_missing
from dojo.gate.collection import explain_broken
from dojo.gate.evidence import Evidence
from dojo.judge.judge import Judgement, ids_of, judge_tests
from dojo.judge.workbench import Solution
from dojo.model.outcome import Colour
from dojo.runner.cache import PLUGIN
from dojo.runner.matrix import Matrix
from dojo.runner.result import Result
from dojo.screen.console import console, paragraph
from dojo.screen.palette import COLOURS, EMPTY, FILLED
from dojo.story.mutants import Mutant, kata_rules, read_mutants
from dojo.story.story import FILE, Story
from dojo.story.tests import SuiteTest
from dojo.story.workspace import Workspace
from dojo.wording import first_of

MAX_NAMED = 3  # tests that are named; of the others, only the number is given
# `drives(4` or `guards(4`, by which a suite of a story is known
MARKED = re.compile(rb"\b(drives|guards)\(\d")


class More(StrEnum):
    """How much to say of the next mutant."""

    RIDDLE = "riddle"
    HINT = "hint"
    REVEAL = "reveal"


def judge_attempt(attempt: Attempt, more: str) -> int:
    """Judge the attempt's own tests, record the score, and return an exit status.

    Raises NotRecorded, UsageError.
    """
    require_solution(attempt.story)
    files = take_files(attempt.folder)
    judgement = judge_tests(files.files, attempt.story)
    if judgement.right:
        accepted = len(judgement.passing_solutions), len(judgement.right)
        caught = len(judgement.caught), len(judgement.wrong)
        record(attempt, JudgeLight(accepted=accepted, caught=caught), files)
    out = console()
    status = report(judgement, more, out)
    if not attempt.is_own and judgement.right:
        which = f"Only what is in {attempt.test_file} was judged, and no test that the kata brought."
        words = f"start NAME={attempt.name}-mine KATA={attempt.kata.name} MODE=mine"
        out.print()
        paragraph(out, f"{which} To write all tests yourself:", "dim")
        command = attempt.story.command(words)
        # a command is never wrapped, so that it can be copied
        out.print(f"\n  {command}", style="dim", soft_wrap=True)
    return status


def judge_path(path: Path, workspace: Workspace, asked: Story | None, more: str) -> int:
    """Judge any tests, for the story that STORY= names or for their own; returns an exit status.

    Raises UsageError, CollectionError.
    """
    if is_missing(path):
        raise UsageError(f"there is no {path}: TESTS= names a file of tests, or a folder")
    place = path.resolve()
    story = asked or find_story(place, workspace)
    require_solution(story)
    if place.is_relative_to(story.suite):
        return report(judge_suite(place, story), more, console())
    sources = [path] if path.is_file() else path.glob("*.py")
    for file in sources:
        if MARKED.search(file.read_bytes()):
            other = f"leave STORY= out, or give tests that import {story.module}"
            raise UsageError(
                f"{path} belongs to another suite, or is a copy of one: name the suite itself, {other}"
            )
    return report(judge_tests(files_at(path), story), more, console())


def find_story(place: Path, workspace: Workspace) -> Story:
    """Return the story that some tests belong to: the one above them, or the first of the workspace."""
    for folder in place.parents:
        if (folder / FILE).is_file():
            return workspace.at(folder)
    return workspace.story()


def require_solution(story: Story) -> None:
    """Raise UsageError if a story names no step that is whole."""
    if not story.designs:
        problem = "nothing is judged without the key finished: it names the first whole step"
        raise UsageError(f"{story.shown(story.file)}: {problem}")


def judge_suite(place: Path, story: Story) -> Judgement:
    """Judge the suite, or a part of it; raises CollectionError, with the gate's words, if it does not run."""
    try:
        matrix = Evidence(story, story.designs, measured=False).matrix_with_mutants
    except CollectionError as error:
        raise CollectionError(explain_broken(error, story).format_place(story)) from error
    judgement = Judgement(story)
    tests = tests_below(place, matrix)
    for test in tests:
        judgement.tests[test.id] = test.rule
        judgement.reach = max(judgement.reach, test.written)
    for step in matrix.steps:
        judgement.right[step] = select_failing(matrix.cell, tests, step)
    rejected = judgement.rejected
    for mutant in matrix.on_mutants:
        if mutant.step <= judgement.reach:
            failing = select_failing(matrix.on_mutant, tests, mutant)
            judgement.wrong[mutant] = ids_of(failing) - rejected
    return judgement


def tests_below(place: Path, matrix: Matrix) -> list[SuiteTest]:
    """Return the tests of a file of the suite, or of a folder of it; raises UsageError if there are none."""
    tests = []
    for test in matrix.tests:
        file = matrix.story.top / test.id.partition("::")[0]
        if file.is_relative_to(place):
            tests.append(test)
    if not tests:
        raise UsageError(f"there are no tests in {matrix.story.shown(place)}")
    return tests


def select_failing(
    cell: Callable[[SuiteTest, Solution], Result], tests: Iterable[SuiteTest], solution: Solution
) -> list[Result]:
    """Return the results that are not green of some tests on a solution; `cell` returns the result of one."""
    failing = []
    for test in tests:
        result = cell(test, solution)
        if result.colour != Colour.GREEN:
            failing.append(result)
    return failing


def files_at(path: Path) -> Files:
    """Return the files of a folder; or one, under a name that pytest takes, and its conftest.py."""
    if path.is_dir():
        return take_files(path).files
    name = path.name if path.name.startswith("test_") else f"test_{path.name}"
    files = {}
    for new_name, file in [(name, path), (PLUGIN.name, path.with_name(PLUGIN.name))]:
        if file.is_file():
            files[os.fsencode(new_name)] = File("100644", file.read_bytes())
    return files


def take_files(folder: Path) -> Snapshot:
    """Take the files of a folder, and print which of them the judge does not get."""
    found = take_snapshot(folder)
    left_out = {**found.left_out}
    for name, file in found.files.items():
        if file.is_link:
            left_out[os.fsdecode(name)] = "a link"
    if left_out:
        console().print(Text(f"Left out: {name_left_out(left_out)}", style="dim"))
    return found


def report(judgement: Judgement, more: str, out: Console) -> int:
    """Print the report; `more` is riddle, hint or reveal, for the next mutant. Returns an exit status."""
    print_faults(judgement, out)
    if not judgement.right:
        paragraph(out, "Nothing is judged: there is no test that runs to its end.", "bold")
        return 1
    total = len(judgement.right)
    where = "right solutions, each of a different design"
    print_score(out, "accepted", len(judgement.passing_solutions), total, where)
    print_rejected(judgement, out)
    if judgement.wrong:
        print_wrong(judgement, More(more), out)
    elif judgement.accepted:
        nothing = f"{judgement.story.name} has no wrong solution that they reach."
        paragraph(out, f"They catch nothing yet: {nothing}")
    # good to know, and no reproach
    idle = judgement.idle
    if judgement.caught and idle:
        names = first_of([judgement.tests[id] for id in idle], MAX_NAMED)
        catch = "catches" if len(idle) == 1 else "catch"
        summary = f"{len(idle)} of {len(judgement.tests)} {catch} nothing that the others don't"
        paragraph(out, f"{summary}: {names}", "dim")
    return 0


def print_faults(judgement: Judgement, out: Console) -> None:
    """Print the tests that crash, and the files that do not run."""
    style = COLOURS[Colour.AMBER].style
    for crash in judgement.crashes:
        paragraph(out, f"{crash}; it does not count", style)
    for fault in judgement.faults:
        # without a file that is to blame, all of one's own tests
        does = "does" if "." in fault.rule else "do"
        paragraph(out, f"{fault.rule} {does} not run: {fault.why}", style)


def print_rejected(judgement: Judgement, out: Console) -> None:
    """Print the first tests that fail on a right solution, and what that says of them."""
    rejected = sorted(judgement.rejected)
    for id in rejected[:MAX_NAMED]:
        failures = judgement.failures_of(id)
        places = "all of them"
        if len(failures) < len(judgement.right):
            places = " and ".join([f"step {step.number}, {step.title}" for step in failures])
        first = next(iter(failures.values()))
        paragraph(out, f"“{first.rule}” fails on {places}: {first.why}", COLOURS[Colour.RED].style)
    if rejected:
        why = "such a test has a mistake, or asks for more than the rules say."
        paragraph(out, f"Right solutions keep to the rules: {why}")


def print_score(out: Console, what: str, reached: int, total: int, where: str) -> None:
    """Print a number of a whole, in green if it is all of it."""
    style = COLOURS[Colour.GREEN if reached == total else Colour.RED].style
    line = Text(f"{what:8} {reached} of {total}", style=f"bold {style}")
    out.print(line.append(f" {where}", style="dim"))


def print_wrong(judgement: Judgement, more: More, out: Console) -> None:
    """Print how many of the wrong ones they catch, in all and by theme; and a riddle of the next to catch."""
    story, caught = judgement.story, judgement.caught
    step = story.step(judgement.reach)
    where = f"wrong ones, up to step {step.number}, {step.title}"
    print_score(out, "caught", len(caught), len(judgement.wrong), where)
    print_themes(judgement, out)
    later = [mutant for mutant in read_mutants(story) if mutant not in judgement.wrong]
    if later:
        noun = "one has a fault" if len(later) == 1 else "ones have faults"
        summary = f"{len(later)} more wrong {noun} that no test here reaches"
        paragraph(out, f"{summary}. Test more of: {name_rule(later[0], story)}.", "dim")
    out.print()
    if judgement.alive:
        print_next(judgement.alive[0], more, story, out)
    elif later:
        paragraph(out, f"All wrong ones up to step {step.number} are caught.", "bold")
    else:
        paragraph(out, "They catch all there is to catch.", "bold")


def print_themes(judgement: Judgement, out: Console) -> None:
    """Print a bar for each theme: how many of its wrong ones are caught."""
    totals = Counter[str]()
    caught = Counter[str]()
    for mutant, catchers in judgement.wrong.items():
        totals[mutant.theme] += 1
        if catchers:
            caught[mutant.theme] += 1
    for theme, total in totals.items():
        line = Text(f"  {theme:14} ")
        line.append(FILLED * caught[theme], COLOURS[Colour.GREEN].style)
        line.append(EMPTY * (total - caught[theme]), COLOURS[Colour.RED].style)
        out.print(line.append(f" {caught[theme]} of {total}"))


def name_rule(mutant: Mutant, story: Story) -> str:
    """Return the rule of a kata that a mutant breaks; without one, its theme."""
    for kata in story.katas:
        for rule in kata_rules(kata, story):
            if mutant in rule.mutants:
                return rule.text
    return mutant.theme


def print_next(mutant: Mutant, more: More, story: Story, out: Console) -> None:
    """Print the riddle of a mutant, and as much more of it as is asked for."""
    heading = f"The next one to catch, a mistake of step {mutant.step}"
    paragraph(out, f"{heading}: {mutant.fields['riddle']}", "bold")
    match more:
        case More.RIDDLE:
            paragraph(out, "HINT=1 says more, REVEAL=1 shows it.", "dim")
        case More.HINT:
            paragraph(out, mutant.fields["hint"])
            paragraph(out, "REVEAL=1 shows it.", "dim")
        case More.REVEAL:
            paragraph(out, f"{mutant.does} {mutant.origin}")
            paragraph(out, f"Shown by: {mutant.fields['shown by']}")
            paragraph(out, f"The code: {story.shown(mutant.file)}", "dim")
