"""`make judge`: an attempt's own tests, or those at a path (TESTS=); numbers, bars, and a riddle."""

import os
import re
from collections import Counter
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
from dojo.judge.judge import Judgement, judge_tests
from dojo.runner.cache import PLUGIN
from dojo.screen.console import console, paragraph
from dojo.screen.palette import COLOURS, EMPTY, FILLED
from dojo.story.mutants import kata_rules, read_mutants
from dojo.story.story import FILE, Story
from dojo.story.workspace import Workspace
from dojo.wording import first_of

MAX_NAMED = 3  # tests that are named; of the others, only the number is given


def judge_attempt(attempt: Attempt, more: str) -> int:
    """Judge the attempt's own tests, record the score, and return an exit status.

    Raises NotRecorded, UsageError.
    """
    require_solution(attempt.story)
    files = take_files(attempt.folder)
    judgement = judge_tests(files.files, attempt.story)
    if judgement.right:
        accepted = len(judgement.accepting), len(judgement.right)
        caught = len(judgement.caught), len(judgement.wrong)
        record(attempt, JudgeLight(accepted=accepted, caught=caught), files)
    return report(judgement, more, console())


def judge_path(path: Path, workspace: Workspace, asked: Story | None, more: str) -> int:
    """Judge any tests, for the story that STORY= names or for their own; gives an exit status.

    Raises UsageError, CollectionError.
    """
    if is_missing(path):
        raise UsageError(f"there is no {path}: TESTS= names a file of tests, or a folder")
    place = path.resolve()
    above = [workspace.at(folder) for folder in place.parents if (folder / FILE).is_file()]
    story = asked or next(filter(None, above), None) or workspace.story()
    require_solution(story)
    if place.is_relative_to(story.suite):
        return report(judge_suite(place, story), more, console())
    sources = [path] if path.is_file() else path.glob("*.py")
    if any(re.search(rb"\b(drives|guards)\(\d", file.read_bytes()) for file in sources):  # its rows or marks
        other = f"leave STORY= out, or give tests that import {story.module}"
        raise UsageError(
            f"{path} belongs to another suite, or is a copy of one: name the suite itself, {other}"
        )
    return report(judge_tests(files_at(path), story), more, console())


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
    judgement = Judgement(story, {test.id: test.rule for test in tests})
    judgement.reach = max(test.written for test in tests)
    for step in matrix.steps:
        cells = (matrix.cell(test, step) for test in tests)
        judgement.right[step] = [cell for cell in cells if cell.colour != "green"]
    for mutant in (mutant for mutant in matrix.on_mutants if mutant.step <= judgement.reach):
        failing = {test.id for test in tests if matrix.on_mutant(test, mutant).colour != "green"}
        judgement.wrong[mutant] = failing - judgement.rejected
    return judgement


def files_at(path: Path) -> Files:
    """Return the files of a folder; or one, under a name that pytest takes, and the conftest.py beside it."""
    if path.is_dir():
        return take_files(path).files
    name = path.name if path.name.startswith("test_") else f"test_{path.name}"
    wanted = {name: path, PLUGIN.name: path.with_name(PLUGIN.name)}
    there = {os.fsencode(name): file for name, file in wanted.items() if file.is_file()}
    return {name: File("100644", file.read_bytes()) for name, file in there.items()}


def take_files(folder: Path) -> Snapshot:
    """Take the files of a folder, and print which of them the judge does not get."""
    found = take_snapshot(folder)
    links = [os.fsdecode(name) for name, file in found.files.items() if file.mode == "120000"]
    if left_out := found.left_out | dict.fromkeys(links, "a link"):
        console().print(Text(f"Left out: {name_left_out(left_out)}", style="dim"))
    return found


def report(judgement: Judgement, more: str, out: Console) -> int:
    """Print the report; `more` is riddle, hint or reveal, for the next mutant. Gives an exit status."""
    for crash in judgement.crashes:
        paragraph(out, f"{crash}; it does not count", COLOURS["amber"].style)
    for fault in judgement.faults:
        # without a file that is to blame, all of one's own tests
        does = "does" if "." in fault.rule else "do"
        paragraph(out, f"{fault.rule} {does} not run: {fault.why}", COLOURS["amber"].style)
    if not judgement.right:
        paragraph(out, "Nothing is judged: there is no test that runs to its end.", "bold")
        return 1
    of = len(judgement.right)
    print_score(out, "accepted", len(judgement.accepting), of, "right solutions, each of a different design")
    for id in sorted(judgement.rejected)[:MAX_NAMED]:
        failures = {step: one for step, failing in judgement.right.items() for one in failing if one.id == id}
        some = " and ".join(f"step {step.number}, {step.title}" for step in failures)
        which, first = some if len(failures) < of else "all of them", next(iter(failures.values()))
        paragraph(out, f"“{first.rule}” fails on {which}: {first.why}", COLOURS["red"].style)
    if judgement.rejected:
        why = "such a test has a mistake, or asks for more than the rules say."
        paragraph(out, f"Right solutions keep to the rules: {why}")
    if judgement.wrong:
        print_wrong(judgement, more, out)
    elif judgement.accepted:
        nothing = f"{judgement.story.name} has no wrong solution that they reach."
        paragraph(out, f"They catch nothing yet: {nothing}")
    if judgement.caught and (idle := judgement.idle):  # good to know, and no reproach
        named = first_of([judgement.tests[id] for id in idle], MAX_NAMED)
        catch = "catch" if len(idle) > 1 else "catches"
        what = f"{len(idle)} of {len(judgement.tests)} {catch} nothing that another does not"
        paragraph(out, f"{what}: {named}", "dim")
    return 0


def print_score(out: Console, what: str, fine: int, of: int, where: str) -> None:
    """Print a number of a whole, in green if it is all of it."""
    style = COLOURS["green" if fine == of else "red"].style
    out.print(Text(f"{what:8} {fine} of {of}", style=f"bold {style}").append(f" {where}", style="dim"))


def print_wrong(judgement: Judgement, more: str, out: Console) -> None:
    """Print how many of the wrong ones they catch, in all and by theme; and a riddle of the next to catch."""
    story, caught = judgement.story, judgement.caught
    step = story.step(judgement.reach)
    where = f"wrong ones, up to step {step.number}, {step.title}"
    print_score(out, "caught", len(caught), len(judgement.wrong), where)
    fine = Counter(mutant.fields["theme"] for mutant in caught)
    for theme, of in Counter(mutant.fields["theme"] for mutant in judgement.wrong).items():
        bar = (FILLED * fine[theme], "green"), (EMPTY * (of - fine[theme]), "red")
        out.print(Text.assemble(f"  {theme:14} ", *bar, f" {fine[theme]} of {of}"))
    later = [mutant for mutant in read_mutants(story) if mutant not in judgement.wrong]
    if later:
        they = "one has a fault" if len(later) == 1 else "ones have faults"
        rules = [one for kata in story.katas for one in kata_rules(kata, story) if later[0] in one.mutants]
        rule = rules[0].text if rules else later[0].fields["theme"]
        what = f"{len(later)} more wrong {they} that no test here reaches"
        paragraph(out, f"{what}. No test yet for: {rule}.", "dim")
    out.print()
    if not judgement.alive:
        so_far = f"All wrong ones up to step {step.number} are caught."
        paragraph(out, so_far if later else "They catch all there is to catch.", "bold")
        return
    mutant = judgement.alive[0]
    what = f"The next one to catch, a mistake of step {mutant.step}"
    paragraph(out, f"{what}: {mutant.fields['riddle']}", "bold")
    says = {
        "riddle": [("HINT=1 says more, REVEAL=1 shows it.", "dim")],
        "hint": [(mutant.fields["hint"], ""), ("REVEAL=1 shows it.", "dim")],
        "reveal": [
            (f"{mutant.does} {mutant.origin}", ""),
            (f"Shown by: {mutant.fields['shown by']}", ""),
            (f"The code: {story.shown(mutant.file)}", "dim"),
        ],
    }
    for text, style in says[more]:
        paragraph(out, text, style)
