"""What is called proven was seen; what was not seen is told apart."""

import pytest

from history.lights.evening import ONE, THREE, TWO, back, kinds, proved, saved, says, sentences

EMPTY, STUB = "", says("None")
TEXT, FIZZ = says("str(number)"), says("str(number) if number % 3 else 'fizz'")
START = saved(EMPTY, "")
CRASHING = "def say(number):\n    return ['1', '2'][number]\n"
TABLE = """\
import pytest
@pytest.mark.parametrize("row", [{}])
def test_say(*row):
    assert fizz.say(row[0]) == row[1]
"""
OLD = "def test_one():\n    assert fizz.say(1) == '1', 'not 1'\n"
NEW = "def test_one():\n    assert fizz.tell(1) == '1', 'not 1'\n"
WORDY = ONE.replace("say(1)", "say(1, 'one')")
WITH_A_WORD = "def say(number, word):\n    return str(number)\n"
DRAWN = "import sys\n\n\ndef say(number):\n    return next(sys.drawn)\n"
RENAMED_CODE = TEXT.replace("say", "tell")

ROWS = [
    pytest.param([START, saved(STUB, ONE), saved(TEXT, ONE)], [(3, "proven", "one")], id="its own assertion"),
    pytest.param([START, saved(EMPTY, ONE), saved(TEXT, ONE)], [(3, "red by name only", "one")], id="a name"),
    pytest.param(
        [START, saved(EMPTY, ONE), saved(STUB, ONE), saved(TEXT, ONE)],
        [(4, "proven", "one")],
        id="a name, and then its own assertion on a stub",
    ),
    pytest.param(
        [START, saved(CRASHING, TWO), saved(TEXT, TWO)],
        [(3, "red by a crash", "two")],
        id="a crash in the code",
    ),
    pytest.param(
        [START, saved(STUB, ONE), saved(says("0"), ONE), saved(TEXT, ONE)],
        [(4, "pays an earlier red", "one")],
        id="red for two lights",
    ),
    pytest.param(
        [saved(TEXT, ONE, verb="start"), saved(TEXT, ONE + TWO)],
        [(2, "passes without this change", "two")],
        id="green before and after",
    ),
    pytest.param(
        [START, saved(EMPTY, TWO), saved(TEXT, TWO), saved(FIZZ, TWO + ONE)],
        [(3, "red by name only", "two"), (4, "passes without this change", "one")],
        id="test and code in one save, green on the code before",
    ),
    pytest.param(
        [saved(TEXT, ONE, verb="start"), saved(FIZZ, ONE + THREE)],
        [(2, "red, but nobody saw it", "three")],
        id="test and code in one save, red on the code before",
    ),
    pytest.param(
        [START, saved(TEXT, ONE)], [(2, "red, but nobody saw it", "one")], id="the first test with its code"
    ),
    pytest.param(
        [START, saved(TEXT, ONE + THREE + TWO)],
        [
            (2, "red, but nobody saw it", "one"),
            (2, "red, but nobody saw it", "two"),
            (2, "still red", "three"),
        ],
        id="several in one save, each judged alone",
    ),
    pytest.param(
        [START, saved(STUB, ONE), saved(STUB, ONE.replace("'1'", "None"))],
        [(3, "made green by changing the test", "one")],
        id="edited while red",
    ),
    pytest.param(
        [
            START,
            saved(STUB, ONE),
            saved(says("0"), ONE.replace("'1'", "None").replace("== None", "is None or True")),
        ],
        [(3, "made green by changing the test", "one")],
        id="edited while red, and the code as well: green on the code before",
    ),
    pytest.param(
        [START, saved(TEXT, THREE), saved(FIZZ, THREE.replace("(3)", "(6)"))],
        [(3, "red, but nobody saw it", "three")],
        id="edited while red, and red on the code before",
    ),
    pytest.param(
        [
            saved(TEXT, "", verb="start"),
            saved(TEXT, TABLE.format("(1, '1'), (2, 'two')")),
            saved(TEXT, TABLE.format("(1, '1'), (2, '2')")),
        ],
        [(2, "passes without this change", "say[1-1]"), (3, "made green by changing the test", "say[2-2]")],
        id="a row edited while red",
    ),
    pytest.param(
        [START, saved(STUB, OLD), saved(TEXT, OLD), saved(RENAMED_CODE, NEW)],
        [(3, "proven", "one"), (4, "adapted", "one")],
        id="a name changed in code and test, in one save",
    ),
    pytest.param(
        [START, saved(STUB, OLD), saved(TEXT, OLD), saved(TEXT, NEW), saved(RENAMED_CODE, NEW)],
        [(3, "proven", "one"), (5, "adapted", "one")],
        id="a name changed in the test first",
    ),
    pytest.param(
        [START, saved(STUB, OLD), saved(TEXT, OLD), saved(TEXT, WORDY), saved(WITH_A_WORD, WORDY)],
        [(3, "proven", "one"), (5, "adapted", "one")],
        id="another argument, in the test first",
    ),
    pytest.param(
        [START, saved(STUB, OLD), saved(TEXT, OLD), saved(WITH_A_WORD, WORDY)],
        [(3, "proven", "one"), (4, "adapted", "one")],
        id="another argument, in one save",
    ),
    pytest.param(
        [saved(TEXT, "", verb="start"), saved(TEXT, ONE.replace("'1'", "one")), saved(TEXT, ONE)],
        [(3, "passes without this change", "one")],
        id="a slip in the test alone is no red",
    ),
    pytest.param(
        [START, saved(STUB, ONE.replace("'1'", "one")), saved(TEXT, ONE)],
        [(3, "red, but nobody saw it", "one")],
        id="a slip in the test, mended with the code",
    ),
    pytest.param(
        [START, saved(STUB, ONE), saved(TEXT, ONE), saved(says("f'{number}'"), ONE)],
        [(3, "proven", "one"), (4, "refactoring", "")],
        id="green to green, other code",
    ),
    pytest.param(
        [START, saved(STUB, ONE), saved(TEXT, ONE), saved("# layout alone\n" + TEXT, ONE)],
        [(3, "proven", "one")],
        id="a comment is no change",
    ),
    pytest.param([START, saved(TEXT, "")], [(2, "code without a test", "")], id="code, and no test at all"),
    pytest.param([START, saved(STUB, ONE)], [(2, "still red", "one")], id="red at the end"),
    pytest.param(
        [START, saved(STUB, ONE), saved("def say(:\n", ONE), saved(TEXT, ONE)],
        [(4, "proven", "one")],
        id="amber between proves nothing, and takes nothing away",
    ),
    pytest.param(
        [START, saved("def say(:\n", ONE), saved(TEXT, ONE)],
        [(3, "red, but nobody saw it", "one")],
        id="amber alone is no red",
    ),
    pytest.param(
        [
            START,
            saved(STUB, ONE),
            saved(TEXT, ONE),
            saved(TEXT, ONE + TWO),
            saved(STUB, ONE + TWO),
            saved(TEXT, ONE + TWO),
        ],
        [(3, "proven", "one"), (6, "proven", "two")],
        id="born green, and the code broken once to try it",
    ),
    pytest.param(
        [START, saved(STUB, ONE), saved(TEXT, ONE), back(2), saved(FIZZ, ONE)],
        [(3, "proven", "one"), (5, "proven", "one")],
        id="back to the red, and another way to the green",
    ),
    pytest.param(
        [
            START,
            saved(STUB, ONE),
            saved(STUB, ONE.replace("test_one", "test_first")),
            saved(TEXT, ONE.replace("test_one", "test_first")),
        ],
        [(4, "pays an earlier red", "first")],
        id="renamed while red",
    ),
    pytest.param([], [], id="no light"),
    pytest.param([START], [], id="one light"),
]


@pytest.mark.parametrize(("saves", "found"), ROWS)
def test_a_verdict_says_what_the_lights_show(saves, found):
    assert kinds(*saves) == found


SAYS = [
    pytest.param(
        [START, saved(STUB, ONE), saved(STUB, ONE.replace("'1'", "None"))],
        "“one”: you changed the test, not the code, to get green.",
        id="edited while red",
    ),
    pytest.param(
        [saved(TEXT, ONE, verb="start"), saved(TEXT, ONE + TWO)],
        "“two” was never seen red; break the code once to try it.",
        id="born green, and no code changed",
    ),
    pytest.param(
        [saved(TEXT, ONE, verb="start"), saved(FIZZ, ONE + THREE)],
        "“three” would have been red, but you did not see it.",
        id="test and code in one save",
    ),
    pytest.param(
        [saved(TEXT, ONE, verb="start"), saved(FIZZ, ONE + TWO)],
        "“two” passes without this change: a guard, written after the code, or does it test what it says?",
        id="test and code in one save, and nobody needs the code for it",
    ),
    pytest.param(
        [START, saved(STUB, ONE), saved(says("0"), ONE), saved(TEXT, ONE, after=301)],
        "“one” was red for 2 lights, 1 minute, and is green now.",
        id="red for two lights, and a pause does not count",
    ),
    pytest.param(
        [START, saved(STUB, ONE), saved(says("0"), ONE, after=10), saved(TEXT, ONE, after=20)],
        "“one” was red for 2 lights, 30 seconds, and is green now.",
        id="red for two lights and half a minute",
    ),
    pytest.param(
        [START, saved(EMPTY, ONE), saved(TEXT, ONE)],
        "“one” was red because `say` was missing; nobody has seen its assertion fail.",
        id="only a name was missing",
    ),
    pytest.param(
        [START, saved(CRASHING, TWO), saved(TEXT, TWO)],
        "“two” was red by a crash (IndexError: list index out of range), then green.",
        id="a crash",
    ),
]


@pytest.mark.parametrize(("saves", "sentence"), SAYS)
def test_the_last_sentence_says_it(saves, sentence):
    assert sentences(*saves)[-1] == sentence


def test_a_test_that_comes_out_differently_each_time_is_not_answered(monkeypatch):
    monkeypatch.setattr("sys.drawn", iter("0100"), raising=False)
    (verdict,) = proved(START, saved(DRAWN, ONE), saved(f"{DRAWN}# layout alone", ONE))[-1].verdicts
    assert verdict.says == (
        "“one” could not be answered: it was red and then green, and nothing that it uses has changed:"
        " does it come out differently each time?"
    )
