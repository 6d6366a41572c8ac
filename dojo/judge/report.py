"""`make judge`: an attempt's own tests, or those at a path (TESTS=); numbers, bars, and a riddle."""

import os
import re
from pathlib import Path

from rich.console import Console
from rich.text import Text

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import all_lights, record
from dojo.attempt.snapshot import File, Files, Snapshot, name_left_out, take_snapshot
from dojo.errors import CollectionError, UsageError
from dojo.gate.collection import explain_broken
from dojo.gate.evidence import Evidence
from dojo.judge.judge import judge_tests, without_links
from dojo.judge.judgement import Judgement, rule_broken_by
from dojo.runner.cache import PLUGIN
from dojo.screen.console import console, paragraph
from dojo.screen.palette import COLOURS, EMPTY, FILLED
from dojo.screen.words import first_of
from dojo.story.story import FILE, Story
from dojo.story.workspace import Workspace

MAX_NAMED = 3
"""Tests that are named; of the others, only the number is given."""
WHY = "Right solutions keep to the rules: such a test has a mistake, or asks for more than the rules say."
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
            accepted=[len(judgement.accepting), len(judgement.right)],
            caught=[len(judgement.caught), len(judgement.wrong)],
            reach=judgement.reach,
        )
    return report(judgement, more, console())


def judge_path(path: Path, workspace: Workspace, asked: Story | None, more: str) -> int:
    """Judge any tests, for the story that STORY= names or for their own; gives an exit status.

    Raises UsageError, CollectionError.
    """
    if not path.exists():
        raise UsageError(f"there is no {path}: TESTS= names a file of tests, or a folder")
    place = path.resolve()
    story = asked or story_of(place, workspace) or workspace.story()
    require_solution(story)
    if place.is_relative_to(story.suite):
        return report(judge_suite(place, story), more, console())
    if any(MARK.search(file.read_bytes()) for file in ([path] if path.is_file() else path.glob("*.py"))):
        other = f"leave STORY= out, or give tests that import {story.module}"
        raise UsageError(
            f"{path} belongs to another suite, or is a copy of one: name the suite itself, {other}"
        )
    return report(judge_tests(files_at(path), story), more, console())


def story_of(place: Path, workspace: Workspace) -> Story | None:
    """Return the story that some tests belong to, by its suite or by its folder; raises BadFile."""
    for story in workspace.stories:
        if place.is_relative_to(story.suite):
            return story
    above = next((folder for folder in place.parents if (folder / FILE).is_file()), None)
    return workspace.at(above) if above else None


def require_solution(story: Story) -> None:
    """Raise UsageError if a story names no step that is whole."""
    if not story.designs:
        told = "nothing is judged without the key finished: it names the first whole step"
        raise UsageError(f"{story.shown(story.file)}: {told}")


def judge_suite(place: Path, story: Story) -> Judgement:
    """Judge the suite, or a part of it; raises CollectionError, with the gate's words, if it does not run."""
    try:
        matrix = Evidence(story, story.designs, measured=False).matrix_with_mutants
    except CollectionError as broken:
        _law, _, told = explain_broken(broken, story).format(story).partition(" · ")
        raise CollectionError(told) from broken
    tests = [one for one in matrix.tests if (story.top / one.id.partition("::")[0]).is_relative_to(place)]
    if not tests:
        raise UsageError(f"there are no tests in {story.shown(place)}")
    judgement = Judgement(story, {test.id: test.rule for test in tests}, calls={story.module})
    judgement.reach = max(test.written for test in tests)
    for step in matrix.steps:
        cells = (matrix.cell(test, step) for test in tests)
        judgement.right[step] = [cell for cell in cells if cell.colour != "green"]
    for mutant in (mutant for mutant in matrix.on_mutants if mutant.step <= judgement.reach):
        failing = {test.id for test in tests if matrix.on_mutant(test, mutant).colour != "green"}
        judgement.wrong[mutant] = failing
    return judgement


def files_at(path: Path) -> Files:
    """Return the files of a folder; or one, under a name that pytest takes, and the conftest.py beside it."""
    if path.is_dir():
        return take_files(path).files
    is_collected = re.fullmatch(r"test_.*\.py|.*_test\.py", path.name)
    wanted = {
        path.name if is_collected else f"test_{path.name}": path,
        PLUGIN.name: path.parent / PLUGIN.name,
    }
    found = {os.fsencode(name): file for name, file in wanted.items() if file.is_file()}
    return {name: File("100644", file.read_bytes()) for name, file in found.items()}


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
    if not judgement.right:
        paragraph(out, "Nothing is judged: there is no test that runs to its end.", "bold")
        return 1
    print_accepted(judgement, out)
    if judgement.wrong:
        print_caught(judgement, out)
        print_next(judgement, more, out)
        print_idle(judgement, out)
    elif judgement.accepted:
        paragraph(
            out, f"They catch nothing yet: {judgement.story.name} has no wrong solution that they reach."
        )
    return 0


def print_score(out: Console, what: str, fine: int, of: int, where: str) -> None:
    """Print a number of a whole, in green if it is all of it."""
    style = COLOURS["green" if fine == of else "red"].style
    out.print(Text(f"{what:8} {fine} of {of}", style=f"bold {style}").append(f" {where}", style="dim"))


def print_accepted(judgement: Judgement, out: Console) -> None:
    """Print how many right solutions they accept; if not all, which test asks for more than the rules."""
    of = len(judgement.right)
    where = "right solutions, each of a different design"
    print_score(out, "accepted", len(judgement.accepting), of, where)
    for id in sorted(judgement.rejected)[:MAX_NAMED]:
        failures = {step: one for step, failing in judgement.right.items() for one in failing if one.id == id}
        named = " and ".join(f"step {step.number}, {step.title}" for step in failures)
        on_which, first = "all of them" if len(failures) == of else named, next(iter(failures.values()))
        paragraph(out, f"“{first.rule}” fails on {on_which}: {first.why}", COLOURS["red"].style)
    if judgement.rejected:
        paragraph(out, WHY)


def print_caught(judgement: Judgement, out: Console) -> None:
    """Print how many of the wrong ones they catch, in all and by theme."""
    step, caught = judgement.story.step(judgement.reach), judgement.caught
    where = f"wrong ones, up to step {step.number}, {step.title}"
    print_score(out, "caught", len(caught), len(judgement.wrong), where)
    for theme in dict.fromkeys(mutant.fields["theme"] for mutant in judgement.wrong):
        are_caught = [mutant in caught for mutant in judgement.wrong if mutant.fields["theme"] == theme]
        fine, of = sum(are_caught), len(are_caught)
        bar = Text.assemble(f"  {theme:14} ", (FILLED * fine, "green"), (EMPTY * (of - fine), "red"))
        out.print(bar.append(f" {fine} of {of}"))
    if later := judgement.untried:
        they = "one has a fault" if len(later) == 1 else "ones have faults"
        rule = f"No test yet for: {rule_broken_by(later[0])}."
        paragraph(out, f"{len(later)} more wrong {they} that no test here reaches. {rule}", "dim")


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
            paragraph(out, f"Shown by: {mutant.fields['shown by']}")
            paragraph(out, f"The code: {mutant.story.shown(mutant.file)}", "dim")


def print_idle(judgement: Judgement, out: Console) -> None:
    """Print the tests that catch nothing that no other test catches: good to know, and no reproach."""
    if judgement.caught and (idle := judgement.idle):
        catch = "catch" if len(idle) > 1 else "catches"
        named = first_of([judgement.tests[id] for id in idle], MAX_NAMED)
        what = f"{len(idle)} of {len(judgement.tests)} {catch} nothing that another does not"
        paragraph(out, f"{what}: {named}", "dim")
