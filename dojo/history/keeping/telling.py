"""What a kept story says by itself: the READMEs as far as the runs say them, and what was folded."""

from collections.abc import Collection, Sequence
from itertools import pairwise

from dojo.attempt.light import Light
from dojo.drafts.readmes import a_head, sections
from dojo.gate.prose.counts import NUMBERS
from dojo.runner.matrix import Matrix
from dojo.story.readme import QUESTION
from dojo.story.steps import DRAFT, Step

BEGINNING, REFACTORING = "The beginning", "Tidied up"
WORDS = {number: word for word, number in NUMBERS.items()}


def readme(found: Matrix, step: Step, title: str, chapter: str, notes: Sequence[str]) -> str:
    """A README of a step, without the words and the question that a human has to write."""
    kind = "test first" if found.driving(step) else "refactoring" if step.number else "start"
    head = a_head(step.number, title, f"1 · {chapter}", kind)
    said = "\n".join(f"- {note}" for note in [*notes, DRAFT])
    return "\n\n".join([head, *sections(found, step, kind), said, QUESTION.strip()]) + "\n"


def title_of(rules: Sequence[str], number: int) -> str:
    """What a step is called: the rule of the first test that drives it."""
    if not rules:
        return REFACTORING if number else BEGINNING
    rule = " ".join(rules[0].split())
    return rule[:1].upper() + rule[1:]


def notes(on_the_way: Sequence[Light], greens: int, unseen: Collection[str]) -> list[str]:
    """What happened on the way to a step, in sentences.

    Takes the runs on the way that were not green, how many greens are part of the step, and the rules of the
    tests that drive it and that nobody saw red.
    """
    mute = sum(light.colour == "amber" for light in on_the_way)
    others = other_reds([light for light in on_the_way if light.colour == "red"])
    parts = [f"{in_words(mute, 'run')} on the way could not speak"] if mute else []
    if others:
        again = "were red for other reasons" if others > 1 else "was red for another reason"
        parts.append(f"{in_words(others, 'run' if not parts else '')} {again}")
    said = [", ".join(parts)] if parts else []
    if greens:
        parted, them = ("are parts", "them") if greens > 1 else ("is part", "it")
        alone = f"no test stands for {them} alone"
        said.append(f"{in_words(greens, 'green run')} on the way {parted} of this step: {alone}")
    said += [f"“{rule}” would have been red before, and nobody saw it" for rule in unseen]
    return [f"{one[:1].upper()}{one[1:]}." for one in said]


def other_reds(reds: Sequence[Light]) -> int:
    """How many reds came after another one, and failed a test that was not red then."""
    return sum(bool(failing(one) - failing(before)) for before, one in pairwise(reds))


def failing(light: Light) -> set[str]:
    """The tests for which a light was not green: the test in hand, and those of the participant."""
    own = {id for id, colour in (light.own or {}).items() if colour != "green"}
    return own | ({light.test} if light.test else set())


def in_words(number: int, noun: str) -> str:
    """two runs"""
    return f"{WORDS.get(number, number)} {noun}{'s' if number > 1 and noun else ''}".strip()
