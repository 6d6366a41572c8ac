"""How a fault is planted in the small story, and what the gate has to say of it."""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import pytest
from helpers import Copy

from dojo.gate.checks import FILES, PROVEN, Group, find
from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation

LINE = re.compile(
    r"law [1-9] · (step_\d\d_\w+ · )?(?P<file>[^:·]+)(:(?P<line>\d+))?( · “.*?”)?"
    r": (?P<what>.+); (?P<do>\S.*)"
)
"""What the gate says of a violation: law, step, file with its line, test, what is so, what to do."""


Faults = Mapping[str, Iterable[tuple[str, ...]]]
"""By file: what stands there and what then does, once or more, and what is said."""


class Fault(NamedTuple):
    """Edits of one file, and the words that one line of the gate has to have."""

    path: str
    edits: list[tuple[str, str]]
    words: list[str]


def faults(law: str, files: Faults) -> list[pytest.ParameterSet]:
    """The rows of a table.

    Where nothing stands, it ends the file. Words that are parted by ` | ` stand in one line.
    """
    found = []
    for path, rows in files.items():
        for *edits, message in rows:
            fault = Fault(path, [*zip(edits[::2], edits[1::2])], [law, *message.split(" | ")])
            does = " ".join((edits[-1] or f"no {edits[-2]}").split())
            found.append(pytest.param(fault, id=f"{does} > {message}"))
    return found


def plant(copy: Copy, fault: Fault) -> None:
    """Make its edits in a copy."""
    for old, new in fault.edits:
        if old:
            copy.edit(fault.path, old, new)
        else:
            append(copy, fault.path, new)


def append(copy: Copy, path: str, code: str) -> None:
    """Write code at the end of a file, which need not be there yet."""
    file = copy.path(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    before = file.read_text("utf-8") + "\n\n" if file.exists() else ""
    file.write_text(f"{before}{code}\n", "utf-8")


def lines_of(copy: Copy, violations: Iterable[Violation]) -> list[str]:
    """The lines of some violations: each names a file and a line that are there, and says what to do."""
    lines = [violation.format(copy.story) for violation in violations]
    for line in lines:
        found = LINE.fullmatch(line)
        assert found, line
        file = copy.root / found["file"]
        assert os.path.lexists(file) or "missing" in found["what"], line
        if found["line"]:
            assert 1 <= int(found["line"]) <= file.read_bytes().count(b"\n") + 1, line
    return lines


def lines(copy: Copy, *groups: Group) -> list[str]:
    """What the gate says of a copy: all but the lint, or what these groups of checks find."""
    return lines_of(copy, find(Evidence(copy.story), groups or PROVEN))


def says(copy: Copy, *words: str, groups: Sequence[Group] = PROVEN) -> None:
    """All these words stand in one line of what the gate says."""
    __tracebackhide__ = True
    is_said(lines(copy, *groups), *words)


def is_said(found: Iterable[str], *words: str) -> None:
    """All these words stand in one of some lines; a failure shows each line whole."""
    __tracebackhide__ = True
    for line in found:
        if all(word in line for word in words):
            return
    wanted = " | ".join(words)
    said = "\n".join(found) or "nothing: the laws hold"
    pytest.fail(f"no line of the gate has: {wanted}\n\nIt says:\n{said}")


def is_named(copy: Copy, fault: Fault, groups: Sequence[Group] = PROVEN) -> None:
    """Plant a fault: the gate names it."""
    __tracebackhide__ = True
    plant(copy, fault)
    says(copy, *fault.words, groups=groups)


def is_read(copy: Copy, fault: Fault) -> None:
    """Plant a fault: nothing has to run for the gate to name it."""
    __tracebackhide__ = True
    is_named(copy, fault, [FILES])
