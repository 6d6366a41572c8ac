"""Laws 5 and 6: each step is covered by the tests that it has by then, stands alone, and changes the code."""

import ast
import re
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation, at_readme
from dojo.runner.coverage import THE_END
from dojo.story.source import NO_PYTHON, compile_source, read_sources
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.toml import line_of_key

LINE = re.compile(r"\bline (\d+)")
PROGRAM = re.compile(r"""if __name__ == ["']__main__["']:""")
ENDS = (ast.Return, ast.Raise, ast.Break, ast.Continue)
HEAD_LINE = 3
"""Of a README, the line that says its chapter, its kind, and what it tells."""


def check_coverage(evidence: Evidence) -> Iterator[Violation]:
    """Every line and every branch that no test asked for, and code that no run can reach."""
    for step in (step for step in evidence.steps if step.module.is_file()):
        for place in evidence.matrix.coverage(step).missed:
            line = int(found[1]) if (found := LINE.search(place)) else 0
            yield Violation(5, step.module, line, explain(place, line, step.code.splitlines()))
    for step in evidence.story.steps:
        for file in read_sources(step.files):
            for node in unreachable(file.tree):
                what = "no run can reach this, and coverage does not count it; remove it"
                yield Violation(5, file.path, node.lineno, what)


def explain(place: str, line: int, code: list[str]) -> str:
    """Say what no test reaches, and what to do about it."""
    written = code[line - 1].strip() if 0 < line <= len(code) else ""
    where, fix = "" if place == f"line {line}" else f"{place}: ", "remove it, or write the test that wants it"
    if is_in_program(code, line):
        fix = "let a test run the program: runpy.run_path(module.__file__, run_name='__main__')"
    if place.endswith(THE_END) and written.startswith("case "):
        return "no test matches none of the cases; write `case _:` if the last case cannot be missed"
    return f"{where}no test green by then reaches it; {fix}"


def is_in_program(code: list[str], line: int) -> bool:
    """True if a line is that of `if __name__ == "__main__":`, or below: it runs when the step is started."""
    return any(map(PROGRAM.match, code[:line]))


def unreachable(tree: ast.Module) -> Iterator[ast.stmt]:
    """The statements that the compiler leaves out: after a `return`, for example, and below `if False`."""
    for block in blocks(tree):
        for before, statement in zip([None, *block], block, strict=False):
            makes_generator = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Yield)
            if isinstance(before, ENDS) and not makes_generator:
                yield statement
            match statement:
                case ast.If(ast.Constant(value), [first, *_]) | ast.While(ast.Constant(value), [first, *_]):
                    yield from [] if value else [first]


def blocks(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    """The statements of a file, of each function, of each branch and so on."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            if isinstance(block := getattr(node, name, None), list):
                yield block


def without_words(tree: ast.Module) -> str:
    """Give the code of a file without docstrings, comments and layout."""
    bare = deepcopy(tree)
    for block in blocks(bare):
        texts = [one for one in block if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)]
        block[:] = [one for one in block if one not in texts and not isinstance(one, ast.Pass)]
    return ast.dump(bare)


def check_steps(evidence: Evidence) -> Iterator[Violation]:
    """Everything in the numbers and the code of the steps that breaks law 6."""
    story = evidence.story
    for before, step in zip([None, *story.steps], story.steps, strict=False):
        if step.number != (expected := before.number + 1 if before else 0):
            what = f"number {expected:02} is next; rename it step_{expected:02}_{step.name.split('_', 2)[2]}"
            yield Violation(6, step.folder, 0, what)
        for file in filter(Path.is_file, step.files):
            for line, what in explain_imports(file, step, story):
                yield Violation(6, file, line, what)
        if before and code_of(step) == code_of(before):
            what = f"has the code of {before.name}, at most laid out differently"
            yield Violation(6, step.module, 0, f"{what}; change it, or remove the step")


def explain_imports(file: Path, step: Step, story: Story) -> Iterator[tuple[int, str]]:
    """Say why a file is not valid Python, or what it may not import, each with its line.

    A step imports only the standard library; a file beside it may also import what story.toml names.
    """
    known = set(sys.stdlib_module_names)
    if file != step.module:
        known |= {story.module, *story.imports.get(file.stem, [])}
    try:
        tree = compile_source(file.read_bytes())
    except NO_PYTHON as error:
        why = getattr(error, "msg", None) or str(error)
        yield getattr(error, "lineno", None) or 1, f"is not valid Python: {why}; mend this line"
        return
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = ["." * node.level + (node.module or "")]
        for name in names:
            if name.split(".")[0] not in known:
                what = f"imports {name}: each step stands alone; copy what it needs into this step"
                yield getattr(node, "lineno", 1), what


def code_of(step: Step) -> list[tuple[str, str]]:
    """Give the code of each file of a step, without words and layout; all of it if it is not valid Python."""
    files = read_sources(step.files)
    return [(file.path.name, without_words(file.tree) if file.tree.body else file.text) for file in files]


def check_heads(evidence: Evidence) -> Iterator[Violation]:
    """Each README that does not go on with the chapter, or the part of the source, of the one before."""
    story, source = evidence.story, evidence.story.source
    names: dict[str, str] = {}
    before = ""
    for step in (step for step in story.steps if step.head):
        number, _, name = step.chapter.partition(" · ")
        if number.isdecimal() and before.isdecimal() and int(number) < int(before):
            what = f"chapter {number} comes after chapter {before}; let the numbers go forward"
            yield at_readme(step, HEAD_LINE, what)
        if names.setdefault(number, name) != name:
            what = f"calls chapter {number} {name}, which was {names[number]} before; give it one name"
            yield at_readme(step, HEAD_LINE, what, law=6)
        before = number
    if source is None:
        return
    following = source.parts.start
    for step in (step for step in story.steps if step.last_line):
        first, end = step.parts.start, step.parts.stop - 1
        if first != following or end < first or end not in source.parts:
            told = f"{first} to {end}" if end != first else f"{first}"
            what = f"tells {source.part} {told}, and the next one is {following} of {source.parts.stop - 1}"
            line = step.prose.rstrip("\n").count("\n") + 1
            yield at_readme(step, line, f"{what}; tell each part once, in order", law=6)
        following = end + 1
    if following in source.parts and all(step.readme.is_file() for step in story.steps):
        what = f"no story tells {source.part} {following}"
        fix = f"end the README of a step with {source.retold} {following}."
        yield Violation(6, story.file, line_of_key(story.file, "source"), f"{what}; {fix}")
