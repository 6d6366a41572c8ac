"""Which greens become steps, and which tests drive them, by the colours of the tests on each of them.

A step is law-abiding if what drives it was red on the step before. Where a test broke the code of the green
before, or lost its own test on the way, a green cannot stand alone: it is part of the next step.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dojo.history.keeping.suite.marks import Mark, Marks

Colours = Mapping[str, list[str]]
"""The colour of each test, by its id, on every green."""


@dataclass(frozen=True)
class Chosen:
    """The greens that are steps, and what was found on the way."""

    steps: list[int]
    """Their numbers among the greens; the first is the beginning."""
    marks: Marks
    folded: dict[int, list[int]] = field(default_factory=dict)
    """The greens that are part of a step, by the number of the green that is the step."""
    broken: tuple[str, ...] = ()
    """The ids of the tests that no step can have: they are not green at the end, or break the beginning."""


def chosen(colours: Colours, born: Mapping[str, int], dropped: Mapping[int, bool]) -> Chosen:
    """The steps of a story.

    Takes the colours of the tests on each green; the green with which each came; and of each green, whether a
    test that came with it is gone.
    """
    last = max(len(column) for column in colours.values()) - 1
    broken = [id for id, column in colours.items() if column[last] != "green"]
    steps = list(range(last + 1))
    while True:
        kept = {id: column for id, column in colours.items() if id not in broken}
        marks = {id: mark_of(column, steps, born[id]) for id, column in kept.items()}
        lost = next((id for id, mark in marks.items() if not is_lawful(mark, kept[id], steps)), "")
        if lost and marks[lost].step == 1:
            broken.append(lost)
        elif lost:
            del steps[marks[lost].step - 1]
        elif place := not_alone(steps, marks, kept, dropped):
            del steps[place]
        else:
            return Chosen(steps, marks, folded(steps, last), tuple(broken))


def mark_of(column: list[str], steps: list[int], born: int) -> Mark:
    """The mark of a test by its colours: it drives the step that makes it green, or guards where it came."""
    place = next((n for n, step in enumerate(steps) if step >= born), len(steps) - 1)
    place = max(1, place)
    turn = 1 + max((n for n, step in enumerate(steps) if column[step] != "green"), default=-1)
    return Mark("drives", turn) if turn >= place else Mark("guards", place)


def is_lawful(mark: Mark, column: list[str], steps: list[int]) -> bool:
    """Was a test that drives a step red on the step before, and did it not break?"""
    return mark.kind == "guards" or column[steps[mark.step - 1]] == "red"


def not_alone(steps: list[int], marks: Marks, colours: Colours, dropped: Mapping[int, bool]) -> int:
    """The place of a step that no test drives, and that is no refactoring either; 0 if there is none."""
    driven = {mark.step for mark in marks.values() if mark.kind == "drives"}
    for place in range(1, len(steps) - 1):
        before, here = steps[place - 1], steps[place]
        makes_red = any(
            mark == Mark("drives", place + 1) and colours[id][before] == "green" for id, mark in marks.items()
        )
        if place not in driven and (makes_red or dropped.get(here)):
            return place
    return 0


def folded(steps: list[int], last: int) -> dict[int, list[int]]:
    """The greens that are no steps, by the step that has them."""
    left = [number for number in range(last + 1) if number not in steps]
    found: dict[int, list[int]] = {}
    for number in left:
        found.setdefault(next(step for step in steps if step > number), []).append(number)
    return found
