"""What `make judge` judges: an attempt's own tests, or those at a path (TESTS=)."""

import os
import re
from pathlib import Path

from rich.text import Text

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import all_lights, record
from dojo.attempt.snapshot import File, LeftOut, Snapshot, name_left_out, take_snapshot
from dojo.errors import CollectionError, UsageError
from dojo.gate.collection import explain_broken
from dojo.judge.judge import judge_suite, judge_tests, without_links
from dojo.judge.judgement import Judgement
from dojo.judge.report import report
from dojo.runner.cache import PLUGIN
from dojo.runner.collect import collect
from dojo.screen.console import console
from dojo.story.story import FILE, Story
from dojo.story.workspace import Workspace

MARK = re.compile(rb"\b(drives|guards)\(\d")
"""How a row or a test of a suite says which step it is of."""


class NoSolutionError(UsageError):
    """A story that names no right solution; the message says where."""


class NoTestsError(UsageError):
    """These tests cannot be judged; the message says why."""


def judge_attempt(attempt: Attempt, more: str) -> int:
    """Judge the attempt's own tests, record the score, and return an exit status.

    Raises NotRecorded, NoSolutionError.
    """
    require_solution(attempt.story)
    files = take_snapshot(attempt.folder)
    print_left_out(files)
    judgement = judge_tests(without_links(files.files), attempt.story)
    record_score(attempt, judgement, files)
    return report(judgement, more, console())


def judge_path(path: Path, workspace: Workspace, asked: Story | None, more: str) -> int:
    """Judge any tests, for the story that STORY= names or for their own; gives an exit status.

    Raises NoTestsError, NoSolutionError and CollectionError.
    """
    theirs = story_of(path.resolve(), workspace)
    story = asked or theirs or workspace.story()
    if theirs and theirs.file != story.file and path.resolve().is_relative_to(theirs.suite):
        raise NoTestsError(
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
    """Raises NoSolutionError if a story names no step that is whole."""
    if not story.designs:
        told = "nothing is judged without the key finished: it names the first whole step"
        raise NoSolutionError(f"{story.shown(story.file)}: {told}")


def judge_files(path: Path, story: Story) -> Judgement:
    """Judge a file of tests, a folder of them, or a part of the suite."""
    if not path.exists():
        raise NoTestsError(f"there is no {path}: TESTS= names a file of tests, or a folder")
    if path.resolve().is_relative_to(story.suite):
        return judge_part_of_suite(path.resolve(), story)
    if is_a_suite(path):
        raise NoTestsError(
            f"{path} is a copy of a suite: name the suite itself, or give tests that import {story.module}"
        )
    if path.is_dir():
        found = take_snapshot(path)
        print_left_out(found)
        return judge_tests(without_links(found.files), story)
    wanted = {collectable(path.name): path, PLUGIN.name: path.parent / PLUGIN.name}
    files = {name: file.read_bytes() for name, file in wanted.items() if file.is_file()}
    return judge_tests({os.fsencode(name): File("100644", content) for name, content in files.items()}, story)


def is_a_suite(path: Path) -> bool:
    """True if these tests have marks of steps."""
    files = [path] if path.is_file() else path.glob("*.py")
    return any(MARK.search(file.read_bytes()) for file in files)


def collectable(name: str) -> str:
    """Return a name by which pytest takes a file for a test file, as it does if you name the file."""
    return name if re.fullmatch(r"test_.*\.py|.*_test\.py", name) else f"test_{name}"


def judge_part_of_suite(path: Path, story: Story) -> Judgement:
    """Judge the suite, or a part of it; raises CollectionError, with the gate's words, if it does not run."""
    try:
        with collect(story) as suite:
            tests = [t for t in suite.tests if (story.top / t.id.partition("::")[0]).is_relative_to(path)]
            if not tests:
                raise NoTestsError(f"there are no tests in {story.shown(path)}")
            return judge_suite(suite, tests)
    except CollectionError as broken:
        _law, _, told = explain_broken(broken, story).format(story).partition(" · ")
        raise CollectionError(told) from broken


def print_left_out(files: Snapshot) -> None:
    """Print which files the judge does not get."""
    links = {
        os.fsdecode(name): LeftOut("a link")
        for name in files.files.keys() - without_links(files.files).keys()
    }
    if left_out := files.left_out | links:
        console().print(Text(f"Left out: {name_left_out(left_out)}", style="dim"))


def record_score(attempt: Attempt, judgement: Judgement, files: Snapshot) -> None:
    """Record the score with the lights, if there is one; raises NotRecorded."""
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
