"""How a fault is planted in the small story, and what the gate has to say of it.

A table of faults is a text. It begins with the law of all rows; or each row names its own. `## ` leads in a
row and its name; ` > `, also where a line begins, the words that one line of the gate has to have, parted by
` | `; `@ ` the file, also that of the rows below. Then comes the edit, as a diff shows it: lines that are all
new end the file.
"""

import os
import re
from typing import NamedTuple

import pytest

from dojo.gate.checks import FILES, find
from dojo.gate.evidence import Evidence
from dojo.gate.violation import STATUS
from dojo.runner.matrix import Matrix

MORE = "suite/test_more.py"
HERE = "  # here"
"""Marks the line that a violation has to name."""
LINE = re.compile(
    r"law [1-9] · (step_\d\d_\w+ · )?(?P<file>[^:·]+)(:(?P<line>\d+))?( · “.*?”)?"
    r": (?P<what>.+); (?P<do>\S.*)"
)
"""What the gate says of a violation: law, step, file with its line, test, what is so, what to do."""


def of_files(story):
    """What the files of a story show without a run."""
    return find(Evidence(story), [FILES])


def given(story, tests):
    """Evidence of which only these tests are known."""
    evidence = Evidence(story)
    evidence.matrix = Matrix(story, story.steps, list(tests))
    return evidence


class Planted(NamedTuple):
    """Some edits of the small story, and the words that one line of the gate has to have."""

    law: str
    told: tuple
    edits: tuple

    def plant(self, copy):
        """Plant it; gives the words, with the file and the line that are marked."""
        head = f"{self.law} · " if self.law else ""
        for path, old, new in self.edits:
            if old:
                copy.edit(path, old, new)
            else:
                append(copy, path, new)
            if HERE in new:
                line = (copy.root / path).read_text("utf-8").split(HERE)[0].count("\n") + 1
                head += f"{path}:{line}: "
        return head, *self.told

    def is_read(self, copy):
        """Plant it: what is found without a run of the steps says so."""
        reads(copy, *self.plant(copy))

    def is_named(self, copy, capsys):
        """Plant it: the gate is shut, and says why."""
        shuts(copy, capsys, *self.plant(copy))


def faults(text):
    """The rows of a table of faults."""
    path, rows = MORE, []
    of_all, *parts = text.split("\n## ")
    for part in parts:
        head, *lines = part.rstrip("\n").split("\n")
        name, *told = re.split(r" > | \| ", f"{of_all}: {head}" if of_all else head)
        edits = [(path, [], [])]
        for line in lines:
            sign, rest = line[:1], line[1:]
            if sign == ">":
                told += rest[1:].split(" | ")
            elif sign == "@":
                path = rest[1:]
                edits.append((path, [], []))
            else:
                edits[-1][1].extend([rest] if sign != "+" else [])
                edits[-1][2].extend([rest] if sign != "-" else [])
        law = name.partition(":")[0] if name.startswith("law ") else ""
        edits = tuple((file, *texts(old, new)) for file, old, new in edits if old or new)
        rows.append(pytest.param(Planted(law, tuple(told), edits), id=name))
    return rows


def texts(old, new):
    """What to replace, and by what: a line that is taken away goes with its end."""
    return "\n".join(old) + ("" if new else "\n"), "\n".join(new)


def lacks(said, root):
    """What a line of the gate lacks that names a violation: nothing, where it has all that helps."""
    if not (found := LINE.fullmatch(said)):
        return "a file, or what to do"
    file = root / found["file"]
    if not (os.path.lexists(file) or "missing" in found["what"]):
        return "a file that is there"
    if found["line"] and not 1 <= int(found["line"]) <= len(file.read_bytes().split(b"\n")):
        return "a line that is there"
    return ""


def shuts(copy, capsys, *told, words=()):
    """The gate of a copy is shut, and all these words stand in one line of what it says.

    Of a draft it counts what is missing: then they stand in a line of what was found.
    """
    status = copy.verb("gate", *words)
    *said, verdict = capsys.readouterr().err.splitlines()
    lines = [line for line in said if not line.endswith(" lists all")]
    if status == 1:
        assert verdict.startswith("The gate is shut. Violations: ")
        assert [line for line in lines if lacks(line, copy.root)] == []
    if status == STATUS:
        lines = told_of(copy, find(Evidence(copy.story)))
    assert status in (1, STATUS)
    assert [line for line in lines if all(word in line for word in told)], (told, said)


def told_of(copy, violations):
    """The lines that the gate says of some violations, each of which has all that helps."""
    lines = [violation.format(copy.story) for violation in violations]
    assert [line for line in lines if lacks(line, copy.root)] == []
    return lines


def reads(copy, *words):
    """Of the laws for which nothing has to run, one is broken: all these words stand in one line of it."""
    said = told_of(copy, of_files(copy.story))
    assert [line for line in said if all(word in line for word in words)], (words, said)


def append(copy, path, code):
    """Write code at the end of a file, which need not be there yet."""
    file = copy.path(path)
    file.parent.mkdir(exist_ok=True)
    before = file.read_text("utf-8") + "\n\n" if file.exists() else ""
    file.write_text(f"{before}{code}\n", "utf-8")
    return file


def opens(copy, capsys):
    """The gate of a copy is open."""
    status = copy.verb("gate")
    assert (status, capsys.readouterr().err) == (0, "")
