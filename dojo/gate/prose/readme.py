"""Law 7: the form of a README, the names that it sets as code, and the characters of all texts.

A README has a head, the headings of its kind in their order, blocks of four kinds, and one question at the
end. From step to step its head goes forward.
"""

import ast
import builtins
import keyword
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from dojo.gate.evidence import Evidence
from dojo.gate.prose.quotes import Facts, judged
from dojo.gate.violation import IS_A_DRAFT, NO_QUESTION, Violation, split
from dojo.story.readme import FENCE, QUESTION, Part, readme_parts
from dojo.story.source import WORD
from dojo.story.steps import DRAFT, Step
from dojo.story.story import Story

HEADINGS = {
    "start": [["What to notice"]],
    "test first": [
        ["Red", "Green", "What to notice"],
        ["Red", "Green", "Refactor", "What to notice"],
    ],
    "refactoring": [["Green", "Refactor", "What to notice"]],
}
HEAD_FORM = "# Step 07 · Title / empty / *Chapter 2 · Its name · test first* (or refactoring)"
HEAD_LINE = 3
"""Of a README, the line that says its chapter, its kind, and what it tells."""
SAY_KIND = "say start on step 0, test first where a test drives the step, else refactoring"
ONWARD = "let the numbers go forward"
KINDS = {
    "python": "code",
    "text": "a failure, or what a command prints",
    "sh": "commands",
    "diff": "a change to try",
}
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]"
)
"""Characters that no reader sees, and those that reverse the order of the others."""
TYPES = [one for one in vars(builtins).values() if isinstance(one, type)]
PYTHON = {*dir(builtins), *keyword.kwlist, *keyword.softkwlist, *sys.stdlib_module_names}
PYTHON |= {name for one in TYPES for name in dir(one)}
"""The names that each module has: also those of the methods of texts, lists and the like."""


def check(evidence: Evidence) -> Iterator[Violation]:
    """Everything that is wrong with the form of the READMEs, and with the characters of the texts of a story.

    A README is judged together with the step before it: if only some steps are given, from the second on.
    """
    matrix, story = evidence.matrix, evidence.story
    for file in filter(None, (story.file, story.hints, *(kata.rules for kata in story.katas))):
        yield from (Violation(7, file, line, *split(what)) for line, what in unreadable(file))
    yield from forward(story.steps, story.source.part if story.source else "")
    for step in matrix.steps:
        yield from at(step, unreadable(step.readme))
    for step in judged(matrix):
        yield from at(step, head(step), kind(step, is_driven=bool(matrix.driving(step))), body(step))
        yield from names(Facts(matrix, step), story)


def at(step: Step, *found: Iterable[tuple[int, str]]) -> Iterator[Violation]:
    """What was found in the README of a step, each with its line."""
    for line, what in chain.from_iterable(found):
        yield Violation(7, step.readme, line, *split(what), step=step.name)


def unreadable(file: Path) -> Iterator[tuple[int, str]]:
    """The first fault of each kind in the characters of a text, and its line; none if there is no file."""
    written = file.read_bytes() if file.is_file() else b""
    text = written.removeprefix(BYTE_ORDER_MARK)
    if text != written:
        yield 1, "begins with a byte order mark; save it as UTF-8 without one"
    if b"\r" in text:
        what = "has the line ends of Windows" if b"\r\n" in text else "has a carriage return"
        yield text[: text.index(b"\r")].count(b"\n") + 1, f"{what}; save it with those of Unix"
    try:
        if found := INVISIBLE.search(text.decode()):
            line = found.string.count("\n", 0, found.start()) + 1
            yield line, f"has a character that no reader sees: U+{ord(found[0]):04X}; remove it"
    except UnicodeDecodeError as error:
        yield text[: error.start].count(b"\n") + 1, "is not UTF-8; save it as UTF-8"


def head(step: Step) -> Iterator[tuple[int, str]]:
    """Its first three lines say which step it is; its title has a word of the name of its folder."""
    if not step.head:
        yield 0, f"its first three lines do not have the form {HEAD_FORM}; write them like that"
        return
    if int(step.head["number"]) != step.number:
        yield 1, f"calls itself step {step.head['number']}; write Step {step.number:02}"
    title, slug = step.head["title"].lower(), step.name.split("_", 2)[2].split("_")
    if not any(re.search(rf"\b{re.escape(word[:4])}", title) for word in slug):
        yield 1, f"its title is {step.head['title']}, and its folder {step.name}; give both the same name"


def kind(step: Step, *, is_driven: bool) -> Iterator[tuple[int, str]]:
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


def body(step: Step) -> Iterator[tuple[int, str]]:
    """Its parts have the form that they need, and its last paragraph is its only question."""
    yield from ((part.line, what) for part in readme_parts(step.prose) if (what := fault(part)))
    found = readme_parts(step.lesson)
    for part in [part for part in found if part.text.startswith(QUESTION)][:-1]:
        yield part.line, "asks the room twice; keep the question at the end"
    last = found[-1] if found else Part("none", "", 0, "")
    asks = last.what == "paragraph" and not last.nested
    if not (asks and last.text.startswith(QUESTION) and last.text.endswith("?")):
        retold = step.files_named.retold
        below = f", and below it only {retold}s 62–63." if retold else ""
        yield last.line, f"{NO_QUESTION}; end it with {QUESTION}…?{below}"


def is_unwritten(step: Step) -> bool:
    """True if a README is missing, or has only what a tool has written."""
    found = readme_parts(step.lesson)
    has_words = step.head and QUESTION in step.lesson and found[-1].text.endswith("?")
    return not has_words or any(part.text == DRAFT for part in found)


def fault(part: Part) -> str:
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


def forward(steps: Sequence[Step], part: str) -> Iterator[Violation]:
    """Each step whose chapter, or whose part of the source, goes back behind one before it."""
    chapters: list[str] = []
    last = 0
    for step in (step for step in steps if step.head):
        number = step.chapter.partition(" · ")[0]
        first, end = step.span
        what, line = "", HEAD_LINE
        if chapters and number != chapters[-1]:
            if number in chapters:
                what = f"goes back to chapter {number}: chapter {chapters[-1]} came in between"
            elif number.isdecimal() and chapters[-1].isdecimal() and int(number) < int(chapters[-1]):
                what = f"chapter {number} comes after chapter {chapters[-1]}"
        if end < first:
            what, line = f"tells {part} {first} to {end}: the second number is the higher one", 0
        if first and first <= last:
            what, line = f"tells {part} {first} after {part} {last}", 0
        if what:
            yield Violation(7, step.readme, line or step.last_line_number, what, ONWARD, step.name)
        chapters.append(number)
        last = max(last, first, end)


def names(facts: Facts, story: Story) -> Iterator[Violation]:
    """Each name set as code that is none of the step, of the one before, of the suite, or of Python."""
    step, files = facts.step, [*facts.now, *facts.old, *facts.suite]
    known = PYTHON | {file.path.name for file in files} | {name for file in files for name in file.names}
    for part in readme_parts(step.prose):
        if part.kind == "diff":
            known |= set(WORD.findall(part.text))
    for code in (code for part in readme_parts(step.prose) for code in part.codes):
        if code.text not in known and not (story.top / code.text).exists():
            for name in names_in(code.text):
                if name not in known:
                    fix = "write a name that exists, or do not set it as code"
                    yield Violation(7, step.readme, code.line, f"nothing is called `{name}`", fix, step.name)


def names_in(text: str) -> list[str]:
    """The names in an expression of Python; none in anything else, which may be what a program prints."""
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
