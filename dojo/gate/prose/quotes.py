"""Law 7: what a README quotes and counts is written from the code and from real runs.

The word behind a fence says where a block comes from, so that `make todo FILL=1` can write it again:

    ```python tests         the tests that drive the step; `tests 2-3` some of them
    ```python hand          a function, a class or a constant; `hand:3-5` some of its lines; `a to b` several
    ```python before hand   the same of the step before; `suite helper` of the suite
    ```text failure         how a test that drives the step fails; `failure 2` the second, `failure full`
    ```text output          what the commands of the block of sh above it print
"""

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from itertools import pairwise, zip_longest
from typing import Any, NamedTuple

from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation, split
from dojo.runner.matrix import Matrix
from dojo.story.mutants import REST
from dojo.story.readme import FENCE, Part, readme_parts
from dojo.story.source import as_it_stands, excerpts, plain, read, shortest
from dojo.story.steps import DRAFT, Step
from dojo.story.story import Story

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
LONGEST = 12
"""The lines of tests that a draft quotes."""
WIDEST = 110
"""The characters of a line of a failure that a reader can still take in."""


class NoQuote(Exception):
    """A marker that leads to nothing; the message says what is wrong with it."""


class Edit(NamedTuple):
    """Lines of a README that are not as they would be written now."""

    line: int
    """The first of them, counted from 1."""
    old: list[str]
    new: list[str]
    what: str
    """What is not so."""
    fix: str = ""
    """What to do, if nothing can be written in their place."""

    def violation(self, step: Step, story: Story) -> Violation:
        """The violation of law 7 that it mends."""
        fix = self.fix or f"run {story.command('todo FILL=1')}"
        return Violation(7, step.readme, self.line, self.what, fix, step.name)


class Facts:
    """What the blocks of one README are written from."""

    def __init__(self, matrix: Matrix, step: Step) -> None:
        self.step, self.before, self.matrix = step, matrix.story.before(step), matrix
        self.drivers = matrix.driving(step)
        self.now = read(step.files)
        self.old = read(self.before.files) if self.before else []
        self.suite = read(sorted(matrix.story.suite.glob("*.py")))

    @cached_property
    def tests(self) -> list[list[str]]:
        """The lines of each test that drives the step."""
        return [as_it_stands(test, self.matrix.story.top) for test in self.drivers]

    @cached_property
    def failures(self) -> list[str]:
        """How each of them fails on the step before."""
        return [self.matrix.cell(test, self.before).failure if self.before else "" for test in self.drivers]

    def quote(self, marker: str) -> list[str]:
        """The lines that a marker stands for; raises NoQuote."""
        if found := TESTS.fullmatch(marker):
            tests = some(self.tests, found[1], found[2] or found[1], "the tests that drive this step")
            return some(joined(tests), found[3], found[4] or found[3], "the lines of this test")
        if found := FAILURE.fullmatch(marker):
            (failure,) = some(
                self.failures, found[1] or "1", found[1] or "1", "the tests that drive this step"
            )
            return failing(failure, full=bool(found[2]))
        if not (found := CODE.fullmatch(marker)):
            raise NoQuote(f"{marker!r} says not where this comes from; write {FORM}")
        files = {"before": self.old, "suite": self.suite}.get(found[1], self.now)
        for file in files:
            if found[2] == file.path.name:
                return file.lines[:-1]
            if lines := file.defined.get(found[2]):
                end = file.defined.get(found[5] or found[2], lines)
                whole = file.of(range(lines.start, end.stop))
                return some(whole, found[3], found[4] or found[3], f"the lines of {found[2]}")
        raise NoQuote(f"nothing is called {found[2]} in {found[1] or 'this step'}; write a name that it has")

    def new_code(self, *, gone: bool) -> str:
        """The marker for the most lines that are new in the step, or gone."""
        old, new = (files[0].lines if files else [] for files in (self.old, self.now))
        hunks = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        changed = [old[i:j] if gone else new[k:m] for what, i, j, k, m in hunks if what != "equal"]
        word, file = ("before ", self.old) if gone else ("", self.now)
        for lines in sorted((trimmed(lines) for lines in changed), key=len, reverse=True):
            if lines and (name := next(file[0].find(lines), "")):
                return word + name
        return "" if gone or not self.old else self.new_code(gone=True)

    def source(self, block: Part) -> str:
        """The marker that a block has, or should have if its lines have moved or were pasted."""
        kind = first_word(block.source)
        if block.source and (kind == "failure" or plain(block.lines) == plain(self.try_quote(block.source))):
            return block.source
        search = self.find(block) if block.kind == "python" else self.find_failure(block.lines)
        found = search if block.text.strip() else ""
        return found if found and (not block.source or first_word(found) == kind) else block.source

    def try_quote(self, marker: str) -> list[str]:
        """The lines that a marker stands for; none if it leads to nothing."""
        try:
            return self.quote(marker)
        except NoQuote:
            return []

    def find(self, block: Part) -> str:
        """The marker for lines that an author has pasted; nothing if they stand nowhere."""
        wanted = plain(block.lines)
        return next((one for one in self.markers(block) if plain(self.try_quote(one)) == wanted), "")

    def markers(self, block: Part) -> Iterator[str]:
        """The markers that may stand for these lines, the best first."""
        for first in range(len(self.tests)):
            for last in range(first, len(self.tests)):
                if plain(joined(self.tests[first : last + 1])) == plain(block.lines):
                    yield "tests" + shortest(first + 1, last - first + 1, len(self.tests), " ")
        for number, lines in enumerate(self.tests, 1):
            yield from (f"tests {number}{excerpt}" for excerpt in excerpts(lines, block.lines))
        places = [("", self.now), ("before ", self.old), ("suite ", self.suite)]
        if self.step.kind == "refactoring" and block.section == "Green":
            places = [places[1], places[0], places[2]]
        for word, files in places[::-1] if block.section == "Red" else places:
            yield from (f"{word}{name}" for file in files for name in file.find(block.lines))

    def find_failure(self, quoted: Sequence[str]) -> str:
        """The marker for lines of a failure; nothing if it does not happen."""
        for number, failure in enumerate(self.failures, 1):
            for full in (False, True):
                if {line.rstrip() for line in quoted} <= set(failing(failure, full=full)):
                    return "failure" + f" {number}" * (number > 1) + " full" * full
        return ""


def first_word(marker: str) -> str:
    """`tests`, `failure`, `before` or `suite`; nothing for the code of the step."""
    word = marker.partition(" ")[0]
    return word if word in ("tests", "failure", "before", "suite") else ""


def some(every: list[Any], first: str | None, last: str | None, noun: str) -> list[Any]:
    """Those from one to another, counted from 1, or all without a number; raises NoQuote."""
    start, stop = int(first or 1), int(last or len(every))
    if not every or not 1 <= start <= stop <= len(every):
        raise NoQuote(f"{noun} number {len(every)}; write a number up to that")
    return every[start - 1 : stop]


def joined(tests: Sequence[list[str]]) -> list[str]:
    """Tests below one another: rows as in a table, functions with two empty lines between."""
    found: list[str] = []
    for lines in tests:
        is_function = not lines[:1] or lines[0][:1].strip()
        found += [*([""] * 2 if found and is_function else []), *lines]
    return found


def trimmed(lines: list[str]) -> list[str]:
    """Lines without the empty ones above and below them."""
    full = [n for n, line in enumerate(lines) if line.strip()]
    return lines[full[0] : full[-1] + 1] if full else []


def failing(failure: str, *, full: bool = False) -> list[str]:
    """The line that fails and what was raised, without what another run prints otherwise."""
    lines = [line.rstrip() for line in failure.splitlines() if line[:1] in (">", "E")]
    head = next((n for n, line in enumerate(lines) if n and NO_FACT.search(line)), len(lines))
    shown = lines if full else lines[:head]
    short = [line for line in shown if not NO_FACT.search(line) and len(line) <= WIDEST]
    return short if any(line[:1] == "E" for line in short) else lines[:2]


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every block and every count of a README that is not as it would be written now."""
    for step in judged(evidence.matrix):
        facts = Facts(evidence.matrix, step)
        for edit in [*edits(facts), *lacking(facts)]:
            yield edit.violation(step, evidence.story)


def judged(matrix: Matrix) -> list[Step]:
    """The steps with a README, as far as the step before is in the matrix too."""
    return [
        step
        for step in matrix.steps
        if step.readme.is_file() and matrix.story.before(step) in [None, *matrix.steps]
    ]


def lacking(facts: Facts) -> Iterator[Edit]:
    """Each block that a README of its kind needs and does not have, to be written below its heading."""
    there = {(part.section, part.kind) for part in readme_parts(facts.step.prose) if part.what == "block"}
    headings = {line: number for number, line in enumerate(facts.step.prose.split("\n"), 1)}
    for section, kind in NEEDED[facts.step.kind][::-1]:  # each goes above the one before
        if (section, kind) not in there:
            what = f"*{section}* quotes no {'failure' if kind == 'text' else 'code'}: a block of {kind}"
            line = headings.get(heading := f"## {section}", 0)
            block = draft(facts, section, kind)
            yield Edit(line, [heading], [heading, "", *block] if line and block else [], what)


def draft(facts: Facts, section: str, kind: str) -> list[str]:
    """A block for a section, before an author chooses: the tests, the first failure, or what is new.

    It is empty as long as there is nothing to quote.
    """
    if section == "Red":
        marker = "failure" if kind == "text" else "tests"
        if kind == "python" and len(joined(facts.tests)) > LONGEST:
            marker = "tests 1"
    else:
        marker = facts.new_code(gone=section == "Green" and not facts.drivers)
    lines = facts.try_quote(marker) if marker else []
    return [f"{FENCE}{kind} {marker}", *lines, FENCE] if lines else []


def edits(facts: Facts) -> Iterator[Edit]:
    """What is not as it would be written now; if nothing can be written for it, the edit says what to do."""
    found = [part for part in readme_parts(facts.step.prose) if part.what != "html"]
    for above, part in pairwise([None, *found]):
        is_output = above and (above.what, above.kind) == ("block", "sh")
        if part and part.what == "paragraph":
            yield from counted(part, facts)
        elif part and part.kind in QUOTES and part.plain and not part.nested and not is_output:
            yield from quoted(part, facts)


def quoted(block: Part, facts: Facts) -> Iterator[Edit]:
    """A block that is not as its marker says, or that has none or a wrong one."""
    source, place = facts.source(block), block.line
    if not source:
        if block.text.strip() in ("", DRAFT):
            return  # the form of the README is wrong, or it is not written yet
        what = f"this stands nowhere: {block.lines[0].strip()}"
        yield Edit(place, [], [], what, f"write behind the fence what it quotes: {FORM}")
        return
    old = [FENCE + " ".join(filter(None, (block.kind, block.source))), *block.lines, FENCE]
    try:
        new = facts.quote(source)
    except NoQuote as fault:
        what, fix = split(str(fault))
        other = draft(facts, block.section, block.kind)
        yield Edit(place, old, other, what, fix if not other else "")
        return
    if wrong := misplaced(source, new, block.section, facts):
        what, fix = split(wrong)
        yield Edit(place, [], [], f"{what}: {new[0].strip()}", fix)
    elif plain(block.lines) != plain(new) or source != block.source:
        written = [
            f"{FENCE}{block.kind} {source}",
            *(block.lines if plain(block.lines) == plain(new) else new),
            FENCE,
        ]
        was = [old[0], *(block.lines or [""]), FENCE]
        yield Edit(place, old, written, difference(was, written))


def difference(old: list[str], new: list[str]) -> str:
    """The first lines that differ, in words."""
    was, now = next(
        (was, now) for was, now in zip_longest(old, new, fillvalue="") if was.strip() != now.strip()
    )
    return f"quotes {was.strip() or 'an empty line'}, and it is {now.strip() or 'an empty line'}"


def misplaced(source: str, lines: list[str], section: str, facts: Facts) -> str:
    """Why these lines should not stand in this section, and what to do; nothing if they may."""
    if section == "Red":
        mine = ("drives", f"{facts.step.number}")
        if any(mark.groups() != mine for mark in MARK.finditer("\n".join(lines))) or not source.startswith(
            ("tests", "suite ", "failure")
        ):
            return "*Red* quotes the tests that drive the step, and this is from none of them; quote tests"
        return ""
    if section not in ("Green", "Refactor"):
        return ""
    now, before = (sum(file.count(lines) for file in files) for files in (facts.now, facts.old))
    if section == "Green" and facts.step.kind == "refactoring":
        starts = "*Green* of a refactoring is where it starts, and the step before has no such code"
        return "" if before else f"{starts}; quote before NAME"
    if now == before:
        what = "the step before had this already" if now else "this is from the suite, and not from the step"
        return f"{what}; quote what is new in this step, or has gone"
    return ""


SMALL = {"no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
NUMBERS = SMALL | {"seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12}
WORDS = {number: word for word, number in NUMBERS.items()}
NUMBER = rf"(\d[\d,]*|{'|'.join(NUMBERS)})"
Count = Callable[[Matrix, Step], int]


def drivers(matrix: Matrix, step: Step) -> int:
    """The tests that drive a step."""
    return len(matrix.driving(step))


def guards(matrix: Matrix, step: Step) -> int:
    """The guards that were written in a step."""
    return sum(test.kind == "guards" and test.written == step.number for test in matrix.tests)


def all_tests(matrix: Matrix, _step: Step) -> int:
    """All tests of the suite."""
    return len(matrix.tests)


def all_mutants(matrix: Matrix, _step: Step) -> int:
    """All mutants."""
    folder = matrix.story.mutants
    return sum(file.name != REST for file in folder.glob("*.py")) if folder else 0


COUNTED: list[tuple[str, str, Count]] = [
    ("Red", rf"\ball {NUMBER}(?: new)?(?: tests| rows)? (?:fail|are red)\b", drivers),
    ("", rf"\b{NUMBER} new guards?\b", guards),
    ("", rf"\b{NUMBER} guards? (?:says?|hold|keep|watch|check|joined)\b", guards),
    ("", rf"\b{NUMBER} guards? (?:is new|are new|came in|written here)\b", guards),
    ("", rf"\ball {NUMBER} tests of the suite\b", all_tests),
    ("", rf"\ball {NUMBER} mutants\b", all_mutants),
]
"""The section in which a count is read (or any), how it is written, and what it counts."""


def counted(part: Part, facts: Facts) -> Iterator[Edit]:
    """Each number of a paragraph that counts tests or mutants, and is wrong."""
    for section, form, count in COUNTED:
        if section not in ("", part.section):
            continue
        for found in re.finditer(form.replace(" ", r"\s+"), part.text, re.IGNORECASE):
            right, word = count(facts.matrix, facts.step), found[1]
            if number_of(word) != right:
                what = f"says {' '.join(found[0].split())}, and it is {right}"
                counts = (count.__doc__ or "").lower().rstrip(".")
                place = part.line + part.text.count("\n", 0, found.start(1))
                old = facts.step.prose.split("\n")[place - 1]
                rest = part.text[found.start(1) :].partition("\n")[0]
                new = old.replace(rest, like(word, right) + rest.removeprefix(word), 1)
                yield Edit(place, [old], [new], f"{what}: {counts}")


def number_of(word: str) -> int:
    """`12` and `twelve`."""
    word = word.lower().replace(",", "")
    return int(word) if word.isdecimal() else NUMBERS[word]


def like(word: str, number: int) -> str:
    """A number, written like the one in its place: in digits, in a word, or in a word with a capital."""
    said = WORDS.get(number, f"{number:,}") if word.isalpha() else f"{number:,}"
    return said.capitalize() if word[0].isupper() else said


def written(prose: str, changes: Sequence[Edit]) -> str:
    """A README after some edits."""
    lines = prose.split("\n")
    for edit in sorted(changes, key=lambda edit: edit.line, reverse=True):
        if edit.new:
            lines[edit.line - 1 : edit.line - 1 + len(edit.old)] = edit.new
    return "\n".join(lines)
