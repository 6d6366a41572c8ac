"""What a README sets as code is there: a name of the step, of the one before, of the suite, or of Python."""

import ast
import builtins
import keyword
import sys
from collections.abc import Iterator

from dojo.gate.prose.code import WORD, Code
from dojo.gate.violation import Violation, split
from dojo.story.readme import parts
from dojo.story.steps import Step
from dojo.story.story import Story

TYPES = [one for one in vars(builtins).values() if isinstance(one, type)]
PYTHON = {*dir(builtins), *keyword.kwlist, *keyword.softkwlist, *sys.stdlib_module_names}
PYTHON |= {name for one in TYPES for name in dir(one)}
"""What everybody has: also what texts, lists and the like can do."""


def named(step: Step, files: list[Code], story: Story) -> Iterator[Violation]:
    """Each name set as code that does not exist."""
    known = PYTHON | {file.file for file in files} | {name for file in files for name in file.names}
    for part in parts(step.prose):
        if part.kind == "diff":
            known |= set(WORD.findall(part.text))
    for part in parts(step.prose):
        for code in part.codes:
            if code.text in known or (story.top / code.text).exists():
                continue
            for name in names_in(code.text):
                if name not in known:
                    what = f"nothing is called `{name}`; write a name that exists, or do not set it as code"
                    yield Violation(7, step.readme, code.line, *split(what), step=step.name)


def names_in(text: str) -> list[str]:
    """The names in what reads like Python; none in anything else, which may be what a program prints."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return []
    if any(isinstance(node, ast.AnnAssign) for node in tree.body):  # `answer: Yes`
        return []
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Name(name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                found.append(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                found.append(name)
    return found
