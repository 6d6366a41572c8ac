"""What a README quotes of a failure is there again the next time."""

import pytest

from dojo.drafts.readmes import failing

FAILURES = [
    pytest.param(
        "    x = 1\n>   assert f() == 2\nE   assert 1 == 2\n",
        [">   assert f() == 2", "E   assert 1 == 2"],
        id="the line that fails, and what was raised",
    ),
    pytest.param("E   1 == 2\nE    +  where <f at 0x7f44>()\n", ["E   1 == 2"], id="no address"),
    pytest.param("E   <A at 0x7f44>\n", ["E   <A at 0x7f44>"], id="unless there is nothing else"),
]


@pytest.mark.parametrize(("failure", "quoted"), FAILURES)
def test_a_failure_is_quoted_without_what_changes(failure, quoted):
    assert failing(failure) == quoted
