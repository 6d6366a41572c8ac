"""How a fault is written that is planted in a program, for a case to catch."""

import pytest


def fault(case, what, old, new):
    """Instead of `old` the program says `new`, and the case of that name does not pass."""
    return pytest.param(case, old, new, id=what)
