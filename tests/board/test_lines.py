"""The board shows a step line by line, whatever its last lines are."""

import pytest

ENDS = [
    pytest.param("\n\n", id="empty lines at the end"),
    pytest.param("# the end", id="no line end at the end"),
]


@pytest.mark.parametrize("end", ENDS)
def test_a_step_that_ends_otherwise_is_shown(small, end):
    module = small.path("step_02/fizz.py")
    module.write_text(f"{module.read_text(encoding='utf-8')}{end}", encoding="utf-8")
    assert small.verb("board") == 0
