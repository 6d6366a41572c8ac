"""A commit that changes code and asks for nothing new: a refactoring, or code without a test."""

import re
from collections import Counter
from typing import NamedTuple

from dojo.attempt.snapshot import Files
from dojo.prove.commits.asking import Question
from dojo.prove.commits.meaning import CHANGES, Case, reason, red, together, verdict_of
from dojo.prove.commits.running import Outcome, Run
from dojo.prove.commits.step import Step, outcome_of
from dojo.prove.identity.identity import Test
from dojo.prove.identity.syntax import normal_text
from dojo.prove.proving import verdict
from dojo.prove.proving.lines import SETTINGS, changed_lines, kept
from dojo.prove.proving.verdict import Kind, Verdict
from dojo.screen.words import counted, first_of
from dojo.story.tests import rule_of

VERSION = re.compile(rb"^__version__ *(:.*)?=.*$", re.MULTILINE)
BREAKS = "code without a test: {} of code changed, and a green test is not green now: {}."


class Colours(NamedTuple):
    """What is said of such a commit, and the tests that it broke."""

    verdicts: list[Verdict]
    broken: list[tuple[Test, Outcome]]


def code_alone(step: Step) -> Colours:
    """Run all tests before and after, and note which of the changed lines they run."""
    before, after = step.before.code, step.after.code
    paths = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    paths = {path for path in paths if not is_release(path.encode(), step.before.files, step.after.files)}
    if all(path.endswith(SETTINGS) for path in paths):
        return Colours([], [])
    lines = changed_lines(step.before.files, step.after.files)
    lines = {path: lines.get(path, set()) for path in paths if path in after}
    number = sum(map(len, lines.values()))
    told = f"{counted(number, 'line')} of code"
    ids = sorted(step.after.tests)
    if not ids:
        return Colours([verdict.untested(told, "none of them")], [])
    ran, now = step.asking.both(
        Question(step.laid, ids, step.names), Question(step.after, ids, step.names, traced=sorted(lines))
    )
    if why := no_colours(now) or no_colours(ran):
        return Colours([verdict.no_answer("", why)], [])
    changed = {id for id in now.outcomes if is_green(now, id) != is_green(ran, id)}
    tests = sorted({id.partition("[")[0] for id in changed})
    again = step.asking.both(
        Question(step.laid, tests, step.names, again=True),
        Question(step.after, tests, step.names, again=True),
    )
    flaky = {
        id
        for id in changed
        if (is_green(ran, id), is_green(now, id)) != tuple(is_green(run, id) for run in again)
    }
    broken = [(id, now.outcomes[id]) for id in now.outcomes if id in changed - flaky and is_green(ran, id)]
    if not number and step.found.gone:  # the code went with its tests
        return Colours([], [])
    if broken:
        says = BREAKS.format(counted(number, "line"), first_of([rule_of(id) for id, _ in broken]))
        reds = [(step.after.tests[id.partition("[")[0]], one) for id, one in broken if red(one)]
        return Colours([Verdict(Kind.UNTESTED, says)], reds)
    healed = [made_green(id, ran, now) for id in now.outcomes if id in changed - flaky]
    healed += [
        (id.partition("[")[0], verdict.no_answer(rule_of(id), CHANGES, test=id))
        for id in now.outcomes
        if id in flaky
    ]
    if healed:
        return Colours(together(healed, Counter(id for id, _ in healed)), [])
    found = kept(number, sum(len(lines[path] & now.lines.get(path, set())) for path in lines))
    if found.kind == Kind.UNTESTED and (why := unread(now)):  # these tests might run the rest
        return Colours([verdict.no_answer("", why)], [])
    return Colours([found], [])


def is_release(name: bytes, before: Files, after: Files) -> bool:
    """Does a file say another version number, and nothing else?"""
    if name not in before or name not in after:
        return False
    old, new = (normal_text(VERSION.sub(b"", files[name].content)) for files in (before, after))
    return old == new


def unread(run: Run) -> str:
    """Why a file of tests could not be read; nothing if each of them could."""
    return next(filter(None, map(reason, run.unread.values())), "")


def made_green(id: str, before: Run, after: Run) -> tuple[str, Verdict]:
    """The verdict on a test that says what it said before, and that nobody could answer then."""
    case = Case(rule_of(id), id, outcome_of(before, id), outcome_of(after, id))
    return id.partition("[")[0], verdict_of(case)


def is_green(run: Run, id: str) -> bool:
    """Was a test green in a run?"""
    return id in run.outcomes and run.outcomes[id].colour == "green"


def no_colours(run: Run) -> str:
    """Why a run tells nothing of the colours: it has a fault, or no test of it gives an answer."""
    if run.fault:
        return run.fault
    found = [*run.outcomes.values(), *run.unread.values()]
    reasons = [reason(one) for one in found]
    return next(filter(None, reasons), "no test runs") if all(reasons) else ""
