"""`make back`: the attempt as it was at its last green light, or at any: `make back TO=7`.

At a light that is named, as many tests are revealed as were then. On the way to the last green the test in
hand stays: the participant wants to try it again.
"""

import os
from typing import NamedTuple

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import Light, all_lights, ancestors, count_revealed, record, snapshot_of
from dojo.attempt.snapshot import Changed, LeftOut, name_left_out, put_back, take_snapshot, without
from dojo.attempt.store import store
from dojo.errors import Mistake, Trouble, plainly
from dojo.screen.words import counted, some_of


class NoLight(Mistake):
    """There is no such light; the message says which ones there are."""


class Stopped(Trouble):
    """It stopped half way; the message says why, and which light has the files of before."""


class Revealed(NamedTuple):
    """How many tests are revealed: at the light that it goes back to, until now, and from now on."""

    then: int
    until_now: int
    now: int


class Brought(NamedTuple):
    """What `make back` has done."""

    to: Light
    left: Light | None
    """The light that has the files of until now; none, if the files are the same."""
    untouched: dict[str, LeftOut]
    """The files that one of the two lights has left out: they stay as they are."""
    tests: Revealed
    changed: list[str]
    """The files that have changed, that are gone, or that are there again."""


def brought_back(attempt: Attempt, to: str = "") -> Brought:
    """Bring back the files of the last green light, or the files and the tests of light `to`.

    Raises NoLight, NotRecorded (and then nothing is changed), or Stopped.
    """
    lights = all_lights(attempt)
    light = chosen(attempt, lights, to)
    tests = asked(lights, light, named=bool(to))
    then, now = snapshot_of(attempt, light), take_snapshot(attempt.folder)
    untouched = then.left_out | now.left_out
    wanted, there = without(then.files, untouched), without(now.files, untouched)
    if wanted == there and tests.now == tests.until_now:
        return Brought(light, None, untouched, tests, [])
    left = record(
        attempt,
        verb="back",
        colour="amber",
        counts={},
        snapshot=now,
        to=light.number,
        revealed=tests.now,
    )
    try:
        put_back(attempt.folder, wanted, now=there, draft=store(attempt).draft)
    except (Changed, OSError) as fault:
        raise Stopped(
            f"{plainly(fault)}: make back stopped there; what was there is light {left.number}"
        ) from None
    names = (name for name in wanted.keys() | there.keys() if wanted.get(name) != there.get(name))
    return Brought(light, left, untouched, tests, sorted(map(os.fsdecode, names)))


def asked(lights: list[Light], light: Light, *, named: bool) -> Revealed:
    """How many tests are revealed there: as many as then, or no fewer than now if no light was named."""
    until_now = count_revealed(lights)
    before_it_went_back = light.number - (light.verb == "back")
    then = count_revealed(lights[:before_it_went_back])
    return Revealed(then, until_now, then if named else max(then, until_now))


def chosen(attempt: Attempt, lights: list[Light], to: str) -> Light:
    """Light `to`; without that the last green one that led here, or the last of all. Raises NoLight."""
    if not lights:
        verbs = f"{attempt.command('next')} and {attempt.command('watch')}"
        raise NoLight(f"{attempt.name} has no lights yet: {verbs} record them")
    there = f"1 to {len(lights)}"
    if to:
        found = [light for light in lights if str(light.number) == to]
        fault = f"there is no light {to}: the lights of {attempt.name} are {there}"
    else:
        led_here = [light for light in ancestors(lights) if light.is_green]
        found = led_here[:1] or [light for light in lights if light.is_green]
        fault = f"{attempt.name} was never green: TO= takes it to one of its lights, {there}"
    if not found:
        raise NoLight(fault)
    return found[-1]


def said(light: Light) -> str:
    """light 7, which was green"""
    return f"light {light.number}" + (f", which was {light.colour}" if light.judged else "")


def said_of_tests(tests: Revealed, light: Light) -> str:
    """How many tests are revealed, if that number differs from until now, or from then."""
    are = f"{counted(tests.now, 'test')} {'is' if tests.now == 1 else 'are'} revealed"
    if tests.now != tests.until_now:
        return f"{are}, as then: until now it was {tests.until_now}."
    return f"{are}, as until now: at light {light.number} it was {tests.then}."


def back(attempt: Attempt, to: str) -> int:
    """Bring it back, and say what was put away; gives an exit status.

    Raises NoLight, NotRecorded, Stopped.
    """
    light, left, untouched, tests, changed = brought_back(attempt, to)
    if left:
        print(f"{attempt.name} is back at {said(light)}.")
        if changed:
            print(f"Brought back: {some_of(changed)}")
        if len(set(tests)) > 1:
            print(said_of_tests(tests, light))
        again = f"{attempt.command('back')} TO={left.number}"
        print(f"Your files until now are light {left.number}: {again}")
    else:
        print(f"{attempt.name} is as it was at {said(light)}: nothing to bring back.")
    if untouched:
        print(f"Left as it is: {name_left_out(untouched)}")
    return 0
