"""`make todo`: the one thing that a story lacks next, in the order in which an author works."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from dojo.author.drafts import a_mutant, a_readme, a_test, the_block
from dojo.author.fill import fill as write_facts
from dojo.author.new import SKELETON, named_after
from dojo.errors import Broken
from dojo.gate.checks import FILES, find
from dojo.gate.collection import explain_broken
from dojo.gate.evidence import Evidence
from dojo.gate.gate import format_open
from dojo.gate.mutants import NEVER
from dojo.gate.violation import Violation
from dojo.runner.matrix import Matrix
from dojo.screen.words import counted
from dojo.story.katas import STATEMENT
from dojo.story.readme import QUESTION
from dojo.story.steps import Step
from dojo.story.story import Story

NO_MODULE, COLOURS, COVERAGE, HINTS, README, ASKING, MUTANTS, REST = range(8)
"""What an author does, one after the other."""


class Todo(NamedTuple):
    """What is missing, in a line; and what to paste."""

    what: str
    draft: str = ""


def todo(story: Story, *, fill: bool = False) -> int:
    """Say what is missing next in a story, after writing all that is a fact; gives an exit status."""
    try:
        evidence = Evidence(story)
        if fill:
            for step in write_facts(evidence):
                print(f"written: {story.shown(step.readme)}")
            evidence = Evidence(story := story.anew())
        found = evidence.matrix
    except Broken as broken:
        return say(of_a_suite_that_does_not_run(broken, story), 0, story)
    if needed := driving_test(found):
        return say(needed, 0, story)
    if wrong := sorted(find(evidence), key=lambda one: stage(one, story)):
        return say(Todo(wrong[0].format(story), draft(wrong[0], found)), len(wrong) - 1, story)
    if left := list(placeholders(story)):
        file, line = left[0]
        what = f"{story.shown(file)}:{line}: is as make new wrote it; write it for your own kata"
        return say(Todo(what), len(left) - 1, story)
    print(format_open(found))
    next_step = story.command('new-step TITLE="…"')
    print(f"Nothing is missing in {story.name}. Next: {next_step}")
    return 0


def say(one: Todo, more: int, story: Story) -> int:
    """Say what is missing; gives the status for something that is not done."""
    after = f"    # {counted(more, 'more thing')} after that" if more else ""
    parts = [one.what, one.draft, f"Then: {story.command('todo')}{after}"]
    print("\n\n".join(filter(None, parts)), file=sys.stderr)
    return 1


def of_a_suite_that_does_not_run(broken: Broken, story: Story) -> Todo:
    """What stops it: in a test if pytest names one, or else in the folders."""
    violation = explain_broken(broken, story)
    if violation.file == story.suite:
        violation = next(iter(find(Evidence(story), [FILES])), violation)
    return Todo(violation.format(story))


def driving_test(found: Matrix) -> Todo | None:
    """The test that a step needs; nothing if each step has one, or says that it is a refactoring."""
    step = next((step for step in found.steps[1:] if lacks_a_test(step, found)), None)
    if not step:
        return None
    file, draft = a_test(found, step)
    say_so = f"or, if it is a refactoring, say so in line 3 of {found.story.shown(step.readme)}"
    return Todo(f"{file}: no test drives step {step.number}; write one, {say_so}.", draft)


def lacks_a_test(step: Step, found: Matrix) -> bool:
    """Does a step lack a test that drives it, without saying that it is a refactoring?"""
    return not found.driving(step) and not (is_its_own(step) and step.kind == "refactoring")


def is_its_own(step: Step) -> bool:
    """Does it have a README with a head of its own, not that of another step?"""
    return bool(step.head) and int(step.head["number"]) == step.number


def stage(violation: Violation, story: Story) -> tuple[int, str]:
    """When an author comes to a violation: in which part of the work, and on which step."""
    if violation.file.suffix == ".py" and not violation.file.exists():
        return NO_MODULE, violation.step
    if violation.law in (1, 2, 3) or (violation.law == 6 and violation.file.name == f"{story.module}.py"):
        return COLOURS, violation.step
    if violation.law == 5:
        return COVERAGE, violation.step
    if violation.file == story.hints:
        return HINTS, violation.step
    if violation.file.name == "README.md":
        return ASKING if QUESTION in f"{violation.what} {violation.fix}" else README, violation.step
    return MUTANTS if violation.law == 9 else REST, violation.step


def draft(violation: Violation, found: Matrix) -> str:
    """What to paste for a violation; nothing if there is only something to change."""
    step = next((step for step in found.steps if step.name == violation.step), None)
    if violation.what == NEVER:
        test = next(test for test in found.tests if test.rule == violation.rule)
        return a_mutant(found, test)
    if step and violation.file == found.story.hints and not violation.line:
        return f"    {violation.rule}: …" if violation.rule else f"{step.number:>2}  …"
    if step and violation.file == step.readme:
        is_begun = is_its_own(step) and "\n## " in step.prose
        return the_block(found, step, violation) if is_begun else a_readme(found, step)
    return ""


WORDS = re.compile("question|its answer|Write here")
"""Words of a line that is not about any kata."""


def placeholders(story: Story) -> Iterator[tuple[Path, int]]:
    """Each file of a story that still has such a line, with the first one."""
    home = story.file.parent
    written = {
        line
        for content in named_after(home.name, SKELETON).values()
        for line in content.decode().splitlines()
        if WORDS.search(line)
    }
    for file in texts(story):
        lines = enumerate(file.read_text("utf-8", errors="replace").splitlines(), 1)
        if number := next((number for number, line in lines if line in written), 0):
            yield file, number


def texts(story: Story) -> list[Path]:
    """What an author writes: statements, hints, mutants, the tests of a participant, and the suite."""
    folders = [kata.folder for kata in story.katas]
    found = [folder / STATEMENT for folder in folders] + [kata.first_test for kata in story.katas]
    found += [step.readme for step in story.steps]
    found += [story.hints] if story.hints else []
    found += [*story.suite.glob("*.py"), *(story.mutants.glob("*.py") if story.mutants else [])]
    return [file for file in dict.fromkeys(found) if file.is_file()]
