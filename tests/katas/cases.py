"""The katas that have black-box cases, and what code makes of these cases."""

import io
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

from helpers import TOP

from dojo.runner.failure.status import normalize_line_ends
from dojo.story.mutants import Mutant, kata_rules
from dojo.story.workspace import Workspace

OUR_STORIES = {"poker", "roman", "fizzbuzz", "rover", "yatzy"}
"""Whoever adds a story in katas/ owes these tests nothing."""
OURS = {kata.name: (story, kata) for story, kata in Workspace(TOP).katas if story.name in OUR_STORIES}
KATAS = sorted(name for name, (_, kata) in OURS.items() if kata.cases)


def sample_of(name: str) -> str:
    """The sample of a kata."""
    _, kata = OURS[name]
    assert kata.sample
    return kata.sample.read_text(encoding="utf-8")


def load(code: str, beside: Mapping[str, Path] | None = None) -> ModuleType:
    """The module of some code, loaded and not run; it may import these files, loaded for it alone."""
    others = {Path(name).stem: file for name, file in (beside or {}).items()}
    names = ["tried", *others]
    before = {name: sys.modules[name] for name in names if name in sys.modules}
    module = ModuleType("tried")
    try:
        for name, file in others.items():
            sys.modules[name] = ModuleType(name)
            exec(compile(file.read_bytes(), file, "exec"), vars(sys.modules[name]))
        sys.modules["tried"] = module
        exec(compile(code, "tried.py", "exec"), vars(module))
    finally:
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(before)
    return module


def breaking(name: str) -> list[Mutant]:
    """The mutants that break a rule of a kata's statement."""
    story, kata = OURS[name]
    return [mutant for rule in kata_rules(kata, story) for mutant in rule.mutants]


@dataclass(frozen=True)
class ReadCase:
    """What the files of a case say, read once for all mutants."""

    given: str
    expected: str
    complaints: Sequence[str]


@cache
def read_cases(name: str) -> list[ReadCase]:
    """The cases of a kata, in their order."""
    return [ReadCase(case.given, case.expected, case.complaints) for case in OURS[name][1].cases]


def passed(name: str, code: str) -> list[bool]:
    """For each case of a kata, whether the code passes it; the program as a module, which is fast."""
    story, kata = OURS[name]
    main = load(code, story.designs[0].beside).main
    return [passes(main, case, kata.words) for case in read_cases(name)]


def passes(main: Callable[[], int | None], case: ReadCase, words: Sequence[str]) -> bool:
    """True if it prints what has to come; where it has to complain it does so, with a status of 1."""
    before = sys.argv, sys.stdin, sys.stdout, sys.stderr
    fed, printed, complaint = io.BytesIO(case.given.encode()), io.BytesIO(), io.BytesIO()
    sys.argv, sys.stdin = ["tried.py", *words], io.TextIOWrapper(fed, encoding="utf-8")
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(out, encoding="utf-8", write_through=True) for out in (printed, complaint)
    )
    try:
        status = main() or 0
        same = normalize_line_ends(printed.getvalue().decode()) == normalize_line_ends(case.expected)
        said = complaint.getvalue().decode()
        return same and status == bool(case.complaints) and all(words in said for words in case.complaints)
    except Exception:
        return False
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr = before
