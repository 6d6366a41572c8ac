"""A step in the middle of fifty: the gate has nothing to say but what the new one lacks."""

import pytest
from author.breached import LACKING, laws
from helpers import FROM_NOTHING

AFTER = [
    pytest.param(0, id="behind the first"),
    pytest.param(30, id="in the middle"),
    pytest.param(49, id="before the last"),
]


@pytest.mark.parametrize("after", AFTER)
def test_a_step_in_the_middle_of_the_poker_story(workspace, after):
    assert workspace.make("new-step", "TITLE=A new idea", f"AFTER={after}").returncode == 0
    *said, _shut = workspace.make("gate", timeout=FROM_NOTHING).stderr.splitlines()[:-1]
    assert laws(said, f"step_{after + 1:02}_a_new_idea") == LACKING
    assert workspace.make("step-51", "diff").returncode == 0
