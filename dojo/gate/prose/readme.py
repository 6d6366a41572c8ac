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
from dojo.gate.prose.quotes import QUOTES, BadBlock, Edit, Facts, block_edits, count_edits, missing_blocks
from dojo.gate.prose.tried import TRY, Claim, claim_edits, command_edits, is_to_try, read_claim
from dojo.gate.steps import HEAD_LINE
from dojo.gate.violation import IS_A_DRAFT, Violation, at_readme
from dojo.runner.matrix import Matrix
from dojo.story.readme import FENCE, QUESTION, Part, readme_parts
from dojo.story.source import WORD, SourceFile, code_names
from dojo.story.steps import DRAFT, Step

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
    """Everything in a README that has another form than it needs, or is not as it would be written now.

    A step and the step before it are judged together: both have to be in the matrix.
    """
    matrix, todo = evidence.matrix, evidence.story.command("todo FILL=1")
    known = [None, *matrix.steps]
    steps = [step for step in matrix.steps if step.readme.is_file() and matrix.story.before(step) in known]
    for step in steps:
        for check in (check_head, check_kind, check_parts, check_code_names):
            yield from (at_readme(step, edit.line, edit.what) for edit in check(Facts(matrix, step)))
    for step, edit in fact_edits(matrix, steps):
        yield at_readme(step, edit.line, f"{edit.what}; run {todo}" if edit.new else edit.what)


def fact_edits(matrix: Matrix, steps: Sequence[Step]) -> Iterator[tuple[Step, Edit]]:
    """What the READMEs of these steps would say otherwise, written from the code and from real runs."""
    claims: list[Claim] = []
    for step in steps:
        facts = Facts(matrix, step)
        parts = [part for part in readme_parts(step.prose) if part.what != "html"]
        for above, part, below in zip([None, *parts], parts, [*parts[1:], None], strict=False):
            try:
                for edit in part_edits(above, part, below, facts, claims):
                    yield step, edit
            except BadBlock as fault:
                yield step, Edit(fault.line or part.line, str(fault))
    yield from claim_edits(matrix, claims)


def part_edits(
    above: Part | None, part: Part, below: Part | None, facts: Facts, claims: list[Claim]
) -> Iterator[Edit]:
    """What one part would say otherwise; a claim is added to the others. Raises BadBlock."""
    if part.kind == "diff":
        claims.append(read_claim(above, part, below, facts))
    elif is_to_try(part) and not (below and below.kind == "diff"):
        raise BadBlock(f"a block of diff has to follow {TRY}; write it there")
    elif part.what == "paragraph":
        yield from count_edits(part, facts)
    elif part.kind == "sh":
        yield from command_edits(part, below, facts.matrix.story)
    elif part.what == "block" and part.kind in QUOTES and not (above and above.kind == "sh"):
        yield from block_edits(part, facts)


def check_head(facts: Facts) -> Iterator[Edit]:
    """Its first three lines say which step it is; its title has a word of the name of its folder."""
    step = facts.step
    if not step.head:
        yield Edit(0, f"its first three lines do not have the form {HEAD_FORM}; write them like that")
        return
    if int(step.head["number"]) != step.number:
        yield Edit(1, f"calls itself step {step.head['number']}; write Step {step.number:02}")
    title, slug = step.head["title"].lower(), step.name.split("_", 2)[2].split("_")
    if not any(re.search(rf"\b{re.escape(word[:4])}", title) for word in slug):
        what = f"its title is {step.head['title']}, and its folder {step.name}; give both the same name"
        yield Edit(1, what)


def check_kind(facts: Facts) -> Iterator[Edit]:
    """A test drives it, or it is a refactoring; and it has the headings and the blocks of its kind."""
    step = facts.step
    kind = "start" if not step.number else "test first" if facts.drivers else "refactoring"
    if step.head and step.kind != kind:
        yield Edit(HEAD_LINE, f"says {step.kind}, and it is {kind}; {SAY_KIND}")
    lines = step.prose.split("\n")
    headings = [part.text for part in readme_parts(step.prose) if f"## {part.text}" in lines]
    if headings not in HEADINGS[step.kind]:
        wanted = ", or ".join(", ".join(form) for form in HEADINGS[step.kind])
        yield Edit(0, f"its headings are {', '.join(headings) or 'missing'}; let them be {wanted}")
    for section, kind in missing_blocks(facts):
        what = f"*{section}* quotes no {'failure' if kind == 'text' else 'code'}: a block of {kind}"
        line = lines.index(f"## {section}") + 1 if f"## {section}" in lines else 0
        yield Edit(line, f"{what}; run {facts.matrix.story.command('todo FILL=1')}")


def check_parts(facts: Facts) -> Iterator[Edit]:
    """Its parts have the form that they need, and its last paragraph is its only question."""
    for part in readme_parts(facts.step.prose):
        if what := explain_part(part):
            yield Edit(part.line, what)
    found = readme_parts(facts.step.lesson)
    for part in [part for part in found if part.text.startswith(QUESTION)][:-1]:
        yield Edit(part.line, "asks the room twice; keep the question at the end")
    last = found[-1] if found else Part("none", "", 0, "")
    asks = last.what == "paragraph" and not last.nested
    if not (asks and last.text.startswith(QUESTION) and last.text.endswith("?")):
        retold = facts.step.retold
        below = f", and below it only {retold}s 62–63." if retold else ""
        yield Edit(last.line, f"its last paragraph is not a question; end it with {QUESTION}…?{below}")


def explain_part(part: Part) -> str:
    """What is wrong with the form of one part of a README; nothing if all is well."""
    if part.what == "html":
        return f"HTML: {part.text.splitlines()[0]}; write it in Markdown, or leave it out"
    if part.text == DRAFT:
        return IS_A_DRAFT
    if part.what == "block" and part.kind not in KINDS:
        kinds = ", ".join(f"{kind} ({what})" for kind, what in KINDS.items())
        return f"a block is {kinds}, not {part.kind!r}; choose one of these"
    if part.what == "code":
        do = f"put {FENCE}{part.kind or 'text'} above it and {FENCE} below it, at the left margin"
        return f"this block has another form; {do}"
    is_empty = part.what == "block" and not (part.text.strip() or part.source)
    return "an empty block; fill it, or remove it" if is_empty else ""


def check_code_names(facts: Facts) -> Iterator[Edit]:
    """Each name set as code that is none of the step, of the one before, of the suite, or of Python.

    What is no expression of Python may be what a program prints, as `answer: Yes`.
    """
    files, parts = [*facts.now, *facts.old, *facts.suite], readme_parts(facts.step.prose)
    known = PYTHON | {file.path.name for file in files} | {name for file in files for name in file.names}
    known |= {word for part in parts if part.kind == "diff" for word in WORD.findall(part.text)}
    for code in (code for part in parts for code in part.codes):
        file = SourceFile(facts.matrix.story.top / code.text, code.text)
        is_printed = any(isinstance(node, ast.AnnAssign) for node in file.tree.body)
        if code.text not in known and not is_printed and not file.path.exists():
            for name in (name for name in code_names(file.tree) if name not in known):
                do = "write a name that exists, or do not set it as code"
                yield Edit(code.line, f"nothing is called `{name}`; {do}")
