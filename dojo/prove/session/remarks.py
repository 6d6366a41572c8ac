"""What is said of a stage besides the verdicts: how its tests came, went, broke, or could not speak."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from dojo.prove.proving.verdict import Verdict
from dojo.prove.session.judging import Known
from dojo.prove.session.stages import Stage, row_of
from dojo.prove.session.trail import GREEN, NAME, SILENT, Point, earlier, gone, last_spoken, point
from dojo.screen.words import first_of

OPENED = "You opened {} tests at once."
RENAMED = "Same test, new name."
ASIDE = "You set this test aside while red: {}."
NEW_REASON = "Still red, for a new reason: {}"
SILENCE = "For {} the tests could not speak."
EDITED = "You changed {} in green, and no code: {}."
EDITED_BOTH = "You changed {} in green, and code as well: {}."
SILENCED = "`{}` is missing, and that silences {} tests."
BROKE = "This change broke {}."
KEPT = "Your code kept {} already."
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SEVERAL = 2


def in_letters(number: int) -> str:
    """three; from eleven on 11"""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def some(number: int, noun: str) -> str:
    """one test, three tests"""
    return f"{in_letters(number)} {noun}{'' if number == 1 else 's'}"


@dataclass(frozen=True)
class Remarks:
    """The remarks on a stage, from the verdicts on its tests."""

    known: Known
    now: Stage
    verdicts: tuple[Verdict, ...]

    @property
    def all(self) -> Iterator[str]:
        """All of them, in the order in which things happened."""
        yield from self.of_silence()
        yield from self.of_the_set()
        yield from self.of_reds()
        yield from self.of_ours()

    @cached_property
    def points(self) -> list[Point]:
        return [point(self.now, id) for id in self.now.ids]

    @cached_property
    def speaks(self) -> bool:
        """Does any test say something, or is there none?"""
        return is_speaking(self.now)

    @property
    def same_code(self) -> bool:
        return (self.now.before.code if self.now.before else {}) == self.now.code

    def of_silence(self) -> Iterator[str]:
        """Amber runs before this one."""
        runs, stage = 0, self.now.before
        while self.speaks and stage and not is_speaking(stage):
            runs, stage = runs + 1, stage.before
        if runs:
            yield SILENCE.format(some(runs, "run"))

    def of_the_set(self) -> Iterator[str]:
        """Which tests are new, have another name, or are gone."""
        before = self.now.before
        if before is None:
            return
        older = {id: earlier(self.now, id) for id in self.now.ids}
        came = [
            one for one in self.points if not older[one.id] and one.is_red and one.id not in self.now.ours
        ]
        if len(came) >= SEVERAL:
            yield OPENED.format(in_letters(len(came)))
        if any(old and old != id and is_renamed(old, id) for id, old in older.items()):
            yield RENAMED
        aside = [id for id in gone(before, self.now) if id not in older.values() and point(before, id).is_red]
        if aside and self.speaks:
            yield ASIDE.format(first_of([self.known.rule(id) for id in aside]))
        edited = [one.id for one in self.points if self.was_edited_in_green(one)]
        if edited:
            said = EDITED if self.same_code else EDITED_BOTH
            yield said.format(some(len(edited), "test"), first_of([self.known.rule(id) for id in edited]))

    def was_edited_in_green(self, one: Point) -> bool:
        """Was it green, and is it green with another text?"""
        if one.id in self.now.ours or one.id in {verdict.test for verdict in self.verdicts}:
            return False
        last = last_spoken(self.now, one.id)
        return one.came == GREEN and last is not None and last.came == GREEN and last.what != one.what

    def of_reds(self) -> Iterator[str]:
        """Which tests are red for one name, for a new reason, or because the code has changed."""
        names = Counter(one.missing for one in self.points if one.came == NAME and one.missing)
        before = (
            {point(self.now.before, id).missing for id in self.now.before.ids} if self.now.before else set()
        )
        for name, number in names.items():
            if number >= SEVERAL and name not in before:
                yield SILENCED.format(name, in_letters(number))
        broken = []
        for one in self.points:
            last = last_spoken(self.now, one.id) if one.is_red else None
            if last is None or last.what != one.what:
                continue
            if last.came == GREEN and not self.same_code and names[one.missing] < SEVERAL:
                broken.append(one.id)
            elif last.is_red and one.why and last.why and last.why != one.why:
                yield NEW_REASON.format(one.why)
        if broken:
            yield BROKE.format(first_of([self.known.rule(id) for id in broken]))

    def of_ours(self) -> Iterator[str]:
        """Tests of ours that were green at once: our steps needed no code for them either."""
        said = {verdict.test for verdict in self.verdicts}
        new = [
            id for id in self.now.brought if id != self.now.ours[0]
        ]  # the participant has the like of that
        kept = [id for id in new if point(self.now, id).came == GREEN and id not in said]
        if kept and self.now.light.verb != "start":
            yield KEPT.format(some(len(kept), "test") + " of ours")


def is_renamed(old: str, id: str) -> bool:
    """Has it another name, and not only another row?"""
    return row_of(old) == row_of(id)


def is_speaking(stage: Stage) -> bool:
    """Does any test of a stage say something, or is there none?"""
    return stage.is_green or any(point(stage, id).came != SILENT for id in stage.ids)
