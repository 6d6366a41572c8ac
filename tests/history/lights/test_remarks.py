"""What is said of a run besides the verdicts."""

import pytest

from history.lights.evening import ONE, THREE, TWO, back, remarks, saved, says

EMPTY, STUB = "", says("None")
TEXT, FIZZ = says("str(number)"), says("str(number) if number % 3 else 'fizz'")
START = saved(EMPTY, "")
BROKEN = "def say(:\n"
FIRST = ONE.replace("test_one", "test_first")

SKIPPED = "def left_out(test):\n    test.left_out = True\n    return test\n"
LEFT_OUT = f"{SKIPPED}@left_out\n{ONE}"
ROWS = [
    pytest.param(
        [START, saved(STUB, ONE + TWO + THREE)],
        [(2, "You opened three tests at once.")],
        id="several tests opened at once",
    ),
    pytest.param([START, saved(STUB, ONE)], [], id="one test opened"),
    pytest.param(
        [START, saved(STUB, ONE), saved(TEXT, ONE), saved(TEXT, FIRST)],
        [(4, "Same test, new name.")],
        id="renamed in green",
    ),
    pytest.param(
        [START, saved(STUB, ONE + THREE), saved(TEXT, ONE)],
        [(2, "You opened two tests at once."), (3, "You set this test aside while red: “three”.")],
        id="deleted while red",
    ),
    pytest.param([saved(TEXT, ONE + TWO, verb="start"), saved(TEXT, ONE)], [], id="deleted in green"),
    pytest.param(
        [START, saved(STUB, ONE), saved(STUB, LEFT_OUT)],
        [(3, "You set this test aside while red: “one”.")],
        id="left out while red",
    ),
    pytest.param(
        [START, saved(STUB, ONE), saved(EMPTY, "", verb="start"), saved(STUB, "")],
        [],
        id="begun anew, since the folder was gone",
    ),
    pytest.param(
        [START, saved(EMPTY, ONE), saved(STUB, ONE), saved(TEXT, ONE)],
        [(3, "Still red, for a new reason: not 1")],
        id="red to red",
    ),
    pytest.param(
        [START, saved(STUB, ONE), saved(BROKEN, ONE), saved(BROKEN + "#", ONE), saved(TEXT, ONE)],
        [(5, "For two runs the tests could not speak.")],
        id="two ambers between",
    ),
    pytest.param(
        [START, saved(STUB, ONE), saved(BROKEN, ONE), saved(STUB, ONE)],
        [(4, "For one run the tests could not speak.")],
        id="one amber between",
    ),
    pytest.param(
        [START, saved(STUB, ONE), saved(BROKEN, ONE)],
        [(3, "The attempt ends while the tests cannot speak.")],
        id="amber at the end",
    ),
    pytest.param(
        [
            saved(TEXT, ONE, verb="start"),
            saved(TEXT, ONE + TWO),
            saved(STUB, ONE + TWO),
            saved(TEXT, ONE + TWO),
        ],
        [(3, "This change broke “one”, “two”.")],
        id="born green, and tried",
    ),
    pytest.param(
        [saved(FIZZ, ONE + THREE, verb="start"), saved(TEXT, ONE + THREE)],
        [(2, "This change broke “three”.")],
        id="code that breaks a green test",
    ),
    pytest.param(
        [START, saved(EMPTY, "".join(f"def test_{n}():\n    assert fizz.say({n})\n" for n in range(6)))],
        [(2, "You opened six tests at once."), (2, "`say` is missing, and that silences six tests.")],
        id="one missing name",
    ),
    pytest.param(
        [saved(TEXT, ONE + TWO, verb="start"), saved(TEXT.replace("say", "tell"), ONE + TWO)],
        [(2, "`say` is missing, and that silences two tests.")],
        id="one name that is missing now",
    ),
    pytest.param(
        [
            saved(TEXT, "from fizz import say\n" + ONE + TWO, verb="start"),
            saved(TEXT, "from fizz import say, tell\n" + ONE + TWO),
        ],
        [(2, "`tell` is missing, and that silences two tests.")],
        id="one name that a file of tests imports",
    ),
    pytest.param(
        [saved(TEXT, ONE, verb="start"), saved(TEXT, ONE.replace("'1'", "str(1)"))],
        [(2, "You changed one test in green, and no code: “one”.")],
        id="edited in green",
    ),
    pytest.param(
        [saved(TEXT, ONE, verb="start"), saved(FIZZ, ONE.replace("'1'", "str(1)"))],
        [(2, "You changed one test in green, and code as well: “one”.")],
        id="edited in green, with code",
    ),
    pytest.param(
        [START, saved(STUB, ONE), saved(TEXT, ONE), saved(STUB, ONE + TWO), back(3), saved(TEXT, ONE)],
        [(4, "This change broke “one”.")],
        id="after the way back nothing was set aside",
    ),
]


@pytest.mark.parametrize(("saves", "found"), ROWS)
def test_a_remark_says_what_somebody_did(saves, found):
    assert remarks(*saves) == found
