"""How a breach is planted in the small story, and what the gate has to say of it."""

from typing import NamedTuple

import pytest

NUMBERS, MORE = "suite/test_numbers.py", "suite/test_more.py"
TWO = 'drives(2, "two is said", 2, "2"),'
SAYS = "    return str(number)\n"
FAKE = '    return "1"\n'
SAID_FIZZ = '    assert fizz.say(3) == "Fizz"\n'


class Planted(NamedTuple):
    """An edit of the small story, and the words that one line of the gate has to have."""

    path: str
    old: str
    new: str
    told: tuple

    def is_named(self, copy, capsys):
        """Plant it: the gate is shut, and says why."""
        copy.edit(self.path, self.old, self.new)
        shuts(copy, capsys, *self.told)


def plant(law, fault, path, old, new, *told):
    """A row: the law, what is planted, and what has to be told."""
    return pytest.param(Planted(path, old, new, (f"law {law} · ", *told)), id=f"law {law}: {fault}")


def shuts(copy, capsys, *told):
    """The gate of a copy is shut, and all these words stand in one line of what it says."""
    assert copy.verb("gate") == 1
    said = capsys.readouterr().err
    assert [line for line in said.splitlines() if all(word in line for word in told)], said
