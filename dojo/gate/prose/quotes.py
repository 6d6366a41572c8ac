"""Law 7: what a README quotes and counts is written from the code and from real runs.

The word behind a fence says where a block comes from, so that `make todo FILL=1` can write it again:

    ```python tests         the tests that drive the step; `tests 2-3` some of them
    ```python hand          a function, a class or a constant; `hand:3-5` some of its lines; `a to b` several
    ```python before hand   the same of the step before; `suite helper` of the suite
    ```text failure         how a test that drives the step fails; `failure 2` the second, `failure full`
    ```text output          what the commands of the block of sh above it print
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from dojo.gate.evidence import first_difference
from dojo.runner.matrix import Matrix
from dojo.story.mutants import mutant_files
from dojo.story.readme import FENCE, Part, readme_parts
from dojo.story.source import excerpts, find_source, read_sources, shortest, without_indent
from dojo.story.steps import DRAFT, Step

NEEDED = {
    "start": [],
    "test first": [("Red", "python"), ("Red", "text"), ("Green", "python")],
    "refactoring": [("Refactor", "python")],
}
"""The blocks that each kind of README needs, by section."""
TESTS = re.compile(r"tests(?: (\d+)(?:-(\d+)|:(\d+)(?:-(\d+))?)?)?")
FAILURE = re.compile(r"failure(?: (\d+))?( full)?")
CODE = re.compile(r"(?:(before|suite) )?([\w.]+)(?::(\d+)(?:-(\d+))?| to ([\w.]+))?")
OUTPUT = "output"
QUOTES = ("python", "text")
"""The kinds of blocks that are quotes, unless they stand below commands."""
FORM = "tests, failure, or the name of a function with its lines, as in hand:3-5"
MARK = re.compile(r"\b(drives|guards)\(\s*(?:step=)?(\d+)")
NO_FACT = re.compile(
    r"\bat 0x[0-9a-f]+|^E\s+(?:\+ +(?:where|and) |\.\.\.Full output|Use -v|Full diff)|^E\s*$"
)
"""Lines of a failure that another run prints otherwise, or that say nothing more."""
WIDEST = 110
"""The characters of a line of a failure that a reader can still take in."""

IN_WORDS = "no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
WORDS = IN_WORDS.split("|")
NUMBER = rf"(\d[\d,]*|{IN_WORDS})"
OF_GUARDS = "(?:says?|hold|keep|watch|check|joined|(?:is|are) new|came in|written here)"
DRIVERS = "the tests that drive a step"
COUNTS = {
    DRIVERS: rf"\ball {NUMBER}(?: new)?(?: tests| rows)? (?:fail|are red)\b",
    "the guards that were written in a step": rf"\b{NUMBER} (?:new guards?|guards? {OF_GUARDS})\b",
    "all tests of the suite": rf"\ball {NUMBER} tests of the suite\b",
    "all mutants": rf"\ball {NUMBER} mutants\b",
}
"""What is counted, and how; the first of them only in *Red*."""


class BadBlock(Exception):
    """A part of a README of which nothing can be made; the message says why, and what to do."""

    def __init__(self, what: str, line: int = 0) -> None:
        super().__init__(what)
        self.line = line


class Edit(NamedTuple):
    """Lines of a README that are not as they would be written now."""

    line: int
    """The first of them, counted from 1."""
    what: str
    """What is not so; and what to do, if nothing can be written in their place."""
    old: Sequence[str] = ()
    new: Sequence[str] = ()
    """Nothing if it is not known: the marker of a block, say, leads nowhere."""
    notice: str = ""
    """What an author should know once the new lines are written."""


class Facts:
    """What the blocks of one README are written from."""

    def __init__(self, matrix: Matrix, step: Step) -> None:
        self.step, self.before, self.matrix = step, matrix.story.before(step), matrix
        self.drivers = matrix.driving(step)
        self.now = read_sources(step.files)
        self.old = read_sources(self.before.files) if self.before else []
        self.suite = read_sources(sorted(matrix.story.suite.glob("*.py")))

    @cached_property
    def tests(self) -> list[list[str]]:
        """The lines of each test that drives the step."""
        sources = [find_source(test, self.matrix.story.top) for test in self.drivers]
        return [(source.row or source.function).split("\n") for source in sources]

    @cached_property
    def failures(self) -> list[str]:
        """How each of them fails on the step before."""
        return [self.matrix.cell(test, self.before).failure if self.before else "" for test in self.drivers]

    def quote(self, marker: str) -> list[str]:
        """The lines that a marker stands for; raises BadBlock."""
        if found := TESTS.fullmatch(marker):
            tests = some(self.tests, found[1], found[2] or found[1], "the tests that drive this step")
            return some(joined(tests), found[3], found[4] or found[3], "the lines of this test")
        if found := FAILURE.fullmatch(marker):
            number = found[1] or "1"
            (failure,) = some(self.failures, number, number, "the tests that drive this step")
            return failing(failure, full=bool(found[2]))
        if not (found := CODE.fullmatch(marker)):
            raise BadBlock(f"{marker!r} says not where this comes from; write {FORM}")
        for file in {"before": self.old, "suite": self.suite}.get(found[1], self.now):
            if found[2] == file.path.name:
                return file.lines[:-1]
            if lines := file.defined.get(found[2]):
                end = file.defined.get(found[5] or found[2], lines)
                whole = file.of(range(lines.start, end.stop))
                return some(whole, found[3], found[4] or found[3], f"the lines of {found[2]}")
        raise BadBlock(f"nothing is called {found[2]} in {found[1] or 'this step'}; write a name that it has")

    def try_quote(self, marker: str) -> list[str]:
        """The lines that a marker stands for; none if it leads to nothing."""
        try:
            return self.quote(marker) if marker else []
        except BadBlock:
            return []

    def marker(self, block: Part) -> str:
        """The marker of a block, or another one if its lines have moved or were pasted."""
        is_empty, word = not block.text.strip(), first_word(block.source)
        if is_empty or word == "failure" or fits(block, self.try_quote(block.source)):
            return block.source
        alike = (one for one in self.markers(block) if not block.source or first_word(one) == word)
        return next((one for one in alike if fits(block, self.try_quote(one))), block.source)

    def markers(self, block: Part) -> Iterator[str]:
        """The markers that may stand for the lines of a block, the best first."""
        numbers = range(len(self.tests))
        if block.kind == "text":
            yield from (f"failure{f' {n + 1}' * (n > 0)}{full}" for n in numbers for full in ("", " full"))
            return
        for first in numbers:
            counts = range(1, len(numbers) - first + 1)
            yield from ("tests" + shortest(first + 1, count, len(numbers), " ") for count in counts)
        for number, lines in enumerate(self.tests, 1):
            yield from (f"tests {number}{excerpt}" for excerpt in excerpts(lines, block.lines))
        places = [("", self.now), ("before ", self.old), ("suite ", self.suite)]
        for word, files in places[::-1] if block.section == "Red" else places:
            yield from (f"{word}{name}" for file in files for name in file.find(block.lines))


def first_word(marker: str) -> str:
    """`tests`, `failure`, `before` or `suite`; nothing for the code of the step."""
    word = marker.partition(" ")[0]
    return word if word in ("tests", "failure", "before", "suite") else ""


def fits(block: Part, lines: Sequence[str]) -> bool:
    """True if these are the lines of a block; of a failure it may have some only."""
    if block.kind == "text":
        return {line.rstrip() for line in block.lines} <= {*lines}
    return without_indent(block.lines) == without_indent(lines)


def some(every: list[Any], first: str | None, last: str | None, noun: str) -> list[Any]:
    """Those from one to another, counted from 1, or all without a number; raises BadBlock."""
    start, stop = int(first or 1), int(last or len(every))
    if not every or not 1 <= start <= stop <= len(every):
        raise BadBlock(f"{noun} number {len(every)}; write a number up to that")
    return every[start - 1 : stop]


def joined(tests: Sequence[list[str]]) -> list[str]:
    """Tests below one another: rows as in a table, functions with two empty lines between."""
    found: list[str] = []
    for lines in tests:
        is_function = not lines[:1] or lines[0][:1].strip()
        found += [*([""] * 2 if found and is_function else []), *lines]
    return found


def failing(failure: str, *, full: bool = False) -> list[str]:
    """The line that fails and what was raised, without what another run prints otherwise."""
    lines = [line.rstrip() for line in failure.splitlines() if line[:1] in (">", "E")]
    head = next((n for n, line in enumerate(lines) if n and NO_FACT.search(line)), len(lines))
    shown = lines if full else lines[:head]
    short = [line for line in shown if not NO_FACT.search(line) and len(line) <= WIDEST]
    return short if any(line[:1] == "E" for line in short) else lines[:2]


def block_edits(block: Part, facts: Facts) -> Iterator[Edit]:
    """A block that is not as its marker says, or whose marker is wrong; raises BadBlock if it has none."""
    marker = facts.marker(block)
    if not marker and block.text.strip() in ("", DRAFT):  # the form is wrong, or it is not written yet
        return
    if not marker:
        what = f"this stands nowhere: {block.lines[0].strip()}"
        raise BadBlock(f"{what}; write behind the fence what it quotes: {FORM}")
    old = fenced(block.kind, block.source, block.lines)
    try:
        lines = facts.quote(marker)
    except BadBlock as fault:
        yield Edit(block.line, str(fault), old)
        return
    if lines and (wrong := explain_place(marker, lines, block.section, facts)):
        raise BadBlock(wrong)
    is_so = without_indent(block.lines) == without_indent(lines)
    new = fenced(block.kind, marker, block.lines if is_so else lines)
    if old != new:
        was, now = first_difference([old[0], *(block.lines or [""]), FENCE], new)
        what = f"quotes {was.strip() or 'an empty line'}, and it is {now.strip() or 'an empty line'}"
        yield Edit(block.line, what, old, new)


def fenced(kind: str, marker: str, lines: Sequence[str]) -> list[str]:
    """A block as it is written."""
    return [f"{FENCE}{kind} {marker}".rstrip(), *lines, FENCE]


def explain_place(marker: str, lines: list[str], section: str, facts: Facts) -> str:
    """Why these lines should not stand in this section, and what to do; nothing if they may."""
    block = "\n".join(["", *lines, ""])
    now, before = (sum(f"\n{file.text}\n".count(block) for file in files) for files in (facts.now, facts.old))
    fault = ""
    if section == "Red":
        mine = ("drives", f"{facts.step.number}")
        others = [mark for mark in MARK.finditer("\n".join(lines)) if mark.groups() != mine]
        if others or first_word(marker) not in ("tests", "suite", "failure"):
            fault = "*Red* quotes the tests that drive the step, and this is from none of them; quote tests"
    elif section == "Green" and facts.step.kind == "refactoring":
        if not before:
            fault = "*Green* of a refactoring is where it starts, in the step before; quote before NAME"
    elif section in ("Green", "Refactor") and now == before:
        fault = f"*{section}* quotes what is new in the step, or has gone, and this is neither; quote that"
    return fault.replace("; ", f": {lines[0].strip()}; ")


def missing_blocks(facts: Facts) -> list[tuple[str, str]]:
    """The section and the kind of each block that a README of its kind needs and does not have."""
    there = {(part.section, part.kind) for part in readme_parts(facts.step.prose) if part.what == "block"}
    return [block for block in NEEDED[facts.step.kind] if block not in there]


def count_edits(part: Part, facts: Facts) -> Iterator[Edit]:
    """Each number of a paragraph that counts tests or mutants, and is wrong; it is written as it was."""
    tests = facts.matrix.tests
    guards = [test for test in tests if test.kind == "guards" and test.written == facts.step.number]
    counted: list[Sequence[object]] = [facts.drivers, guards, tests, mutant_files(facts.matrix.story)]
    for (noun, form), things in zip(COUNTS.items(), counted, strict=True):
        for found in re.finditer(form.replace(" ", r"\s+"), part.text, re.IGNORECASE):
            word, right = found[1].lower().replace(",", ""), len(things)
            number = WORDS.index(word) if word in WORDS else int(word)
            if number != right and (noun != DRIVERS or part.section == "Red"):
                place = part.line + part.text.count("\n", 0, found.start(1))
                old = facts.step.prose.split("\n")[place - 1]
                rest = part.text[found.start(1) :].partition("\n")[0]
                said = WORDS[right] if word in WORDS and right < len(WORDS) else f"{right:,}"
                said = said.capitalize() if found[1][0].isupper() else said
                new = old.replace(rest, said + rest.removeprefix(found[1]), 1)
                what = f"says {' '.join(found[0].split())}, and it is {right}: {noun}"
                yield Edit(place, what, [old], [new])
