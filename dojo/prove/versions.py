"""A revision: a commit, or the run that a light recorded, with its files, its tests and its verdicts."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import PurePosixPath

from dojo.attempt import diffstat
from dojo.attempt.snapshot import File, Files
from dojo.prove.git import Read, Tree, TreeEntry
from dojo.prove.runs import TestResult, TreeRun
from dojo.prove.tests import (
    LINK,
    Test,
    TestFile,
    belongs_to_tests,
    find_at,
    holds_tests,
    is_code,
    normalize,
    parse_tests,
)
from dojo.prove.verdict import FAIL_ON, Kind, Verdict

CACHED_BLOBS = 5_000
LARGE = 1_000_000
"""Bytes of a file that no page shows, and no test is told from."""
DOUBT = "doubt"
"""Where an outcome broke that a light tells of, and no run bears out."""


def small_blobs(read: Read) -> Read:
    """Read each object once; gives None for one that is not there, or large."""

    @lru_cache(CACHED_BLOBS)
    def read_small(blob: str) -> bytes | None:
        content = read(blob)
        return content if content is not None and len(content) <= LARGE else None

    return read_small


def at_hand(blob: str) -> bytes:
    """Read a file of `tree_of`."""
    return blob.encode("latin-1")


def tree_of(files: Files) -> Tree:
    """Give the tree of files that are at hand: each is its own blob."""
    return {name: TreeEntry(file.mode, file.content.decode("latin-1")) for name, file in files.items()}


def red_kind(outcome: TestResult) -> Kind | None:
    """Red by its assertion, by a name, or by a crash; None if it is green, or says nothing."""
    if outcome.where == DOUBT:
        return Kind.NO_ANSWER
    if outcome.colour == "red":
        return Kind.PROVEN
    if outcome.missing:
        return Kind.BY_NAME
    in_code = outcome.where == "code" and outcome.error != "SyntaxError"
    on_its_answer = outcome.where == "test"  # which has no such key, or is nothing at all
    return Kind.BY_CRASH if outcome.colour == "amber" and (in_code or on_its_answer) else None


@dataclass(eq=False)
class TestChange:
    """A test, or a row of one, in the version before and in this one."""

    __test__ = False

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
    is_given: bool = False
    """True if the kata has given it."""
    more_asserts: int = 1
    """How many assertions it has more than what it was, or than the tests that it replaces."""
    laid: TestResult | None = None
    """What it comes to, as it is now, on the code of the version before; None if that is of no interest."""
    is_flaky: bool = False
    since: "Revision" = field(default_factory=lambda: Revision())
    """If it is red: the version that it is red since."""
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
        return self.red is not None or bool(self.then and red_kind(self.then))

    @property
    def needs_replay(self) -> bool:
        """True if it matters what it comes to on the code before."""
        is_news = not self.is_same and not self.is_given
        return self.now.colour == "green" and (
            self.was_red or is_news or (self.helpers_changed and self.was_green)
        )

    def note_red(self, kind: Kind, here: "Revision") -> None:
        """Note since when it is red, and how."""
        has_new_names = self.was_green and not self.is_same and self.more_asserts <= 0
        self.since = self.red.since if self.red else here
        self.asserted = kind == Kind.PROVEN or bool(self.red and self.red.asserted)
        self.adapts = kind == Kind.BY_NAME and (has_new_names or bool(self.red and self.red.adapts))


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
    tree: Tree = field(default_factory=dict)
    read: Read = at_hand
    number: int = 0
    when: float = 0
    run: TreeRun | None = None
    """What its tests came to, if that is known; otherwise the judge runs them."""
    all_green: bool = True
    """False if a light says that a test was not green."""
    given: Collection[str] = ()
    """The tests that the kata has given: they are not the participant's."""
    reds: dict[str, TestChange] = field(default_factory=dict)
    """What is red in it, by the ids of the tests; the judge fills it."""

    @property
    def to_look_at(self) -> list[Verdict]:
        return [verdict for verdict in self.verdicts if verdict.to_look_at]

    def files_unlike(self, other: "Revision") -> dict[str, File]:
        """Its files that another version has otherwise, or not at all; without large ones."""
        told = {
            name.decode(errors="replace"): (entry.mode, self.read(entry.blob))
            for name, entry in self.tree.items()
            if other.tree.get(name) != entry
        }
        return {name: File(mode, content) for name, (mode, content) in told.items() if content is not None}

    @cached_property
    def paths(self) -> dict[str, TreeEntry]:
        """Its files by their paths as text; links left out."""
        return {name.decode(errors="replace"): one for name, one in self.tree.items() if one.mode != LINK}

    @cached_property
    def test_side(self) -> dict[str, TreeEntry]:
        """What belongs to its tests."""
        return {path: entry for path, entry in self.paths.items() if belongs_to_tests(path)}

    @cached_property
    def code(self) -> dict[str, TreeEntry]:
        return {path: entry for path, entry in self.paths.items() if is_code(path)}

    @property
    def normal_code(self) -> dict[str, str]:
        """Its code in any language, in a normal form: of Python without what is layout."""
        paths = [path for path in self.paths if is_code(path) or not path.endswith(".py")]
        return {path: normalize(self.content(path)) for path in filter(diffstat.is_code, paths)}

    @cached_property
    def test_files(self) -> list[str]:
        files = {path: self.test_file(path) for path in filter(holds_tests, self.test_side)}
        return sorted(path for path, file in files.items() if not (file and file.is_empty))

    @cached_property
    def tests(self) -> dict[str, Test]:
        """Its tests by their ids, as far as their sources tell."""
        told = ((path, self.test_file(path)) for path in self.test_files)
        return {f"{path}::{test.name}": test for path, file in told if file for test in file.tests}

    @cached_property
    def helpers(self) -> dict[str, str]:
        """What test files share: helpers, `conftest.py`, data."""
        return {path: entry.blob for path, entry in self.test_side.items() if not holds_tests(path)}

    @cached_property
    def import_names(self) -> set[str]:
        """The names by which its code may be imported."""
        return {part for path in self.code for part in PurePosixPath(path).with_suffix("").parts}

    def content(self, path: str) -> bytes:
        entry = self.paths.get(path)
        return (self.read(entry.blob) if entry else None) or b""

    def test_file(self, path: str) -> TestFile | None:
        return parse_tests(self.content(path))

    def helpers_of(self, path: str) -> str:
        """What a test file says beside its tests."""
        file = self.test_file(path)
        return file.helpers if file else ""

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

    @property
    def code_alone(self) -> Tree:
        return {
            name: one for name, one in self.tree.items() if not holds_tests(name.decode(errors="replace"))
        }

    def with_tests_of(self, other: "Revision") -> "Revision":
        """The same code, with all that belongs to the tests of another version."""
        tree = {
            name: entry
            for version, of_tests in ((self, False), (other, True))
            for name, entry in version.tree.items()
            if belongs_to_tests(name.decode(errors="replace")) is of_tests
        }
        return Revision(tree=tree, read=self.read)

    def same_but_for_tests(self, other: "Revision") -> bool:
        """True if nothing differs that does not belong to the tests: the code may read any other file."""
        mine, theirs = (
            {path: entry for path, entry in one.paths.items() if path not in one.test_side | one.code}
            for one in (self, other)
        )
        return mine == theirs and self.same_code(other)

    def same_code(self, other: "Revision") -> bool:
        """True if the code differs in nothing but layout, comments and docstrings."""
        return self.code.keys() == other.code.keys() and not self.changed_code(other)

    def changed_code(self, other: "Revision") -> list[str]:
        """The files of code that another version has otherwise, or not at all."""
        paths = sorted(self.code.keys() | other.code.keys())
        differ = [path for path in paths if self.code.get(path) != other.code.get(path)]
        return [path for path in differ if normalize(self.content(path)) != normalize(other.content(path))]


def version_of(files: Files) -> Revision:
    return Revision(tree=tree_of(files))


@dataclass(frozen=True)
class Proof:
    """The verdicts on a whole history."""

    title: str
    """What it is a proof of: `60 commits of bowling`, or `the lights of tables-3`."""
    versions: Sequence[Revision] = ()
    """Those that there is something to say of."""
    remarks: Sequence[str] = ()
    """Sentences about all of it."""
    how_to_explain: str = ""
    """How what is open can be explained; nothing for lights."""
    base: str = ""
    head: str = ""
    """The whole hashes of the commit before the first one, and of the last one; nothing for lights."""
    python: str = ""
    """The Python that ran the tests of the commits."""

    @property
    def verdicts(self) -> Iterator[Verdict]:
        return (verdict for version in self.versions for verdict in version.verdicts)

    @property
    def counts(self) -> Counter[Kind]:
        return Counter(verdict.kind for verdict in self.verdicts)

    @property
    def open(self) -> list[Verdict]:
        return [one for one in self.verdicts if one.is_open]

    def found(self, words: Collection[str]) -> list[Verdict]:
        """Select the unexplained verdicts that these words of `FAIL_ON=` name.

        A test that is red in one version, and green in a later one, is not red.
        """
        kinds = {kind for word in words for kind in FAIL_ON[word]}
        last = {one.function: one for one in self.verdicts}
        return [
            one
            for one in self.verdicts
            if one.kind in kinds
            and not one.explained
            and (one.kind != Kind.STILL_RED or last[one.function].kind == Kind.STILL_RED)
        ]
