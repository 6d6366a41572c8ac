"""An attempt at the small story's kata by somebody who writes the tests."""

import pytest

from dojo.attempt.attempts import find


class Player:
    """Writes tests and code, and types verbs."""

    begins = ("start", "NAME=tables-3", "MODE=mine")
    module, function = "fizz", "say"

    def __init__(self, copy, capsys):
        self.copy, self.capsys = copy, capsys
        assert copy.verb(*self.begins) == 0

    @property
    def attempt(self):
        return find(self.copy.workspace, "tables-3")

    def said(self, *words):
        """All that a verb says, in one line; it is fine whatever the colour of the bar."""
        self.capsys.readouterr()
        assert self.copy.verb(*words, "NAME=tables-3") == 0
        shown = self.capsys.readouterr()
        assert shown.err == ""
        return " ".join(shown.out.split())

    def next(self, *words):
        return self.said("next", *words)

    def tests(self, **says):
        """The tests, each with what it asserts."""
        functions = [f"\n\ndef test_{name}():\n    assert {what}\n" for name, what in says.items()]
        file = self.attempt.folder / f"test_{self.module}.py"
        file.write_text(f"import {self.module}\n{''.join(functions)}")

    def code(self, gives):
        """The code, by what it gives for a number."""
        self.attempt.module.write_text(f"def {self.function}(number):\n    return {gives}\n")

    def cycle(self, tests, gives):
        """The tests, red, and then the code, green."""
        self.tests(**tests)
        self.next()
        self.code(gives)
        self.next()

    def ideas(self, *lines):
        """The list of ideas."""
        (self.attempt.folder / "ideas.txt").write_text("\n".join(lines))


@pytest.fixture
def player(small, capsys):
    return Player(small, capsys)
