"""Law 7: the numbers of tests and mutants that a README says."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dojo.gate.prose.edits import Edit
from dojo.gate.prose.quotes import Facts
from dojo.story.mutants import mutant_files
from dojo.story.readme import Part
from dojo.story.steps import Step
from dojo.story.tests import Mark

IN_WORDS = "no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
WORDS = IN_WORDS.split("|")
NUMBER = rf"(\d[\d,]*|{IN_WORDS})"
OF_GUARDS = "(?:says?|hold|keep|watch|check|joined|(?:is|are) new|came in|written here)"


@dataclass(frozen=True)
class CountForm:
    """A number that a README may say.

    Attributes:
        noun: what is counted.
        words: the words around the number, as a regular expression.
        count: what counts them, for a step.
        only_in_red: True if the words mean this only in the section *Red*.
    """

    noun: str
    words: str
    count: Callable[[Facts], int]
    only_in_red: bool = False


def count_drivers(facts: Facts) -> int:
    """Count the tests that drive the step."""
    return len(facts.drivers)


def count_guards(facts: Facts) -> int:
    """Count the guards that were written in the step."""
    guards = 0
    for test in facts.matrix.tests:
        if test.kind == Mark.GUARDS and test.written == facts.step.number:
            guards += 1
    return guards


def count_tests(facts: Facts) -> int:
    """Count the tests of the suite."""
    return len(facts.matrix.tests)


def count_mutants(facts: Facts) -> int:
    """Count the mutants of the story."""
    return len(mutant_files(facts.matrix.story))


FORMS = [
    CountForm(
        "the tests that drive a step",
        rf"\ball {NUMBER}(?: new)?(?: tests| rows)? (?:fail|are red)\b",
        count_drivers,
        only_in_red=True,
    ),
    CountForm(
        "the guards that were written in a step",
        rf"\b{NUMBER} (?:new guards?|guards? {OF_GUARDS})\b",
        count_guards,
    ),
    CountForm("all tests of the suite", rf"\ball {NUMBER} tests of the suite\b", count_tests),
    CountForm("all mutants", rf"\ball {NUMBER} mutants\b", count_mutants),
]


def count_edits(part: Part, facts: Facts) -> Iterator[Edit]:
    """Yield the edit of each number of a paragraph that counts tests or mutants, and is wrong."""
    for form in FORMS:
        if form.only_in_red and part.section != "Red":
            continue
        for match in re.finditer(form.words.replace(" ", r"\s+"), part.text, re.IGNORECASE):
            right = form.count(facts)
            if read_number(match[1]) != right:
                yield correct_number(match, right, form, part, facts.step)


def read_number(word: str) -> int:
    """Return the number that a word or some digits stand for."""
    plain = word.lower().replace(",", "")
    return WORDS.index(plain) if plain in WORDS else int(plain)


def correct_number(match: re.Match[str], right: int, form: CountForm, part: Part, step: Step) -> Edit:
    """Return the edit that writes a number as it is: in a word if it was one, and with its capital."""
    word = match[1]
    new_word = f"{right:,}"
    if word.lower() in WORDS and right < len(WORDS):
        new_word = WORDS[right]
    if word[0].isupper():
        new_word = new_word.capitalize()
    line = part.line + part.text.count("\n", 0, match.start(1))
    old = step.prose.split("\n")[line - 1]
    # the same word may be in the line before: this one is known by what follows it
    rest = part.text[match.start(1) :].partition("\n")[0]
    new = old.replace(rest, new_word + rest.removeprefix(word), 1)
    problem = f"says {' '.join(match[0].split())}, and it is {right}: {form.noun}"
    return Edit(line, problem, old=[old], new=[new])
