"""What holds for the steps of poker and for the suites, beside the laws; and what code a pair may write."""

import pytest
from helpers import TOP

from dojo.runner.collect import collect
from dojo.runner.matrix import matrix
from dojo.runner.result import Copy
from dojo.story.story import read_story
from katas.poker import story


def test_the_code_of_a_step_can_be_projected():
    assert [step.name for step in story().steps if max(map(len, step.code.splitlines())) >= 80] == []


def test_no_two_rules_have_one_name():
    """`make progress` and the gate name a test by its rule."""
    rules = [test.rule for test in matrix(story()).tests]
    assert [rule for rule in set(rules) if rules.count(rule) > 1] == []


def test_the_suite_never_imports_the_tooling():
    suite = "".join(file.read_text(encoding="utf-8") for file in (TOP / "tests" / "suite").glob("*.py"))
    assert "dojo" not in suite


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
POKER, ROMAN = story().step(72), read_story(TOP / "katas" / "roman").step(13)
ZERO, FOURS, FIVES = "leading zeros do not count", "4000 cannot be written", "no five stands twice: VV"
WRITTEN = [
    pytest.param(POKER, COMPLAINT, PLAIN, None, id="Python writes bytes as it can"),
    pytest.param(POKER, COMPLAINT, AS_THEY_CAME + PLAIN, None, id="bytes go to standard error as they came"),
    pytest.param(ROMAN, LINES, "for line in open(0):", None, id="it reads open(0)"),
    pytest.param(ROMAN, LINES, "for line in iter(sys.stdin.readline, ''):", None, id="it reads by readline"),
    pytest.param(ROMAN, LINES, "for line in sys.stdin.read().splitlines():", None, id="it reads all at once"),
    pytest.param(ROMAN, LINES, BREAKS_OFF, (1, "amber", ZERO), id="the next test has input of its own"),
    pytest.param(ROMAN, NUMBER, f"{NUMBER}!", (6, "red", FOURS), id="a wrong message about a number"),
    pytest.param(ROMAN, NUMERAL, f"{NUMERAL}!", (23, "red", FIVES), id="a wrong message about a numeral"),
    pytest.param(ROMAN, RAISES, "return ''", (6, "red", FOURS), id="an error that does not come is red"),
]


@pytest.mark.parametrize(("step", "old", "new", "wrong"), WRITTEN)
def test_the_suite_says_of_other_code_what_is_wrong_with_it(tmp_path, step, old, new, wrong):
    """How many tests are not green, in which colour, and one of them; of poker, those of bytes are run."""
    assert step.code.count(old) == 1
    copy = Copy("a pair's", tmp_path, tmp_path / step.module.name)
    copy.module.write_text(step.code.replace(old, new), encoding="utf-8")

    with collect(story() if step is POKER else read_story(TOP / "katas" / "roman")) as suite:
        tests = [test for test in suite.tests if step is ROMAN or "bytes that are no utf 8" in test.rule]
        run = suite.run(copy, tests, drawn=())
    found = [(result.colour, result.rule) for result in run.failing]
    assert len(tests) >= 2
    assert {(len(found), *result) for result in found} >= ({wrong} if wrong else set())
    assert {colour for colour, _ in found} == ({wrong[1]} if wrong else set())
