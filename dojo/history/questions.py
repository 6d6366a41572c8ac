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
    """The three that the data call for most; fewer, where they say less."""
    found = [question for candidate in CANDIDATES for question in candidate(pairs)]
    return sorted(found, key=lambda question: -question.weight)[:3]


def shorten(lines: Lines, most: int = ROWS) -> list[str]:
    """The lines with the largest sizes, in their order, and how many more there are."""
    largest = sorted(sorted(range(len(lines)), key=lambda place: -lines[place][0])[:most])
    more = len(lines) - len(largest)
    return [*(lines[place][1] for place in largest), *[f"and {more} more"] * (more > 0)]


def stretches(pairs: Pairs, colour: str, words: Callable[[Stretch], str], least: float = 0) -> Lines:
    """List how long pairs had a colour, from `least` seconds on: 4 min 00 s red on “a rule” (tables-3)"""
    found = [(one, pair) for pair in pairs for one in pair.rhythm.of(colour) if one.seconds >= least]
    return [(one.seconds, f"{duration(one.seconds)} {words(one)} ({pair.name})") for one, pair in found]


def long_reds(pairs: Pairs) -> Iterator[Question]:
    """The longest times in red, and a test on which several pairs were red for long."""
    if lines := stretches(pairs, "red", lambda one: f"red on “{one.test}”", LONG_RED):
        weight = max(lines)[0] / 300 + len(lines) / 10
        yield Question(weight, "How could you have cut one of these steps in two?", shorten(lines))
    tests: dict[str, Counter[str]] = defaultdict(Counter)
    for one, name in [(one, pair.name) for pair in pairs for one in pair.rhythm.of("red")]:
        if one.test and one.seconds >= LONG_RED:
            tests[one.test][name] += int(one.seconds)
    hardest = max(tests, key=lambda test: (len(tests[test]), tests[test].total()), default="")
    if len(tests[hardest]) > 1:
        lines = [(size, f"red for {duration(size)} ({name})") for name, size in tests[hardest].items()]
        yield Question(0.8 + len(lines) / 3, f"What is hard to see about “{hardest}”?", shorten(lines))


def large_steps(pairs: Pairs) -> Iterator[Question]:
    steps = [(step.lines.number, step, pair.name) for pair in pairs for step in pair.up_to_green]
    words: Lines = [
        (size, f"{count_of(size, 'line')} of code, {step} ({name})") for size, step, name in steps
    ]
    if lines := [line for line in words if line[0] >= LARGE]:
        weight = max(lines)[0] / 30 + len(lines) / 20
        yield Question(weight, "Was each of these changes one idea, or two?", shorten(lines))


def green_at_once(pairs: Pairs) -> Iterator[Question]:
    those: Lines = [(0, f"“{rule}” ({pair.name})") for pair in pairs for rule in pair.at_once]
    every = sum(len(pair.first) for pair in pairs)
    if len(those) > 1:
        data = [f"{len(those)} of {every} tests were never seen red", *shorten(those, ROWS - 1)]
        yield Question(3 * len(those) / every + 0.2, "How do we know that these tests can fail?", data)


def missed_guesses(pairs: Pairs) -> Iterator[Question]:
    guesses = [light for pair in pairs for light in pair.guesses]
    missed = Counter((light.expected, light.colour) for light in guesses if not light.held)
    if missed.total() > 1:
        right = f"{len(guesses) - missed.total()} of {len(guesses)} guesses were right"
        lines: Lines = [(n, f"{one} expected, {came} came: {n} times") for (one, came), n in missed.items()]
        text = "What did we believe about the code when we guessed wrong?"
        weight = 2 * missed.total() / len(guesses) + 0.3
        yield Question(weight, text, [right, *shorten(lines, ROWS - 1)])


def much_amber(pairs: Pairs) -> Iterator[Question]:
    """Times in which the tests could neither pass nor fail: they crashed, hung, or did not load."""
    seconds = {colour: sum(pair.rhythm.seconds(colour) for pair in pairs) for colour in COLOURS}
    amber, work = seconds["amber"], sum(seconds.values())
    if amber and amber >= work / 10:
        lines = shorten(stretches(pairs, "amber", lambda _: "at a time"), ROWS - 1)
        data = [f"{duration(amber)} of {duration(work)} were amber", *lines]
        yield Question(4 * amber / work, "What kept the tests from passing or failing?", data)


def tidying(pairs: Pairs) -> Iterator[Question]:
    """Changes of the code in green, next to the times that the bar turned green."""
    runs = [run for pair in pairs for run in pairwise(pair.runs)]
    greens = sum(now.colour == "green" != before.colour for before, now in runs)
    known = [pair.changes_in_green for pair in pairs if pair.changes_in_green is not None]
    if not known:
        return  # the lights are too old to say
    changes = sum(known)
    data = [f"the bar turned green {count_of(greens, 'time')}"]
    data += [f"the code changed in green {count_of(changes, 'time')}"]
    if greens >= 4 and changes / greens < 0.25:
        yield Question(1.1 - changes / greens, "What was there to tidy up, and what kept us from it?", data)
    elif greens >= 4:
        yield Question(0.4, "What did tidying up in green change for the next test?", data)


def long_waits(pairs: Pairs) -> Iterator[Question]:
    if lines := stretches(pairs, REST, lambda one: f"after light {one.first}"):
        text = f"What happened in the times of more than {PAUSE // 60} minutes without a run?"
        yield Question(0.5 + len(lines) / len(pairs) / 5, text, shorten(lines))


CANDIDATES = long_reds, large_steps, green_at_once, missed_guesses, much_amber, tidying, long_waits
