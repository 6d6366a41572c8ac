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
from dojo.prove.verdict import (
    CHANGES,
    SEEN_RED,
    Kind,
    Verdict,
    join_rows,
    judge_unnoticed,
    no_answer,
    say,
)
from dojo.prove.versions import Proof, Revision
from dojo.tracing.sources import changed_lines
from dojo.tracing.state import NEVER_RED, Became, TestState
from dojo.tracing.trace import NO_LINES, InGreen, Moment, Trace
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
        self.revisions = [one for one in every if one.verdicts or one.remarks]

    @property
    def remarks(self) -> list[str]:
        """Say once what the lights are too old to tell."""
        kinds = {verdict.kind for revision in self.revisions for verdict in revision.verdicts}
        found = [NO_REASON] if Kind.SEEN in kinds else []
        return [*found, f"{NO_LINES.capitalize()}."] if self.trace.lacks_lines else found

    def judge(self, moment: Moment) -> Revision:
        """Return what there is to say of a light."""
        revision = self.revision_of(moment)
        if moment.is_silent or moment.version.begins:
            return revision
        told = []
        for state in moment.news:
            verdict = self.verdict(state)
            if verdict:
                told.append(verdict)
        rows = Counter(state.function for state in moment.news)
        verdicts = join_rows(note_guards(told), rows)
        verdicts += self.judge_code(moment)
        revision.verdicts = verdicts
        revision.remarks = self.remarks_on(moment, {verdict.test for verdict in verdicts})
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
        return first_of(list(dict.fromkeys(state.rule for state in states)))

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
        opened = [state for state in moment.came if state.is_own and not state.is_green]
        if len(opened) > 1:
            found.append(f"You opened {count_of(len(opened), 'test')} at once.")
        brought = [state for state in moment.came if not state.is_own]
        is_first = moment.base is None or not any(not one.is_own for one in moment.base.states.values())
        # the very first one asks the same as the example that the participant was given
        news = brought[1:] if is_first else brought
        asked = judged | moment.version.opens
        kept = [state for state in news if state.is_green and state.id not in asked]
        if kept and not self.is_program:
            found.append(f"Your code already passed {len(kept)} of our tests.")
        return found

    def judge_code(self, moment: Moment) -> list[Verdict]:
        """Judge code that changed alone, from green to green: would a test have noticed?"""
        found = moment.in_green
        if found is None or moment.base is None or self.is_program:
            return []
        light, before = (self.lights[one.version.number] for one in (moment, moment.base))
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
    reds = [red.outcome for red in state.previous.reds]
    return next((red for red in reds if red.reason == wanted), reds[0])


def found_at(verdict: Verdict, state: TestState) -> Verdict:
    """Return a verdict with the line at which its test begins."""
    return replace(verdict, line=state.source.line if state.source else 0)


def note_guards(verdicts: list[Verdict]) -> list[Verdict]:
    """Return verdicts in which a row that was green at once guards, where another row of it was red."""
    driven = {one.function for one in verdicts if one.kind in SEEN_RED}
    found = []
    for one in verdicts:
        is_guard = one.kind == Kind.PASSES and one.function in driven
        found.append(say(Kind.GUARD, one.rule, test=one.test) if is_guard else one)
    return found
