"""`make prove` on the lights of an attempt."""

from collections.abc import Sequence

from dojo.attempt.attempt import Attempt
from dojo.attempt.clock import clock
from dojo.attempt.light import Light, NotRecorded, all_lights, snapshots
from dojo.attempt.snapshot import Snapshot
from dojo.prove.proving.verdict import Proof, Version, no_answer
from dojo.prove.session.book import Book
from dojo.prove.session.judging import Known
from dojo.prove.session.replays import replays
from dojo.prove.session.stages import stages
from dojo.prove.session.versions import Attempted
from dojo.runner.collect import collect
from dojo.story.tests import SuiteTest

OTHERS = "The tests of {} have changed since: only those that you wrote are judged."
NO_LIGHTS = "{} has no lights yet: {} and {} record them."


def proof_of_lights(attempt: Attempt) -> Proof:
    """The proof on an attempt's lights: what was seen of each test, in which order.

    Lights that cannot be read are a question without an answer. Raises Broken if the suite of the story
    cannot be collected.
    """
    title = f"the lights of {attempt.name}"
    try:
        lights = all_lights(attempt)
        if not lights:
            verbs = attempt.command("next"), attempt.command("watch")
            return Proof(title, remarks=(NO_LIGHTS.format(attempt.name, *verbs),))
        there = snapshots(attempt, lights)
        attempted = of_attempt(attempt, lights, there)
    except NotRecorded as fault:
        return Proof(title, (Version("lights", "", (no_answer("", str(fault)),)),))
    versions = attempted.book.settled(attempted.versions)
    return Proof(title, tuple(versions), attempted.remarks)


def of_attempt(attempt: Attempt, lights: Sequence[Light], there: dict[str, Snapshot]) -> Attempted:
    """The stages of an attempt, from its lights and what was in the folder at each; raises Broken."""
    taught = tests_of_ours(attempt, lights)
    others = have_changed(lights, taught)
    taught = [] if others else taught
    folder = attempt.story.inside(attempt.folder)
    ids = None if attempt.program else [test.id for test in taught]
    found = stages(lights, there, folder, ids)
    known = Known(Book(replays(attempt.story)), {test.id: test for test in taught}, clock(lights))
    remarks = (OTHERS.format(attempt.kata.name),) if others else ()
    return Attempted(found, known, is_program=bool(attempt.program), remarks=remarks)


def have_changed(lights: Sequence[Light], taught: Sequence[SuiteTest]) -> bool:
    """Have other tests been revealed than those that stand there now?"""
    ids = [test.id for test in taught]
    known = 0
    for light in lights:
        known = known if light.revealed is None else light.revealed
        if ids and light.judged and light.test and light.test not in ids[:known]:
            return True
    return False


def tests_of_ours(attempt: Attempt, lights: Sequence[Light]) -> list[SuiteTest]:
    """The tests of the kata in the order in which they are revealed; none if none was, and no cases."""
    if attempt.program or not any(light.revealed for light in lights):
        return []
    with collect(attempt.story) as suite:
        return attempt.kata.taught(suite.tests)
