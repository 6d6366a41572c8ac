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
from itertools import chain

from dojo.gate.evidence import Evidence
from dojo.gate.prose.claims import claim_edits
from dojo.gate.prose.commands import command_edits
from dojo.gate.prose.quotes import Edit, Facts, missing_blocks, quote_edits
from dojo.gate.steps import HEAD_LINE
from dojo.gate.violation import IS_A_DRAFT, Violation, at_readme
from dojo.runner.matrix import Matrix
from dojo.story.readme import FENCE, QUESTION, Part, readme_parts
from dojo.story.source import WORD, code_names
from dojo.story.steps import DRAFT, Step
from dojo.story.story import Story

HEADINGS = {
    "start": [["What to notice"]],
    "test first": [["Red", "Green", "What to notice"], ["Red", "Green", "Refactor", "What to notice"]],
    "refactoring": [["Green", "Refactor", "What to notice"]],
}
HEAD_FORM = "# Step 07 · Title / empty / *Chapter 2 · Its name · test first* (or refactoring)"
SAY_KIND = "say start on step 0, test first where a test drives the step, else refactoring"
KINDS = {
    "python": "code",
    "text": "a failure, or what a command prints",
    "sh": "commands",
    "diff": "a change to try",
}
PYTHON = {*dir(builtins), *keyword.kwlist, *keyword.softkwlist, *sys.stdlib_module_names}
PYTHON |= {name for one in vars(builtins).values() if isinstance(one, type) for name in dir(one)}
"""The names that each module has: also those of the methods of texts, lists and the like."""


def check_readmes(evidence: Evidence) -> Iterator[Violation]:
    """Everything that is wrong with the form of the READMEs, and with the names that they set as code."""
    for step in steps_with_readme(evidence.matrix):
        facts = Facts(evidence.matrix, step)
        faults = (
            check_head(step),
            check_kind(step, is_driven=bool(facts.drivers)),
            check_parts(step),
            check_blocks(facts, evidence.story),
            check_code_names(facts, evidence.story),
        )
        yield from (at_readme(step, line, what) for line, what in chain.from_iterable(faults))


def check_facts(evidence: Evidence) -> Iterator[Violation]:
    """Every quotation, count, claim and output of a README that is not as it would be written now."""
    todo = evidence.story.command("todo FILL=1")
    for step, edit in fact_edits(evidence.matrix, steps_with_readme(evidence.matrix)):
        yield at_readme(step, edit.line, f"{edit.what}; run {todo}" if edit.new else edit.what)


def fact_edits(matrix: Matrix, steps: Sequence[Step]) -> Iterator[tuple[Step, Edit]]:
    """What the READMEs of these steps would say otherwise, written from the code and from real runs."""
    yield from claim_edits(matrix, steps)
    for step in steps:
        for edit in chain(quote_edits(Facts(matrix, step)), command_edits(step, matrix.story)):
            yield step, edit


def steps_with_readme(matrix: Matrix) -> list[Step]:
    """The steps with a README, as far as the step before is in the matrix too: they are judged together."""
    known = [None, *matrix.steps]
    return [step for step in matrix.steps if step.readme.is_file() and matrix.story.before(step) in known]


def check_head(step: Step) -> Iterator[tuple[int, str]]:
    """Its first three lines say which step it is; its title has a word of the name of its folder."""
    if not step.head:
        yield 0, f"its first three lines do not have the form {HEAD_FORM}; write them like that"
        return
    if int(step.head["number"]) != step.number:
        yield 1, f"calls itself step {step.head['number']}; write Step {step.number:02}"
    title, slug = step.head["title"].lower(), step.name.split("_", 2)[2].split("_")
    if not any(re.search(rf"\b{re.escape(word[:4])}", title) for word in slug):
        yield 1, f"its title is {step.head['title']}, and its folder {step.name}; give both the same name"


def check_kind(step: Step, *, is_driven: bool) -> Iterator[tuple[int, str]]:
    """It is the start, or a test drives it, or it is a refactoring; and it has the headings of its kind."""
    if (step.kind == "start") != (step.number == 0) and step.head:
        what = "says start, which is step 0 alone" if step.number else "the first step is the start"
        yield HEAD_LINE, f"{what}; {SAY_KIND}"
    elif step.number and is_driven != (step.kind == "test first"):
        what = "a test drives it" if is_driven else "no test drives it"
        yield HEAD_LINE, f"says {step.kind}, but {what}; {SAY_KIND}"
    headings = [part.text for part in readme_parts(step.prose) if f"\n## {part.text}\n" in step.prose]
    if headings not in HEADINGS[step.kind]:
        wanted = ", or ".join(", ".join(form) for form in HEADINGS[step.kind])
        yield 0, f"its headings are {', '.join(headings) or 'missing'}; let them be {wanted}"


def check_parts(step: Step) -> Iterator[tuple[int, str]]:
    """Its parts have the form that they need, and its last paragraph is its only question."""
    yield from ((part.line, what) for part in readme_parts(step.prose) if (what := explain_part(part)))
    found = readme_parts(step.lesson)
    for part in [part for part in found if part.text.startswith(QUESTION)][:-1]:
        yield part.line, "asks the room twice; keep the question at the end"
    last = found[-1] if found else Part("none", "", 0, "")
    asks = last.what == "paragraph" and not last.nested
    if not (asks and last.text.startswith(QUESTION) and last.text.endswith("?")):
        retold = step.files_named.retold
        below = f", and below it only {retold}s 62–63." if retold else ""
        yield last.line, f"its last paragraph is not a question; end it with {QUESTION}…?{below}"


def explain_part(part: Part) -> str:
    """What is wrong with the form of one part of a README; nothing if all is well."""
    if part.what == "html":
        return f"HTML: {part.text.splitlines()[0]}; write it in Markdown, or leave it out"
    if part.what == "code":
        return f"an indented block; fence it with {FENCE}"
    if part.text == DRAFT:
        return IS_A_DRAFT
    if part.what != "block":
        return ""
    if part.kind not in KINDS:
        kinds = ", ".join(f"{kind} ({what})" for kind, what in KINDS.items())
        return f"a block is {kinds}, not {part.kind!r}; choose one of these"
    if part.nested:
        return "a block in a list or in a quotation; let it stand at the left margin"
    if not part.plain:
        do = f"put {FENCE}{part.kind} above it and {FENCE} below it"
        return f"the fence of this block has another form; {do}"
    return "" if part.text.strip() or part.source else "an empty block; fill it, or remove it"


def check_blocks(facts: Facts, story: Story) -> Iterator[tuple[int, str]]:
    """It has the blocks that a README of its kind needs."""
    lines = facts.step.prose.split("\n")
    for section, kind in missing_blocks(facts):
        what = f"*{section}* quotes no {'failure' if kind == 'text' else 'code'}: a block of {kind}"
        line = lines.index(f"## {section}") + 1 if f"## {section}" in lines else 0
        yield line, f"{what}; run {story.command('todo FILL=1')}"


def check_code_names(facts: Facts, story: Story) -> Iterator[tuple[int, str]]:
    """Each name set as code that is none of the step, of the one before, of the suite, or of Python."""
    files, parts = [*facts.now, *facts.old, *facts.suite], readme_parts(facts.step.prose)
    known = PYTHON | {file.path.name for file in files} | {name for file in files for name in file.names}
    known |= {word for part in parts if part.kind == "diff" for word in WORD.findall(part.text)}
    for code in (code for part in parts for code in part.codes):
        if code.text not in known and not (story.top / code.text).exists():
            for name in (name for name in names_in(code.text) if name not in known):
                yield (
                    code.line,
                    f"nothing is called `{name}`; write a name that exists, or do not set it as code",
                )


def names_in(text: str) -> list[str]:
    """The names in an expression of Python; none in anything else, which may be what a program prints."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return []
    if any(isinstance(node, ast.AnnAssign) for node in tree.body):  # `answer: Yes`
        return []
    return [*code_names(tree)]
