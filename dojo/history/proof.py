"""`make prove` on an attempt: the verdicts on its lights, and how much was changed at a time."""

from dataclasses import replace

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import NotRecorded, all_lights, snapshots
from dojo.history.rows import rows
from dojo.history.session.facts import facts
from dojo.history.states import states
from dojo.prove.proving.verdict import Kind, Proof
from dojo.prove.session.proof import proof_of_lights
from dojo.prove.session.versions import number


def proof_of_attempt(attempt: Attempt) -> Proof:
    """Prove the lights of an attempt, and add the size of its changes as remarks.

    Raises Broken if the suite of the story cannot be collected.
    """
    proof = proof_of_lights(attempt)
    try:
        lights = all_lights(attempt)
        files = {commit: snapshot.files for commit, snapshot in snapshots(attempt, lights).items()}
    except NotRecorded:  # the proof says so
        return proof
    if not lights:
        return proof
    untested = {number(one) for one in proof.versions if Kind.UNTESTED in {v.kind for v in one.verdicts}}
    found = states(lights, files)
    sentences = facts(found, rows(found), untested).sentences
    return replace(proof, remarks=(*proof.remarks, *(f"{one[0].upper()}{one[1:]}." for one in sentences)))
