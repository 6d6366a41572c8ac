"""Evenings made up from a seed: what every verb says of a test is what the evening's own script knows."""

import pytest

from dojo.history.summary import Summary
from dojo.prove.verdict import Kind
from tracing.readers import (
    KINDS,
    commits_of,
    named_tests,
    pair_of,
    plain_rule,
    proof_of,
    rows_of,
    told_by_next,
)
from tracing.readers import export as export  # a fixture
from tracing.script import Evening

# the last ones find faults that the others do not; `make check` asks two thousand
SEEDS = [*range(27), 46, 48, 53]


@pytest.fixture(params=SEEDS, scope="module")
def evening(request):
    return Evening(request.param)


def test_make_lights_says_which_tests_were_never_red_and_which_were_deleted(evening):
    own = Summary(evening.lights, evening.files).own
    never_red = {test.partition("::test_")[2] for test in own.never_red}
    deleted = {test.partition("::test_")[2] for test in own.deleted}
    assert (own.number, never_red, deleted) == evening.own


def test_make_prove_says_how_each_test_came_to_be_green(evening):
    expected = []
    for event in evening.told_events:
        expected.append((event.number, KINDS[event.what], plain_rule(event.name)))
    for fact in evening.scene.facts.values():
        if fact.not_green:
            expected.append((len(evening.lights), Kind.STILL_RED, plain_rule(fact.name)))
    assert proof_of(evening)[0] == sorted(expected)


def test_a_room_and_a_retro_know_how_each_test_came_to_be_green(evening):
    pair = pair_of(evening)
    known: dict[str, str] = {}
    for report in pair.record.lights:
        known |= report.first_green
        if report.judged:
            colours = {rule: colour for rule, colour in known.items() if colour}
            assert (report.number, colours) == (report.number, evening.colours[report.number])
    last = evening.colours[max(evening.colours)]
    assert pair.first == last
    assert sorted(pair.at_once) == sorted(rule for rule, colour in last.items() if colour == "green")


def test_each_verb_says_the_same_of_code_that_changed_in_green(evening):
    pair = pair_of(evening)
    assert rows_of(Summary(evening.lights, evening.files)) == evening.in_green
    assert proof_of(evening)[1] == evening.in_green
    assert {one.number: one.in_green for one in pair.record.lights if one.in_green} == evening.in_green
    assert (pair.changes_in_green or 0) == len(evening.in_green)


def test_make_keep_names_the_tests_that_turned_green_and_what_no_test_was_there_for(evening, export):
    commits = commits_of(evening, export)
    assert {number: rules for number, (rules, _) in commits.items()} == named_tests(evening)
    for number, (rules, said) in commits.items():
        if not rules:
            assert said == evening.in_green.get(number, "").replace("refactoring", "")


def test_make_next_says_it_of_the_participants_tests(evening):
    for number, expected in evening.told.items():
        told, in_green = told_by_next(evening, number)
        is_next = evening.lights[number - 1].verb == "next"
        assert (number, told.deleted) == (number, expected.deleted)
        assert (number, told.verdicts) == (number, expected.verdicts if is_next else {})
        rest = expected.never_red if is_next and expected.is_rest else frozenset()
        assert (number, told.never_red) == (number, rest)
        if not expected.verdicts:
            assert in_green == evening.in_green.get(number, "").replace("refactoring", "")
