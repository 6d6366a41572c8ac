"""Questions worth asking: each comes from the data of the evening, and has them next to it.

A candidate gives a question with a weight, or none where the data say too little. A weight of 1 is worth
asking in any room. The data stand in the order of the pairs, not of their size: they rank nobody.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

from dojo.attempt.light import PAUSE
from dojo.history.pairs import REST, PairHistory, PairStep, PairStretch
from dojo.screen.words import count_of, duration

THREE = 3
LONG_RED = 180
"""Seconds in red that are worth a word."""
LARGE = 15
"""Lines of code from one green to the next that are worth a word."""
ROWS = 4
"""Lines of data next to a question."""


class Question(NamedTuple):
    """What to ask, how much the data call for it, and the data in lines."""

    weight: float
    text: str
    data: list[str]


def shorten(sizes: Sequence[float], lines: Sequence[str], most: int = ROWS) -> list[str]:
    """The lines with the largest sizes, in their order, and how many more there are."""
    largest = sorted(sorted(range(len(lines)), key=lambda place: -sizes[place])[:most])
    more = len(lines) - len(largest)
    return [*(lines[place] for place in largest), *[f"and {more} more"] * (more > 0)]


def stretches(
    pairs: Sequence[PairHistory], colour: str, least: float = 0
) -> list[tuple[PairStretch, PairHistory]]:
    """The times of a colour that took long enough, with their pairs."""
    return [(one, pair) for pair in pairs for one in pair.stretches_of(colour) if one.seconds >= least]


def long_reds(pairs: Sequence[PairHistory]) -> Question | None:
    """The longest times in red."""
    found = stretches(pairs, "red", LONG_RED)
    if not found:
        return None
    seconds = [one.seconds for one, _ in found]
    lines = [f"{duration(one.seconds)} red on “{one.test}” ({pair.name})" for one, pair in found]
    return Question(
        max(seconds) / 300 + len(found) / 10,
        "How could you have cut one of these steps in two?",
        shorten(seconds, lines),
    )


def large_steps(pairs: Sequence[PairHistory]) -> Question | None:
    """The largest changes from one green to the next."""
    found = [(step, pair) for pair in pairs for step in pair.steps if step.lines >= LARGE]
    if not found:
        return None
    lines = [f"{count_of(step.lines, 'line')} of code, {way(step)} ({pair.name})" for step, pair in found]
    sizes = [step.lines for step, _ in found]
    weight = max(sizes) / 30 + len(found) / 20
    return Question(weight, "Was each of these changes one idea, or two?", shorten(sizes, lines))


def way(step: PairStep) -> str:
    """from light 3 to 4"""
    return f"from {f'light {step.first}' if step.first else 'the start'} to {step.last}"


def green_at_once(pairs: Sequence[PairHistory]) -> Question | None:
    """Tests that were green when they first ran."""
    those = [f"“{rule}” ({pair.name})" for pair in pairs for rule in pair.at_once]
    every = sum(len(pair.first) for pair in pairs)
    if len(those) < 2:
        return None
    data = [f"{len(those)} of {every} tests were green when they first ran"]
    data += shorten([0] * len(those), those, ROWS - 1)
    return Question(3 * len(those) / every + 0.2, "How do we know that these tests can fail?", data)


def missed_guesses(pairs: Sequence[PairHistory]) -> Question | None:
    """Guesses that were wrong, and in which direction."""
    missed = Counter((one.expected, one.colour) for pair in pairs for one in pair.missed)
    every = sum(len(pair.guesses) for pair in pairs)
    if missed.total() < 2:
        return None
    data = [f"{every - missed.total()} of {every} guesses were right"]
    ways = [f"{expected} expected, {came} came: {n} times" for (expected, came), n in missed.most_common()]
    return Question(
        2 * missed.total() / every + 0.3,
        "What did we believe about the code when we guessed wrong?",
        data + ways[: ROWS - 1],
    )


def hard_for_several(pairs: Sequence[PairHistory]) -> Question | None:
    """A test on which several pairs were red for long."""
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for one, pair in stretches(pairs, "red", LONG_RED):
        if one.test:
            found[one.test][pair.name] = found[one.test].get(pair.name, 0) + one.seconds
    hard = {test: those for test, those in found.items() if len(those) > 1}
    if not hard:
        return None
    test, those = max(hard.items(), key=lambda item: (len(item[1]), sum(item[1].values())))
    lines = [f"red for {duration(seconds)} ({name})" for name, seconds in those.items()]
    data = shorten([*those.values()], lines)
    return Question(0.8 + len(those) / 3, f"What is hard to see about “{test}”?", data)


def much_amber(pairs: Sequence[PairHistory]) -> Question | None:
    """Times in which the tests crashed."""
    work = sum(one.seconds for pair in pairs for one in pair.stretches if one.colour != REST)
    found = stretches(pairs, "amber")
    seconds = [one.seconds for one, _ in found]
    if not work or sum(seconds) / work < 0.1:
        return None
    lines = [f"{duration(one.seconds)} at a time ({pair.name})" for one, pair in found]
    data = [f"{duration(sum(seconds))} of {duration(work)} were amber", *shorten(seconds, lines, ROWS - 1)]
    return Question(4 * sum(seconds) / work, "What crashed before a test could pass or fail?", data)


def changes_in_green(pairs: Sequence[PairHistory]) -> Question | None:
    """Changes of the code in green, next to the times that the bar turned green."""
    greens = sum(pair.greens for pair in pairs)
    changes = sum(pair.changes_in_green for pair in pairs)
    if greens < 4:
        return None
    data = [
        f"the bar turned green {count_of(greens, 'time')}",
        f"the code changed in green {count_of(changes, 'time')}",
    ]
    if changes / greens < 0.25:
        return Question(1.1 - changes / greens, "What was there to tidy up, and what kept us from it?", data)
    return Question(0.4, "What did tidying up in green change for the next test?", data)


def long_waits(pairs: Sequence[PairHistory]) -> Question | None:
    """Long times without a run."""
    found = stretches(pairs, REST)
    if not found:
        return None
    lines = [f"{duration(one.seconds)} after light {one.first} ({pair.name})" for one, pair in found]
    data = shorten([one.seconds for one, _ in found], lines)
    text = f"What happened in the times of more than {PAUSE // 60} minutes without a run?"
    return Question(0.5 + len(found) / len(pairs) / 5, text, data)


CANDIDATES: list[Callable[[Sequence[PairHistory]], Question | None]] = [
    long_reds,
    large_steps,
    green_at_once,
    missed_guesses,
    hard_for_several,
    much_amber,
    changes_in_green,
    long_waits,
]


def choose_questions(pairs: Sequence[PairHistory]) -> list[Question]:
    """The three that the data call for most; fewer, where they say less."""
    found = [question for candidate in CANDIDATES if (question := candidate(pairs))]
    return sorted(found, key=lambda question: -question.weight)[:THREE]
