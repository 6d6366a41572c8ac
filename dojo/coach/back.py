"""`make back`: the attempt as it was at its last green light, or at any: `make back TO=7`."""

from dojo.attempt.attempts import Attempt
from dojo.attempt.lights import Light, all_lights, files, record, store
from dojo.attempt.snapshot import Changed, put_back, taken
from dojo.errors import Mistake, Trouble


class NoLight(Mistake):
    """A light that is asked for and not there; the message says which there are."""


def brought_back(attempt: Attempt, to: str = "") -> tuple[Light, Light | None]:
    """Bring back the files of the last green light, or of light `to`; that light, and the one that keeps
    what was there until now: none, where the files are the same.

    Raises NoLight, NotRecorded (and then nothing is changed), or Changed.
    """
    light = chosen(attempt, all_lights(attempt), to)
    then, now = files(attempt, light), taken(attempt.folder)
    if then == now.files:
        return light, None
    left = record(attempt, verb="back", colour="amber", counts={}, snapshot=now, to=light.number)
    put_back(attempt.folder, then, now=now.files, draft=store(attempt).draft)
    return light, left


def chosen(attempt: Attempt, lights: list[Light], to: str) -> Light:
    """Light `to`, or without that the last green one; raises NoLight."""
    if not lights:
        raise NoLight(f"{attempt.name} has no lights yet: make next and make watch record them")
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
    """Bring it back, and say what was put away; gives an exit status. Raises NoLight, NotRecorded."""
    try:
        light, left = brought_back(attempt, to)
    except Changed as changed:
        raise Trouble(f"{changed}, so make back stopped there: once more") from None
    if left:
        print(f"{attempt.name} is back at {said(light)}.")
        print(f"What it was until now is light {left.number}: make back NAME={attempt.name} TO={left.number}")
    else:
        print(f"{attempt.name} is as it was at {said(light)}: nothing to bring back.")
    return 0
