"""The form of a README: its head, its headings in their order, its blocks, and one question at the end.

And from step to step its head goes forward.
"""

import re
from collections.abc import Iterator, Sequence

from dojo.gate.violation import IS_A_DRAFT, NO_QUESTION, Violation, split
from dojo.story.readme import FENCE, QUESTION, Part, parts
from dojo.story.steps import DRAFT, Step

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


def formed(step: Step, driven: bool) -> Iterator[Violation]:
    """Everything that is wrong with the form of a README."""
    yield from headed(step)
    yield from titled(step)
    yield from divided(step)
    if (step.kind == "start") != (step.number == 0) and step.head:
        what = "says start, which is step 0 alone" if step.number else "the first step is the start"
        yield back(step, f"{what}; {SAY_KIND}")
    elif step.number and driven != (step.kind == "test first"):
        what = "a test drives it" if driven else "no test drives it"
        yield back(step, f"says {step.kind}, but {what}; {SAY_KIND}")
    for part in parts(step.prose):
        if what := fault(part):
            yield Violation(7, step.readme, part.line, *split(what), step=step.name)
    asking = [part for part in parts(step.lesson) if part.text.startswith(QUESTION)]
    for part in asking[:-1]:
        fix = "keep the question at the end"
        yield Violation(7, step.readme, part.line, "asks the room twice", fix, step=step.name)
    last = parts(step.lesson)[-1:]
    asks = last and last[0].what == "paragraph" and not last[0].nested
    if not (asks and last[0].text.startswith(QUESTION) and last[0].text.endswith("?")):
        below = f", and below it only {step.files_named.retold}s 62–63." if step.files_named.retold else ""
        what = f"{NO_QUESTION}; end it with {QUESTION}…?{below}"
        yield Violation(7, step.readme, last[0].line if last else 0, *split(what), step=step.name)


def headed(step: Step) -> Iterator[Violation]:
    """Its first three lines say which step it is."""
    if not step.head:
        what = f"its first three lines do not have the form {HEAD_FORM}; write them like that"
        yield Violation(7, step.readme, 0, *split(what), step=step.name)
    if int(step.head.get("number", step.number)) != step.number:
        what = f"calls itself step {step.head['number']}; write Step {step.number:02}"
        yield Violation(7, step.readme, 1, *split(what), step=step.name)


def titled(step: Step) -> Iterator[Violation]:
    """Its title says what the name of its folder says: it has one of those words."""
    slug = step.name.split("_", 2)[2].split("_")
    title = step.head.get("title", "").lower()
    if title and not any(re.search(rf"\b{re.escape(word[:4])}", title) for word in slug):
        what = f"its title is {step.head['title']}, and its folder {step.name}; give both the same name"
        yield Violation(7, step.readme, 1, *split(what), step=step.name)


def divided(step: Step) -> Iterator[Violation]:
    """The headings of its parts are those of its kind."""
    headings = [part.text for part in parts(step.prose) if f"\n## {part.text}\n" in step.prose]
    if headings not in HEADINGS[step.kind]:
        what = f"its headings are {', '.join(headings) or 'missing'}"
        wanted = ", or ".join(", ".join(form) for form in HEADINGS[step.kind])
        yield Violation(7, step.readme, 0, what, f"let them be {wanted}", step=step.name)


def fault(part: Part) -> str:
    """What is wrong with the form of one part of a README; nothing where nothing is."""
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
        return (
            f"the fence of this block has another form; put {FENCE}{part.kind} above it and {FENCE} below it"
        )
    return ""


def forward(steps: Sequence[Step], part: str) -> Iterator[Violation]:
    """Each step that goes back behind one before it."""
    chapters: list[str] = []
    last = 0
    for step in steps:
        if not step.head:
            continue
        number = step.chapter.partition(" · ")[0]
        if chapters and number != chapters[-1]:
            if number in chapters:
                yield back(
                    step, f"goes back to chapter {number}: chapter {chapters[-1]} came in between; {ONWARD}"
                )
            elif number.isdecimal() and chapters[-1].isdecimal() and int(number) < int(chapters[-1]):
                yield back(step, f"chapter {number} comes after chapter {chapters[-1]}; {ONWARD}")
        chapters.append(number)
        first, end = step.span
        if end < first:
            what = f"tells {part} {first} to {end}: the second number is the higher one; {ONWARD}"
            yield Violation(7, step.readme, step.last_line_number, *split(what), step=step.name)
        if first and first <= last:
            what = f"tells {part} {first} after {part} {last}; {ONWARD}"
            yield Violation(7, step.readme, step.last_line_number, *split(what), step=step.name)
        last = max(last, first, end)


def back(step: Step, what: str) -> Violation:
    return Violation(7, step.readme, HEAD_LINE, *split(what), step=step.name)
