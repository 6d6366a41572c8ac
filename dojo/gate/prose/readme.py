"""Law 7: the form of a README, the names that it sets as code, and its facts.

A README has a head, the headings of its kind in their order, blocks of four kinds, and one question at the
end.
"""

import ast
import builtins
import keyword
import re
import sys
from collections.abc import Iterator, Sequence

from dojo.gate.evidence import Evidence
from dojo.gate.prose.blocks import edit_block, missing_blocks
from dojo.gate.prose.commands import command_edits
from dojo.gate.prose.counts import count_edits
from dojo.gate.prose.edits import BadBlock, Edit
from dojo.gate.prose.quotes import QUOTES, Facts
from dojo.gate.prose.tried import TRY, Claim, claim_edits, is_to_try, read_claim
from dojo.gate.steps import HEAD_LINE
from dojo.gate.violation import IS_A_DRAFT, SAY_IT, Violation, at_readme
from dojo.runner.matrix import Matrix
from dojo.story.code.syntax import WORD, code_names
from dojo.story.readme import FENCE, QUESTION, CodeSpan, Part, PartType, readme_parts
from dojo.story.source import SourceFile
from dojo.story.steps import DRAFT, Step, StepKind

HEADINGS = {
    StepKind.START: [["What to notice"]],
    StepKind.TEST_FIRST: [
        ["Red", "Green", "What to notice"],
        ["Red", "Green", "Refactor", "What to notice"],
    ],
    StepKind.REFACTORING: [["Green", "Refactor", "What to notice"]],
    StepKind.DESIGN: [["Green", "Another design", "What to notice"]],
}
HEAD_FORM = (
    "# Step 07 · Title / empty / *Chapter 2 · Its name · test first* (or refactoring, or another design)"
)
SAY_KIND = (
    "say start on step 0, test first where a test drives the step, else refactoring;"
    " in a chapter that [roads] of story.toml calls a gallery, another design"
)
# the kinds of blocks, and what each is for
KINDS = {
    "python": "code",
    "text": "a failure, or what a command prints",
    "sh": "commands",
    "diff": "a change to try",
}
FILL = "todo FILL=1"


def list_python_names() -> set[str]:
    """Return the names that Python itself has: of functions, keywords, modules, and methods of its types."""
    names = {*dir(builtins), *keyword.kwlist, *keyword.softkwlist, *sys.stdlib_module_names}
    for builtin in vars(builtins).values():
        if isinstance(builtin, type):
            names.update(dir(builtin))
    return names


PYTHON_NAMES = list_python_names()


def check_readmes(evidence: Evidence) -> Iterator[Violation]:
    """Everything in a README that has another form than it needs, or is not as it would be written now."""
    matrix = evidence.matrix
    fill = f"run {matrix.story.command(FILL)}"
    # a step and the step before it are judged together: both have to be in the matrix
    known = [None, *matrix.steps]
    steps = []
    for step in matrix.steps:
        if not step.readme.is_file() or matrix.story.before(step) not in known:
            continue
        line = find_open_block(step.prose)
        if line:
            # all that is below it would be read as its lines
            yield at_readme(step, line, "this block has another form: no end", f"put {FENCE} below it")
        else:
            steps.append(step)
    for step in steps:
        facts = Facts(matrix, step)
        for check in (check_head, check_kind, check_parts, check_code_names):
            for edit in check(facts):
                yield at_readme(step, edit.line, edit.problem, edit.mend)
    for step, edit in fact_edits(matrix, steps):
        yield at_readme(step, edit.line, edit.problem, edit.mend or fill)


def find_open_block(prose: str) -> int:
    """Return the line of the first block that nothing ends; 0 if there is none."""
    first_line = 0
    for number, line in enumerate(prose.split("\n"), 1):
        if not line.startswith(FENCE):
            continue
        begins_another = bool(line.removeprefix(FENCE).strip())
        if first_line and begins_another:
            return first_line
        first_line = 0 if first_line else number
    return first_line


def fact_edits(matrix: Matrix, steps: Sequence[Step]) -> Iterator[tuple[Step, Edit]]:
    """Yield what the READMEs of these steps would say otherwise, written from the code and from real runs."""
    claims: list[Claim] = []
    for step in steps:
        facts = Facts(matrix, step)
        parts = [part for part in readme_parts(step.prose) if part.what != PartType.HTML]
        for number, part in enumerate(parts):
            above = parts[number - 1] if number else None
            below = parts[number + 1] if number + 1 < len(parts) else None
            try:
                if part.kind == "diff":
                    claims.append(read_claim(above, part, below, facts))
                else:
                    for edit in part_edits(above, part, below, facts):
                        yield step, edit
            except BadBlock as error:
                yield step, Edit(error.line or part.line, error.problem, error.mend)
    # the changes that all READMEs claim something of run together, on all cores
    yield from claim_edits(matrix, claims)


def part_edits(above: Part | None, part: Part, below: Part | None, facts: Facts) -> Iterator[Edit]:
    """Yield what one part would say otherwise; raises BadBlock."""
    is_before_diff = below is not None and below.kind == "diff"
    is_below_commands = above is not None and above.kind == "sh"
    if is_to_try(part) and not is_before_diff:
        raise BadBlock(f"a block of diff has to follow {TRY}", "write it there")
    if part.what == PartType.PARAGRAPH:
        yield from count_edits(part, facts)
    elif part.kind == "sh":
        yield from command_edits(part, below, facts.matrix.story)
    elif part.what == PartType.BLOCK and part.kind in QUOTES and not is_below_commands:
        edit = edit_block(part, facts)
        if edit:
            yield edit


def check_head(facts: Facts) -> Iterator[Edit]:
    """Its first three lines say which step it is; its title has a word of the name of its folder."""
    step = facts.step
    if not step.head:
        problem = f"its first three lines do not have the form {HEAD_FORM}"
        yield Edit(0, problem, "write them like that")
        return
    if int(step.head["number"]) != step.number:
        yield Edit(1, f"calls itself step {step.head['number']}", f"write Step {step.number:02}")
    title = step.head["title"].lower()
    words_of_folder = step.name.split("_", 2)[2].split("_")
    # “a” and “is” are in many titles
    words_of_folder = [word for word in words_of_folder if len(word) > 2] or words_of_folder
    # four letters of a word will do, as in “Counting” and step_07_count
    if not any(re.search(rf"\b{re.escape(word[:4])}", title) for word in words_of_folder):
        problem = f"its title is {step.head['title']}, and its folder {step.name}"
        yield Edit(1, problem, "give both the same name")


def check_kind(facts: Facts) -> Iterator[Edit]:
    """It says whether a test drives it, and has the headings and the blocks of its kind."""
    step = facts.step
    if step.head and step.kind != facts.kind:
        yield Edit(HEAD_LINE, f"says {step.kind}, and it is {facts.kind}", SAY_KIND)
        # its headings and blocks would be measured by the wrong kind
        return
    lines = step.prose.split("\n")
    headings = list_headings(step.prose)
    if headings not in HEADINGS[step.kind]:
        forms = ", or ".join(", ".join(form) for form in HEADINGS[step.kind])
        problem = f"its headings are {', '.join(headings) or 'missing'}"
        yield Edit(0, problem, f"let them be {forms}")
    for section, kind in missing_blocks(step.prose, step.kind):
        heading = f"## {section}"
        line = lines.index(heading) + 1 if heading in lines else 0
        noun = "failure" if kind == "text" else "code"
        problem = f"*{section}* quotes no {noun}: a block of {kind}"
        yield Edit(line, problem, f"run {facts.matrix.story.command(FILL)}")


def list_headings(prose: str) -> list[str]:
    """Return the headings of the sections of a README."""
    lines = prose.split("\n")
    return [part.text for part in readme_parts(prose) if f"## {part.text}" in lines]


def check_parts(facts: Facts) -> Iterator[Edit]:
    """Its parts have the form that they need, and its last paragraph is its only question."""
    for part in readme_parts(facts.step.prose):
        yield from check_part(part)
    parts = readme_parts(facts.step.lesson)
    questions = [part for part in parts if part.text.startswith(QUESTION)]
    for part in questions[:-1]:
        yield Edit(part.line, "asks the room twice", "keep the question at the end")
    if not parts or not is_question(parts[-1]):
        line = parts[-1].line if parts else 0
        retold = facts.step.retold
        below = f", and below it only {retold}s 62–63." if retold else ""
        yield Edit(line, "its last paragraph is not a question", f"end it with {QUESTION}…?{below}")


def is_question(part: Part) -> bool:
    """True if a part is a paragraph that asks the room."""
    is_paragraph = part.what == PartType.PARAGRAPH and not part.nested
    return is_paragraph and part.text.startswith(QUESTION) and part.text.endswith("?")


def check_part(part: Part) -> Iterator[Edit]:
    """One part of a README has the form that it needs."""
    if part.what == PartType.HTML:
        first_line = part.text.splitlines()[0]
        yield Edit(part.line, f"HTML: {first_line}", "write it in Markdown, or leave it out")
    elif part.text == DRAFT:
        yield Edit(part.line, IS_A_DRAFT, SAY_IT)
    elif part.what == PartType.CODE:
        mend = f"put {FENCE}{part.kind or 'text'} above it and {FENCE} below it, at the left margin"
        yield Edit(part.line, "this block has another form", mend)
    elif part.what == PartType.BLOCK and part.kind not in KINDS:
        kinds = ", ".join(f"{kind} ({what})" for kind, what in KINDS.items())
        yield Edit(part.line, f"a block is {kinds}, not {part.kind!r}", "choose one of these")
    elif part.what == PartType.BLOCK and not part.text.strip() and not part.source:
        yield Edit(part.line, "an empty block", "fill it, or remove it")


def check_code_names(facts: Facts) -> Iterator[Edit]:
    """Each name set as code that is none of the step, of the one before, of the suite, or of Python."""
    parts = readme_parts(facts.step.prose)
    known = {*PYTHON_NAMES}
    for file in (*facts.now, *facts.old, *facts.suite):
        known.add(file.path.name)
        known |= file.names
    for part in parts:
        if part.kind == "diff":
            known.update(WORD.findall(part.text))
    for part in parts:
        for code in part.codes:
            yield from check_code(code, known, facts)


def check_code(code: CodeSpan, known: set[str], facts: Facts) -> Iterator[Edit]:
    """Each name in some code that is not known; the code may be the path of a file as well."""
    file = SourceFile(facts.matrix.story.top / code.text, code.text)
    if code.text in known or file.path.exists():
        return
    # what a program prints, as `answer: Yes`, has the form of an annotation
    if any(isinstance(node, ast.AnnAssign) for node in file.tree.body):
        return
    for name in code_names(file.tree):
        if name not in known:
            mend = "write a name that exists, or do not set it as code"
            yield Edit(code.line, f"nothing is called `{name}`", mend)
