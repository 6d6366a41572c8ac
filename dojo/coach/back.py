"""`make back`: the attempt as it was at its last green light, or at any: `make back TO=7`."""

from typing import NamedTuple

from dojo.attempt.attempts import Attempt
from dojo.attempt.lights import Light, all_lights, record, snapshot_of, store
from dojo.attempt.snapshot import Changed, LeftOut, named, put_back, taken, without
from dojo.errors import Mistake, Trouble, plainly


class NoLight(Mistake):
    """A light that is asked for and not there; the message says which there are."""


class Stopped(Trouble):
    """It could not go all the way; the message says what was in it, and which light has what was there."""


class Brought(NamedTuple):
    """What `make back` has done."""

    to: Light
    left: Light | None
    """The light that keeps what was there until now; none, where the files are the same."""
    untouched: dict[str, LeftOut]
    """What one of the two lights has left out: it stays as it is."""


def brought_back(attempt: Attempt, to: str = "") -> Brought:
    """Bring back the files of the last green light, or of light `to`.

    Raises NoLight, NotRecorded (and then nothing is changed), or Stopped.
    """
    light = chosen(attempt, all_lights(attempt), to)
    then, now = snapshot_of(attempt, light), taken(attempt.folder)
    untouched = then.left_out | now.left_out
    wanted, there = without(then.files, untouched), without(now.files, untouched)
    if wanted == there:
        return Brought(light, None, untouched)
    left = record(attempt, verb="back", colour="amber", counts={}, snapshot=now, to=light.number)
    try:
        put_back(attempt.folder, wanted, now=there, draft=store(attempt).draft)
    except (Changed, OSError) as fault:
        raise Stopped(
            f"{plainly(fault)}: make back stopped there; what was there is light {left.number}"
        ) from None
    return Brought(light, left, untouched)


def chosen(attempt: Attempt, lights: list[Light], to: str) -> Light:
    """Light `to`, or without that the last green one; raises NoLight."""
    if not lights:
        verbs = f"{attempt.command('next')} and {attempt.command('watch')}"
        raise NoLight(f"{attempt.name} has no lights yet: {verbs} record them")
    there = f"1 to {len(lights)}"
    if to:
        found = [light for light in lights if str(light.number) == to]
        fault = f"there is no light {to}: the lights of {attempt.name} are {there}"
    else:
        found = [light for light in lights if light.judged and light.colour == "green"]
        fault = f"{attempt.name} was never green: TO= takes it to one of its lights, {there}"
    if not found:
        raise NoLight(fault)
    return found[-1]


def said(light: Light) -> str:
    """light 7, which was green"""
    return f"light {light.number}" + (f", which was {light.colour}" if light.judged else "")


def back(attempt: Attempt, to: str) -> int:
    """Bring it back, and say what was put away; gives an exit status.

    Raises NoLight, NotRecorded, Stopped.
    """
    light, left, untouched = brought_back(attempt, to)
    if left:
        print(f"{attempt.name} is back at {said(light)}.")
        again = f"{attempt.command('back')} TO={left.number}"
        print(f"What it was until now is light {left.number}: {again}")
    else:
        print(f"{attempt.name} is as it was at {said(light)}: nothing to bring back.")
    if untouched:
        print(f"Left as it is: {named(untouched)}")
    return 0
