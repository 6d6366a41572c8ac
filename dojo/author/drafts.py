"""Drafts of what an author writes next: a test, a README, a block of it, a mutant. `…` is for their words."""

import ast
import re
from pathlib import Path

from dojo.drafts.readmes import a_head, sections
from dojo.gate.prose.quotes import NEEDED, Facts, draft
from dojo.gate.violation import Violation
from dojo.runner.matrix import Matrix
from dojo.story.readme import parts
from dojo.story.source import place, source
from dojo.story.steps import Step, text_of
from dojo.story.tests import SuiteTest

LACKS = re.compile(r"\*(\w+)\* quotes no (code|failure)")
MUTANT = '''"""…

…

step: {step}
theme: …
shown by: …
riddle: …
hint: …
"""

from finished import the_rest

{code}

the_rest(globals())'''


def a_test(found: Matrix, step: Step) -> tuple[str, str]:
    """The file for the test that drives a step, and how the test begins: like the newest one there."""
    story, n = found.story, step.number
    newest = max(found.tests, key=lambda test: test.written, default=None)
    module = story.module
    function = f"@pytest.mark.drives({n})\ndef test_…({module}):\n    assert {module}.… == …"
    if newest is None:
        return f"{story.shown(story.suite)}/test_{module}.py", f"import pytest\n\n\n{function}"
    file, row = place(newest, story.top)[0], f'    drives({n}, "…", …),'
    written = source(newest, story.top).row
    return story.shown(file), f"{row}\n\nin its table, or:\n\n{function}" if written else function


def a_readme(found: Matrix, step: Step) -> str:
    """A whole README of a step, except the words and the question."""
    before = found.story.before(step)
    kind = "test first" if found.driving(step) else "refactoring" if step.number else "start"
    title = step.name.split("_", 2)[2].replace("_", " ").capitalize()
    head = a_head(step.number, title, before.chapter if before else "1 · …", kind)
    save = f"Save this as {found.story.shown(step.readme)}, and say in your own words what you did:"
    return "\n\n".join([save, head, *sections(found, step, kind), "- …"])


def the_block(found: Matrix, step: Step, violation: Violation) -> str:
    """The block of a README that is missing or not true, as it could stand there."""
    if lacks := LACKS.search(violation.what):
        section, kind = lacks[1], "text" if lacks[2] == "failure" else "python"
    else:
        at = [part for part in parts(step.prose) if part.line == violation.line and part.what == "block"]
        section, kind = (at[0].section, at[0].kind) if at else ("", "")
    if (section, kind) not in [*NEEDED[step.kind], ("Green", "python")]:
        return ""
    block = "\n".join(draft(Facts(found, step), section, kind))
    return f"Paste this below ## {section}:\n\n{block}"


def a_mutant(found: Matrix, test: SuiteTest) -> str:
    """A mutant for a test to catch: a copy of what is right, ready for one fault."""
    story = found.story
    folder = story.shown(story.mutants or story.file.parent / "mutants")
    code = right_function(found, test)
    save = f"Save this as {folder}/….py, and give the function the one fault that this test is for:"
    text = MUTANT.format(step=test.written, code=f"\n{code}\n" if code else "\n…\n")
    named = f'mutants = "mutants" and finished = {story.steps[-1].number} in {story.shown(story.file)}'
    first = "" if story.mutants else f"Write {named}, and copy finished.py from another story's mutants.\n\n"
    return f"{first}{save}\n\n{text}"


def right_function(found: Matrix, test: SuiteTest) -> str:
    """The function of the finished step that a test calls first."""
    story = found.story
    numbers = {step.number: step for step in story.steps}
    step = numbers.get(story.finished if story.finished is not None else -1, story.steps[-1])
    asked = re.search(rf"\b{story.module}\.(\w+)", source(test, story.top).function)
    for node in ast.parse(step.code).body:
        if isinstance(node, ast.FunctionDef) and asked and node.name == asked[1]:
            return "\n".join(lines_of(step.module, node))
    return ""


def lines_of(file: Path, node: ast.FunctionDef) -> list[str]:
    """The lines of a function."""
    return text_of(file).split("\n")[node.lineno - 1 : node.end_lineno]
