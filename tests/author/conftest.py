"""A workspace to write stories in."""

import pytest
from helpers import workspace_of

from dojo.author.numbers import Renumbering


@pytest.fixture
def desk(tmp_path):
    """A workspace whose only story is the small one, called fizz."""
    return workspace_of(tmp_path, small="katas/fizz")


@pytest.fixture
def behind_three(bare):
    """The steps behind step 3 of the small story move up."""
    return Renumbering(bare.story, 3, "step_04_new")
