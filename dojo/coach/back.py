"""`make back`, `make reset`, `make drop`: the files of an earlier light, those of the start, or none.

At a light that is named, as many tests are revealed as were then. On the way to the last green the current
test stays: the participant wants to try it again.
"""

import os
import shutil
import sys
from typing import NamedTuple

from dojo.attempt.attempt import RECORDS, Attempt
from dojo.attempt.light import Light, all_lights, ancestors, count_revealed, record, snapshot_of
from dojo.attempt.lock import turn
from dojo.attempt.snapshot import Changed, LeftOut, name_left_out, put_back, take_snapshot, without
from dojo.attempt.store import store
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.screen.words import count_of, some_of


class NoLight(UsageError):
    """There is no such light; the message says which ones there are."""


class RestoreInterrupted(EnvironmentProblem):
    """Restoring failed midway; the message says why, and which light has the files of before."""


class Revealed(NamedTuple):
    """How many tests are revealed: at the light that it goes back to, until now, and from now on."""

    then: int
    until_now: int
    now: int


class Restored(NamedTuple):
    """What `make back` has done."""

    to: Light
    left: Light | None
    """The light that has the files of until now; None if the files are the same."""
    untouched: dict[str, LeftOut]
    """The files that one of the two lights has left out: they stay as they are."""
    tests: Revealed
    changed: list[str]
    """The files that have changed, that are gone, or that are there again."""


def restore(attempt: Attempt, light: Light, lights: list[Light], *, named: bool) -> Restored:
    """Bring back the files of a light, and its tests if it was named.

    Raises NotRecorded (and then nothing is changed), or RestoreInterrupted.
    """
    tests = reveal_again(lights, light, named=named)
    then, now = snapshot_of(attempt, light), take_snapshot(attempt.folder)
    untouched = then.left_out | now.left_out
    wanted, there = without(then.files, untouched), without(now.files, untouched)
    if wanted == there and tests.now == tests.until_now:
        return Restored(light, None, untouched, tests, [])
    left = record(attempt, verb="back", colour="amber", snapshot=now, to=light.number, revealed=tests.now)
    try:
        put_back(attempt.folder, wanted, now=there, draft=store(attempt).draft)
    except (Changed, OSError) as fault:
        stopped = f"make back stopped there; what was there is light {left.number}"
        raise RestoreInterrupted(f"{describe_error(fault)}: {stopped}") from None
    names = (name for name in wanted.keys() | there.keys() if wanted.get(name) != there.get(name))
    return Restored(light, left, untouched, tests, sorted(map(os.fsdecode, names)))


def reveal_again(lights: list[Light], light: Light, *, named: bool) -> Revealed:
    """Return how many tests are revealed: as many as then, or no fewer than now if no light was named."""
    until_now = count_revealed(lights)
    before_it_went_back = light.number - (light.verb == "back")
    then = count_revealed(lights[:before_it_went_back])
    return Revealed(then, until_now, then if named else max(then, until_now))


def choose_light(attempt: Attempt, lights: list[Light], to: str) -> Light:
    """Return light `to`; without that the last green one with tests that led here, or the last of all.

    Raises NoLight.
    """
    if not lights:
        verbs = f"{attempt.command('next')} and {attempt.command('watch')}"
        raise NoLight(f"{attempt.name} has no lights yet: {verbs} record them")
    there = f"1 to {len(lights)}"
    if to:
        found = [light for light in lights if str(light.number) == to]
        fault = f"there is no light {to}: the lights of {attempt.name} are {there}"
    else:
        green = [light for light in lights if light.is_green and not light.is_empty_start]
        found = [light for light in ancestors(lights) if light in green][:1] or green
        fault = f"{attempt.name} was never green: TO= takes it to one of its lights, {there}"
    if not found:
        raise NoLight(fault)
    return found[-1]


def light_in_words(light: Light) -> str:
    """Return a light in words: light 7, which was green."""
    return f"light {light.number}" + (f", which was {light.colour}" if light.judged else "")


def tests_in_words(tests: Revealed, light: Light) -> str:
    """Say how many tests are revealed, compared with until now or with then."""
    are = f"{count_of(tests.now, 'test')} {'is' if tests.now == 1 else 'are'} revealed"
    if tests.now != tests.until_now:
        return f"{are}, as then: until now it was {tests.until_now}."
    return f"{are}, as until now: at light {light.number} it was {tests.then}."


def back(attempt: Attempt, to: str) -> int:
    """Bring the last green back, or light `to`, and print what has changed; return an exit status.

    Raises NoLight, NotRecorded, RestoreInterrupted.
    """
    lights = all_lights(attempt)
    print_restored(attempt, restore(attempt, choose_light(attempt, lights, to), lights, named=bool(to)))
    return 0


def reset(attempt: Attempt) -> int:
    """Bring back the files and tests of the start; the lights stay. Return an exit status.

    Raises NoLight, NotRecorded, RestoreInterrupted.
    """
    with turn(attempt, print):
        lights = all_lights(attempt)
        first = choose_light(attempt, lights, "1" if lights else "")
        light = next((light for light in lights if light.verb == "start"), first)
        print_restored(attempt, restore(attempt, light, lights, named=True))
    return 0


def drop(attempt: Attempt) -> int:
    """Delete an attempt and its lights, after a question; return an exit status.

    Raises UsageError, EnvironmentProblem.
    """
    shown = attempt.story.shown(attempt.folder)
    number = count_of(len(all_lights(attempt)), "light")
    if not sys.stdin.isatty():
        raise UsageError(f"drop asks at a terminal before it deletes {shown}")
    print(f"{shown}/ and its {number} will be gone for good. Type the name of the attempt to delete it.")
    if input("name: ").strip() != attempt.name:
        print("Nothing is deleted.")
        return 1
    try:
        with turn(attempt, print):
            shutil.rmtree(attempt.folder)
            for record_of in attempt.folder.parent.joinpath(RECORDS).glob(f"{attempt.name}.*"):
                if record_of.stem == attempt.name:
                    shutil.rmtree(record_of) if record_of.is_dir() else record_of.unlink()
    except OSError as error:
        raise EnvironmentProblem(f"{shown} cannot be deleted: {describe_error(error)}") from None
    print(f"{attempt.name} is gone.")
    return 0


def print_restored(attempt: Attempt, restored: Restored) -> None:
    """Print what was brought back, and where the files of until now are."""
    light, left, untouched, tests, changed = restored
    if left:
        print(f"{attempt.name} is back at {light_in_words(light)}.")
        if changed:
            print(f"Brought back: {some_of(changed)}")
        if len(set(tests)) > 1:
            print(tests_in_words(tests, light))
        again = attempt.command(f"back TO={left.number}")
        print(f"Your files until now are light {left.number}: {again}")
    else:
        print(f"{attempt.name} is as it was at {light_in_words(light)}: nothing to bring back.")
    if untouched:
        print(f"Left as it is: {name_left_out(untouched)}")
