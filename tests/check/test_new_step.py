"""A step in the middle of many: the gate has nothing to say but what the new one lacks."""

import pytest
from author.breached import LACKING, laws
from helpers import FROM_NOTHING

PLACES = [
    pytest.param("roman", 0, id="behind the first"),
    pytest.param("poker", 44, id="in the middle"),
    pytest.param("roman", 14, id="before the last"),
]


@pytest.mark.parametrize(("story", "after"), PLACES)
def test_a_step_in_the_middle_of_a_story(workspace, story, after):
    made = workspace.make("new-step", "TITLE=A new idea", f"AFTER={after}", f"STORY={story}")
    assert made.returncode == 0, made.stderr
    *said, _shut = workspace.make("gate", f"STORY={story}", timeout=FROM_NOTHING).stderr.splitlines()[:-1]
    assert laws(said, f"step_{after + 1:02}_a_new_idea") == LACKING
    assert workspace.make(f"step-{after + 2}", "diff", f"STORY={story}").returncode == 0
