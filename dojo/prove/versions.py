"""A revision: a commit, or the run that a light recorded, with its files, its tests and its verdicts."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from dojo.attempt.snapshot import Files
from dojo.prove.measure.source_tree import SourceTree
from dojo.prove.verdict import FAIL_ON, SEEN_RED, Kind, Verdict
from dojo.wording import count_of

STUB = (
    "Where only a name was missing, the assertion of the test never failed. Next time, write a stub first,"
    " and see the assertion fail."
)
# what the first sentence counts: neither tests that were only tidied, nor those that were there before
GROUPS = {
    "red": SEEN_RED,
    "passes": {Kind.PASSES, Kind.MADE_GREEN, Kind.ASKED_MORE},
    "unseen": {Kind.UNSEEN, Kind.CRASHED},
    "unanswered": {Kind.NO_ANSWER},
}
NO_TEST = "No test is new or asks for more than before."


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

    @property
    def normal_code(self) -> dict[str, str]:
        """Its code in any language, in a normal form."""
        return SourceTree(self.files).normal_code


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
    is_stopped: bool = False
    """True after Ctrl-C: there are more commits."""

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
        return [verdict for verdict in self.verdicts if verdict.is_open]

    @property
    def is_unanswered(self) -> bool:
        """True if there were questions, and not one of them has an answer."""
        kinds = {verdict.kind for verdict in self.verdicts if not verdict.explained}
        return kinds == {Kind.NO_ANSWER}

    @property
    def headline(self) -> str:
        """What was asked and answered: how many tests caught their change, or were seen red.

        Tests that were only tidied or adapted are not counted.
        """
        tests = self.test_counts
        still_red = len(self.found(["red"]))
        red, passes, unanswered = tests["red"], tests["passes"], tests["unanswered"]
        number = red + passes + unanswered + still_red + tests["unseen"] + tests["explained"]
        if not number:
            return NO_TEST
        what = "seen red, then green"
        if self.head:
            what = "caught its change" if number == 1 else "caught their change"
        parts = [f"{red} of {count_of(number, 'new or changed test')} {what}"]
        if passes:
            parts.append("1 passes: look at it" if passes == 1 else f"{passes} pass: look at them")
        if still_red:
            parts.append("1 is red at the end" if still_red == 1 else f"{still_red} are red at the end")
        if unanswered:
            parts.append(f"{unanswered} could not be answered")
        return "; ".join(parts) + "."

    @property
    def test_counts(self) -> Counter[str]:
        """How many verdicts on new or changed tests there are in each group of kinds."""
        counts: Counter[str] = Counter()
        for verdict in self.verdicts:
            if not verdict.test:
                continue
            for group, kinds in GROUPS.items():
                if verdict.kind in kinds:
                    counts["explained" if verdict.explained else group] += 1
        return counts

    @property
    def notes(self) -> Iterator[str]:
        """What concerns all of it."""
        yield from self.remarks
        proven = self.counts.get(Kind.PROVEN, 0) + self.counts.get(Kind.PAYS, 0)
        if self.counts.get(Kind.BY_NAME, 0) > proven:
            yield STUB
        explained = [verdict for verdict in self.verdicts if verdict.explained]
        if explained:
            yield f"Explained: {len(explained)}."

    def found(self, words: Collection[str]) -> list[Verdict]:
        """Select the unexplained verdicts that these words of `FAIL_ON=` name.

        A test that is red in one version, and green in a later one, is not red.
        """
        kinds = {kind for word in words for kind in FAIL_ON[word]}
        last = {verdict.function: verdict.kind for verdict in self.verdicts}
        found = []
        for verdict in self.verdicts:
            is_over = verdict.kind == Kind.STILL_RED and last[verdict.function] != Kind.STILL_RED
            if verdict.kind in kinds and not verdict.explained and not is_over:
                found.append(verdict)
        return found
