"""The mutants of a story: each is the finished evaluator with one fault; its docstring describes it."""

import ast
import re
import runpy
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from dojo.story.katas import Kata
from dojo.story.source import names_of
from dojo.story.steps import DRAFT, read_text
from dojo.story.story import Story
from dojo.story.toml import BadFile

IS_A_DRAFT = "is still a draft"
REST = "finished.py"
"""Each mutant takes the rest of its code from this module."""
FIELDS = ("step", "theme", "shown by", "riddle", "hint")
"""The fields in the docstring of each mutant."""
FIELD = re.compile(r"^(\w[\w ]*): (.*(?:\n  .*)*)", re.MULTILINE)
BEGINNING = re.compile(r"^from finished import ((?:right_\w+, )*)the_rest\n", re.MULTILINE)
"""The line that gives a mutant its rest: one of a class, which builds on the right one, takes that too."""
END = re.compile(r"^the_rest\(globals\(\)\)$\n?", re.MULTILINE)
PROGRAM = '\nif __name__ == "__main__":'
run_rest = cache(runpy.run_path)


@dataclass(frozen=True)
class Mutant:
    """A file among the mutants of a story."""

    file: Path
    story: Story = field(compare=False, repr=False)

    @property
    def name(self) -> str:
        return self.file.stem

    @cached_property
    def code(self) -> str:
        return self.file.read_text(encoding="utf-8")

    @cached_property
    def parts(self) -> list[str]:
        """The parts of its docstring: what it does in a sentence, how people come to write it, its fields."""
        return (ast.get_docstring(ast.parse(self.code)) or "").split("\n\n")

    @cached_property
    def fields(self) -> dict[str, str]:
        """`shown by` is the shortest input for which its answer is wrong."""
        return {name: " ".join(text.split()) for name, text in FIELD.findall(self.parts[-1])}

    @property
    def fault(self) -> str:
        """What is wrong with its file, and the line if there is one; nothing if the mutant can be used."""
        try:
            missing = [name for name in FIELDS if not self.fields.get(name)]
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None) or 1
            return f":{line}: is not valid Python: {error.args[0]}; mend this line"
        if len(self.parts) < len(("does", "origin", "fields")):
            return ":1: its docstring needs three parts; say what it does, how it comes about, and its fields"
        if missing:
            return f":1: its docstring has no field {missing[0]}; add it to its last lines"
        if not (BEGINNING.search(self.code) and END.search(self.code)):
            lines = "begin it with from finished import the_rest, and end it with the_rest(globals())"
            return f":{len(self.code.splitlines())}: does not take its rest; {lines}"
        if not self.fields["step"].isdecimal():
            return ":1: its field step is not a number; say in which step people make this mistake"
        words = {"first line": self.does, "origin": self.origin, **self.fields}
        drafts = [name for name, text in words.items() if text == DRAFT]
        return f":1: {IS_A_DRAFT}; say its {drafts[0]}" if drafts else ""

    @property
    def is_draft(self) -> bool:
        """True if only words are missing in it."""
        return IS_A_DRAFT in self.fault

    @property
    def does(self) -> str:
        """What it does, in a sentence."""
        return self.parts[0].splitlines()[0]

    @property
    def origin(self) -> str:
        """How people come to write it."""
        return " ".join(self.parts[1].split())

    @property
    def step(self) -> int:
        """The step in which people can make this mistake."""
        return int(self.fields["step"])

    @property
    def needs(self) -> set[str]:
        """It shows only through one of these functions; nothing if any function will do."""
        return set(self.fields.get("needs", "").split())

    @cached_property
    def whole(self) -> str:
        """The evaluator in one file, which needs no other."""
        names = "".join(BEGINNING.findall(self.code)).replace(",", "").split()
        text = END.sub("", BEGINNING.sub("", self.code))
        rest = run_rest(str(self.file.parent / REST))
        if not names:
            return f"{text}{rest['beside'](names_in(self.code))}"
        code, main, program = rest["finished"]().read_text(encoding="utf-8").partition(PROGRAM)
        given = "".join(f"{name} = {name.removeprefix('right_')}\n" for name in names)
        return f"{code}\n\n{given}{text}{main}{program}"


def names_in(code: str) -> set[str]:
    """The names that a module defines and does not import."""
    nodes = [
        node for node in ast.parse(code).body if not isinstance(node, ast.Import | ast.ImportFrom | ast.If)
    ]
    return {name for node in nodes for name in names_of(node)}


def mutant_files(story: Story) -> list[Mutant]:
    """Every mutant of a story, by name; nothing is read of its file."""
    files = sorted(story.mutants.glob("*.py")) if story.mutants else []
    return [Mutant(file, story) for file in files if file.name != REST]


def read_mutants(story: Story) -> list[Mutant]:
    """Every mutant of a story but those that are drafts, in the order of their steps; raises BadFile."""
    found = [mutant for mutant in mutant_files(story) if not mutant.is_draft]
    for mutant in found:
        if mutant.fault:
            raise BadFile(f"{story.shown(mutant.file)}{mutant.fault}")
    return sorted(found, key=lambda one: (one.step, one.name))


class Rule(NamedTuple):
    """A rule of a statement, in its words, and the mutants that break it."""

    text: str
    mutants: tuple[Mutant, ...]


def kata_rules(kata: Kata, story: Story) -> list[Rule]:
    """The rules of a kata; if nobody has written any, the themes of the mutants. Raises BadFile."""
    there = read_mutants(story)
    listed = listed_rules(kata.rules) if kata.rules else {}
    for mutant in there if kata.rules is None else ():
        listed.setdefault(mutant.fields["theme"], []).append(mutant.name)
    return [Rule(text, tuple(one for one in there if one.name in names)) for text, names in listed.items()]


def listed_rules(file: Path) -> dict[str, list[str]]:
    """Each rule in a file, and the names of the mutants below it, further in."""
    found: dict[str, list[str]] = {}
    names: list[str] = []
    for line in read_text(file).split("\n"):
        if line[:1].isspace() and found:
            names += line.split()
        elif line.strip() and not line.startswith("#"):
            names = found[line.strip()] = []
    return found
