"""Law 7: the tests that an attempt begins with are valid Python, red on the first step, green on the last."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copy2
from tempfile import TemporaryDirectory

from dojo.gate.broken import line_in
from dojo.gate.evidence import Evidence
from dojo.gate.solved import finished_step
from dojo.gate.violation import Violation, split
from dojo.runner.cache import Cache, digest, of_suite
from dojo.runner.own_tests import own_trial
from dojo.runner.result import Copy
from dojo.runner.trial import Trial, try_all
from dojo.story.steps import Step
from dojo.story.story import Story

NOTHING = 0, ""
NOT_RED = "is green before there is any code; write a test that the first step fails"
NO_TEST = "has no test, and each attempt begins with it; write one that the finished code passes"


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every first test that nobody could begin with; katas may share one."""
    story = evidence.story
    for file in dict.fromkeys(kata.first_test for kata in story.katas):
        line, what = no_python(file) or on_the_steps(file, story)
        if what:
            yield Violation(7, file, line, *split(what))


def on_the_steps(file: Path, story: Story) -> tuple[int, str]:
    """The line and what is wrong with it: green on the first step, or not green on the finished one."""
    last = outcome(file, finished_step(story), story)
    if last == NOTHING and outcome(file, story.steps[0], story) == NOTHING:
        return 0, NOT_RED
    return last


def no_python(file: Path) -> tuple[int, str] | None:
    """The line that is not valid Python, and why; None if every line is."""
    try:
        ast.parse(file.read_bytes())
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        return line, f"is not valid Python: {error.args[0]}; mend this line"
    return None


def outcome(file: Path, step: Step, story: Story) -> tuple[int, str]:
    """The line and what is wrong with it on a step, or nothing; from the disk where nothing has changed."""
    cache = Cache(story.workspace, "first_tests")
    key = digest([file, *step.files], story.workspace, [of_suite(story)])
    if known := cache.read(key):
        line, what = known
        return line, what
    trial, found = tried(file, step, story)
    if not trial.falls:  # another time the machine may be less busy
        cache.write(key, found)
    return found


def tried(file: Path, step: Step, story: Story) -> tuple[Trial, tuple[int, str]]:
    """The same, run in a folder like that of an attempt."""
    with TemporaryDirectory() as where:
        folder = Path(where).resolve()
        for code in step.files:
            copy2(code, folder)
        test = folder / f"test_{story.module}.py"
        copy2(file, test)
        trial = own_trial(Copy(step.name, folder, folder / step.module.name), story)
        try_all([trial])
    if not trial.cells:
        return trial, (0, NO_TEST)
    for cell in trial.failing:
        lines = re.findall(rf"\b{re.escape(test.name)}:(\d+)", cell.failure)
        line = int(lines[-1]) if lines else line_in(file, cell.why)
        what = "it" if cell.rule == test.name else f"“{cell.rule}”"
        why = cell.why.replace(f"{folder}/", "")
        said = f"{what} is {cell.colour} on {step.name}: {why}; write a test that this step passes"
        return trial, (line, said)
    return trial, NOTHING
