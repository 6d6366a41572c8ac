"""How many tests there are, where a README says it in one of the forms that a check can read."""

import re
from collections.abc import Callable, Iterator

from dojo.gate.violation import Violation, split
from dojo.runner.matrix import Matrix
from dojo.story.mutants import REST
from dojo.story.readme import parts
from dojo.story.steps import Step

SMALL = {"no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
NUMBERS = SMALL | {"seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12}
NUMBER = rf"(\d[\d,]*|{'|'.join(NUMBERS)})"
Count = Callable[[Matrix, Step], int]


def driving(matrix: Matrix, step: Step) -> int:
    return len(matrix.driving(step))


def guarding(matrix: Matrix, step: Step) -> int:
    return sum(test.kind == "guards" and test.written == step.number for test in matrix.tests)


def all_tests(matrix: Matrix, _step: Step) -> int:
    return len(matrix.tests)


def all_mutants(matrix: Matrix, _step: Step) -> int:
    folder = matrix.story.mutants
    return sum(file.name != REST for file in folder.glob("*.py")) if folder else 0


WRITTEN = "the guards that were written in this step"
FORMS: list[tuple[str, str, Count, str]] = [
    (
        "Red",
        rf"\ball {NUMBER}(?: new)?(?: tests| rows)? (?:fail|are red)\b",
        driving,
        "the tests that drive this step",
    ),
    ("", rf"\b{NUMBER} new guards?\b", guarding, WRITTEN),
    ("", rf"\b{NUMBER} guards? (?:says?|hold|keep|watch|check|joined)\b", guarding, WRITTEN),
    ("", rf"\b{NUMBER} guards? (?:is new|are new|came in|written here)\b", guarding, WRITTEN),
    ("", rf"\ball {NUMBER} tests of the suite\b", all_tests, "the tests that there are"),
    ("", rf"\ball {NUMBER} mutants\b", all_mutants, "the mutants that there are"),
]
"""The section that it is read in (or any), how it is written, what it counts, and the same in words."""


def counted(matrix: Matrix, step: Step) -> Iterator[Violation]:
    """Each number of tests that is wrong."""
    for part in parts(step.prose):
        if part.what != "paragraph":
            continue
        for section, form, count, counts in FORMS:
            if section not in ("", part.section):
                continue
            for said in re.finditer(form.replace(" ", r"\s+"), part.text, re.IGNORECASE):
                if number(said[1]) != (right := count(matrix, step)):
                    line = part.line + part.text.count("\n", 0, said.start())
                    words = " ".join(said[0].split())
                    what = f"says {words}, and it is {right}: {counts}; write that"
                    yield Violation(7, step.readme, line, *split(what), step=step.name)


def number(word: str) -> int:
    """`12` and `twelve`."""
    word = word.lower().replace(",", "")
    return int(word) if word.isdecimal() else NUMBERS[word]
