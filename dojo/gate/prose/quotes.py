"""What a README may quote: each marker of a block stands for lines of the code, or of a real run.

The word after the opening fence says where a block comes from, so that `make todo FILL=1` can write it again:

    ```python tests         the tests that drive the step; `tests 2-3` some of them
    ```python hand          a function, a class or a constant; `hand:3-5` some of its lines; `a to b` several
    ```python before hand   the same of the step before; `suite helper` of the suite
    ```text failure         how a test that drives the step fails; `failure 2` the second, `failure full`
    ```text output          what the commands of the block of sh above it print
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeVar

from dojo.gate.prose.edits import BadBlock, join_tests
from dojo.runner.matrix import Matrix
from dojo.story.readme import Part
from dojo.story.source import SourceFile, excerpts, find_source, read_sources, shortest, without_indent
from dojo.story.steps import Step, StepKind

T = TypeVar("T")

TESTS = re.compile(r"tests(?: (?P<first>\d+)(?:-(?P<last>\d+)|:(?P<line>\d+)(?:-(?P<last_line>\d+))?)?)?")
FAILURE = re.compile(r"failure(?: (?P<number>\d+))?(?P<full> full)?")
CODE = re.compile(
    r"(?:(?P<place>before|suite) )?(?P<name>[\w.]+)"
    r"(?::(?P<line>\d+)(?:-(?P<last_line>\d+))?| to (?P<end>[\w.]+))?"
)
OUTPUT = "output"
# The kinds of blocks that are quotes, unless they are below commands.
QUOTES = ("python", "text")
# The first words of a marker that say where a block comes from; without one, it is the code of the step.
PLACES = ("tests", "suite", "failure", "before")
ALL_TESTS = "tests"
FORM = "tests, failure, or the name of a function with its lines, as in hand:3-5"
# Lines of a failure that another run prints otherwise, or that say nothing more.
NO_FACT = re.compile(
    r"\bat 0x[0-9a-f]+|^E\s+(?:\+ +(?:where|and) |\.\.\.Full output|Use -v|Full diff)|^E\s*$"
)
MAX_FAILURE_COLUMNS = 110  # in a line of a failure that a reader can still take in


class Facts:
    """What the blocks of one README are written from."""

    def __init__(self, matrix: Matrix, step: Step) -> None:
        self.matrix, self.step = matrix, step
        self.before = matrix.story.before(step)
        self.drivers = matrix.driving(step)
        self.now = read_sources(step.files)
        self.old = read_sources(self.before.files) if self.before else []
        self.suite = read_sources(sorted(matrix.story.suite.glob("*.py")))

    @property
    def kind(self) -> StepKind:
        """What the step does, whatever its README says."""
        if not self.step.number:
            return StepKind.START
        if self.drivers:
            return StepKind.TEST_FIRST
        return self.matrix.story.undriven_kind(self.step.chapter)

    @cached_property
    def tests(self) -> list[list[str]]:
        """The lines of each test that drives the step."""
        tests = []
        for test in self.drivers:
            source = find_source(test.id, self.matrix.story.top)
            tests.append((source.row or source.function).split("\n"))
        return tests

    @cached_property
    def failures(self) -> list[str]:
        """How each of them fails on the step before."""
        if not self.before:
            return ["" for _ in self.drivers]
        return [self.matrix.cell(test, self.before).failure for test in self.drivers]

    def quote(self, marker: str) -> list[str]:
        """Return the lines that a marker stands for; raises BadBlock."""
        tests = TESTS.fullmatch(marker)
        if tests:
            return self.quote_tests(tests)
        failure = FAILURE.fullmatch(marker)
        if failure:
            number = failure["number"] or "1"
            [text] = pick(self.failures, number, number, "the tests that drive this step")
            return shorten_failure(text, full=bool(failure["full"]))
        code = CODE.fullmatch(marker)
        if code:
            return self.quote_code(code)
        raise BadBlock(f"{marker!r} says not where this comes from", f"write {FORM}")

    def quote_tests(self, marker: re.Match[str]) -> list[str]:
        """Return the lines of the tests that drive the step, or of some of them."""
        first = marker["first"]
        tests = pick(self.tests, first, marker["last"] or first, "the tests that drive this step")
        line = marker["line"]
        return pick(join_tests(tests), line, marker["last_line"] or line, "the lines of this test")

    def quote_code(self, marker: re.Match[str]) -> list[str]:
        """Return the lines of a file, or of a name that it defines."""
        name = marker["name"]
        for file in self.files_in(marker["place"] or ""):
            lines = lines_of_name(file, name, marker["end"] or name)
            if lines:
                line = marker["line"]
                return pick(lines, line, marker["last_line"] or line, f"the lines of {name}")
        where = marker["place"] or "this step"
        raise BadBlock(f"nothing is called {name} in {where}", "write a name that it has")

    def files_in(self, place: str) -> list[SourceFile]:
        """Return the files that the first word of a marker stands for."""
        if place == "before":
            return self.old
        return self.suite if place == "suite" else self.now

    def try_quote(self, marker: str) -> list[str]:
        """Return the lines that a marker stands for; none if it leads to nothing."""
        if not marker:
            return []
        try:
            return self.quote(marker)
        except BadBlock:
            return []

    def find_marker(self, block: Part) -> str:
        """Return the marker of a block, or another one if its lines have moved or were pasted."""
        word = first_word(block.source)
        is_empty = not block.text.strip()
        # `tests` alone stands for all of them, also for one that was added since
        is_general = word == "failure" or block.source == ALL_TESTS
        if is_empty or is_general or fits(block, self.try_quote(block.source)):
            return block.source
        for marker in self.possible_markers(block):
            # a block that has a marker goes on quoting the same place
            is_same_place = not block.source or first_word(marker) == word
            if is_same_place and fits(block, self.try_quote(marker)):
                return marker
        return block.source

    def possible_markers(self, block: Part) -> Iterator[str]:
        """Yield the markers that may stand for the lines of a block, the best first."""
        if block.kind == "text":
            yield from self.failure_markers()
            return
        yield from self.test_markers()
        # some lines of a test
        for number, lines in enumerate(self.tests, 1):
            for excerpt in excerpts(lines, block.lines):
                yield f"tests {number}{excerpt}"
        places = ["", "before", "suite"]
        # what a section quotes most often comes first
        if block.section == "Red":
            places.reverse()
        for place in places:
            for file in self.files_in(place):
                for name in file.find(block.lines):
                    yield f"{place} {name}".lstrip()

    def test_markers(self) -> Iterator[str]:
        """Yield the marker of each run of tests that follow one another, such as `tests 2-3`."""
        total = len(self.tests)
        for first in range(1, total + 1):
            for count in range(1, total - first + 2):
                yield "tests" + shortest(first, count, total, " ")

    def failure_markers(self) -> Iterator[str]:
        """Yield the marker of each failure, shortened and in full."""
        for number in range(1, len(self.tests) + 1):
            marker = "failure" if number == 1 else f"failure {number}"
            yield marker
            yield f"{marker} full"


def lines_of_name(file: SourceFile, name: str, last_name: str) -> list[str]:
    """Return the lines of a file from one definition to another, or all if it is the name of the file.

    There are none if the file does not define it.
    """
    if name == file.path.name:
        # the last one is empty: a text ends with the end of a line
        return file.lines[:-1]
    first = file.defined.get(name)
    if first is None:
        return []
    last = file.defined.get(last_name, first)
    return file.of(range(first.start, last.stop))


def first_word(marker: str) -> str:
    """`tests`, `failure`, `before` or `suite`; nothing for the code of the step."""
    word = marker.partition(" ")[0]
    return word if word in PLACES else ""


def fits(block: Part, lines: Sequence[str]) -> bool:
    """True if these are the lines of a block; of a failure it may have some only."""
    if block.kind == "text":
        return {line.rstrip() for line in block.lines} <= {*lines}
    return without_indent(block.lines) == without_indent(lines)


def pick(items: list[T], first: str | None, last: str | None, noun: str) -> list[T]:
    """Return the items from one to another, counted from 1, or all without a number; raises BadBlock."""
    start = int(first or 1)
    stop = int(last or len(items))
    if not items:
        raise BadBlock(f"{noun} number 0", "take this block out, or write what it quotes")
    if not 1 <= start <= stop <= len(items):
        raise BadBlock(f"{noun} number {len(items)}", "write a number up to that")
    return items[start - 1 : stop]


def shorten_failure(failure: str, *, full: bool = False) -> list[str]:
    """Return the line that fails and what was raised, without what another run prints otherwise."""
    lines = [line.rstrip() for line in failure.splitlines() if line[:1] in (">", "E")]
    kept: list[str] = []
    for number, line in enumerate(lines):
        if NO_FACT.search(line):
            # what comes after it explains only that line; the first line is the one that fails
            if number and not full:
                break
        elif len(line) <= MAX_FAILURE_COLUMNS:
            kept.append(line)
    says_why = any(line.startswith("E") for line in kept)
    return kept if says_why else lines[:2]
