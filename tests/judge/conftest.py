"""A small story with two mutants."""

import pytest


@pytest.fixture
def small(small):
    """With two mutants, as above."""
    small.path("mutants/counts_from_zero.py").unlink()
    return small
