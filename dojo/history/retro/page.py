"""The page of `make retro`: one file that needs nothing else, and runs no script."""

import time
from pathlib import Path
from typing import Any

from markupsafe import Markup

from dojo.history.retro.axis import Axis, axis_of
from dojo.history.retro.names import named
from dojo.history.retro.pairs import REST, Told
from dojo.history.retro.questions import questions
from dojo.pages.templates import templates, write_page
from dojo.room.models import Evening
from dojo.screen.palette import COLOURS, css
from dojo.screen.words import counted, duration

PAGES = Path(__file__).parent / "pages"
HEIGHTS = {"green": 10, "amber": 20, "red": 30, REST: 4}
"""The colours have heights as well, so that they can be told apart without colours."""
TALL = 30
MOST = 8
"""Tests that are listed."""


def page(evening: Evening, *, anonymous: bool) -> str:
    """The page as HTML."""
    pairs = [pair for pair in named(evening.records, anonymous=anonymous) if pair.runs]
    axis = axis_of([light.when for pair in pairs for light in pair.runs])
    first = min((pair.runs[0].when for pair in pairs), default=evening.opened)
    return (
        templates(PAGES)
        .get_template("retro.html")
        .render(
            title=f"Retrospective: {evening.title}",
            palette=Markup(css()),
            day=time.strftime("%d %B %Y", time.localtime(first)),
            pairs=[of_pair(pair, axis) for pair in pairs],
            questions=questions(pairs),
            axis=axis,
            rounds=rounds(evening, axis),
            faults=faults(evening, anonymous=anonymous),
            anonymous=anonymous,
            colours={**{colour: look.shape for colour, look in COLOURS.items()}, REST: "·"},
            tall=TALL,
            duration=duration,
            counted=counted,
            most=MOST,
        )
    )


def faults(evening: Evening, *, anonymous: bool) -> list[str]:
    """What could not be read; a line may name a pair."""
    if anonymous and evening.faults:
        return [f"{counted(len(evening.faults), 'record')} could not be read"]
    return evening.faults


def rounds(evening: Evening, axis: Axis) -> list[tuple[float, float, int]]:
    """The rounds on the axis: from where to where, and their numbers."""
    last = axis.times[-1] if axis.times else 0
    there = [(start, end or last) for start, end in evening.rounds]
    return [
        (axis.share(start), axis.share(end), number)
        for number, (start, end) in enumerate(there, start=1)
        if axis.times and end >= axis.times[0] and start <= last
    ]


def of_pair(pair: Told, axis: Axis) -> dict[str, Any]:
    """What the page says of a pair."""
    red = pair.longest_red
    return {
        "name": pair.name,
        "kata": pair.record.pair.kata,
        "bars": [
            {
                "x": axis.share(one.start),
                "width": max(1, axis.share(one.end) - axis.share(one.start)),
                "height": HEIGHTS[one.colour],
                "colour": one.colour,
                "says": f"{duration(one.seconds)} {one.colour}, light {one.first} to {one.last}",
            }
            for one in pair.stretches
        ],
        "rhythm": rhythm(pair),
        "red": f"{duration(red.seconds)}, on “{red.test}”, from light {red.first} to {red.last}"
        if red
        else "",
        "sizes": sizes(pair),
        "largest": max(pair.steps, key=lambda step: step[2], default=None),
        "tidied": pair.tidied,
        "first": sum(pair.first.values()),
        "of": len(pair.first),
        "at_once": pair.at_once,
        "proof": sorted(pair.proof.items()) if pair.proof is not None else None,
        "guesses": len(pair.guesses),
        "held": pair.held,
        "missed": pair.missed,
        "end": pair.end,
    }


def rhythm(pair: Told) -> str:
    """22 runs in 40 min: 12 min green, 8 min red, 2 min amber, 18 min in pauses"""
    times = [(pair.seconds_in(colour), colour) for colour in (*COLOURS, REST)]
    parts = [f"{duration(seconds)} {colour}" for seconds, colour in times if seconds]
    all_time = duration(pair.runs[-1].when - pair.runs[0].when)
    return f"{counted(len(pair.runs), 'run')} in {all_time}" + (f": {', '.join(parts)}" if parts else "")


def sizes(pair: Told) -> list[dict[str, Any]]:
    """The changes as bars: as high as they have lines, up to a height."""
    most = max((one.code + one.tests for one in pair.sizes), default=1)
    return [
        {
            "code": round(TALL * one.code / most, 1),
            "tests": round(TALL * one.tests / most, 1),
            "colour": one.colour,
            "says": f"light {one.number}, {one.colour}: {one.code} of code, {one.tests} of tests",
        }
        for one in pair.sizes
    ]


def written(evening: Evening, file: Path, *, anonymous: bool) -> Path:
    """Write the page; gives its path. Raises Trouble."""
    return write_page(file, page(evening, anonymous=anonymous))
