"""The versions of an attempt: each light that says something, with its verdicts and remarks."""

import time
from collections.abc import Callable, Iterator, Sequence

from dojo.attempt.diffstat import lines_between
from dojo.prove.proving import verdict as say
from dojo.prove.proving.lines import changed_lines, kept
from dojo.prove.proving.verdict import SEEN_RED, Change, Kind, Verdict, Version
from dojo.prove.session.book import Book
from dojo.prove.session.judging import Judging, Known, doubts
from dojo.prove.session.remarks import Remarks, is_speaking
from dojo.prove.session.replays import asked
from dojo.prove.session.stages import Stage
from dojo.prove.session.trail import ASSERTED, CRASH, DOUBT, NAME, point
from dojo.screen.words import counted

ENDS_SILENT = "The attempt ends while the tests cannot speak."
COLOURS_ALONE = "From green to green with other code, {}. A program in another language is not measured."
NOT_NOTED = "the tests did not end where the lines that run are noted: {}"


class Attempted:
    """The stages of an attempt, as far as the replays are known."""

    def __init__(
        self,
        stages: Sequence[Stage],
        known: Known,
        *,
        is_program: bool = False,
        remarks: tuple[str, ...] = (),
    ) -> None:
        self.stages, self.known, self.is_program = stages, known, is_program
        self.remarks = remarks
        """What is said of all of it."""

    @property
    def book(self) -> Book:
        return self.known.book

    def judged(self) -> dict[Stage, list[Verdict]]:
        """The verdicts on each stage."""
        if not self.is_program:
            for stage in self.stages:
                if not stage.is_green:
                    reading = self.book.reading(asked(stage.files, stage.ours))
                    stage.cells, stage.fault = reading.cells, reading.fault
        found = {stage: list(self.of_tests(stage)) for stage in self.stages}
        later = self.seen_later(found)
        for stage, verdicts in found.items():
            unproven = (Kind.PASSES, Kind.UNSEEN)
            verdicts[:] = [v for v in verdicts if v.kind not in unproven or (stage, v.test) not in later]
            if not verdicts:
                verdicts += self.of_code(stage)
        if self.stages:
            found[self.stages[-1]] += self.open(self.stages[-1])
        return found

    def of_tests(self, stage: Stage) -> Iterator[Verdict]:
        """The verdicts on the tests of a stage that are green."""
        for id in stage.ids:
            if stage.noted(id) == "green" or (not stage.noted(id) and point(stage, id).came == "green"):
                verdict = Judging(self.known, stage, id).verdict()
                if verdict:
                    yield verdict

    def seen_later(self, found: dict[Stage, list[Verdict]]) -> set[tuple[Stage, str]]:
        """The tests that were seen red at a later stage, with the same text, and then green."""
        ways = [
            Judging(self.known, stage, verdict.test).points
            for stage, verdicts in found.items()
            for verdict in verdicts
            if verdict.kind in SEEN_RED
        ]
        return {(one.stage, one.id) for now, *older in ways for one in older if one.what == now.what}

    def of_code(self, stage: Stage) -> Iterator[Verdict]:
        """The verdict on code that changed while all was green: are its changed lines run by the tests?"""
        before = stage.before
        while before and not is_speaking(before):
            before = before.before
        if not before or not (before.is_green and stage.is_green) or before.code == stage.code:
            return
        if len(stage.ids) > len(before.ids) or stage.light.verb == "start" or self.is_program:
            return
        reading = self.book.reading(asked(stage.files, stage.ours, lines=True))
        if reading.fault:
            yield say.no_answer("", NOT_NOTED.format(reading.fault))
            return
        changed = changed_lines(before.files, stage.files)
        run = sum(len(lines & set(reading.ran.get(file, ()))) for file, lines in changed.items())
        yield kept(sum(map(len, changed.values())), run if stage.ids else 0)

    def open(self, stage: Stage) -> Iterator[Verdict]:
        """The tests that are red at the end."""
        for id in stage.ids:
            one, rule = point(stage, id), self.known.rule(id)
            if one.came in (ASSERTED, NAME, CRASH):
                yield say.still_red(rule, one.why, test=id, failure=one.failure)
            elif one.came == DOUBT:
                yield say.no_answer(rule, doubts([one]), test=id)

    def versions(self) -> list[Version]:
        """Each light that says something."""
        return [
            version for stage, verdicts in self.judged().items() if (version := self.version(stage, verdicts))
        ]

    def version(self, stage: Stage, verdicts: list[Verdict]) -> Version | None:
        """A light with its verdicts and remarks; none if it has nothing to say."""
        remarks = [*Remarks(self.known, stage, tuple(verdicts)).all, *self.of_a_program(stage)]
        if stage is self.stages[-1] and not is_speaking(stage):
            remarks.append(ENDS_SILENT)
        if not verdicts and not remarks:
            return None
        return Version(
            f"light {stage.number}", title(stage), tuple(verdicts), tuple(remarks), change_of(stage)
        )

    def of_a_program(self, stage: Stage) -> Iterator[str]:
        """A refactoring of a program, as far as the colours tell."""
        before = stage.before
        if self.is_program and before and before.is_green and stage.is_green and before.ids == stage.ids:
            lines = lines_between(before.files, stage.files).code.number
            if lines:
                yield COLOURS_ALONE.format(counted(lines, "line"))


def number(version: Version) -> int:
    """The number of the light that a version is."""
    return int(version.name.rpartition(" ")[2])


def title(stage: Stage) -> str:
    """20:15, make next: green"""
    clock = time.strftime("%H:%M", time.localtime(stage.light.when))
    return f"{clock}, make {stage.light.verb}: {stage.light.colour}"


def change_of(stage: Stage) -> Callable[[], Change]:
    """The files before a stage and in it."""

    def change() -> Change:
        return Change(stage.before.files if stage.before else {}, stage.files)

    return change
