"""A row of lights in words and in shapes, for the terminal and for the page."""

import time
from collections.abc import Iterator
from typing import NamedTuple

from dojo.attempt.light import Light
from dojo.history.runs import RunRow
from dojo.screen.palette import COLOURS, NOT_RUN, REFACTORING, Look
from dojo.screen.words import time_since
from dojo.story.tests import rule_of

NEW = "new"
"""What stands before a test that `make next` has just brought."""
LEGEND = f"{NEW}: brought by make next, which leaves two lights, without it and with it"


class RowText(NamedTuple):
    """A row in words, for the terminal and for the page: 3–5, 22:13, +0:40, …, 12 of 13, …, ×3"""

    numbers: str
    at: str
    after: str
    look: Look
    word: str
    green: str
    about: str
    times: str


def describe_rows(rows: list[RunRow]) -> Iterator[RowText]:
    """Yield what stands in each row."""
    for before, row in zip([None, *rows], rows):
        light, last = row.light, row.lights[-1].number
        yield RowText(
            f"{light.number}–{last}" if last > light.number else f"{light.number}",
            time.strftime("%H:%M", time.localtime(light.when)),
            time_since(light.when - before.light.when) if before else "",
            COLOURS[light.colour] if light.judged else NOT_RUN,
            light.colour if light.judged else light.verb,
            f"{light.counts.get('green', 0)} of {sum(light.counts.values())}" if light.judged else "",
            about(row),
            f"×{row.runs}" if row.runs > 1 else "",
        )


def about(row: RunRow) -> str:
    """What a row was about: a test and a guess, where `make back` went, or what the tests catch."""
    light = next((light for light in row.lights if light.held is not None), row.light)
    rule = rule_of((row.brought or light).test)
    if row.brought:
        rule = f"{NEW} {COLOURS[row.brought.colour].shape} {rule}"
    match light:
        case Light(verb="back"):
            rule = f"to light {light.to}"
        case Light(verb="judge", accepted=(fine, right), caught=(caught, wrong)):
            rule = f"accepts {fine}/{right}, catches {caught}/{wrong}"
        case Light(held=True):
            rule = f"as expected · {rule}"
        case Light(held=False):
            rule = f"{light.expected} expected · {rule}"
    return f"{REFACTORING.shape} {rule}".rstrip() if row.in_green else rule


def shapes(row: RunRow) -> Iterator[tuple[Light, Look]]:
    """The shapes of a row in the strip: one, or two where it brought a test."""
    look = COLOURS[row.light.colour] if row.light.judged else NOT_RUN
    yield row.light, look._replace(shape=REFACTORING.shape) if row.in_green else look
    if row.brought not in (None, row.light):
        yield row.brought, COLOURS[row.brought.colour]
