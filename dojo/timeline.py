"""`make lights`: every run of an attempt, one a row, and what they tell together. PAGE=1: as a page.

It can be read without colours: the word says the colour, and the bar has a shape for each.
"""

import os
import sys
import time
from collections.abc import Iterator

from rich.console import Console, Group
from rich.text import Text

from dojo.attempts import Attempt
from dojo.drawing import SHAPES
from dojo.history import Stretch, Summary, summary
from dojo.lights import Light, all_files, all_lights
from dojo.showing import attended

SHAPE = {"green": SHAPES["green"], "red": SHAPES["red"], "amber": ("!", "yellow")}
"""Amber is what it is in the last line of `make step-7 test`."""
BAR = 10
STRIP = 50


def timeline(lights: list[Light], told: Summary) -> Group:
    """The rows, the strip of all colours, and the summary last: that is what stays on the screen."""
    return Group(*rows(lights), Text(), strip(lights), Text(), Text("\n".join(sentences(lights, told))))


def rows(lights: list[Light]) -> Iterator[Text]:
    """A row for each light: number, time of day, time since the last one, and what it says."""
    for before, light in zip([None, *lights], lights, strict=False):
        clock = time.strftime("%H:%M:%S", time.localtime(light.when))
        since = short(light.when - before.when) if before else ""
        row = Text(f"{light.number:4}  {clock}  {since:>7}  ", no_wrap=True, overflow="ellipsis")
        yield row.append_text(said(light))


def said(light: Light) -> Text:
    """What a light says: its colour, a bar, how much is green and the test in hand; or what else was done."""
    if not light.judged:
        return Text(f"{light.verb:5}  {what(light)}", style="dim")
    green = f"{light.counts.get('green', 0)} of {sum(light.counts.values())}"
    text = Text().append(f"{light.colour:5}  ", SHAPE[light.colour][1]).append_text(bar(light.counts))
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


def bar(counts: dict[str, int]) -> Text:
    """A shape for each share of the tests; whatever is there has one at least."""
    there = {colour: n for colour, n in counts.items() if n}
    room = BAR - ("green" in there)
    shares: dict[str, int] = {}
    for colour in sorted(there.keys() - {"green"}, key=there.__getitem__):  # the smallest is not crowded out
        share = -(-there[colour] * room // sum(there.values()))
        shares[colour] = min(share, room - sum(shares.values()))
    shares["green"] = BAR - sum(shares.values()) if "green" in there else 0
    drawn = [(shape * shares.get(colour, 0), style) for colour, (shape, style) in SHAPE.items()]
    return Text.assemble(*drawn, " " * (BAR - sum(shares.values())))


def strip(lights: list[Light]) -> Text:
    """All runs, a shape each, with the number of the first one of each line."""
    text = Text()
    for start in range(0, len(lights), STRIP):
        part = lights[start : start + STRIP]
        text.append(f"{part[0].number:4}  ")
        for light in part:
            text.append(*(SHAPE[light.colour] if light.judged else ("·", "dim")))
        text.append("\n")
    for colour, (shape, style) in SHAPE.items():
        text.append("      " if colour == "green" else "   ").append(shape, style).append(f" {colour}")
    return text.append("   · not run")


def sentences(lights: list[Light], told: Summary) -> Iterator[str]:
    """The summary, a line each."""
    runs = ", ".join(f"{told.runs[colour]} {colour}" for colour in SHAPE)
    yield f"{counted(len(lights), 'light')} in {duration(told.seconds)}: {runs}"
    yield f"{counted(told.turns, 'change')} of colour"
    times = ", ".join(f"{duration(told.time_in(colour))} {colour}" for colour in SHAPE)
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


def counted(number: int, noun: str) -> str:
    """1 line, 2 lines"""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def duration(seconds: float) -> str:
    """40 s, 3 min 20 s, 1 h 05 min"""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


def short(seconds: float) -> str:
    """+0:40, +3:20, +65:00"""
    return "+{}:{:02}".format(*divmod(int(seconds), 60))


def rule_of(test: str) -> str:
    """The rule that a test stands for: the id of its row, or else its name in words."""
    function, _, row = test.partition("[")
    return row.removesuffix("]") or function.rpartition("::")[2].removeprefix("test_").replace("_", " ")


def verb(attempt: Attempt) -> int:
    lights = all_lights(attempt)
    if not lights:
        print(f"{attempt.name} has no lights yet: make next and make watch record them")
        return 0
    files = all_files(attempt, lights)
    told = summary(lights, files)
    if os.environ.get("PAGE"):
        from dojo.lights_page import written  # the terminal needs none of it

        print(written(attempt, lights, files, told))
    else:
        Console(highlight=False).print(timeline(lights, told))
    return 0


if __name__ == "__main__":
    sys.exit(attended(verb))
