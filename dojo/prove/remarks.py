"""What is said of a light besides its verdicts: how its tests came, went and broke."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator

from dojo.prove.runs import TreeRun
from dojo.prove.tests import match_renamed
from dojo.prove.versions import Point
from dojo.screen.words import first_of

OPENED = "You opened {} tests at once."
RENAMED = "Same test, new name."
NEW_REASON = "Still red, for a new reason: {}"
SILENCE = "For {} the tests could not speak."
EDITED = "You changed {} in green, and no code: {}."
EDITED_BOTH = "You changed {} in green, and code as well: {}."
SILENCED = "{} is missing, and that silences {} tests."
BROKE = "This change broke {}."
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SEVERAL = 2


def in_words(number: int) -> str:
    """three; from eleven on 11"""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def pluralize(number: int, noun: str) -> str:
    """one test, three tests"""
    return f"{in_words(number)} {noun}{'' if number == 1 else 's'}"


def say_silence(runs: int) -> Iterator[str]:
    """Say for how many runs no test could say anything."""
    if runs:
        yield SILENCE.format(pluralize(runs, "run"))


def remarks(before: Point, now: Point, said: Collection[str], rule: Callable[[str], str]) -> Iterator[str]:
    """Say what happened to the tests between two versions, in the order in which it happened.

    `said` has the tests that a verdict speaks of, and `rule` gives a test in words.
    """
    old, new = before.run or TreeRun(), now.run or TreeRun()
    renamed = match_renamed(before.state.tests, now.state.tests)
    came = [id for id in now.reds if is_new(id, before, renamed) and id not in now.given]
    if len(came) >= SEVERAL:
        yield OPENED.format(in_words(len(came)))
    if renamed:
        yield RENAMED
    edited = [
        id
        for id in new.outcomes
        if id not in said and new.is_green(id) and old.is_green(id) and not is_same(id, before, now)
    ]
    if edited:
        words = EDITED if before.state.same_code(now.state) else EDITED_BOTH
        yield words.format(pluralize(len(edited), "test"), first_of(list(map(rule, edited))))
    names = Counter(red.outcome.missing for red in now.reds.values() if red.outcome.missing)
    known = {red.outcome.missing for red in before.reds.values()}
    for name, number in names.items():
        if number >= SEVERAL and name not in known:
            yield SILENCED.format(name, in_words(number))
    broken = [
        id
        for id, red in now.reds.items()
        if old.is_green(id) and is_same(id, before, now) and names[red.outcome.missing] < SEVERAL
    ]
    if broken and not before.state.same_code(now.state):
        yield BROKE.format(first_of(list(map(rule, broken))))
    for id, red in now.reds.items():
        was = before.reds.get(id)
        whys = (was.outcome.why, red.outcome.why) if was and was.source == red.source else ("", "")
        if all(whys) and whys[0] != whys[1]:
            yield NEW_REASON.format(red.outcome.why)


def is_new(id: str, before: Point, renamed: Collection[str]) -> bool:
    """True if a test was not there before, under this name or another one."""
    function = id.partition("[")[0]
    return function not in before.state.tests and function not in renamed and id not in before.given


def is_same(id: str, before: Point, now: Point) -> bool:
    """True if a test says what it said before."""
    function = id.partition("[")[0]
    old, new = (point.state.tests.get(function) for point in (before, now))
    return (old.source if old else "") == (new.source if new else "")
