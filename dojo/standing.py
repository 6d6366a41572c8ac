"""Law 6: each step stands alone, the numbers have no gap, and each exchange has its one story."""

import ast
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from dojo.breach import Breach
from dojo.steps import FOLDER, Step, all_steps

DIALOGUE = range(24, 243)
"""The exchanges of the dialogue that the steps retell: before 24 it only sets the problem."""


def breaches(root: Path) -> Iterator[Breach]:
    """Everything in `steps/` that breaks law 6."""
    steps = all_steps(root)
    yield from named(root)
    yield from numbered(steps)
    for step in steps:
        yield from alone(step)
    yield from told_once(steps)
    yield from one_name_a_chapter(steps)


def named(root: Path) -> Iterator[Breach]:
    """A folder of steps is called step_NN_slug and holds a poker.py and its story."""
    for folder in sorted(f for f in (root / "steps").iterdir() if f.is_dir() and f.name[0] not in "._"):
        if not FOLDER.fullmatch(folder.name):
            yield Breach(6, folder.name, "folder", "a step's folder is called step_NN_slug")
            continue
        for name in ("poker.py", "README.md"):
            if not (folder / name).is_file():
                yield Breach(6, folder.name, name, "a step has one, and this one has none")


def numbered(steps: list[Step]) -> Iterator[Breach]:
    """The numbers run from 0 without a gap."""
    if steps[0].number != 0:
        yield Breach(6, steps[0].name, "folder", "the numbers start with 00")
    for before, step in pairwise(steps):
        if step.number == before.number:
            yield Breach(6, step.name, "folder", f"has the same number as {before.name}")
        elif step.number != before.number + 1:
            yield Breach(6, step.name, "folder", f"follows {before.name}: a number is missing")


def alone(step: Step) -> Iterator[Breach]:
    """A step imports nothing but the standard library; what stands beside poker.py, also that and NumPy."""
    for file in filter(Path.is_file, step.files):
        known = sys.stdlib_module_names | (set() if file == step.module else {step.module.stem, "numpy"})
        try:
            tree = ast.parse(file.read_text(encoding="utf-8"))
        except SyntaxError as error:
            yield Breach(6, step.name, f"{file.name}:{error.lineno}", f"is no Python: {error.msg}")
            continue
        for node in ast.walk(tree):
            for name in imported(node):
                if name.split(".")[0] not in known:
                    where = f"{file.name}:{getattr(node, 'lineno', 0)}"
                    yield Breach(6, step.name, where, f"imports {name}: each step stands alone")


def imported(node: ast.AST) -> list[str]:
    """The modules that a node imports; a relative one by its dots."""
    match node:
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=module, level=level):
            return ["." * level + (module or "")]
        case _:
            return []


def told_once(steps: list[Step]) -> Iterator[Breach]:
    """Each exchange of the dialogue belongs to the story of exactly one step."""
    teller: dict[int, Step] = {}
    for step in steps:
        for exchange in step.exchanges:
            if exchange not in DIALOGUE:
                yield Breach(6, step.name, "README.md", f"the dialogue has no exchange {exchange}")
            elif exchange in teller:
                what = f"tells exchange {exchange}, which {teller[exchange].name} tells already"
                yield Breach(6, step.name, "README.md", what)
            teller.setdefault(exchange, step)
    if untold := [exchange for exchange in DIALOGUE if exchange not in teller]:
        yield Breach(6, "steps", "README.md", f"no story tells exchange {untold[0]}")


def one_name_a_chapter(steps: list[Step]) -> Iterator[Breach]:
    """A chapter has one number and one name, in all its stories."""
    names: dict[str, str] = {}
    for step in steps:
        number, _, name = step.chapter.partition(" · ")
        if names.setdefault(number, name) != name:
            what = f"calls chapter {number} {name}, which was {names[number]} before"
            yield Breach(6, step.name, "README.md:3", what)
