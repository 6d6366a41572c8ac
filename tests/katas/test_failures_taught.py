"""What a participant is shown of a test that drives a step, on the code of the step before."""

import re

import pytest
from helpers import TOP

from dojo.runner.collect import collect
from dojo.runner.result import Copy
from dojo.runner.run import run_all
from dojo.story.tests import SuiteTest
from dojo.story.workspace import Workspace

NOBODY_ASKED = re.compile(
    r"\b0x[\da-f]{3}|<function|\s-vv?\b|pytest\.mark|pytest\.fixture|\+  where|suite_plugin|conftest|runpy"
)
MAY_BE_LONG = re.compile(r"""    def |[> ]       |E   (wanted|came|left|right) +(\w+ = )?['"].*['"]$""")
"""Lines of the suite, and a text on one line."""


def wrong_with(failure, item, row):
    """What a failure says and must not, or does not say and must: the values of its row, and its test."""
    if found := NOBODY_ASKED.search(f"{failure.why}\n{failure.failure}"):
        yield found[0]
    wanted = [*(rf"^{name} = " for name in row), rf"^    def {item.originalname}\(", r"^[> ]       +assert "]
    for line in wanted:
        if not re.search(line, failure.failure, re.MULTILINE):
            yield f"no {line}"
    lines = failure.failure.splitlines()
    yield from (line for line in lines if len(line) > 80 and not MAY_BE_LONG.match(line))


@pytest.mark.parametrize("story", Workspace(TOP).stories, ids=lambda story: story.name)
def test_a_failure_has_what_somebody_asks_for_and_fits_into_eighty_columns(story):
    """The first row of each function that drives a step: the others are drawn like it."""
    with collect(story) as suite:
        first: dict[tuple[int, str], SuiteTest] = {}
        for test in (test for test in suite.tests if test.kind == "drives"):
            first.setdefault((test.written, test.id.partition("[")[0]), test)
        runs = {}
        for test in first.values():
            step = story.step(test.written - 1)
            runs[test] = suite.prepare(Copy("a pair's", step.folder, step.module), [test])
        run_all([*runs.values()])
        wrong = {}
        for test, run in runs.items():
            (failure,), item = run.failing, suite.items[test.id]
            assert isinstance(item, pytest.Function)
            wrong[test.rule] = [*wrong_with(failure, item, item.callspec.params.keys() - {story.module})]
    assert {rule: faults for rule, faults in wrong.items() if faults} == {}
