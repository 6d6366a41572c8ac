"""The verdict on a test that is green at a stage.

Only what a light has shown is proven. If a test and its code came in one save, nobody has seen it red: a
replay on the code before tells whether it would have been red, and the verdict says that nobody saw it.
A replay also says why a test was red, for a light keeps its colour alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dojo.attempt.snapshot import Files
from dojo.prove.proving import verdict as say
from dojo.prove.proving.verdict import Kind, Verdict
from dojo.prove.session.book import Book, laid
from dojo.prove.session.replays import asked
from dojo.prove.session.stages import Stage, beginning, file_of, row_of
from dojo.prove.session.trail import (
    ASSERTED,
    CRASH,
    DOUBT,
    GREEN,
    NAME,
    RED,
    SILENT,
    Point,
    last_spoken,
    names_alone,
    of_colour,
    point,
    reds,
    shown,
    trail,
)
from dojo.runner.failure.reason import in_words
from dojo.runner.result import Cell
from dojo.screen.words import counted
from dojo.story.tests import SuiteTest, openers, rule_of

NEVER_RED = "“{}” was never seen red; break the code once to try it."
NOT_THE_CODE = "“{}”: you changed the test, not the code, to get green."
LEFT_OUT = "its light has left out {}"
NO_REPLAY = "the replay of light {} did not end well: {}"
DIFFERS = "light {} says {}, and a replay does not bear it out"
FLAKY = (
    "it was red and then green, and nothing that it uses has changed: does it come out differently each time?"
)
TWICE = 2
"""Red by its own assertion at so many lights, it has waited for its code."""


@dataclass(frozen=True)
class Known:
    """What the judging of a test builds on."""

    book: Book
    ours: Mapping[str, SuiteTest]
    clock: Mapping[int, float]

    def opens(self, id: str) -> bool:
        """Does a test of ours open a step? The very first one does not: the participant has its like."""
        return self.ours.get(id) in openers([*self.ours.values()][1:])

    def rule(self, id: str) -> str:
        """A test in words."""
        if id in self.ours:
            return self.ours[id].rule
        if "::" not in id:
            return rule_of(id)
        return in_words(beginning(id).rpartition("::")[2] + row_of(id))


@dataclass(frozen=True)
class Judging:
    """A test that is green at a stage, and its way there."""

    known: Known
    now: Stage
    id: str

    @cached_property
    def points(self) -> list[Point]:
        return list(trail(self.now, self.id))

    @cached_property
    def reds(self) -> list[Point]:
        """The reds since it was green last, the newest first."""
        return reds(self.points)

    @cached_property
    def last(self) -> Point | None:
        """Where it has spoken last, before now."""
        return last_spoken(self.now, self.id)

    @property
    def rule(self) -> str:
        return self.known.rule(self.id)

    @property
    def base(self) -> Stage | None:
        """The stage whose code its newest text is to be tried on: where it spoke last, or before it came."""
        return self.last.stage if self.last else self.points[-1].stage.before

    @property
    def is_ours(self) -> bool:
        return self.id in self.now.ours

    @property
    def is_edited(self) -> bool:
        """Has its text changed since it spoke last?"""
        return self.last is not None and point(self.now, self.id).what != self.last.what

    @property
    def code_is_the_same(self) -> bool:
        return (self.base.code if self.base else {}) == self.now.code

    def verdict(self) -> Verdict | None:
        """The verdict, if there is anything to say."""
        if self.now.light.verb == "start":
            return None  # it begins with the code and the tests of another attempt
        if self.last is None:
            return self.of_a_new_one()
        if self.last.came == GREEN:
            return self.of_a_green_one() if self.is_edited else None
        if self.is_edited and self.last.was_amber:  # a slip in the test itself may have broken it
            return self.of_a_new_one()
        return self.of_an_edited_red_one() if self.is_edited else self.of_a_red_one()

    def of_a_new_one(self) -> Verdict | None:
        """It came green."""
        if self.is_ours:
            is_last = self.id in self.now.brought and self.id == self.now.light.test
            is_news = is_last and self.known.opens(self.id)
            return say.had(self.rule, test=self.id) if is_news else None
        if self.code_is_the_same:
            return Verdict(Kind.PASSES, NEVER_RED.format(self.rule), test=self.id, rule=self.rule)
        return self.unseen(*self.on_the_code_before())

    def of_a_green_one(self) -> Verdict | None:
        """It was green, and its text has changed."""
        if self.code_is_the_same:
            return None
        came, cell, fault = self.on_the_code_before()
        if came == GREEN:
            return None
        if names_alone(came, cell.why if cell else "") and self.old_one_fails():
            return say.adapted(self.rule, **self.more(cell))
        return self.unseen(came, cell, fault)

    def of_an_edited_red_one(self) -> Verdict:
        """It was red, and came to green with another text."""
        if self.code_is_the_same:
            return self.edited_to_green()
        came, cell, fault = self.on_the_code_before()
        return self.edited_to_green() if came == GREEN else self.unseen(came, cell, fault)

    def of_a_red_one(self) -> Verdict | None:
        """It was red, and came to green with the same text."""
        assert self.last
        same = [one for one in self.reds if one.what == self.points[0].what]
        seen = [one for one in same if one.came != SILENT]
        came = {one.came for one in seen}
        before = self.points[len(self.reds) + 1 :]
        if before and before[0].what == self.points[0].what:  # the code had broken it, and has mended it
            known = any(one.came == ASSERTED and one.what == before[0].what for one in before)
            return None if known or ASSERTED not in came else self.proven(seen)
        if self.code_is_the_same and only_python_differs(self.last.stage.files, self.now.files):
            return self.unanswered(FLAKY)
        if ASSERTED in came:
            return self.proven(seen)
        if all(names_alone(one.came, one.why) for one in seen) and self.is_adapted:
            return say.adapted(self.rule, why=seen[0].why, **self.of(seen[0]))
        if CRASH in came:
            one = next(one for one in seen if one.came == CRASH)
            return say.by_crash(self.rule, one.why, **self.of(one))
        if NAME in came:
            return self.named(seen)
        return self.unanswered(doubts(seen))

    def proven(self, seen: list[Point]) -> Verdict:
        """Its own assertion failed: at one light, or at more."""
        asserted = [one for one in seen if one.came == ASSERTED]
        if len(asserted) < TWICE:
            return say.proven(self.rule, why=asserted[0].why, **self.of(asserted[0]))
        return say.pays(self.rule, self.how_long(), why=asserted[0].why, **self.of(asserted[0]))

    def named(self, seen: list[Point]) -> Verdict:
        """Only a name was missing, at each light."""
        one = next(one for one in seen if one.came == NAME)
        name = f"`{one.missing}`" if one.missing else "a name"
        return say.by_name(self.rule, name, why=one.why, **self.of(one))

    @property
    def is_adapted(self) -> bool:
        """Was it green with another text, which fails now?"""
        older = self.points[len(self.reds) + 1 :]
        return bool(older) and older[0].came == GREEN and self.old_one_fails()

    def how_long(self) -> str:
        """3 lights, 4 minutes"""
        clock = self.known.clock
        first = self.reds[-1].stage
        seconds = int(clock[self.now.number] - clock[first.number])
        time = counted(seconds // 60, "minute") if seconds >= 60 else counted(seconds, "second")
        return f"{counted(len(self.reds), 'light')}, {time}"

    def passing(self) -> Verdict:
        return say.passes(self.rule, test=self.id)

    def edited_to_green(self) -> Verdict:
        assert self.last
        says, why = NOT_THE_CODE.format(self.rule), self.last.why
        return Verdict(Kind.MADE_GREEN, says, rule=self.rule, why=why, **self.of(self.last))

    def unanswered(self, why: str) -> Verdict:
        return say.no_answer(self.rule, why, test=self.id)

    def unseen(self, came: str, cell: Cell | None, fault: str) -> Verdict:
        """What a replay says of a test that nobody has seen on the code before."""
        if came == GREEN:
            return self.passing()
        if came in (SILENT, DOUBT):
            return self.unanswered(
                f"on the code before it did not run: {fault or (cell.why if cell else '')}"
            )
        return say.unseen(self.rule, **self.more(cell))

    def more(self, cell: Cell | None) -> dict[str, str]:
        return {"test": self.id, "why": cell.why if cell else "", "failure": shown(cell)}

    def of(self, one: Point) -> dict[str, Any]:
        return {"test": self.id, "failure": one.failure}

    def on_the_code_before(self) -> tuple[str, Cell | None, str]:
        """What its new text comes to on the code before, in a replay; and why nobody can say, if so."""
        return self.tried(self.now, self.base, self.id)

    def old_one_fails(self) -> bool:
        """Does the text that was green before fail on the code of now?"""
        green = next((one for one in self.points[1:] if one.came == GREEN), None)
        if green is None:
            return False
        return self.tried(green.stage, self.now, green.id)[0] in RED

    def tried(self, tests: Stage, code: Stage | None, id: str) -> tuple[str, Cell | None, str]:
        """What a test of one stage comes to on the code of another."""
        files = laid(tests.files, code.files if code else {})
        reading = self.known.book.reading(asked(files))
        cell = reading.cells.get(id) or reading.cells.get(file_of(id))
        if cell is None:
            return SILENT, None, reading.fault or "the replay has no result of it"
        return (GREEN if cell.colour == "green" else of_colour(cell.colour, cell)), cell, reading.fault


def only_python_differs(before: Files, now: Files) -> bool:
    """Is each file that differs Python? Code may read others: then these belong to it."""
    differ = [name for name in before.keys() | now.keys() if before.get(name) != now.get(name)]
    return all(name.endswith(b".py") for name in differ)


def doubts(points: list[Point]) -> str:
    """Why nobody can say how it was red."""
    one = points[0] if points else None
    if one is None:
        return "no light has it red with this text"
    if one.stage.left_out:
        return LEFT_OUT.format(", ".join(one.stage.left_out))
    if one.cell is None and one.stage.fault:
        return NO_REPLAY.format(one.stage.number, one.stage.fault)
    return DIFFERS.format(one.stage.number, one.stage.noted(one.id) or "amber")
