"""Evenings, as rooms hear of them."""

from dojo.room.models import Pair, Record, Report

START = 1_790_000_000.0
MINUTE = 60


def record(name, *told, proof=None):
    """The record of a pair, with a light for each `(minute, colour, other)`."""
    lights = []
    for number, (minute, colour, *other) in enumerate(told, start=1):
        green, tests = (number, number) if colour == "green" else (number - 1, number)
        values = {"test": f"rule {number}", "green": green, "tests": tests} | (other[0] if other else {})
        lights.append(Report("a" * 12, number, START + minute * MINUTE, "next", colour, **values))
    return Record(Pair((name.encode().hex() * 32)[:20], name, "fizz"), lights, proof)
