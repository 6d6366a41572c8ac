"""A revision: a commit, or the run that a light recorded, with its files, its tests and its verdicts."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath

from dojo.attempt import diffstat
from dojo.attempt.snapshot import File, Files
from dojo.prove.runs import TestResult
from dojo.prove.verdict import FAIL_ON, SEEN_RED, Kind, Verdict
from dojo.trace.sources import (
    Test,
    TestFile,
    belongs_to_tests,
    find_at,
    holds_tests,
    is_code,
    normalize,
    parse_tests,
)
from dojo.wording import count_of

STUB = (
    "Where only a name was missing, the assertion of the test never failed. Next time, write a stub first,"
    " and see the assertion fail."
)
NO_TEST = "No test is new or asks for more than before."


@dataclass(eq=False)
class TestChange:
    """A test, or a row of one, in the version before and in this one."""

    test: Test
    now: TestResult
    then: TestResult | None = None
    """What it came to in the version before, as that was."""
    old: Test | None = None
    """What it was there; None if it is new."""
    same_row: bool = True
    helpers_changed: bool = False
    red: "TestChange | None" = None
    """What is known of it if it was red before."""
    more_asserts: int = 1
    """How many assertions it has more than what it was, or than the tests that it replaces."""
    laid: TestResult | None = None
    """What it comes to, as it is now, on the code of the version before; None if that is of no interest."""
    asserted: bool = False
    """True if its own assertion has failed by then."""
    adapts: bool = False
    """True if it was green before, and only a name is missing since."""

    @property
    def is_same(self) -> bool:
        """True if it says what it said before."""
        return self.old is not None and self.old.source == self.test.source and self.same_row

    @property
    def was_green(self) -> bool:
        return self.then is not None and self.then.colour == "green"

    @property
    def was_red(self) -> bool:
        return self.red is not None or bool(self.then and self.then.red_kind)

    def note_red(self) -> None:
        """Note how it is red, and was until then."""
        kind, red = self.now.red_kind, self.red
        has_new_names = self.was_green and not self.is_same and self.more_asserts <= 0
        self.asserted = kind == Kind.PROVEN or bool(red and red.asserted)
        self.adapts = kind == Kind.BY_NAME and (has_new_names or bool(red and red.adapts))


@dataclass(eq=False)
class Revision:
    """A commit, or the run that a light recorded; without files, what is before the first one."""

    name: str = ""
    """Its short hash, or the number of its light."""
    title: str = ""
    """The first line of its message, or when it was and what was done."""
    verdicts: Sequence[Verdict] = ()
    remarks: Sequence[str] = ()
    """Sentences about it that are no verdicts: “You opened three tests at once.”"""
    before: "Revision | None" = None
    """The one that it was made from; None if nobody can read that."""
    commit: str = ""
    """The whole hash of a commit; nothing for a light."""
    files: Files = field(default_factory=dict)
    reds: dict[str, TestChange] = field(default_factory=dict)
    """What is red in it, by the ids of the tests; the judge fills it."""

    @cached_property
    def paths(self) -> dict[str, File]:
        """Its files by their paths as text; links left out."""
        files = ((name, one) for name, one in self.files.items() if one.mode != "120000")
        return {name.decode(errors="replace"): one for name, one in files}

    @property
    def normal_code(self) -> dict[str, str]:
        """Its code in any language, in a normal form: of Python without what is layout."""
        paths = [path for path in self.paths if is_code(path) or not path.endswith(".py")]
        return {path: normalize(self.content(path)) for path in filter(diffstat.is_code, paths)}

    @cached_property
    def test_files(self) -> list[str]:
        """The files that may hold tests: none that has nothing but imports."""
        files = {path: self.test_file(path) for path in sorted(filter(holds_tests, self.paths))}
        return [
            path for path, one in files.items() if not one or one.tests or one.helpers or one.defines_code
        ]

    @cached_property
    def tests(self) -> dict[str, Test]:
        """Its tests by their ids, as far as their sources tell."""
        files = {path: self.test_file(path) for path in self.test_files}
        return {f"{path}::{test.name}": test for path, file in files.items() if file for test in file.tests}

    @cached_property
    def import_names(self) -> set[str]:
        """The names by which its code may be imported."""
        paths = filter(is_code, self.paths)
        return {part for path in paths for part in PurePosixPath(path).with_suffix("").parts}

    def content(self, path: str) -> bytes:
        return self.paths[path].content if path in self.paths else b""

    def test_file(self, path: str) -> TestFile | None:
        return parse_tests(self.content(path))

    def find_test(self, outcome: TestResult) -> Test:
        """Find the source of a test that ran, also where it is inherited or made by a program."""
        if test := self.tests.get(outcome.function):
            return test
        found = find_at(self.content(outcome.file), outcome.line) if outcome.file else None
        return found or Test(outcome.function, "", outcome.line, 0)

    def holds_code(self, path: str) -> bool:
        """True if a test file has code of its own, and neither it nor a `conftest.py` imports any other."""
        file = self.test_file(path)
        if not file or not file.defines_code or file.imports & {"", *self.import_names}:
            return False
        above = PurePosixPath(path).parents
        return not any((folder / "conftest.py").as_posix() in self.paths for folder in above)

    def with_tests_of(self, other: "Revision") -> "Revision":
        """The same code, with all that belongs to the tests of another version."""
        tests = {name for name in self.files | other.files if belongs_to_tests(name.decode(errors="replace"))}
        code = {name: file for name, file in self.files.items() if name not in tests}
        return Revision(files=code | {name: other.files[name] for name in tests & other.files.keys()})

    def unlike(self, other: "Revision") -> list[str]:
        """The paths of what differs from another version; layout, comments and docstrings do not."""
        paths = sorted({path for path, _ in self.paths.items() ^ other.paths.items()})
        return [
            path
            for path in paths
            if not path.endswith(".py") or normalize(self.content(path)) != normalize(other.content(path))
        ]


@dataclass(frozen=True)
class Proof:
    """The verdicts on a whole history."""

    title: str
    """What it is a proof of: `60 commits of bowling`, or `the lights of tables-3`."""
    versions: Sequence[Revision] = ()
    """Those that there is something to say of."""
    remarks: Sequence[str] = ()
    """Sentences about all of it."""
    base: str = ""
    head: str = ""
    """The whole hashes of the commit before the first one, and of the last one; nothing for lights."""
    python: str = ""
    """The Python that ran the tests of the commits."""

    @property
    def verdicts(self) -> Iterator[Verdict]:
        return (verdict for version in self.versions for verdict in version.verdicts)

    @property
    def counts(self) -> dict[Kind, int]:
        """How many verdicts there are of each kind."""
        counted = Counter(verdict.kind for verdict in self.verdicts)
        return {kind: counted[kind] for kind in Kind if counted[kind]}

    @property
    def open(self) -> list[Verdict]:
        return [one for one in self.verdicts if one.is_open]

    @property
    def headline(self) -> str:
        """What was asked and answered: how many tests fail without their change, or were seen red.

        Tests that were only tidied or adapted are not counted.
        """
        told = [one for one in self.verdicts if one.test and one.kind != Kind.WEAKENED]
        tests = Counter("explained" if one.explained else one.kind for one in told)
        red, passes = sum(tests[one] for one in SEEN_RED), tests[Kind.PASSES] + tests[Kind.MADE_GREEN]
        unanswered, still_red = tests[Kind.NO_ANSWER], len(self.found(["red"]))
        unseen = tests[Kind.UNSEEN] + tests[Kind.CRASHED]
        number = red + passes + unanswered + still_red + unseen + tests["explained"]
        fail = "fails without its change" if number == 1 else "fail without their change"
        fail = fail if self.head else "seen red, then green"
        parts = (
            (1, f"{red} of {count_of(number, 'new or changed test')} {fail}"),
            (passes, f"{passes} {'passes: look at it' if passes == 1 else 'pass: look at them'}"),
            (still_red, f"{still_red} {'is' if still_red == 1 else 'are'} red at the end"),
            (unanswered, f"{unanswered} could not be answered"),
        )
        return "; ".join(said for count, said in parts if count) + "." if number else NO_TEST

    @property
    def notes(self) -> Iterator[str]:
        """What concerns all of it."""
        yield from self.remarks
        proven = self.counts.get(Kind.PROVEN, 0) + self.counts.get(Kind.PAYS, 0)
        if self.counts.get(Kind.BY_NAME, 0) > proven:
            yield STUB
        if explained := sum(bool(one.explained) for one in self.verdicts):
            yield f"Explained: {explained}."

    def found(self, words: Collection[str]) -> list[Verdict]:
        """Select the unexplained verdicts that these words of `FAIL_ON=` name.

        A test that is red in one version, and green in a later one, is not red.
        """
        kinds = {kind for word in words for kind in FAIL_ON[word]}
        last = {one.function: one.kind for one in self.verdicts}
        named = [one for one in self.verdicts if one.kind in kinds and not one.explained]
        return [one for one in named if one.kind != Kind.STILL_RED or last[one.function] == one.kind]
