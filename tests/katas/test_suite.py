"""What holds for the suites of poker and Roman numerals, beside the laws; and what code a pair may write."""

import pytest
from helpers import TOP

from dojo.runner.collect import collect
from dojo.runner.matrix import matrix
from dojo.runner.result import Copy
from katas.poker import story
from katas.test_roman import STORY as ROMAN


def test_no_two_rules_have_one_name_and_the_suite_never_imports_the_tooling():
    """`make progress` and the gate name a test by its rule."""
    rules = [test.rule for test in matrix(story()).tests]
    assert [rule for rule in set(rules) if rules.count(rule) > 1] == []
    files = (TOP / "tests" / "suite").glob("*.py")
    assert [file.name for file in files if "dojo" in file.read_text(encoding="utf-8")] == []


def test_every_module_that_is_run_by_itself_ends_like_a_verb():
    """A mistake, trouble or Ctrl-C is a line at most there."""
    texts = [file.read_text(encoding="utf-8") for file in TOP.glob("katas/poker/**/*.py")]
    mains = [text for text in texts if "dojo" in text and '\nif __name__ == "__main__":\n' in text]
    assert len(mains) >= 5
    assert [text for text in mains if "run_module(main)" not in text] == []


COMPLAINT = "        print(escaped(fault), file=sys.stderr)\n"
PLAIN = COMPLAINT.replace("escaped(fault)", "fault")
AS_THEY_CAME = "        sys.stderr.reconfigure(errors='surrogateescape')\n"
LINES = "for line in sys.stdin:"
BREAKS_OFF = "for line in open(0):\n        assert line != '007\\n'"
NUMBER, NUMERAL = "{number} cannot be written", "{numeral} is no numeral"
RAISES = f'raise ValueError(f"{NUMBER}")'
ZERO, FOURS, FIVES = "leading zeros do not count", "4000 cannot be written", "no five stands twice: VV"
WRITTEN = {
    "Python writes bytes as it can": (99, COMPLAINT, PLAIN, None),
    "bytes go to standard error as they came": (99, COMPLAINT, AS_THEY_CAME + PLAIN, None),
    "it reads open(0)": (13, LINES, "for line in open(0):", None),
    "it reads by readline": (13, LINES, "for line in iter(sys.stdin.readline, ''):", None),
    "it reads all at once": (13, LINES, "for line in sys.stdin.read().splitlines():", None),
    "the next test has input of its own": (13, LINES, BREAKS_OFF, (1, "amber", ZERO)),
    "a wrong message about a number": (13, NUMBER, f"{NUMBER}!", (6, "red", FOURS)),
    "a wrong message about a numeral": (13, NUMERAL, f"{NUMERAL}!", (24, "red", FIVES)),
    "an error that does not come is red": (13, RAISES, "return ''", (6, "red", FOURS)),
}


@pytest.mark.parametrize(("number", "old", "new", "wrong"), WRITTEN.values(), ids=WRITTEN)
def test_the_suite_says_of_other_code_what_is_wrong_with_it(tmp_path, number, old, new, wrong):
    """How many tests are not green, in which colour, and one of them; of poker, those of bytes are run."""
    led = story() if number == 99 else ROMAN
    step = led.step(number)
    assert step.code.count(old) == 1
    copy = Copy("a pair's", tmp_path, tmp_path / step.module.name)
    copy.module.write_text(step.code.replace(old, new), encoding="utf-8")
    with collect(led) as suite:
        tests = [test for test in suite.tests if led is ROMAN or "bytes that are no utf 8" in test.rule]
        failing = suite.run(copy, tests, drawn=()).failing
    assert len(tests) >= 2
    found = {(len(failing), result.colour, result.rule) for result in failing}
    assert found >= ({wrong} if wrong else set())
    assert {colour for _, colour, _ in found} == ({wrong[1]} if wrong else set())
