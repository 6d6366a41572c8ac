"""What the greens of an evening show to whoever makes steps of them."""

from history.lights.evening import ONE, THREE, TWO, back, evidence_of, saved, says

EMPTY, STUB = "", says("None")
TEXT, FIZZ = says("str(number)"), says("str(number) if number % 3 else 'fizz'")
START = saved(EMPTY, "", verb="watch")
BROKEN = "def say(:\n"
AT = "test_fizz.py::test_"


def drives(greens):
    """Of each green its light, and whether each test drives."""
    return [
        (green.light.number, {test.id.removeprefix(AT): test.drives for test in green.tests})
        for green in greens
    ]


def folded(green):
    """The lights that were folded in, and why."""
    return [(fold.light.number, fold.why) for fold in green.folded]


def test_a_test_that_was_red_drives_and_one_that_came_green_guards():
    evening = evidence_of(START, saved(STUB, ONE), saved(TEXT, ONE), saved(TEXT, ONE + TWO))
    assert drives(evening) == [(1, {}), (3, {"one": True}), (4, {"two": False})]


def test_a_green_has_the_failure_that_was_seen():
    test = evidence_of(START, saved(STUB, ONE), saved(TEXT, ONE))[1].tests[0]
    assert (test.why, test.failure, test.rule) == ("not 1", "E   not 1", "one")


def test_a_test_that_came_with_its_code_guards():
    assert drives(evidence_of(START, saved(TEXT, ONE))) == [(1, {}), (2, {"one": False})]


def test_red_again_and_amber_are_folded_into_the_next_green():
    evening = evidence_of(
        START, saved(STUB, ONE), saved(BROKEN, ONE), saved(says("0"), ONE), saved(TEXT, ONE), saved(TEXT, ONE)
    )
    assert [folded(green) for green in evening] == [[], [(3, "amber"), (4, "red")]]


def test_what_make_back_left_behind_is_no_step():
    evening = evidence_of(START, saved(STUB, ONE), saved(TEXT, ONE), back(2), saved(FIZZ, ONE))
    assert drives(evening) == [(1, {}), (5, {"one": True})]


def test_a_refactoring_is_a_green_without_a_test():
    evening = evidence_of(START, saved(STUB, ONE), saved(TEXT, ONE), saved(says("f'{number}'"), ONE))
    assert drives(evening)[2] == (4, {})
    assert [green.driven for green in evening] == [False, True, False]


def test_a_test_that_is_gone_is_named():
    evening = evidence_of(START, saved(STUB, ONE + THREE), saved(FIZZ, ONE + THREE), saved(FIZZ, THREE))
    assert evening[2].gone == (f"{AT}one",)


def test_a_guard_that_was_tried_stays_one_since_the_code_before_kept_it():
    tried = [saved(TEXT, ONE + TWO), saved(STUB, ONE + TWO), saved(TEXT, ONE + TWO)]
    evening = evidence_of(START, saved(STUB, ONE), saved(TEXT, ONE), *tried)
    assert drives(evening)[2:] == [(4, {"two": False})]
