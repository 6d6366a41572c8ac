"""What a participant is shown of each test that drives a step, on the code of the step before."""

import re

import pytest
from helpers import TOP

from dojo.engine.suite import with_suite
from dojo.engine.trial import try_all
from dojo.engine.version import Copy
from dojo.story.workspace import Workspace

NOBODY_ASKED = re.compile(
    r"\b0x[\da-f]{3}|<function|\s-vv?\b|pytest\.mark|pytest\.fixture|\+  where|suite_plugin|conftest|runpy"
)


ASKED = [
    pytest.param("<object at 0x7f30f03d0410>", True, id="an address is not"),
    pytest.param("can't decode byte 0xe9 in position 1", False, id="a byte has two digits, and is"),
]


@pytest.mark.parametrize(("text", "nobody"), ASKED)
def test_what_nobody_asked_for_would_be_found(text, nobody):
    assert bool(NOBODY_ASKED.search(text)) == nobody


def shown(story):
    """Each driving test, what a participant is shown of it, and the values of its row."""

    def body(suite):
        trials = {}
        for test in (test for test in suite.tests if test.kind == "drives"):
            step = story.step(test.written - 1)
            copy = Copy("a pair's", step.folder, step.module)
            trials[test] = suite.trial(copy, [test])
        try_all([*trials.values()])
        return [(test, *trial.failing, *suite.row(test)) for test, trial in trials.items()]

    return with_suite(story, body)


@pytest.fixture(scope="module", params=Workspace(TOP).stories, ids=lambda story: story.name)
def failures(request):
    return shown(request.param)


def test_a_failure_has_nothing_that_nobody_asked_for(failures):
    said = [f"{cell.why}\n{cell.failure}" for _, cell, _, _ in failures]
    assert [text for text in said if NOBODY_ASKED.search(text)] == []


def test_a_failure_has_the_values_of_its_row(failures):
    missing = [
        (test.rule, name)
        for test, cell, _, row in failures
        for name in row
        if not re.search(rf"^{name} = ", cell.failure, re.MULTILINE)
    ]
    assert missing == []


def test_a_failure_has_the_test_from_its_name_to_its_assertion(failures):
    lines = {test.rule: cell.failure.splitlines() for test, cell, _, _ in failures}
    begin = {test.rule: f"    def {function}(" for test, _, function, _ in failures}
    without = [
        rule
        for rule, failure in lines.items()
        if not any(line.startswith(begin[rule]) for line in failure)
        or not any(re.match(r"[> ]       +assert ", line) for line in failure)
    ]
    assert without == []


def test_a_failure_fits_into_eighty_columns(failures):
    """But for lines of the suite, and for a text on one line."""
    texts = re.compile(r"""    def |[> ]       |E   (wanted|came  ) +(standard_\w+ = )?['"].*['"]$""")
    lines = {line for _, cell, _, _ in failures for line in cell.failure.splitlines()}
    assert [line for line in lines if len(line) > 80 and not texts.match(line)] == []
