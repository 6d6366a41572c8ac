"""Evenings made at random: `prove` and `lights` agree, and a crash of the whole file changes nothing."""

import pytest
from prove.evening import lights_of, verdicts
from prove.made import in_short
from prove.random_evenings import made_evening, with_crashes

from dojo.history.summary import Summary
from dojo.prove.verdict import Kind
from dojo.tracing.versions import trace_lights

# what is red at the end, and what was only tidied, says nothing of how a test came
NO_ENTRY = (Kind.STILL_RED, Kind.REFACTORING, Kind.ADAPTED, Kind.WEAKENED)
NEVER_RED = (Kind.PASSES, Kind.UNSEEN, Kind.CRASHED)
SEEDS = range(30)
"""More of them are in `make check`."""


def judged_tests(saves):
    """What `prove` says of each test, with the number of the light; what is red at the end has none."""
    found = []
    for number, verdict in verdicts(saves):
        if verdict.test:
            found.append((0 if verdict.kind == Kind.STILL_RED else int(number), in_short(verdict)))
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_a_crash_of_the_whole_file_changes_nothing_of_what_is_said_of_a_test(seed):
    saves = made_evening(seed)
    crashing, places = with_crashes(saves, seed)
    assert judged_tests(crashing) == [(places.get(number, 0), said) for number, said in judged_tests(saves)]


@pytest.mark.parametrize("seed", SEEDS)
def test_prove_says_never_red_of_each_test_of_which_lights_says_it(seed):
    saves = made_evening(seed)
    said = {(int(number), one.function) for number, one in verdicts(saves) if one.kind in NEVER_RED}
    lights, files = lights_of(saves)
    present = {state.id: state for state in trace_lights(lights, files).present}
    decided = set()
    for test in Summary(lights, files).own.never_red:
        # it may have another name by now
        claim = present[test].deciding_claim()
        assert claim is not None
        decided.add((claim.version.number, claim.function))
    assert decided == said
