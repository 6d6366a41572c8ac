"""Mutants that do not look at what they are asked: they replace what the finished module has."""

import pytest

from dojo.history.keeping.stubs import stubbed

GAME = "class Game:\n    def __init__(self):\n        self.n = 0\n\n    def score(self):\n        return 1\n"
ANY_GAME = """
class Game:
    def __init__(self, *_given, **_named):
        pass

    def __getattr__(self, _name):
        return None

    def score(self, *_given, **_named):
        return None
"""
STUBS = {
    "a function": ("def say(n):\n    return 1\n", "\ndef say(*_given, **_named):\n    return None\n"),
    "a class, which can still be made, and has any attribute": (GAME, ANY_GAME),
    "an error stays": ("class Wrong(ValueError):\n    pass\n", ""),
}


@pytest.mark.parametrize(("code", "stub"), STUBS.values(), ids=STUBS)
def test_a_stub_answers_the_same_to_everything(code, stub):
    assert "".join(stubbed(code, "None")) == stub
