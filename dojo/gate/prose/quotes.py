"""What a README quotes: code that stands where this part of the story says, and failures that happen."""

from collections.abc import Iterator
from itertools import pairwise

from dojo.gate.prose.code import Code, times, where
from dojo.gate.prose.driving import Lines
from dojo.gate.violation import Violation
from dojo.runner.failure.reason import RAISED
from dojo.story.readme import Part, parts
from dojo.story.steps import Step

NEEDED = {
    "start": [],
    "test first": [("Red", "python"), ("Red", "text"), ("Green", "python")],
    "refactoring": [("Refactor", "python")],
}
"""What each kind of README has to quote, and where."""
PASTE = "paste what make todo shows"
OF_THE_TESTS = "quote whole lines of the tests that drive this step"


class Facts:
    """What the quotes of one README are held to."""

    def __init__(self, step: Step, now: list[Code], before: list[Code], suite: list[Code]) -> None:
        self.step, self.now, self.before, self.suite = step, now, before, suite
        self.driving: Lines = set()
        """The lines of the suite that belong to the tests that drive the step."""
        self.failures: list[str] = []
        """What these tests came to on the step before, each as pytest draws it."""

    def violation(self, line: int, what: str, fix: str = "") -> Violation:
        return Violation(7, self.step.readme, line, what, fix, step=self.step.name)


def quoted(facts: Facts) -> Iterator[Violation]:
    """Everything that is quoted and is not true."""
    blocks = [part for part in parts(facts.step.prose) if part.what == "block"]
    outputs = printed(parts(facts.step.prose))
    for block in blocks:
        if not block.text.strip():
            yield facts.violation(block.line, "an empty block", "fill it, or remove it")
        elif block.kind == "python":
            yield from code(block, facts)
        elif block.kind == "text" and block not in outputs:
            yield from failure(block, facts)
    for section, kind in NEEDED[facts.step.kind]:
        if not any((block.section, block.kind) == (section, kind) for block in blocks):
            what = "failure" if kind == "text" else "code"
            yield facts.violation(0, f"*{section}* quotes no {what}: a block of {kind}", PASTE)


def printed(found: tuple[Part, ...]) -> list[Part]:
    """The blocks of text that stand right after one of `sh`: what its commands print."""
    return [
        after
        for part, after in pairwise(found)
        if (part.what, part.kind, after.kind) == ("block", "sh", "text")
    ]


def code(block: Part, facts: Facts) -> Iterator[Violation]:
    """Code stands where this part of the story says, and is code."""
    files = [*facts.now, *facts.before, *facts.suite]
    places = list(where(block.lines, files))
    if not places:
        what, do = "this code stands nowhere", "quote whole lines, as they stand in one file"
    elif not any(file.is_code(line, block.lines) for file, line in places):
        what, do = "this is the text of a docstring or a comment, and not code", "quote code"
    else:
        what, do = misplaced(block, facts), "quote what is new in this step, or has gone"
    if what:
        do = OF_THE_TESTS if block.section == "Red" else do
        yield facts.violation(block.line, f"{what}: {block.lines[0].strip()}", do)


def misplaced(block: Part, facts: Facts) -> str:
    """Why code that stands somewhere should not be quoted here; nothing if it may."""
    now, before = times(block.lines, facts.now), times(block.lines, facts.before)
    if block.section == "Red":
        return of_others(block, facts)
    if block.section == "Green" and facts.step.kind == "refactoring":
        return (
            ""
            if before
            else "*Green* of a refactoring is where it starts, and the step before has no such code"
        )
    if block.section in ("Green", "Refactor") and now == before:
        return "the step before had this already" if now else "this is from the suite, and not from the step"
    return ""


def of_others(block: Part, facts: Facts) -> str:
    """Does *Red* quote anything but the tests that drive the step?"""
    for file, start in where(block.lines, facts.suite):
        lines = [start + n for n, line in enumerate(block.lines) if line.split("#")[0].strip()]
        if {(file.file, line) for line in lines} <= facts.driving:
            return ""
    return "*Red* quotes the tests that drive the step, and this is from none of them"


def failure(block: Part, facts: Facts) -> Iterator[Violation]:
    """A failure comes from a test that drives the step, run on the step before."""
    happening = max((how_far(block.lines, one) for one in facts.failures), default=0)
    if happening < len(block.lines):
        what = block.lines[happening].strip() or "an empty line"
        yield facts.violation(block.line, f"this failure does not happen: {what}", PASTE)
    elif not any(line.startswith(RAISED) for line in block.lines):
        yield facts.violation(block.line, "quotes no line of the failure", "quote one that begins with E")


def how_far(lines: list[str], failure: str) -> int:
    """How many of the lines the failure has, in this order, before one is missing; others may be between."""
    drawn = iter(line.rstrip() for line in failure.splitlines())
    return next((n for n, line in enumerate(lines) if line.rstrip() not in drawn), len(lines))
