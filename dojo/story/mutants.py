"""The mutants of a story: each is the finished evaluator with one fault; its docstring describes it."""

import ast
import re
import runpy
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import SimpleNamespace
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
TAKES_THE_REST = {"the_rest(globals())": "end", "from finished import the_rest": "begin"}
"""The lines by which a mutant takes its rest, and where each of them stands."""
WITH_RIGHT_ONES = re.compile(r"^from finished import ((?:right_\w+, )+)the_rest$", re.MULTILINE)
"""The first of them in a mutant of a class, which builds on the right one."""
PROGRAM = '\nif __name__ == "__main__":'


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
    def docstring(self) -> str:
        """What it does in a sentence, how people come to write it, and its fields."""
        return ast.get_docstring(ast.parse(self.code)) or ""

    @property
    def fault(self) -> str:
        """What is wrong with its file, and the line if there is one; nothing if the mutant can be used."""
        try:
            missing = [name for name in FIELDS if not self.fields.get(name)]
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None) or 1
            return f":{line}: is not valid Python: {error.args[0]}; mend this line"
        if len(self.docstring.split("\n\n")) < len(("does", "origin", "fields")):
            return ":1: its docstring needs three parts; say what it does, how it comes about, and its fields"
        if missing:
            return f":1: its docstring has no field {missing[0]}; add it to its last lines"
        lines = WITH_RIGHT_ONES.sub("from finished import the_rest", self.code).splitlines()
        if lacking := [line for line in TAKES_THE_REST if line not in lines]:
            last = len(lines)
            return f":{last}: does not take its rest; {TAKES_THE_REST[lacking[0]]} it with {lacking[0]}"
        if not self.fields["step"].isdecimal():
            return ":1: its field step is not a number; say in which step people make this mistake"
        words = {"first line": self.does, "origin": self.origin, **self.fields}
        drafts = [name for name, text in words.items() if text == DRAFT]
        return f":1: {IS_A_DRAFT}; say its {drafts[0]}" if drafts else ""

    @property
    def is_draft(self) -> bool:
        """True if only words are missing in it."""
        return IS_A_DRAFT in self.fault

    @cached_property
    def fields(self) -> dict[str, str]:
        return {
            name: " ".join(text.split()) for name, text in FIELD.findall(self.docstring.split("\n\n")[-1])
        }

    @property
    def does(self) -> str:
        """What it does, in a sentence."""
        return self.docstring.splitlines()[0]

    @property
    def origin(self) -> str:
        """How people come to write it."""
        return " ".join(self.docstring.split("\n\n")[1].split())

    @property
    def step(self) -> int:
        """The step in which people can make this mistake."""
        return int(self.fields["step"])

    @property
    def theme(self) -> str:
        return self.fields["theme"]

    @property
    def needs(self) -> set[str]:
        """It shows only through one of these functions; nothing if any function will do."""
        return set(self.fields.get("needs", "").split())

    @property
    def shown_by(self) -> str:
        """The shortest input for which its answer is wrong."""
        return self.fields["shown by"]

    @cached_property
    def whole(self) -> str:
        """The evaluator in one file, which needs no other."""
        names = "".join(WITH_RIGHT_ONES.findall(self.code)).replace(",", "").split()
        lines = WITH_RIGHT_ONES.sub("", self.code).splitlines(keepends=True)
        text = "".join(line for line in lines if line.rstrip("\n") not in TAKES_THE_REST)
        right = rest_of_code(self.file.parent / REST)
        if not names:
            return f"{text}{right.beside({*self.defines})}"
        code, main, program = right.finished().read_text(encoding="utf-8").partition(PROGRAM)
        given = "".join(f"{name} = {name.removeprefix('right_')}\n" for name in names)
        return f"{code}\n\n{given}{text}{main}{program}"

    @property
    def defines(self) -> dict[str, int]:
        """The names that it defines, and the lines on which it does."""
        return names_in(self.code)


def names_in(code: str) -> dict[str, int]:
    """The names that a module defines and does not import, and the lines on which it does."""
    nodes = [
        node for node in ast.parse(code).body if not isinstance(node, ast.Import | ast.ImportFrom | ast.If)
    ]
    return {name: node.lineno for node in nodes for name in names_of(node)}


@cache
def rest_of_code(file: Path) -> SimpleNamespace:
    """The module from which the mutants beside it take their rest."""
    return SimpleNamespace(**runpy.run_path(str(file)))


def read_mutants(story: Story) -> list[Mutant]:
    """Every mutant of a story but those that are drafts, in the order of their steps; raises BadFile."""
    found = [mutant for mutant in mutant_files(story) if not mutant.is_draft]
    for mutant in found:
        if mutant.fault:
            raise BadFile(f"{story.shown(mutant.file)}{mutant.fault}")
    return sorted(found, key=lambda one: (one.step, one.name))


def mutant_files(story: Story) -> list[Mutant]:
    """Every mutant of a story, by name; nothing is read of its file."""
    if story.mutants is None:
        return []
    files = [file for file in sorted(story.mutants.glob("*.py")) if file.name != REST]
    return [Mutant(file, story) for file in files]


class Rule(NamedTuple):
    """A rule of a statement, in its words, and the mutants that break it."""

    text: str
    mutants: tuple[Mutant, ...]


def kata_rules(kata: Kata, story: Story) -> list[Rule]:
    """The rules of a kata; if nobody has written any, the themes of the mutants. Raises BadFile."""
    there = read_mutants(story)
    if kata.rules is None:
        themes = dict.fromkeys(mutant.theme for mutant in there)
        return [Rule(theme, tuple(one for one in there if one.theme == theme)) for theme in themes]
    listed = listed_rules(kata.rules)
    return [Rule(text, tuple(one for one in there if one.name in names)) for text, names in listed.items()]


def listed_rules(file: Path) -> dict[str, list[str]]:
    """Each rule in a file, and the names of the mutants below it, further in."""
    found: dict[str, list[str]] = {}
    for line in read_text(file).split("\n"):
        if not line.strip() or line.startswith("#"):
            continue
        if line[0].isspace() and found:
            found[list(found)[-1]] += line.split()
        else:
            found[line.strip()] = []
    return found
