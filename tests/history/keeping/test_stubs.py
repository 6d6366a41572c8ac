"""Mutants that do not look at what they are asked: they replace what the finished module has."""

import pytest

from dojo.history.keeping.stubs import stubbed, stubs
from dojo.story.mutants import Mutant


@pytest.mark.parametrize(
    ("code", "stub"),
    [
        pytest.param(
            "def say(number):\n    return 1\n",
            "\ndef say(*_given, **_named):\n    return None\n",
            id="a function",
        ),
        pytest.param(
            "class Game:\n    def __init__(self):\n        self.n = 0\n\n"
            "    def score(self):\n        return 1\n",
            "\nclass Game:\n    def __init__(self, *_given, **_named):\n        pass\n\n"
            "    def __getattr__(self, _name):\n        return None\n\n"
            "    def score(self, *_given, **_named):\n        return None\n",
            id="a class, which can still be made, and has any attribute",
        ),
        pytest.param("class Wrong(ValueError):\n    pass\n", "", id="an error stays"),
    ],
)
def test_a_stub_answers_the_same_to_everything(code, stub):
    assert "".join(stubbed(code, "None")) == stub


def test_a_stub_is_a_mutant_that_can_be_used(bare):
    (bare.root / "mutants" / "stub.py").write_text(
        stubs("def say(number):\n    return 1\n", "“one”")["it_gives_nothing_back"]
    )
    assert Mutant(bare.root / "mutants" / "stub.py", bare.story).fault == ""
