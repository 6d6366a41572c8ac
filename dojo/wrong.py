"""The wrong evaluators: each is the finished one with one fault, and tells of it in its docstring."""

import ast
import importlib.util
import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from dojo.steps import ROOT, Step, all_steps

WRONG = "katas/wrong"
FIELD = re.compile(r"^(\w[\w ]*): (.*(?:\n  .*)*)", re.MULTILINE)


@dataclass(frozen=True)
class Wrong:
    """A file below `katas/wrong/`."""

    file: Path

    @property
    def name(self) -> str:
        return self.file.stem

    @cached_property
    def code(self) -> str:
        return self.file.read_text(encoding="utf-8")

    @cached_property
    def told(self) -> str:
        """The docstring: what it does in a sentence, its story, and its fields."""
        return ast.get_docstring(ast.parse(self.code)) or ""

    @cached_property
    def fields(self) -> dict[str, str]:
        return {name: " ".join(text.split()) for name, text in FIELD.findall(self.told.split("\n\n")[-1])}

    @property
    def does(self) -> str:
        """What it does, in a sentence."""
        return self.told.splitlines()[0]

    @property
    def story(self) -> str:
        """How it comes about."""
        return " ".join(self.told.split("\n\n")[1].split())

    @property
    def step(self) -> int:
        """The step in which one can make this mistake."""
        return int(self.fields["step"])

    @property
    def theme(self) -> str:
        return self.fields["theme"]

    @property
    def needs(self) -> set[str]:
        """It shows through one of these functions alone; nothing where any of them will do."""
        return set(self.fields.get("needs", "").split())

    @property
    def shown(self) -> str:
        """The shortest input on which it differs from the right ones."""
        return self.fields["shown by"]

    @cached_property
    def whole(self) -> str:
        """The evaluator in one file, which needs no other."""
        own = {name for node in ast.parse(self.code).body for name in defined(node)}
        text = self.code.replace("from finished import the_rest\n", "")
        return text.replace("the_rest(globals())\n", "") + finished().beside(own)  # type: ignore[no-any-return]


def defined(node: ast.stmt) -> list[str]:
    """The names that a statement defines."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=[ast.Name(id=name)]):
            return [name]
        case _:
            return []


@cache
def finished() -> Any:
    """The module that the wrong files take their rest from."""
    spec = importlib.util.spec_from_file_location("finished", ROOT / WRONG / "finished.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def all_wrong(root: Path = ROOT) -> list[Wrong]:
    """Every wrong evaluator, in the order of the steps that they belong to."""
    files = [file for file in (root / WRONG).glob("*.py") if file.stem != "finished"]
    return sorted(map(Wrong, files), key=lambda wrong: (wrong.step, wrong.name))


def all_right(root: Path = ROOT) -> list[Step]:
    """The finished evaluators, each of another design: step 50 leaves that of step 49 as it is."""
    designs: dict[str, Step] = {}
    for step in all_steps(root):
        if step.number >= finished().FINISHED:
            designs.setdefault(step.code, step)
    return list(designs.values())
