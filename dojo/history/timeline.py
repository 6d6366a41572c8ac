"""`make lights`: every run of an attempt, one a row, and what they tell together. PAGE=1: as a page.

It can be read without colours: the word says the colour, and the bar has a shape for each.
"""

import time
from collections.abc import Iterator

from rich.console import Console, Group
from rich.text import Text

from dojo.attempt.attempts import Attempt
from dojo.attempt.lights import Light, all_files, all_lights
from dojo.history.summary import Stretch, Summary, summary
from dojo.screen.bars import shares
from dojo.screen.palette import COLOURS, NOT_RUN
from dojo.screen.words import counted, duration, since
from dojo.story.tests import rule_of

BAR = 10
STRIP = 50


def timeline(lights: list[Light], told: Summary) -> Group:
    """The rows, the strip of all colours, and the summary last: that is what stays on the screen."""
    return Group(*rows(lights), Text(), strip(lights), Text(), Text("\n".join(sentences(lights, told))))


def rows(lights: list[Light]) -> Iterator[Text]:
    """A row for each light: number, time of day, time since the last one, and what it says."""
    for before, light in zip([None, *lights], lights, strict=False):
        clock = time.strftime("%H:%M:%S", time.localtime(light.when))
        later = since(light.when - before.when) if before else ""
        row = Text(f"{light.number:4}  {clock}  {later:>7}  ", no_wrap=True, overflow="ellipsis")
        yield row.append_text(said(light))


def said(light: Light) -> Text:
    """What a light says: its colour, a bar, how much is green and the test in hand; or what else was done."""
    if not light.judged:
        return Text(f"{light.verb:5}  {what(light)}", style="dim")
    green = f"{light.counts.get('green', 0)} of {sum(light.counts.values())}"
    text = Text().append(f"{light.colour:5}  ", COLOURS[light.colour].style)
    text.append_text(shares(light.counts, BAR))
    return text.append(f"  {green:10}  {what(light)}")


def what(light: Light) -> str:
    """What a light was about: where back to, what its tests catch, what was expected of the test in hand."""
    match light.verb, light.told:
        case "back", {"to": number}:
            return f"to light {number}"
        case "judge", {"accepted": [fine, right], "caught": [caught, wrong]}:
            return f"accepts {fine} of {right}, catches {caught} of {wrong}"
        case _, {"held": True}:
            return f"as expected · {rule_of(light.test)}"
        case _, {"held": False, "expected": colour}:
            return f"{colour} expected · {rule_of(light.test)}"
        case _:
            return rule_of(light.test)


def strip(lights: list[Light]) -> Text:
    """All runs, a shape each, with the number of the first one of each line."""
    text = Text()
    for start in range(0, len(lights), STRIP):
        part = lights[start : start + STRIP]
        text.append(f"{part[0].number:4}  ")
        for light in part:
            text.append(*(COLOURS[light.colour] if light.judged else NOT_RUN)[:2])
        text.append("\n")
    for colour, look in COLOURS.items():
        text.append("      " if colour == "green" else "   ").append(*look[:2]).append(f" {colour}")
    return text.append(f"   {NOT_RUN.shape} not run")


def sentences(lights: list[Light], told: Summary) -> Iterator[str]:
    """The summary, a line each."""
    runs = ", ".join(f"{told.runs[colour]} {colour}" for colour in COLOURS)
    yield f"{counted(len(lights), 'light')} in {duration(told.seconds)}: {runs}"
    yield f"{counted(told.turns, 'change')} of colour"
    times = ", ".join(f"{duration(told.time_in(colour))} {colour}" for colour in COLOURS)
    yield f"time: {times}"
    if longest := told.longest("red"):
        yield f"longest time in red: {duration(longest.seconds)}, {between(longest)}"
    if largest := told.largest:
        where = f"from light {largest.first} to {largest.last}"
        yield f"largest change between two greens: {counted(largest.lines, 'line')}, {where}"
    if told.predicted:
        yield f"predictions: {told.held} of {told.predicted} held"


def between(stretch: Stretch) -> str:
    """lights 4 to 9"""
    return f"light{f's {stretch.first} to' if stretch.first != stretch.last else ''} {stretch.last}"


def lights(attempt: Attempt, *, page: bool) -> None:
    """Show them, or write them as a page and print its path; raises NotRecorded."""
    found = all_lights(attempt)
    if not found:
        verbs = f"{attempt.command('next')} and {attempt.command('watch')}"
        print(f"{attempt.name} has no lights yet: {verbs} record them")
        return
    files = all_files(attempt, found)
    told = summary(found, files)
    if page:
        from dojo.history.page import written  # the terminal needs none of it

        print(written(attempt, found, files, told))
    else:
        Console(highlight=False).print(timeline(found, told))
