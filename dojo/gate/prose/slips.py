"""Laws 4, 6, 7 and 9: what slips in when files are merged, copied or saved by another editor."""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from dojo.gate.evidence import Evidence
from dojo.gate.files import check_links, check_text
from dojo.gate.violation import Law, Violation, at_readme
from dojo.runner.cache import DOJO
from dojo.story.code.syntax import Function, decorator_name, find_nodes
from dojo.story.katas import STATEMENT, Kata
from dojo.story.mutants import REST, is_current
from dojo.story.readme import PartType, readme_parts
from dojo.story.source import SourceFile, read_row
from dojo.story.steps import Step, read_text
from dojo.story.story import Story
from dojo.story.tests import ROWS, Mark

# git writes these around two versions of some lines, and a word after each
CONFLICT = re.compile(r"^(?:<{7}|>{7})(?: |$)")
# what is wrong with it, and what to do
ABOUT_CONFLICT = "has a conflict that git has left", "keep one of its sides"
WINDOWS_END = b"\r\n"
STEP_NUMBER = re.compile(r"\bstep\s+(\d+)\b", re.IGNORECASE)
# what an author writes for later; three dots alone in a paragraph or an item
UNWRITTEN = re.compile(r"\bTODO\b|\bFIXME\b|(?:(?<=^)|(?<=^[-*] ))\.\.\.$", re.MULTILINE)
SKELETON = DOJO / "author" / "skeleton"


def check_slips(evidence: Evidence) -> Iterator[Violation]:
    """Everything in the texts of a story that nobody has meant to write."""
    story = evidence.story
    for step in story.steps:
        if step.readme.is_file():
            yield from check_step_readme(step, story)
    for kata in story.katas:
        yield from check_statement(kata.folder / STATEMENT)
        yield from check_equal_cases(kata)
        yield from check_outputs(kata)
    for file in mutant_texts(story):
        for fault in check_text(file):
            yield Violation(Law.HAS_FAILED, file, *fault)
    yield from check_copies(story)
    yield from check_row_rules(evidence.suite)
    yield from check_same_tests(evidence.suite)


def check_step_readme(step: Step, story: Story) -> Iterator[Violation]:
    """A README of a step has no conflict, and its links and the steps that it names are there."""
    for line in find_conflicts(step.readme):
        yield at_readme(step, line, *ABOUT_CONFLICT)
    for violation in check_links(step.readme):
        yield at_readme(step, violation.line, violation.problem, violation.mend)
    numbers = {other.number for other in story.steps}
    for part in readme_parts(step.prose):
        if part.what != PartType.PARAGRAPH:
            continue
        for match in UNWRITTEN.finditer(part.text):
            line = part.line + part.text.count("\n", 0, match.start())
            problem = f"has {match[0].strip()} in place of words"
            yield at_readme(step, line, problem, "write them, or leave it out")
        for match in STEP_NUMBER.finditer(part.text):
            if int(match[1]) not in numbers:
                line = part.line + part.text.count("\n", 0, match.start())
                problem = f"names step {match[1]}, and the last one is step {max(numbers)}"
                yield at_readme(step, line, problem, "write the number of a step that is there")


def find_conflicts(file: Path) -> Iterator[int]:
    """Yield the number of each line that git writes around a conflict."""
    for number, line in enumerate(read_text(file).split("\n"), 1):
        if CONFLICT.match(line):
            yield number


def check_statement(file: Path) -> Iterator[Violation]:
    """A statement says something, has no conflict, and is saved as text."""
    if not file.is_file():
        return
    for fault in check_text(file):
        yield Violation(Law.TRUE_WORDS, file, *fault)
    for line in find_conflicts(file):
        yield Violation(Law.TRUE_WORDS, file, line, *ABOUT_CONFLICT)
    has_words = any(line.strip() and not line.startswith("#") for line in read_text(file).split("\n"))
    if not has_words:
        yield Violation(Law.TRUE_WORDS, file, 0, "says nothing", "write what participants have to do")


def check_equal_cases(kata: Kata) -> Iterator[Violation]:
    """Each case with the input, or the number, of one before it."""
    first_with_input: dict[bytes, str] = {}
    first_with_number: dict[str, str] = {}
    for case in kata.cases:
        number = case.file.name.partition("-")[0]
        first = first_with_number.setdefault(number, case.file.name)
        if first != case.file.name:
            problem = f"has the number of {first}"
            yield Violation(Law.TRUE_WORDS, case.file, 0, problem, "give it one of its own")
        first = first_with_input.setdefault(case.file.read_bytes(), case.file.name)
        if first != case.file.name:
            problem = f"has the input of {first}"
            yield Violation(Law.TRUE_WORDS, case.file, 0, problem, "give it another one, or remove it")


def check_outputs(kata: Kata) -> Iterator[Violation]:
    """Each output of a case with the line ends of Windows, which do not count in an output."""
    for case in kata.cases:
        content = case.output.read_bytes() if case.output.is_file() else b""
        if WINDOWS_END in content:
            line = content[: content.index(WINDOWS_END)].count(b"\n") + 1
            problem = "has the line ends of Windows, and those of an output do not count"
            yield Violation(Law.TRUE_WORDS, case.output, line, problem, "save it with those of Unix")


def mutant_texts(story: Story) -> Iterable[Path]:
    """Return the files of the mutants."""
    return sorted(story.mutants.glob("*.py")) if story.mutants else []


def check_copies(story: Story) -> Iterator[Violation]:
    """Each file that is the same in all stories, and was edited in this one."""
    copies = {story.suite / ROWS: (SKELETON / "suite" / ROWS, Law.RUNS_THE_SAME)}
    if story.mutants:
        rest = story.mutants / REST
        # one of an older version is named elsewhere
        if rest.is_file() and is_current(rest):
            copies[rest] = SKELETON / "mutants" / REST, Law.HAS_FAILED
    for copy, (original, law) in copies.items():
        if copy.is_file() and copy.read_text("utf-8") != original.read_text("utf-8"):
            problem = "was edited, and it is a file that is the same in all stories"
            mend = f"type {story.command('update')}, and put what is yours into another file"
            yield Violation(law, copy, 0, problem, mend)


def check_row_rules(suite: Sequence[SourceFile]) -> Iterator[Violation]:
    """Each row whose rule is empty or has a line end: participants read it in a line."""
    for file in suite:
        for node in ast.walk(file.tree):
            row = read_row(node)
            if row is None:
                continue
            problem = ""
            if has_empty_rule(row.node):
                problem = "this row has an empty rule"
            elif "\n" in row.rule:
                problem = "the rule of this row has a line end"
            if problem:
                mend = "say the rule in a line"
                yield Violation(Law.RUNS_THE_SAME, file.path, row.node.lineno, problem, mend)


def has_empty_rule(row: ast.Call) -> bool:
    """True if a call of `drives` or `guards` has an empty text as its rule."""
    match row.args:
        case [_, ast.Constant(value=str(rule)), *_]:
            return not rule.strip()
    return False


def check_same_tests(suite: Sequence[SourceFile]) -> Iterator[Violation]:
    """Each test with the code of one above it, in the same class or in none: a copy, and never changed."""
    for file in suite:
        yield from check_body_of_tests(file.tree.body, file)
        for node in find_nodes(file.tree, ast.ClassDef):
            yield from check_body_of_tests(node.body, file)


def check_body_of_tests(body: Sequence[ast.stmt], file: SourceFile) -> Iterator[Violation]:
    """Each test among some statements with the code, the parameters and the rows of one above it."""
    names_by_code: dict[str, str] = {}
    for node in body:
        if not isinstance(node, Function) or not node.name.startswith("test"):
            continue
        # only its name and its mark may differ
        decorators = [ast.dump(mark) for mark in node.decorator_list if not is_mark(mark)]
        statements = [ast.dump(statement) for statement in node.body]
        code = "\n".join([ast.dump(node.args), *decorators, *statements])
        first = names_by_code.setdefault(code, node.name)
        if first != node.name:
            problem, mend = f"{node.name} is a copy of {first}", "let it ask something else, or remove it"
            yield Violation(Law.RUNS_THE_SAME, file.path, node.lineno, problem, mend)


def is_mark(decorator: ast.expr) -> bool:
    """True for `@pytest.mark.drives(3)` and `@pytest.mark.guards(3)`."""
    return decorator_name(decorator) in (Mark.DRIVES, Mark.GUARDS)
