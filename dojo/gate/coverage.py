"""Law 5: each line and branch of a step is reached by the tests that it has by then."""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from dojo.gate.evidence import Evidence
from dojo.gate.violation import Fault, Law, Violation
from dojo.runner.coverage import THE_END
from dojo.story.source import read_sources
from dojo.story.steps import read_text

LINE = re.compile(r"\blines? (\d+)")
MAX_GAP = 3  # lines from one that no test reaches to the next of the same span
PROGRAM = re.compile(r"""if __name__ == ["']__main__["']:""")
ENDS = (ast.Return, ast.Raise, ast.Break, ast.Continue)


def check_coverage(evidence: Evidence) -> Iterator[Violation]:
    """Every line and every branch that no test asked for, and code that no run can reach."""
    for step in evidence.steps:
        if not step.module.is_file() or evidence.matrix.does_not_load(step):
            continue
        covered = evidence.matrix.coverage(step)
        missed_places = {step.module.name: covered.missed, **covered.missed_beside}
        for name, places in missed_places.items():
            for fault in check_file(step.folder / name, places):
                yield Violation(Law.COVERED, step.folder / name, *fault)
    for step in evidence.story.steps:
        for file in read_sources(step.files):
            for statement in find_unreachable(file.tree):
                problem = "no run can reach this, and coverage does not count it"
                yield Violation(Law.COVERED, file.path, statement.lineno, problem, "remove it")


def check_file(path: Path, missed: Sequence[str]) -> Iterator[Fault]:
    """Yield what no test reaches in a file, from the places that the report of coverage names."""
    code = read_text(path).splitlines()
    [source] = read_sources([path])
    of_types = lines_of_type_imports(source.tree)
    places = [place for place in missed if first_line(place) not in of_types]
    for place in join_lines(places):
        yield explain_place(place, code)


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
            if isinstance(statement, ast.If | ast.While) and is_false(statement.test):
                yield statement.body[0]


def is_false(condition: ast.expr) -> bool:
    """True if a condition is a constant such as `False` or `0`."""
    return isinstance(condition, ast.Constant) and not condition.value


def find_blocks(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    """Yield the statements of a file, of each function, of each branch and so on."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            # the body of a lambda is no list
            if isinstance(block, list):
                yield block
