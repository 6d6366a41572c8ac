"""A workspace to write stories in."""

import pytest
from helpers import typed_copy


@pytest.fixture
def desk(tmp_path):
    """A workspace whose only story is the small one, called fizz."""
    return typed_copy(tmp_path)
