"""The clock of a session: it stands still in a pause."""

from collections.abc import Sequence
from itertools import accumulate, pairwise

from dojo.attempt.light import Light

PAUSE = 300
"""Seconds without a light: after more than that it is a pause, and the time counts for nothing."""


def clock(lights: Sequence[Light]) -> dict[int, float]:
    """The seconds of work up to each light, by its number."""
    gaps = [after.when - before.when for before, after in pairwise(lights)]
    times = accumulate([seconds if seconds <= PAUSE else 0 for seconds in gaps], initial=0.0)
    return {light.number: time for light, time in zip(lights, times, strict=False)}
