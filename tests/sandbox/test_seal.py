"""A seal names what has changed since it was made, and nothing else."""

from types import ModuleType

import pytest

from dojo.sandbox.seal import Seal

SOURCE = """\
LIMIT = 2

def colour(error):
    return "green"

class Judge:
    told = 0

    def why(self):
        return ""

    @staticmethod
    def named():
        return ""
"""
CHANGES = {
    "nothing": ("", ""),
    "a value": ("LIMIT = 3", ""),
    "a name more": ("def more(): pass", ""),
    "a value of a class": ("Judge.told = 1", ""),
    "a function": ("colour = print", "judges.colour"),
    "a function that is gone": ("del colour", "judges.colour"),
    "what a function does": ("colour.__code__ = (lambda error: 'red').__code__", "judges.colour"),
    "a class": ("Judge = str", "judges.Judge"),
    "a method": ("Judge.why = print", "Judge.why"),
    "what a method does": ("Judge.why.__code__ = (lambda self: '').__code__", "judges.Judge.why"),
    "a static method": ("Judge.named = print", "Judge.named"),
}


@pytest.mark.parametrize(("change", "name"), CHANGES.values(), ids=CHANGES)
def test_what_has_changed_is_named(change, name):
    module = ModuleType("judges")
    exec(SOURCE, vars(module))
    seal = Seal([module])
    exec(change, vars(module))
    assert seal.broken() == name
