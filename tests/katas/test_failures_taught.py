"""What a participant is shown of each test that drives a step, on the code of the step before."""

import re

import pytest
from helpers import TOP

from dojo.runner.collect import collect
from dojo.runner.result import Copy
from dojo.runner.run import run_all
from dojo.story.workspace import Workspace

NOBODY_ASKED = re.compile(
    r"\b0x[\da-f]{3}|<function|\s-vv?\b|pytest\.mark|pytest\.fixture|\+  where|suite_plugin|conftest|runpy"
)


def test_an_address_is_nothing_that_anybody_asked_for_and_a_byte_is():
    assert NOBODY_ASKED.search("<object at 0x7f30f03d0410>")
    assert not NOBODY_ASKED.search("can't decode byte 0xe9 in position 1")


@pytest.fixture(scope="module", params=Workspace(TOP).stories, ids=lambda story: story.name)
def failures(request):
    """Of each driving test: its rule, what a participant is shown, its function, and its row."""
    story = request.param
    with collect(story) as suite:
        runs = {}
        for test in (test for test in suite.tests if test.kind == "drives"):
            step = story.step(test.written - 1)
            runs[test] = suite.prepare(Copy("a pair's", step.folder, step.module), [test])
        run_all([*runs.values()])
        rows = [(*run.failing, suite.items[test.id]) for test, run in runs.items()]
        of_all = {story.module}
        return [
            (failure.rule, failure, item.originalname, item.callspec.params.keys() - of_all)
            for failure, item in rows
        ]


def test_a_failure_has_nothing_that_nobody_asked_for(failures):
    said = [f"{result.why}\n{result.failure}" for _, result, _, _ in failures]
    assert [text for text in said if NOBODY_ASKED.search(text)] == []


def test_a_failure_has_the_values_of_its_row(failures):
    missing = [
        (rule, name)
        for rule, result, _, row in failures
        for name in row
        if not re.search(rf"^{name} = ", result.failure, re.MULTILINE)
    ]
    assert missing == []


def test_a_failure_has_the_test_from_its_name_to_its_assertion(failures):
    wanted = (r"^    def {}\(", r"^[> ]       +assert ")
    without = [
        rule
        for rule, result, function, _ in failures
        if not all(re.search(line.format(function), result.failure, re.MULTILINE) for line in wanted)
    ]
    assert without == []


def test_a_failure_fits_into_eighty_columns(failures):
    """But for lines of the suite, and for a text on one line."""
    texts = re.compile(r"""    def |[> ]       |E   (wanted|came|left|right) +(\w+ = )?['"].*['"]$""")
    lines = {line for _, result, _, _ in failures for line in result.failure.splitlines()}
    assert [line for line in lines if len(line) > 80 and not texts.match(line)] == []
