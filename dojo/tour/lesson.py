"""What a README teaches, for the board: its words, its question, and the language of both."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from dojo.story.languages import TRANSLATION, choose_readme
from dojo.story.readme import HEAD_LINES, QUESTION
from dojo.story.steps import Step, read_text

ASK = QUESTION.strip(" *:")
# how a README in any language asks: **Frag in die Runde:** Warum …?
ASKS = re.compile(r"^\*\*(?P<asks>[^*\n]+):\*\* (?P<question>(?:[^\n]+\n)*?[^\n]+\?)$", re.MULTILINE)


class Lesson(NamedTuple):
    """A README without its head, and without the line that names a source.

    Attributes:
        prose: all up to the question.
        ask: who is asked, in the language of the README: Ask the room.
        question: what the room is asked, with a capital letter.
        language: its language, in two letters, if it is another one than that of the README.md.
    """

    prose: str
    ask: str
    question: str
    language: str


def read_lesson(step: Step, languages: Sequence[str], original: str) -> Lesson:
    """Return the lesson of a step in the first of these languages that there is.

    `original` is the language of README.md.
    """
    file = choose_readme(step.readme, languages, original)
    match = TRANSLATION.fullmatch(file.name)
    if match:
        text = read_text(file)
        prose = without_head(text)
        asked = [*ASKS.finditer(prose)]
        if asked:
            ask, question = asked[-1].group("asks", "question")
            return Lesson(prose[: asked[-1].start()], ask, capitalise(question), match["language"])
        return Lesson(prose, "", "", match["language"])
    prose = without_head(step.lesson) if step.head else step.lesson
    above, asks, below = prose.rpartition(QUESTION)
    if asks:
        return Lesson(above, ASK, capitalise(below.strip()), "")
    return Lesson(prose, "", "", "")


def capitalise(question: str) -> str:
    """Return a question as it is written alone; a name of the code that it begins with stays as it is."""
    return question[:1].upper() + question[1:]


def without_head(text: str) -> str:
    """Return a README without its title and its chapter, which the board has of its own."""
    return text.split("\n", HEAD_LINES)[-1]
