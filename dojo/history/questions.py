"""Questions worth asking: each comes from the data of the evening, and has them next to it.

A candidate yields a question with a weight, or none where the data say too little. A weight of 1 is worth
asking in any room. The data stand in the order of the pairs, not of their size: they rank nobody.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from dojo.attempt.light import PAUSE
from dojo.history.pairs import PairHistory
from dojo.history.runs import REST, Stretch
from dojo.screen.palette import COLOURS
from dojo.wording import count_of, duration

LONG_RED = 180
"""Seconds in red that are worth a word."""
LARGE = 15
"""Lines of code from one green to the next that are worth a word."""
ROWS = 4
"""Lines of data next to a question."""
Pairs = Sequence[PairHistory]
Lines = list[tuple[float, str]]
"""Lines of data, each with its size."""


class Question(NamedTuple):
    """What to ask, how much the data call for it, and the data in lines."""

    weight: float
    text: str
    data: list[str]


def choose_questions(pairs: Pairs) -> list[Question]:
    """Return the three that the data call for most; fewer, where they say less."""
    found: list[Question] = []
    for candidate in CANDIDATES:
        found.extend(candidate(pairs))
    found.sort(key=lambda question: question.weight, reverse=True)
    return found[:3]


def shorten(lines: Lines, most: int = ROWS) -> list[str]:
    """Return the lines with the largest sizes, in their order, and how many more there are."""
    by_size = sorted(range(len(lines)), key=lambda place: lines[place][0], reverse=True)
    shown = [lines[place][1] for place in sorted(by_size[:most])]
    more = len(lines) - len(shown)
    if more:
        shown.append(f"and {more} more")
    return shown


def stretches(pairs: Pairs, colour: str, words: Callable[[Stretch], str], least: float = 0) -> Lines:
    """List how long pairs had a colour, from `least` seconds on: 4 min 00 s red on “a rule” (tables-3)"""
    lines: Lines = []
    for pair in pairs:
        for stretch in pair.rhythm.of(colour):
            if stretch.seconds >= least:
                line = f"{duration(stretch.seconds)} {words(stretch)} ({pair.name})"
                lines.append((stretch.seconds, line))
    return lines


def long_reds(pairs: Pairs) -> Iterator[Question]:
    """Ask about the longest times in red, and a test on which several pairs were red for long."""
    lines = stretches(pairs, "red", lambda stretch: f"red on “{stretch.test}”", LONG_RED)
    if lines:
        weight = largest_size(lines) / 300 + len(lines) / 10
        yield Question(weight, "How could you have cut one of these steps in two?", shorten(lines))
    tests = seconds_in_long_reds(pairs)
    hardest = max(tests, key=lambda test: (len(tests[test]), tests[test].total()), default="")
    if hardest and len(tests[hardest]) > 1:
        lines = []
        for name, seconds in tests[hardest].items():
            lines.append((seconds, f"red for {duration(seconds)} ({name})"))
        yield Question(0.8 + len(lines) / 3, f"What is hard to see about “{hardest}”?", shorten(lines))


def largest_size(lines: Lines) -> float:
    size, _ = max(lines)
    return size


def seconds_in_long_reds(pairs: Pairs) -> dict[str, Counter[str]]:
    """Return for each test how many seconds each pair was red on it for long, by the pair's name."""
    tests: dict[str, Counter[str]] = defaultdict(Counter)
    for pair in pairs:
        for stretch in pair.rhythm.of("red"):
            if stretch.test and stretch.seconds >= LONG_RED:
                tests[stretch.test][pair.name] += int(stretch.seconds)
    return tests


def large_steps(pairs: Pairs) -> Iterator[Question]:
    lines: Lines = []
    for pair in pairs:
        for step in pair.up_to_green:
            size = step.lines.number
            if size >= LARGE:
                lines.append((size, f"{count_of(size, 'line')} of code, {step} ({pair.name})"))
    if lines:
        weight = largest_size(lines) / 30 + len(lines) / 20
        yield Question(weight, "Was each of these changes one idea, or two?", shorten(lines))


def green_at_once(pairs: Pairs) -> Iterator[Question]:
    never_red: Lines = []
    every = 0
    for pair in pairs:
        every += len(pair.first)
        # no test is larger than another: the first ones are shown
        for rule in pair.at_once:
            never_red.append((0, f"“{rule}” ({pair.name})"))
    if len(never_red) > 1:
        data = [f"{len(never_red)} of {every} tests were never seen red", *shorten(never_red, ROWS - 1)]
        weight = 3 * len(never_red) / every + 0.2
        yield Question(weight, "How do we know that these tests can fail?", data)


def missed_guesses(pairs: Pairs) -> Iterator[Question]:
    number = 0
    missed: Counter[tuple[str | None, str]] = Counter()
    for pair in pairs:
        guesses = pair.guesses
        number += len(guesses)
        for light in guesses:
            if not light.held:
                missed[light.expected, light.colour] += 1
    if missed.total() > 1:
        lines: Lines = []
        for (expected, came), times in missed.items():
            lines.append((times, f"{expected} expected, {came} came: {count_of(times, 'time')}"))
        right = f"{number - missed.total()} of {number} guesses were right"
        text = "What did we believe about the code when we guessed wrong?"
        weight = 2 * missed.total() / number + 0.3
        yield Question(weight, text, [right, *shorten(lines, ROWS - 1)])


def much_amber(pairs: Pairs) -> Iterator[Question]:
    """Ask about the times in which the tests could neither pass nor fail: a crash, a hang, no loading."""
    seconds: dict[str, float] = {}
    for colour in COLOURS:
        seconds[colour] = sum(pair.rhythm.seconds(colour) for pair in pairs)
    amber = seconds["amber"]
    work = sum(seconds.values())
    if amber and amber >= work / 10:
        lines = shorten(stretches(pairs, "amber", lambda _: "at a time"), ROWS - 1)
        data = [f"{duration(amber)} of {duration(work)} were amber", *lines]
        yield Question(4 * amber / work, "What kept the tests from passing or failing?", data)


def tidying(pairs: Pairs) -> Iterator[Question]:
    """Ask about the changes of the code in green, next to the times that the bar turned green."""
    greens = 0
    known = []
    for pair in pairs:
        greens += times_turned_green(pair)
        # the lights of a pair may be too old to say
        if pair.changes_in_green is not None:
            known.append(pair.changes_in_green)
    if not known or greens < 4:
        return
    changes = sum(known)
    data = [
        f"the bar turned green {count_of(greens, 'time')}",
        f"the code changed in green {count_of(changes, 'time')}",
    ]
    if changes / greens < 0.25:
        yield Question(1.1 - changes / greens, "What was there to tidy up, and what kept us from it?", data)
    else:
        yield Question(0.4, "What did tidying up in green change for the next test?", data)


def times_turned_green(pair: PairHistory) -> int:
    number = 0
    for before, now in pairwise(pair.runs):
        if now.colour == "green" and before.colour != "green":
            number += 1
    return number


def long_waits(pairs: Pairs) -> Iterator[Question]:
    lines = stretches(pairs, REST, lambda stretch: f"after light {stretch.first}")
    if lines:
        text = f"What happened in the times of more than {PAUSE // 60} minutes without a run?"
        yield Question(0.5 + len(lines) / len(pairs) / 5, text, shorten(lines))


CANDIDATES = long_reds, large_steps, green_at_once, missed_guesses, much_amber, tidying, long_waits
