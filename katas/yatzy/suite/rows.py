"""How a row of a table is written: the step it belongs to, the rule it stands for, then its values."""

import pytest


def drives(step, rule, *values):
    """A row that forced this step: red on the step before, green from this step on."""
    return pytest.param(*values, marks=pytest.mark.drives(step), id=rule)


def guards(step, rule, *values):
    """A row that was green as soon as it was written, in this step."""
    return pytest.param(*values, marks=pytest.mark.guards(step), id=rule)
