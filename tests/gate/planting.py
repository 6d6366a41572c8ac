"""How a breach is planted in the small story, and what the gate has to say of it."""

from textwrap import dedent
from typing import NamedTuple

import pytest

from dojo.gate.laws import of_folders

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

    def is_read(self, copy):
        """Plant it: it is seen without a run."""
        copy.edit(self.path, self.old, self.new)
        reads(copy, *self.told)

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


HERE = "  # here"
"""Marks the line that a breach has to name."""


class Written(NamedTuple):
    """Code at the end of a file of the small story's suite, and what has to be said of it."""

    law: int
    path: str
    code: str
    told: tuple

    def is_among(self, copy, breaches):
        """Write it: one of the breaches that are then found has the law, the line and the words."""
        file = append(copy, self.path, self.code)
        line = file.read_text("utf-8").split(HERE)[0].count("\n") + 1
        said = [str(breach) for breach in breaches(copy.story)]
        words = [f"law {self.law} · suite · {file.relative_to(copy.root / 'suite')}:{line}: ", *self.told]
        assert [one for one in said if all(word in one for word in words)], (words, said)


def append(copy, path, code):
    """Write code at the end of a file, which need not be there yet."""
    file = copy.root / path
    file.parent.mkdir(exist_ok=True)
    before = file.read_text("utf-8") + "\n\n" if file.exists() else ""
    file.write_text(before + code, "utf-8")
    return file


def written(law, fault, code, *told, path=MORE):
    """A row: the law, what is written, and what has to be told of the line that is marked."""
    return pytest.param(Written(law, path, dedent(code).lstrip("\n"), told), id=f"law {law}: {fault}")


def reads(copy, *told):
    """Of the laws for which nothing has to run, one is broken: all these words stand in one line of it."""
    said = list(map(str, of_folders(copy.story)))
    assert [line for line in said if all(word in line for word in told)], said


def opens(copy, capsys):
    """The gate of a copy is open."""
    status = copy.verb("gate")
    assert (status, capsys.readouterr().err) == (0, "")
