"""Laws 5 and 6: each step is covered by the tests that it has by then, stands alone, and changes the code."""

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from copy import deepcopy
from pathlib import Path

from dojo.gate.evidence import Evidence
from dojo.gate.violation import Fault, Law, Violation, at_readme
from dojo.packages.pins import find_modules
from dojo.runner.coverage import THE_END
from dojo.story.code.imports import list_imports
from dojo.story.code.syntax import NO_PYTHON, parse_source
from dojo.story.source import read_sources
from dojo.story.steps import FOLDER, Step, read_text
from dojo.story.story import Source, Story
from dojo.story.toml import line_of_key

LINE = re.compile(r"\blines? (\d+)")
MAX_GAP = 3  # lines from one that no test reaches to the next of the same span
PROGRAM = re.compile(r"""if __name__ == ["']__main__["']:""")
# a folder that somebody has made by hand: step-8-too-few, step_08_Too_few
NEARLY_A_STEP = re.compile(r"step[-_ ]*(?P<number>[0-9]{1,2})[-_ ]+(?P<title>.+)", re.IGNORECASE)
ENDS = (ast.Return, ast.Raise, ast.Break, ast.Continue)
# of a README, the line that says its chapter, its kind, and what it tells
HEAD_LINE = 3


def check_coverage(evidence: Evidence) -> Iterator[Violation]:
    """Every line and every branch that no test asked for, and code that no run can reach."""
    for step in evidence.steps:
        if not step.module.is_file() or evidence.matrix.does_not_load(step):
            continue
        covered = evidence.matrix.coverage(step)
        for name, missed in {step.module.name: covered.missed, **covered.missed_beside}.items():
            path = step.folder / name
            code = read_text(path).splitlines()
            [source] = read_sources([path])
            of_types = lines_of_type_imports(source.tree)
            places = [place for place in missed if first_line(place) not in of_types]
            for place in join_lines(places):
                yield Violation(Law.COVERED, path, *explain_place(place, code))
    for step in evidence.story.steps:
        for file in read_sources(step.files):
            for statement in find_unreachable(file.tree):
                problem = "no run can reach this, and coverage does not count it"
                yield Violation(Law.COVERED, file.path, statement.lineno, problem, "remove it")


def lines_of_type_imports(tree: ast.Module) -> set[int]:
    """Return the lines of `if TYPE_CHECKING:` with imports alone below it, for a type checker."""
    lines: set[int] = set()
    for node in tree.body:
        if not isinstance(node, ast.If) or node.orelse or not node.end_lineno:
            continue
        is_for_types = ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")
        if is_for_types and all(isinstance(part, ast.Import | ast.ImportFrom) for part in node.body):
            lines.update(range(node.lineno, node.end_lineno + 1))
    return lines


def first_line(place: str) -> int:
    """Return the line that a place begins on, as the report of coverage names it."""
    match = LINE.search(place)
    return int(match[1]) if match else 0


def join_lines(missed: Sequence[str]) -> list[str]:
    """Return the places, with lines that follow one another as one: `lines 3 to 46`.

    Between them may be lines without code, which coverage does not name; a wider gap begins another span.
    """
    spans: list[tuple[int, int]] = []
    others = []
    for place in missed:
        match = LINE.fullmatch(place)
        if not match:
            others.append(place)
            continue
        line = int(match[1])
        if spans and line - spans[-1][1] <= MAX_GAP:
            spans[-1] = (spans[-1][0], line)
        else:
            spans.append((line, line))
    places = []
    for first, last in spans:
        places.append(f"line {first}" if first == last else f"lines {first} to {last}")
    return [*places, *others]


def explain_place(place: str, code: list[str]) -> Fault:
    """Say what no test reaches, and what to do about it. Takes a place as the report of coverage names it."""
    line = first_line(place)
    statement = code[line - 1].strip() if 0 < line <= len(code) else ""
    if place.endswith(THE_END) and statement.startswith("case "):
        problem = "no test matches none of the cases"
        return Fault(line, problem, "write `case _:` if the last case cannot be missed")
    problem = "no test green by then reaches it"
    # the line itself is in the head of the violation
    if place != f"line {line}":
        problem = f"{place}: {problem}"
    mend = "remove it, or write the test that wants it"
    if is_in_program(code, line):
        mend = "let a test run the program: runpy.run_path(module.__file__, run_name='__main__')"
    return Fault(line, problem, mend)


def is_in_program(code: list[str], line: int) -> bool:
    """True if a line is that of `if __name__ == "__main__":`, or below: it runs when the step is started."""
    return any(PROGRAM.match(above) for above in code[:line])


def find_unreachable(tree: ast.Module) -> Iterator[ast.stmt]:
    """Yield the statements that the compiler leaves out: after a `return`, say, and below `if False`."""
    for block in find_blocks(tree):
        has_ended = False
        for statement in block:
            # a `yield` that is never reached still makes a generator of its function
            makes_generator = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Yield)
            if has_ended and not makes_generator:
                yield statement
            has_ended = isinstance(statement, ENDS)
            match statement:
                case ast.If(ast.Constant(value), [first, *_]) | ast.While(ast.Constant(value), [first, *_]):
                    if not value:
                        yield first


def find_blocks(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    """Yield the statements of a file, of each function, of each branch and so on."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            # the body of a lambda is no list
            if isinstance(block, list):
                yield block


def format_bare(tree: ast.Module) -> str:
    """Return the code of a file without docstrings, comments and layout."""
    bare = deepcopy(tree)
    for block in find_blocks(bare):
        block[:] = [statement for statement in block if not says_nothing(statement)]
    return ast.dump(bare)


def says_nothing(statement: ast.stmt) -> bool:
    """True if a statement is a docstring, another constant, or `pass`."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    return isinstance(statement, ast.Pass)


def check_steps(evidence: Evidence) -> Iterator[Violation]:
    """Everything in the numbers and the code of the steps that breaks law 6."""
    story = evidence.story
    before = None
    # those are named with the other files
    misnamed: set[int] = set()
    for folder in story.folder.iterdir():
        name = suggest_step_name(folder)
        if name:
            misnamed.add(int(name.split("_")[1]))
    for step in story.steps:
        expected = before.number + 1 if before else 0
        if step.number != expected and expected not in misnamed:
            slug = step.name.split("_", 2)[2]
            problem, mend = f"number {expected:02} is next", f"rename it step_{expected:02}_{slug}"
            if step.number > expected:
                mend += f", or bring step {expected:02} back"
            yield Violation(Law.STANDS_ALONE, step.folder, 0, problem, mend)
        for file in step.files:
            if file.is_file():
                for fault in check_imports(file, step, story):
                    yield Violation(Law.STANDS_ALONE, file, *fault)
        if before and read_code(step) == read_code(before):
            problem = f"has the code of {before.name}, at most laid out differently"
            yield Violation(Law.STANDS_ALONE, step.module, 0, problem, "change it, or remove the step")
        before = step


def suggest_step_name(folder: Path) -> str:
    """Return the name of a step for a folder that has nearly one, as step-8-Too-few; else nothing."""
    match = NEARLY_A_STEP.fullmatch(folder.name)
    if not match or FOLDER.fullmatch(folder.name) or not folder.is_dir():
        return ""
    slug = re.sub(r"[^a-z0-9]+", "_", match["title"].lower()).strip("_")
    name = f"step_{int(match['number']):02}_{slug}"
    return name if FOLDER.fullmatch(name) else ""


def check_imports(file: Path, step: Step, story: Story) -> Iterator[Fault]:
    """Say why a file is not valid Python, or what it may not import.

    A step imports only the standard library, what lies beside it, and what the story requires; a file next to
    it may also import what story.toml names.
    """
    allowed = set(sys.stdlib_module_names) | find_modules(story)
    for other in step.files:
        if other != file:
            allowed.add(module_of(step.name_in(other)))
    if file != step.module:
        allowed |= {*story.imports.get(module_of(step.name_in(file)), [])}
    try:
        tree = parse_source(file.read_bytes())
    except NO_PYTHON as error:
        # only a SyntaxError has a message and a line of its own
        why = getattr(error, "msg", None) or str(error)
        line = getattr(error, "lineno", None) or 1
        yield Fault(line, f"is not valid Python: {why}", "mend this line")
        return
    for node in ast.walk(tree):
        for name in list_imports(node):
            is_within_package = name.startswith(".") and file.parent != step.folder
            if not is_within_package and name.split(".")[0] not in allowed:
                line = getattr(node, "lineno", 1)
                problem = f"imports {name}: each step stands alone"
                yield Fault(line, problem, "copy what it needs into this step")


def module_of(name: str) -> str:
    """Return what is imported of a file beside a step: grid for grid.py, and for grid/cells.py."""
    return name.partition("/")[0].removesuffix(".py")


def read_code(step: Step) -> list[tuple[str, str]]:
    """Return the code of each file of a step, without words and layout; as it is if it is not Python."""
    code = []
    for file in read_sources(step.files):
        is_valid = bool(file.tree.body)
        code.append((step.name_in(file.path), format_bare(file.tree) if is_valid else file.text))
    return code


def check_heads(evidence: Evidence) -> Iterator[Violation]:
    """Each README that does not go on with the chapter, or the part of the source, of the one before."""
    story = evidence.story
    yield from check_chapters(story)
    yield from check_roads(story)
    if story.source:
        yield from check_retelling(story, story.source)


def check_chapters(story: Story) -> Iterator[Violation]:
    """The numbers of the chapters go forward, and each has one name."""
    names: dict[str, str] = {}
    before = ""
    for step in story.steps:
        if not step.head:
            continue
        number, _, name = step.chapter.partition(" · ")
        if number.isdecimal() and before.isdecimal() and int(number) < int(before):
            problem, mend = f"chapter {number} comes after chapter {before}", "let the numbers go forward"
            yield at_readme(step, HEAD_LINE, problem, mend)
        first_name = names.setdefault(number, name)
        if first_name != name:
            problem = f"calls chapter {number} {name}, which was {first_name} before"
            yield at_readme(step, HEAD_LINE, problem, "give it one name", law=Law.STANDS_ALONE)
        before = number


def check_roads(story: Story) -> Iterator[Violation]:
    """The chapters that story.toml takes off the main road are there."""
    if not all(step.head for step in story.steps):
        # a README that is still to be written may begin one
        return
    numbers = {step.chapter.partition(" · ")[0] for step in story.steps}
    for key, chapters in (("side", story.roads.side), ("galleries", story.roads.galleries)):
        for number in chapters:
            if str(number) not in numbers:
                problem = f"roads.{key} names chapter {number}, and no README is of that chapter"
                line = line_of_key(story.file, key)
                yield Violation(Law.STANDS_ALONE, story.file, line, problem, "write the number of one")


def check_retelling(story: Story, source: Source) -> Iterator[Violation]:
    """The READMEs tell each part of the source once, in order."""
    next_part = source.parts.start
    for step in story.steps:
        if not step.last_line:
            continue
        first, last = step.parts.start, step.parts.stop - 1
        if first != next_part or last < first or last not in source.parts:
            parts = f"{first}" if first == last else f"{first} to {last}"
            problem = f"tells {source.part} {parts}, and the next one is {next_part} of {source.last}"
            line = step.prose.rstrip("\n").count("\n") + 1
            yield at_readme(step, line, problem, "tell each part once, in order", law=Law.STANDS_ALONE)
        next_part = last + 1
    # without a README, it is not known what its step would tell
    has_all_readmes = all(step.readme.is_file() for step in story.steps)
    if next_part in source.parts and has_all_readmes:
        problem = f"no story tells {source.part} {next_part}"
        mend = f"end the README of a step with {source.retold} {next_part}."
        yield Violation(Law.STANDS_ALONE, story.file, line_of_key(story.file, "source"), problem, mend)
