"""How a breach is planted in the small story, and what the gate has to say of it."""

import os
import re
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


def shuts(copy, capsys, *told, words=()):
    """The gate of a copy is shut, and all these words stand in one line of what it says."""
    assert copy.verb("gate", *words) == 1
    *said, verdict = capsys.readouterr().err.splitlines()
    assert verdict.startswith("The gate is shut. Breaches: ")
    lines = [line for line in said if not line.endswith(" more")]
    assert [line for line in lines if all(word in line for word in told)], (told, said)
    assert [line for line in lines if lacks(line, copy.root)] == []


LINE = re.compile(
    r"law [1-9] · (step_\d\d_\w+ · )?(?P<file>[^:·]+)(:(?P<line>\d+))?( · “.*?”)?"
    r": (?P<what>.+); (?P<do>\S.*)"
)
"""What the gate says of a breach: law, step, file with its line, test, what is so, what to do."""


def lacks(said, root):
    """What a line of the gate lacks that names a breach: nothing, where it has all that helps."""
    if not (found := LINE.fullmatch(said)):
        return "a file, or what to do"
    file = root / found["file"]
    if not (os.path.lexists(file) or "missing" in found["what"]):
        return "a file that is there"
    if found["line"] and not 1 <= int(found["line"]) <= len(file.read_bytes().split(b"\n")):
        return "a line that is there"
    return ""


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
        said = told_of(copy, breaches(copy.story))
        words = [f"law {self.law} · suite/{file.relative_to(copy.root / 'suite')}:{line}: ", *self.told]
        assert [one for one in said if all(word in one for word in words)], (words, said)


def told_of(copy, breaches):
    """The lines that the gate says of some breaches, each of which has all that helps."""
    lines = [breach.told(copy.story) for breach in breaches]
    assert [line for line in lines if lacks(line, copy.root)] == []
    return lines


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


def reads(copy, *words):
    """Of the laws for which nothing has to run, one is broken: all these words stand in one line of it."""
    said = told_of(copy, of_folders(copy.story))
    assert [line for line in said if all(word in line for word in words)], (words, said)


def opens(copy, capsys):
    """The gate of a copy is open."""
    status = copy.verb("gate")
    assert (status, capsys.readouterr().err) == (0, "")
