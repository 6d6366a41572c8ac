"""What the lights of a pair tell: the rhythm, the changes, the guesses, and where it ended."""

from dojo.history.retro.pairs import Told
from dojo.protocol.record import Told as Verdict
from history.retro.conftest import record


def told(*lights, **how):
    return Told("tables-3", record("tables-3", *lights, **how))


def test_a_time_has_the_colour_of_the_light_that_it_begins_with_or_is_a_pause_after_five_minutes():
    pair = told((0, "red"), (2, "red"), (3, "green"), (4, "red"), (8, "red"), (14, "red"), (15, "green"))
    assert [(one.colour, one.seconds, one.first, one.last) for one in pair.stretches] == [
        ("red", 180, 1, 3),
        ("green", 60, 3, 4),
        ("red", 240, 4, 5),
        ("pause", 360, 5, 6),
        ("red", 60, 6, 7),
    ]
    assert (pair.seconds_in("red"), pair.seconds_in("green")) == (480, 60)
    assert (pair.longest_red.seconds, pair.longest_red.test) == (240, "rule 4")


def test_a_step_goes_from_green_to_green_and_each_change_has_a_size():
    sizes = {"code": 3, "test_lines": 2}
    pair = told(
        (0, "red", {"code": 2}), (1, "green", sizes), (2, "red"), (3, "red", {"code": 8}), (4, "green")
    )
    assert list(pair.steps) == [(0, 2, 5), (2, 5, 8)]
    assert pair.sizes == [(1, 2, 0, "red"), (2, 3, 2, "green"), (4, 8, 0, "red")]


def test_tidying_up_changes_code_in_green_with_the_same_tests():
    tidy = (1, "green", {"code": 3, "tests": 1, "green": 1}), (2, "green", {"code": 3})
    pair = told((0, "green"), *tidy, (3, "red"), (4, "green"))
    assert (pair.tidied, pair.greens) == (1, 1)


def test_guesses_and_those_that_did_not_hold():
    guesses = [{"expected": "red", "held": held} for held in (True, False)]
    pair = told((0, "red", guesses[0]), (1, "green", guesses[1]))
    assert (pair.held, len(pair.guesses), pair.missed) == (1, 2, [("red", "green", "rule 2")])


def test_which_tests_were_seen_red_first_by_the_lights_or_by_the_proof():
    light = (0, "green", {"first_green": {"one": "green", "two": "red"}})
    pair = told(light, (1, "red"))
    assert (pair.proof, pair.first, pair.at_once) == (None, {"one": False, "two": True}, ["one"])
    kinds = {"one": "proven", "two": "passes without this change", "three": "refactoring"}
    pair = told(light, proof=[Verdict(rule, kind, "It was so.") for rule, kind in kinds.items()])
    assert pair.first == {"one": True, "two": False}
    assert dict(pair.proof) == dict.fromkeys(kinds.values(), 1)


def test_who_has_no_light_has_no_end():
    assert (told().end, told().longest_red, list(told().steps)) == (None, None, [])
