"""A workspace to write stories in."""

import pytest
from helpers import workspace_of


@pytest.fixture
def desk(tmp_path):
    """A workspace whose only story is the small one, called fizz."""
    return workspace_of(tmp_path, small="katas/fizz")
