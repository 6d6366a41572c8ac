"""What holds for the steps of poker hands and for their suite, beside the laws."""

import pytest

from dojo.engine.columns import matrix
from dojo.engine.suite import with_suite
from dojo.engine.trial import try_all
from dojo.engine.version import Copy
from katas.poker import story


@pytest.mark.parametrize("step", story().steps, ids=lambda step: step.name)
def test_the_code_of_a_step_can_be_projected(step):
    assert max(map(len, step.whole_code.splitlines())) < 80


def test_no_two_rules_have_one_name():
    """`make progress` and the gate name a test by its rule."""
    rules = [test.rule for test in matrix(story()).tests]
    assert [rule for rule in set(rules) if rules.count(rule) > 1] == []


def test_what_stands_beside_a_step_is_code_as_well():
    assert [file.name for file in story().step(74).files] == ["poker.py", "bulk.py"]


COMPLAINTS = [
    pytest.param("", id="Python writes them as it can"),
    pytest.param(
        "        sys.stderr.reconfigure(errors='surrogateescape')\n",
        id="they go through to standard error too",
    ),
]


@pytest.mark.parametrize("words", COMPLAINTS)
def test_a_program_may_complain_of_bytes_that_are_no_utf_8(tmp_path, words):
    code = story().step(74).code
    line = "        print(escaped(fault), file=sys.stderr)\n"
    assert code.count(line) == 1
    copy = Copy("a pair's", tmp_path, tmp_path / "poker.py")
    copy.module.write_text(
        code.replace(line, f"{words}        print(fault, file=sys.stderr)\n"), encoding="utf-8"
    )

    def body(suite):
        rules = ("bytes that are no utf 8",)
        tests = [test for test in suite.tests if any(words in test.rule for words in rules)]
        trial = suite.trial(copy, tests, drawn=())
        try_all([trial])
        return {cell.rule: cell.colour for cell in trial.cells.values()}

    assert with_suite(story(), body) == {
        "the program says which line has bytes that are no utf 8": "green",
        "the program writes bytes that are no utf 8 back as they came": "green",
    }
