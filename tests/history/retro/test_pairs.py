"""What the lights of a pair tell: the rhythm, the changes, the guesses, and where it ended."""

from dojo.history.retro.pairs import Told
from dojo.protocol.record import Told as Verdict
from history.retro.conftest import record


def told(*lights, **how):
    return Told("tables-3", record("tables-3", *lights, **how))


def test_a_time_has_the_colour_of_the_light_that_it_begins_with():
    pair = told((0, "red"), (2, "red"), (3, "green"), (4, "red"), (5, "green"))
    stretches = [(one.colour, one.seconds, one.first, one.last) for one in pair.stretches]
    assert stretches == [("red", 180, 1, 3), ("green", 60, 3, 4), ("red", 60, 4, 5)]
    assert (pair.seconds_in("red"), pair.seconds_in("green")) == (240, 60)


def test_more_than_five_minutes_without_a_light_are_a_pause_of_no_colour():
    pair = told((0, "red"), (5, "red"), (11, "red"), (12, "green"))
    stretches = [(one.colour, one.seconds) for one in pair.stretches]
    assert stretches == [("red", 300), ("pause", 360), ("red", 60)]
    assert pair.longest_red.seconds == 300


def test_the_longest_red_has_its_test():
    pair = told((0, "red"), (1, "green"), (2, "red"), (6, "green"))
    assert (pair.longest_red.seconds, pair.longest_red.test) == (240, "rule 3")


def test_the_size_of_each_change_that_a_run_saw():
    pair = told((0, "red"), (1, "red", {"code": 3, "test_lines": 2}), (2, "green", {"code": 4}))
    assert pair.sizes == [(2, 3, 2, "red"), (3, 4, 0, "green")]


def test_a_step_goes_from_green_to_green():
    reds = (2, "red"), (3, "red", {"code": 8})
    pair = told((0, "red", {"code": 2}), (1, "green", {"code": 3}), *reds, (4, "green"))
    assert list(pair.steps) == [(0, 2, 5), (2, 5, 8)]


def test_tidying_up_changes_code_in_green_with_the_same_tests():
    tidy = (1, "green", {"code": 3, "tests": 1, "green": 1}), (2, "green", {"code": 3})
    pair = told((0, "green"), *tidy, (3, "red"), (4, "green"))
    assert (pair.tidied, pair.greens) == (1, 1)


def test_guesses_and_those_that_did_not_hold():
    guesses = [
        (0, "red", {"expected": "red", "held": True}),
        (1, "green", {"expected": "red", "held": False}),
    ]
    pair = told(*guesses)
    assert (pair.held, len(pair.guesses)) == (1, 2)
    assert pair.missed == [("red", "green", "rule 2")]


def test_which_tests_were_seen_red_first_by_the_lights():
    pair = told((0, "green", {"first_green": {"one": "green", "two": "red"}}), (1, "red"))
    assert (pair.proof, pair.first, pair.at_once) == (None, {"one": False, "two": True}, ["one"])


def test_or_by_the_proof_where_there_is_one():
    kinds = {"one": "proven", "two": "passes without this change", "three": "refactoring"}
    proof = [Verdict(rule, kind, "It was so.") for rule, kind in kinds.items()]
    pair = told((0, "green", {"first_green": {"one": "green"}}), proof=proof)
    assert pair.first == {"one": True, "two": False}
    assert dict(pair.proof) == dict.fromkeys(kinds.values(), 1)


def test_who_has_no_light_has_no_end():
    assert (told().end, told().longest_red, list(told().steps)) == (None, None, [])
