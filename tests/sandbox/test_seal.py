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

CHANGES = [
    pytest.param("", "", id="nothing"),
    pytest.param("LIMIT = 3", "", id="a value"),
    pytest.param("def more(): pass", "", id="a name more"),
    pytest.param("Judge.told = 1", "", id="a value of a class"),
    pytest.param("colour = print", "judges.colour", id="a function"),
    pytest.param("del colour", "judges.colour", id="a function that is gone"),
    pytest.param(
        "colour.__code__ = (lambda error: 'red').__code__", "judges.colour", id="what a function does"
    ),
    pytest.param("Judge = str", "judges.Judge", id="a class"),
    pytest.param("Judge.why = print", "Judge.why", id="a method"),
    pytest.param(
        "Judge.why.__code__ = (lambda self: '').__code__", "judges.Judge.why", id="what a method does"
    ),
    pytest.param("Judge.named = print", "Judge.named", id="a static method"),
]


@pytest.mark.parametrize(("change", "name"), CHANGES)
def test_what_has_changed_is_named(change, name):
    module = ModuleType("judges")
    exec(SOURCE, vars(module))
    seal = Seal([module])
    exec(change, vars(module))
    assert seal.broken() == name


def test_two_seals_do_not_disturb_each_other():
    module = ModuleType("judges")
    exec(SOURCE, vars(module))
    assert (Seal([module]).broken(), Seal([module]).broken()) == ("", "")
