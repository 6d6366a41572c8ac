"""`make prove` on the lights of an attempt: what the trace of each test says, in sentences. Nothing runs."""

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import Light, RunLight, runs_of
from dojo.attempt.recording import NotRecorded, all_files, all_lights
from dojo.attempt.snapshot import Files
from dojo.model.outcome import Outcome, Reason
from dojo.prove.joining import join_rows, note_guards
from dojo.prove.verdict import (
    CHANGES,
    Kind,
    Verdict,
    judge_unnoticed,
    no_answer,
    say,
)
from dojo.prove.versions import Proof, Revision
from dojo.tracing.became import NEVER_RED, Became
from dojo.tracing.moment import NO_LINES, InGreen, Moment
from dojo.tracing.sources import changed_lines
from dojo.tracing.state import TestState
from dojo.tracing.trace import Trace
from dojo.tracing.versions import is_version_code, trace_lights
from dojo.wording import count_of, first_of

KINDS = {
    Became.RED_FIRST: Kind.PROVEN,
    Became.RED_BY_NAME: Kind.BY_NAME,
    Became.CRASHED_FIRST: Kind.CRASHED,
    Became.RED_UNKNOWN: Kind.SEEN,
    Became.GREEN_AT_ONCE: Kind.PASSES,
    Became.WITH_ITS_CODE: Kind.UNSEEN,
    Became.MADE_GREEN: Kind.MADE_GREEN,
    Became.ADAPTED: Kind.ADAPTED,
    Became.REWRITTEN: Kind.REFACTORING,
    Became.WEAKENED: Kind.WEAKENED,
    Became.UNSTEADY: Kind.NO_ANSWER,
}
# what older lights of a program mean, which have its colour alone
WHY = {"red": "its output is not that of the case", "amber": "the program broke"}
NO_REASON = "Older lights do not say why a test was red: of those it is only said that they were."


def prove_lights(attempt: Attempt) -> Proof:
    """Prove the lights of an attempt: what was seen of each test, in which order.

    Lights that cannot be read are a question without an answer.
    """
    title = f"the lights of {attempt.name}"
    try:
        lights = all_lights(attempt)
        files = all_files(attempt, lights)
    except NotRecorded as fault:
        return Proof(title, (Revision("lights", verdicts=(no_answer(str(fault)),)),))
    if not lights:
        verbs = f"{attempt.command('next')} and {attempt.command('watch')}"
        return Proof(title, remarks=(f"{attempt.name} has no lights yet: {verbs} record them.",))
    proof = LightsProof(lights, files, is_program=bool(attempt.program))
    return Proof(title, proof.revisions, proof.remarks)


class LightsProof:
    """The verdicts on lights, and what is to be said of all of them."""

    def __init__(self, lights: Sequence[Light], files: Mapping[str, Files], *, is_program: bool) -> None:
        self.lights = {run.number: run for run in runs_of(lights)}
        self.files, self.is_program = files, is_program
        self.trace: Trace = trace_lights(lights, files)
        every = [self.judge(moment) for moment in self.trace.moments.values()]
        self.add_still_red(every)
        self.revisions = []
        for revision in every:
            if revision.verdicts or revision.remarks:
                self.revisions.append(revision)

    @property
    def remarks(self) -> list[str]:
        """Say once what the lights are too old to tell."""
        kinds = set[Kind]()
        for revision in self.revisions:
            for verdict in revision.verdicts:
                kinds.add(verdict.kind)
        found = []
        if Kind.SEEN in kinds:
            found.append(NO_REASON)
        if self.trace.lacks_lines:
            found.append(f"{NO_LINES.capitalize()}.")
        return found

    def judge(self, moment: Moment) -> Revision:
        """Return what there is to say of a light."""
        revision = self.revision_of(moment)
        if moment.is_silent or moment.version.begins:
            return revision
        verdicts = []
        rows = Counter[str]()
        for state in moment.news:
            rows[state.function] += 1
            verdict = self.verdict(state)
            if verdict:
                verdicts.append(verdict)
        verdicts = join_rows(note_guards(verdicts), rows)
        verdicts += self.judge_code(moment)
        revision.verdicts = verdicts
        judged = {verdict.test for verdict in verdicts}
        revision.remarks = self.remarks_on(moment, judged)
        return revision

    def revision_of(self, moment: Moment) -> Revision:
        """Return a light as a page shows it, with the one that it was made from."""
        light, base = self.lights[moment.version.number], Revision()
        if moment.base:
            base = Revision(files=self.files[self.lights[moment.base.version.number].id])
        title = f"{time.strftime('%H:%M', time.localtime(light.when))}, make {light.verb}: {light.colour}"
        return Revision(f"light {light.number}", title, files=self.files[light.id], before=base)

    def verdict(self, state: TestState) -> Verdict | None:
        """Judge a test; None if nothing is to be said of it."""
        became = state.became
        if became is None:
            return None
        # nobody is asked to see red what was seen red at another time, or has gone or changed since
        if became in NEVER_RED and not (self.trace.is_decided_by(state) and state.is_never_red()):
            return None
        red = find_red(state, became)
        why = CHANGES if became == Became.UNSTEADY else self.why(red)
        shown = {"test": state.id, "why": why, "failure_before": red.failure if red else ""}
        name = f"`{red.missing}`" if red and red.missing else ""
        found = say(KINDS[became], state.rule, by_lights=True, name=name, **shown)
        return found_at(found, state)

    def why(self, outcome: Outcome | None) -> str:
        """Say why a test was not green, in a line."""
        if outcome is None:
            return ""
        if self.is_program and not outcome.why:
            return WHY[outcome.colour]
        return outcome.why.removeprefix("AssertionError: ")

    def name_tests(self, states: Iterable[TestState]) -> str:
        rules: list[str] = []
        for state in states:
            # the rows of a test may share their rule
            if state.rule not in rules:
                rules.append(state.rule)
        return first_of(rules)

    def remarks_on(self, moment: Moment, judged: set[str]) -> list[str]:
        """Say in sentences what became of other tests."""
        found = []
        for words, states in (
            ("Set aside while red:", moment.set_aside),
            ("Deleted:", moment.deleted),
            ("This change broke", moment.broken),
        ):
            if states:
                found.append(f"{words} {self.name_tests(states)}.")
        opened = count_opened(moment)
        if opened > 1:
            found.append(f"You opened {count_of(opened, 'test')} at once.")
        kept = count_kept(moment, judged)
        if kept and not self.is_program:
            found.append(f"Your code already passed {kept} of our tests.")
        return found

    def judge_code(self, moment: Moment) -> list[Verdict]:
        """Judge code that changed alone, from green to green: would a test have noticed?"""
        found = moment.in_green
        if found is None or moment.base is None or self.is_program:
            return []
        light = self.lights[moment.version.number]
        before = self.lights[moment.base.version.number]
        number = self.count_changed(light, before)
        if not moment.version.outcomes:
            return [judge_unnoticed(number, number)]
        if not number and moment.deleted:
            return []  # the code went with its tests
        if found == InGreen.UNKNOWN:
            return []
        return [judge_unnoticed(number, moment.version.unnoticed or 0, grows=moment.version.grows)]

    def count_changed(self, light: RunLight, before: RunLight) -> int:
        """Count the lines of code that are new or have changed."""
        number = 0
        old_files = self.files[before.id]
        for name, file in self.files[light.id].items():
            path = name.decode(errors="replace")
            if path.endswith(".py") and is_version_code(path):
                old = old_files[name].content if name in old_files else b""
                number += len(changed_lines(old, file.content))
        return number

    def add_still_red(self, revisions: Sequence[Revision]) -> None:
        """Say at the last light which tests are not green at the end."""
        last = self.trace.last
        if last is None:
            return
        states = last.states if not last.is_silent or last.base is None else last.base.states
        verdicts = []
        for state in states.values():
            if not state.is_green and state.outcome.reason != Reason.NOT_TRIED:
                outcome = state.outcome
                more = {"test": state.id, "why": self.why(outcome), "failure_now": outcome.failure}
                verdicts.append(say(Kind.STILL_RED, state.rule, by_lights=True, **more))
        revisions[-1].verdicts = [*revisions[-1].verdicts, *verdicts]


def find_red(state: TestState, became: Became) -> Outcome | None:
    """Return how a test was red before it turned green: the red that says most."""
    if state.previous is None or state.previous.is_green:
        return None
    wanted = {
        Became.RED_FIRST: Reason.ASSERTED,
        Became.MADE_GREEN: Reason.ASSERTED,
        Became.RED_BY_NAME: Reason.MISSING_NAME,
    }.get(became)
    reds = state.previous.reds
    for red in reds:
        if red.outcome.reason == wanted:
            return red.outcome
    return reds[0].outcome


def count_opened(moment: Moment) -> int:
    """Count the tests of the participant that came with a light, and were not green."""
    number = 0
    for state in moment.came:
        if state.is_own and not state.is_green:
            number += 1
    return number


def count_kept(moment: Moment, judged: set[str]) -> int:
    """Count the tests of the kata that came with a light, were green, and have nothing else said of them."""
    brought = [state for state in moment.came if not state.is_own]
    if not has_tests_of_kata(moment.base):
        # the very first one asks the same as the example that the participant was given
        brought = brought[1:]
    asked = judged | moment.version.opens
    number = 0
    for state in brought:
        if state.is_green and state.id not in asked:
            number += 1
    return number


def has_tests_of_kata(moment: Moment | None) -> bool:
    if moment is None:
        return False
    return not all(state.is_own for state in moment.states.values())


def found_at(verdict: Verdict, state: TestState) -> Verdict:
    """Return a verdict with the line at which its test begins."""
    return replace(verdict, line=state.source.line if state.source else 0)
