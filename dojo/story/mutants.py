"""The mutants of a story: each is the finished evaluator with one fault; its docstring describes it."""

import ast
import re
import runpy
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from dojo.story.code.syntax import names_of, parse_source
from dojo.story.katas import Kata
from dojo.story.steps import DRAFT, read_text
from dojo.story.story import Story
from dojo.story.toml.reading import BadFile

# Each mutant takes the rest of its code from this module, and this function of it puts the two together.
REST = "finished.py"
JOIN = "join"
# The function that a step calls as a program: a run of it may show any fault.
PROGRAM = "main"
# The fields in the docstring of each mutant.
FIELDS = ("step", "theme", "shown by", "riddle", "hint")
FIELD = re.compile(r"^(\w[\w ]*): (.*(?:\n  .*)*)", re.MULTILINE)
# The line that gives a mutant its rest. A class that builds on the right one imports that too, and then its
# code goes after the rest.
BEGINNING = re.compile(r"^from finished import ((?:right_\w+, )*)the_rest\n", re.MULTILINE)
END = re.compile(r"^the_rest\(globals\(\)\)$\n?", re.MULTILINE)
run_rest = cache(runpy.run_path)


class MutantFault(NamedTuple):
    """Why a mutant cannot be used.

    Attributes:
        line: the line of its file.
        problem: what is wrong.
        mend: what to do about it.
        is_draft: True if only words are missing.
    """

    line: int
    problem: str
    mend: str
    is_draft: bool = False


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
    def beside(self) -> dict[str, Path]:
        """What lies beside the finished step, of which it has the rest of its code."""
        return self.story.step(self.story.finished).beside if self.story.finished is not None else {}

    @cached_property
    def parts(self) -> list[str]:
        """The parts of its docstring: what it does in a sentence, how people come to write it, its fields."""
        return (ast.get_docstring(parse_source(self.code)) or "").split("\n\n")

    @cached_property
    def fields(self) -> dict[str, str]:
        """The fields of its docstring; `shown by` is the shortest input for which its answer is wrong."""
        return {name: " ".join(text.split()) for name, text in FIELD.findall(self.parts[-1])}

    @cached_property
    def fault(self) -> MutantFault | None:
        """What is wrong with its file; None if the mutant can be used."""
        try:
            fields = self.fields
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None) or 1
            return MutantFault(line, f"is not valid Python: {error.args[0]}", "mend this line")
        if len(self.parts) < len(("does", "origin", "fields")):
            mend = "say what it does, how it comes about, and its fields"
            return MutantFault(1, "its docstring needs three parts", mend)
        for name in FIELDS:
            if not fields.get(name):
                return MutantFault(1, f"its docstring has no field {name}", "add it to its last lines")
        if not BEGINNING.search(self.code) or not END.search(self.code):
            mend = "begin it with from finished import the_rest, and end it with the_rest(globals())"
            return MutantFault(len(self.code.splitlines()), "does not take its rest", mend)
        if not fields["step"].isdecimal():
            return MutantFault(
                1, "its field step is not a number", "say in which step people make this mistake"
            )
        return self.find_draft()

    def find_draft(self) -> MutantFault | None:
        """Return the first part of its docstring that nobody has written yet; None if all are."""
        words = {"first line": self.does, "origin": self.origin, **self.fields}
        for name, text in words.items():
            if text == DRAFT:
                return MutantFault(1, "is still a draft", f"say its {name}", is_draft=True)
        return None

    @property
    def is_draft(self) -> bool:
        """True if only words are missing in it."""
        return self.fault is not None and self.fault.is_draft

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
    def theme(self) -> str:
        """What it is about; the mutants of one theme share a bar."""
        return self.fields["theme"]

    @property
    def needs(self) -> set[str]:
        """It shows only through one of these functions; nothing if any function will do."""
        return set(self.fields.get("needs", "").split())

    @cached_property
    def whole(self) -> str:
        """The evaluator in one file, which needs no other; raises BadFile."""
        right_names = "".join(BEGINNING.findall(self.code)).replace(",", "").split()
        own_code = END.sub("", BEGINNING.sub("", self.code))
        file = self.file.parent / REST
        rest = run_rest(str(file))
        if JOIN not in rest:
            update = self.story.command("update")
            raise BadFile(f"{self.story.shown(file)}: is of an older version; type {update}")
        whole: str = rest[JOIN](own_code, right_names)
        return whole


def is_current(rest: Path) -> bool:
    """True if the file that gives mutants their rest is of this version."""
    return re.search(rf"^def {JOIN}\(", read_text(rest), re.MULTILINE) is not None


def names_in(code: str) -> set[str]:
    """Return the names that a module defines and does not import."""
    names: set[str] = set()
    for statement in parse_source(code).body:
        if not isinstance(statement, ast.Import | ast.ImportFrom | ast.If):
            names.update(names_of(statement))
    return names


def mutant_files(story: Story) -> list[Mutant]:
    """Return every mutant of a story, by name; nothing is read of its file."""
    if not story.mutants:
        return []
    mutants = []
    for file in sorted(story.mutants.glob("*.py")):
        if file.name != REST:
            mutants.append(Mutant(file, story))
    return mutants


def read_mutants(story: Story) -> list[Mutant]:
    """Return every mutant of a story that is no draft, in the order of their steps; raises BadFile."""
    mutants = []
    for mutant in mutant_files(story):
        fault = mutant.fault
        if fault is None:
            mutants.append(mutant)
        elif not fault.is_draft:
            raise BadFile(f"{story.shown(mutant.file)}:{fault.line}: {fault.problem}; {fault.mend}")
    return sorted(mutants, key=lambda mutant: (mutant.step, mutant.name))


class Rule(NamedTuple):
    """A rule of a statement, in its words, and the mutants that break it."""

    text: str
    mutants: tuple[Mutant, ...]


def kata_rules(kata: Kata, story: Story) -> list[Rule]:
    """Return the rules of a kata; if nobody has written any, the themes of the mutants. Raises BadFile."""
    mutants = read_mutants(story)
    names_by_rule: dict[str, list[str]] = {}
    if kata.rules:
        names_by_rule = listed_rules(kata.rules)
    else:
        for mutant in mutants:
            names_by_rule.setdefault(mutant.theme, []).append(mutant.name)
    rules = []
    for text, names in names_by_rule.items():
        breaking = [mutant for mutant in mutants if mutant.name in names]
        rules.append(Rule(text, tuple(breaking)))
    return rules


def listed_rules(file: Path) -> dict[str, list[str]]:
    """Return each rule in a file, and the names of the mutants below it, further in."""
    found: dict[str, list[str]] = {}
    names: list[str] = []
    for line in read_text(file).split("\n"):
        is_indented = line[:1].isspace()
        if is_indented and found:
            names += line.split()
        elif line.strip() and not line.startswith("#"):
            names = found.setdefault(line.strip(), [])
    return found
