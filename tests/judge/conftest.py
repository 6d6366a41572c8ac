"""A small story with two mutants."""

import pytest


@pytest.fixture
def small(bare):
    """With two mutants, as above."""
    bare.path("mutants/counts_from_zero.py").unlink()
    return bare
