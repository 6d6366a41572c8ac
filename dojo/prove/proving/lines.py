"""Which lines of code a version changed, as far as they can run; and what it is if no colour changed."""

import warnings
from collections.abc import Iterator
from difflib import SequenceMatcher
from types import CodeType

from dojo.attempt.snapshot import Files
from dojo.prove.identity.places import is_code
from dojo.prove.proving.verdict import Kind, Verdict, refactoring, untested
from dojo.screen.words import counted

SETTINGS = ("setup.py", "noxfile.py", "docs/conf.py")
"""Python that no test is about."""
ENOUGH = 4 / 5
"""A refactoring is what runs, for this part, in the tests."""
DELETED = "a refactoring: code was deleted, and no colour changed."


def changed_lines(before: Files, after: Files) -> dict[str, set[int]]:
    """The new and changed lines that can run, by the path of their file; files with no change left out."""
    found = {}
    for name in before.keys() | after.keys():
        path = name.decode(errors="replace")
        if before.get(name) != after.get(name) and is_code(path) and not path.endswith(SETTINGS):
            old = before[name].content if name in before else b""
            new = after[name].content if name in after else b""
            found[path] = different(old, new) & set(can_run(new))
    return found


def different(old: bytes, new: bytes) -> set[int]:
    """The numbers of the lines that are new or changed; layout is no change."""
    told = [[b" ".join(line.split()) for line in text.splitlines()] for text in (old, new)]
    blocks = SequenceMatcher(None, told[0], told[1], autojunk=False).get_opcodes()
    return {
        number + 1 for kind, _, _, start, end in blocks if kind != "equal" for number in range(start, end)
    }


def can_run(content: bytes) -> Iterator[int]:
    """The lines that have code of their own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            waiting = [compile(content, "code", "exec", dont_inherit=True)]
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return
    while waiting:
        code = waiting.pop()
        yield from (line for _, _, line in code.co_lines() if line)
        waiting += [one for one in code.co_consts if isinstance(one, CodeType)]


def kept(number: int, run: int) -> Verdict:
    """No colour changed: so many lines did, and so many of them run."""
    told = f"{counted(number, 'line')} of code"
    if not number:
        return Verdict(Kind.REFACTORING, DELETED)
    part = "all of them" if run == number else f"{run} of them" if run else "none of them"
    return refactoring(told, part) if run >= ENOUGH * number else untested(told, part)
