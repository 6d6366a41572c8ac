"""`make judge`: an attempt's own tests, or those at a path (TESTS=); numbers, bars, and a riddle."""

import os
import re
from pathlib import Path

from rich.console import Console
from rich.text import Text

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import all_lights, record
from dojo.attempt.snapshot import File, Snapshot, name_left_out, take_snapshot
from dojo.errors import CollectionError, UsageError
from dojo.gate.collection import explain_broken
from dojo.judge.judge import judge_suite, judge_tests, without_links
from dojo.judge.judgement import Judgement, rule_broken_by
from dojo.runner.cache import PLUGIN
from dojo.runner.collect import collect
from dojo.runner.result import Result
from dojo.runner.run import MAX_CRASHES
from dojo.screen.console import console, paragraph
from dojo.screen.palette import COLOURS, EMPTY, FILLED
from dojo.screen.words import first_of
from dojo.story.mutants import read_mutants
from dojo.story.steps import Step
from dojo.story.story import FILE, Story
from dojo.story.workspace import Workspace

MAX_NAMED = 3
"""Tests that are named; of the others, only the number is given."""
WHY = (
    "A right solution of another design keeps to the rules as well: such a test asks for more than the"
    " rules say."
)
MISTAKEN = (
    "No code that keeps to the rules passes a test that fails on all of them: the mistake is in the test, or"
    " in the value that it expects."
)
MARK = re.compile(rb"\b(drives|guards)\(\d")
"""How a row or a test of a suite says which step it is of."""


def judge_attempt(attempt: Attempt, more: str) -> int:
    """Judge the attempt's own tests, record the score, and return an exit status.

    Raises NotRecorded, UsageError.
    """
    require_solution(attempt.story)
    files = take_files(attempt.folder)
    judgement = judge_tests(files.files, attempt.story)
    lights = all_lights(attempt)
    if judgement.right:
        record(
            attempt,
            verb="judge",
            colour=lights[-1].colour if lights else "green",
            counts=lights[-1].counts if lights else {},
            snapshot=files,
            accepted=[len(judgement.accepting), len(attempt.story.designs)],
            caught=[len(judgement.caught), len(judgement.wrong)],
            reach=judgement.reach,
        )
    return report(judgement, more, console())


def judge_path(path: Path, workspace: Workspace, asked: Story | None, more: str) -> int:
    """Judge any tests, for the story that STORY= names or for their own; gives an exit status.

    Raises UsageError, CollectionError.
    """
    theirs = story_of(path.resolve(), workspace)
    story = asked or theirs or workspace.story()
    if theirs and theirs.file != story.file and path.resolve().is_relative_to(theirs.suite):
        raise UsageError(
            f"{path} belongs to the suite of {theirs.name}, not of {story.name}: leave STORY= out"
        )
    require_solution(story)
    return report(judge_files(path, story), more, console())


def story_of(path: Path, workspace: Workspace) -> Story | None:
    """The story that some tests belong to, by its suite or by its folder; raises BadFile."""
    for story in workspace.stories:
        if path.is_relative_to(story.suite):
            return story
    above = next((folder for folder in path.parents if (folder / FILE).is_file()), None)
    return workspace.at(above) if above else None


def require_solution(story: Story) -> None:
    """Raise UsageError if a story names no step that is whole."""
    if not story.designs:
        told = "nothing is judged without the key finished: it names the first whole step"
        raise UsageError(f"{story.shown(story.file)}: {told}")


def judge_files(path: Path, story: Story) -> Judgement:
    """Judge a file of tests, a folder of them, or a part of the suite; raises UsageError, CollectionError."""
    if not path.exists():
        raise UsageError(f"there is no {path}: TESTS= names a file of tests, or a folder")
    if path.resolve().is_relative_to(story.suite):
        return judge_part_of_suite(path.resolve(), story)
    if any(MARK.search(file.read_bytes()) for file in ([path] if path.is_file() else path.glob("*.py"))):
        raise UsageError(
            f"{path} is a copy of a suite: name the suite itself, or give tests that import {story.module}"
        )
    if path.is_dir():
        return judge_tests(take_files(path).files, story)
    is_collected = re.fullmatch(r"test_.*\.py|.*_test\.py", path.name)
    name = path.name if is_collected else f"test_{path.name}"  # pytest takes a file of any name that is given
    wanted = {name: path, PLUGIN.name: path.parent / PLUGIN.name}
    files = {name: File("100644", file.read_bytes()) for name, file in wanted.items() if file.is_file()}
    return judge_tests({os.fsencode(name): file for name, file in files.items()}, story)


def judge_part_of_suite(path: Path, story: Story) -> Judgement:
    """Judge the suite, or a part of it; raises CollectionError, with the gate's words, if it does not run."""
    try:
        with collect(story) as suite:
            tests = [t for t in suite.tests if (story.top / t.id.partition("::")[0]).is_relative_to(path)]
            if not tests:
                raise UsageError(f"there are no tests in {story.shown(path)}")
            return judge_suite(suite, tests)
    except CollectionError as broken:
        _law, _, told = explain_broken(broken, story).format(story).partition(" · ")
        raise CollectionError(told) from broken


def take_files(folder: Path) -> Snapshot:
    """Take the files of a folder, and print which of them the judge does not get."""
    found = take_snapshot(folder)
    links = found.files.keys() - without_links(found.files).keys()
    if left_out := found.left_out | {os.fsdecode(name): "a link" for name in links}:
        console().print(Text(f"Left out: {name_left_out(left_out)}", style="dim"))
    return found


def report(judgement: Judgement, more: str, out: Console) -> int:
    """Print the report; `more` is riddle, hint or reveal, for the next mutant. Gives an exit status."""
    for crash in judgement.crashes:
        paragraph(out, f"{crash}; it does not count", COLOURS["amber"].style)
    for fault in judgement.faults:
        does = "does" if "." in fault.rule else "do"  # a file, or all of one's own tests
        paragraph(out, f"{fault.rule} {does} not run: {fault.why}", COLOURS["amber"].style)
    if nothing := why_nothing(judgement):
        paragraph(out, nothing, "bold")
        return 1
    print_accepted(judgement, out)
    if judgement.accepted:
        print_caught(judgement, out)
    if judgement.wrong:
        print_next(judgement, more, out)
        print_idle(judgement, out)
    return 0


def why_nothing(judgement: Judgement) -> str:
    """Return why there is nothing to judge; an empty string if there is something."""
    if len(judgement.crashes) >= MAX_CRASHES:
        return "Too many tests hang or crash. Mend them first: nothing is judged until then."
    if judgement.tests and not judgement.right:
        return "Nothing is judged."
    if not judgement.tests:
        return "No test runs." if judgement.faults or judgement.crashes else "There are no tests."
    return ""


def print_accepted(judgement: Judgement, out: Console) -> None:
    """Print how many right solutions they accept; if not all, which test asks for more than the rules."""
    fine, of = len(judgement.accepting), len(judgement.right)
    print_score(out, "accepted", fine, of, "right solutions, each of a different design")
    if fine == of:
        return
    if not judgement.accepted:
        paragraph(out, "Every test fails on a right solution.", "bold")
    failures: dict[str, dict[Step, Result]] = {id: {} for id in sorted(judgement.rejected)}
    for step, failing in judgement.right.items():
        for result in failing:
            failures[result.id][step] = result
    for results in list(failures.values())[:MAX_NAMED]:
        first = next(iter(results.values()))
        named = " and ".join(f"step {step.number}, {step.title}" for step in results)
        where = "all of them" if len(results) == of else named
        paragraph(out, f"“{first.rule}” fails on {where}: {first.why}", COLOURS["red"].style)
    fails_on = {len(results) for results in failures.values()}
    if of in fails_on:
        paragraph(out, MISTAKEN)
    if fails_on - {of}:
        paragraph(out, WHY)


def print_caught(judgement: Judgement, out: Console) -> None:
    """Print how many of the wrong ones they catch, in all and by theme."""
    if not judgement.calls and not judgement.caught:
        paragraph(out, "These tests never call the solution.", "bold")
        return
    if not read_mutants(judgement.story):
        paragraph(out, f"What they catch is unknown: {judgement.story.name} has no wrong solutions.")
        return
    if not judgement.wrong:
        paragraph(out, "So far they ask nothing that a wrong solution gets wrong: write one more.")
        return
    step = judgement.story.step(judgement.reach)
    where = f"wrong ones, up to step {step.number}, {step.title}"
    print_score(out, "caught", len(judgement.caught), len(judgement.wrong), where)
    for theme, are_caught in judgement.by_theme.items():
        fine, of = sum(are_caught), len(are_caught)
        bar = Text.assemble(f"  {theme:14} ", (FILLED * fine, "green"), (EMPTY * (of - fine), "red"))
        out.print(bar.append(f" {fine} of {of}"))
    if later := judgement.untried:
        they = "one has a fault" if len(later) == 1 else "ones have faults"
        rule = f"No test yet for: {rule_broken_by(later[0])}."
        paragraph(out, f"{len(later)} more wrong {they} that no test here reaches. {rule}", "dim")


def print_score(out: Console, what: str, fine: int, of: int, where: str) -> None:
    """Print a number of a whole, in green if it is all of it."""
    style = COLOURS["green" if fine == of else "red"].style
    out.print(Text(f"{what:8} {fine} of {of}", style=f"bold {style}").append(f" {where}", style="dim"))


def print_next(judgement: Judgement, more: str, out: Console) -> None:
    """Print the riddle of the next one to catch."""
    out.print()
    if not judgement.alive:
        so_far = f"All wrong ones up to step {judgement.reach} are caught."
        paragraph(out, so_far if judgement.untried else "They catch all there is to catch.", "bold")
        return
    mutant = judgement.alive[0]
    riddle = mutant.fields["riddle"]
    paragraph(out, f"The next one to catch, a mistake of step {mutant.step}: {riddle}", "bold")
    match more:
        case "riddle":
            paragraph(out, "HINT=1 says more, REVEAL=1 shows it.", "dim")
        case "hint":
            paragraph(out, mutant.fields["hint"])
            paragraph(out, "REVEAL=1 shows it.", "dim")
        case _:
            paragraph(out, f"{mutant.does} {mutant.origin}")
            paragraph(out, f"Shown by: {mutant.shown_by}")
            paragraph(out, f"The code: {mutant.story.shown(mutant.file)}", "dim")


def print_idle(judgement: Judgement, out: Console) -> None:
    """Print the tests that catch nothing that no other test catches: good to know, and no reproach."""
    if judgement.caught and (idle := judgement.idle):
        catch = "catch" if len(idle) > 1 else "catches"
        named = first_of([judgement.tests[id] for id in idle], MAX_NAMED)
        what = f"{len(idle)} of {len(judgement.tests)} {catch} nothing that another does not"
        paragraph(out, f"{what}: {named}", "dim")
