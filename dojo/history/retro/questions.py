"""Questions worth asking: each comes from the data of the evening, and has them beside it.

A candidate gives a question with a weight, or none where the data say too little. A weight of 1 is worth
asking in any room.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

from dojo.attempt.clock import PAUSE
from dojo.history.retro.pairs import REST, Told
from dojo.screen.words import counted, duration

THREE = 3
LONG_RED = 180
"""Seconds in red that are worth a word."""
LARGE = 15
"""Lines of code from one green to the next that are worth a word."""
ROWS = 4
"""Lines of data beside a question."""


class Question(NamedTuple):
    """What to ask, how much the data call for it, and the data in lines."""

    weight: float
    text: str
    data: list[str]


def long_reds(pairs: Sequence[Told]) -> Question | None:
    """The longest times in red."""
    reds = [(one, pair) for pair in pairs for one in pair.stretches if one.colour == "red"]
    long = sorted((red for red in reds if red[0].seconds >= LONG_RED), key=lambda red: -red[0].seconds)
    if not long:
        return None
    data = [f"{duration(one.seconds)} red on “{one.test}” ({pair.name})" for one, pair in long]
    return Question(
        long[0][0].seconds / 300 + len(long) / 10,
        "How could you have cut one of these steps in two?",
        data,
    )


def large_steps(pairs: Sequence[Told]) -> Question | None:
    """The largest changes from one green to the next."""
    steps = [(lines, first, last, pair) for pair in pairs for first, last, lines in pair.steps]
    large = sorted((step for step in steps if step[0] >= LARGE), key=lambda step: -step[0])
    if not large:
        return None
    data = [
        f"{counted(lines, 'line')} of code, from {f'light {first}' if first else 'the start'} to {last}"
        f" ({pair.name})"
        for lines, first, last, pair in large
    ]
    return Question(large[0][0] / 30 + len(large) / 20, "Was each of these changes one idea, or two?", data)


def green_at_once(pairs: Sequence[Told]) -> Question | None:
    """Tests that nobody saw red."""
    those = [(rule, pair) for pair in pairs for rule in pair.at_once]
    every = sum(len(pair.first) for pair in pairs)
    if len(those) < 2:
        return None
    data = [f"{len(those)} of {every} tests were green when they first ran"]
    data += [f"“{rule}” ({pair.name})" for rule, pair in those]
    return Question(3 * len(those) / every + 0.2, "How do we know that these tests can fail?", data)


def missed_guesses(pairs: Sequence[Told]) -> Question | None:
    """Guesses that did not hold, and in which direction."""
    missed = Counter((one.expected, one.came) for pair in pairs for one in pair.missed)
    every = sum(len(pair.guesses) for pair in pairs)
    if missed.total() < 2:
        return None
    data = [f"{every - missed.total()} of {every} guesses held"]
    data += [f"{expected} expected, {came} came: {n} times" for (expected, came), n in missed.most_common()]
    return Question(
        2 * missed.total() / every + 0.3, "What did we believe about the code when we guessed wrong?", data
    )


def hard_for_several(pairs: Sequence[Told]) -> Question | None:
    """A test on which several pairs were red for long."""
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for pair in pairs:
        for one in pair.stretches:
            if one.colour == "red" and one.seconds >= LONG_RED and one.test:
                found[one.test][pair.name] = found[one.test].get(pair.name, 0) + one.seconds
    hard = {test: those for test, those in found.items() if len(those) > 1}
    if not hard:
        return None
    test, those = max(hard.items(), key=lambda item: (len(item[1]), sum(item[1].values())))
    data = [f"red for {duration(seconds)} ({name})" for name, seconds in those.items()]
    return Question(0.8 + len(those) / 3, f"What is hard to see about “{test}”?", data)


def much_amber(pairs: Sequence[Told]) -> Question | None:
    """Times in which no test could say no."""
    work = sum(one.seconds for pair in pairs for one in pair.stretches if one.colour != REST)
    amber = sum(pair.seconds_in("amber") for pair in pairs)
    if not work or amber / work < 0.1:
        return None
    long = sorted(
        ((one.seconds, pair.name) for pair in pairs for one in pair.stretches if one.colour == "amber"),
        reverse=True,
    )
    data = [f"{duration(amber)} of {duration(work)} were amber"]
    data += [f"{duration(seconds)} at a time ({name})" for seconds, name in long]
    return Question(4 * amber / work, "What broke before the tests could say no?", data)


def tidied(pairs: Sequence[Told]) -> Question | None:
    """Changes of the code in green, beside the times that the bar turned green."""
    greens, changes = sum(pair.greens for pair in pairs), sum(pair.tidied for pair in pairs)
    if greens < 4:
        return None
    data = [
        f"the bar turned green {counted(greens, 'time')}",
        f"the code changed in green {counted(changes, 'time')}",
    ]
    if changes / greens < 0.25:
        return Question(1.1 - changes / greens, "What was there to tidy up, and what kept us from it?", data)
    return Question(0.4, "What did tidying up in green change for the next test?", data)


def long_waits(pairs: Sequence[Told]) -> Question | None:
    """Long times without a run."""
    rests = [(one, pair) for pair in pairs for one in pair.stretches if one.colour == REST]
    if not rests:
        return None
    rests.sort(key=lambda rest: -rest[0].seconds)
    data = [f"{duration(one.seconds)} after light {one.first} ({pair.name})" for one, pair in rests]
    text = f"What happened in the times of more than {PAUSE // 60} minutes without a run?"
    return Question(0.5 + len(rests) / len(pairs) / 5, text, data)


CANDIDATES: list[Callable[[Sequence[Told]], Question | None]] = [
    long_reds,
    large_steps,
    green_at_once,
    missed_guesses,
    hard_for_several,
    much_amber,
    tidied,
    long_waits,
]


def questions(pairs: Sequence[Told]) -> list[Question]:
    """The three that the data call for most; fewer, where they say less."""
    found = [question for candidate in CANDIDATES if (question := candidate(pairs))]
    found.sort(key=lambda question: -question.weight)
    return [question._replace(data=in_short(question.data)) for question in found[:THREE]]


def in_short(data: list[str]) -> list[str]:
    """The first lines, and how many more there are."""
    more = len(data) - ROWS
    return [*data[:ROWS], *[f"and {more} more"] * (more > 0)]
