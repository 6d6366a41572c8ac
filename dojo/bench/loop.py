"""`make bench` for a story without a part of its own: the seconds that the verbs of the loop take on it."""

import shlex
from pathlib import Path

from dojo.attempt.creation import create
from dojo.bench.verbs import AGAIN, CHANGED, MAKE, STEP, Timed, a_copy, change, in_turn, where_copied
from dojo.bench.watch import saves
from dojo.figures.figures import MOST, Measured, Target
from dojo.story.story import Story
from dojo.story.workspace import Workspace

ROUNDS = 5
A_SECOND = 1.0
"""Seconds that a room waits without asking."""
LONGER = {f"make gate, {CHANGED}": 5.0}
"""An author waits for this."""


def measure_loop(workspace: Workspace, story: Story) -> list[Measured]:
    """Run the verbs in turn, in a copy; if there is a kata, watch an attempt at it."""
    with a_copy(workspace, story) as copy:
        there = copy.at(where_copied(copy.top, workspace, story))
        timed = in_turn(loop(copy.top, there), "the loop", ROUNDS)
        if there.katas:
            attempt = create(copy, "watched", there.katas[0].name, there)
            watch, _, recording = saves(copy.top, attempt, ROUNDS)
            timed += [("make watch, from a save to the bar", watch), ("a light recorded", recording)]
    return [Measured("loop", name, seconds) for name, seconds in timed]


def asked_of(measured: list[Measured]) -> list[Target]:
    """Each one answers within a second, except those that take longer."""
    limits = {one.name: LONGER.get(one.name, A_SECOND) for one in measured}
    return [Target("loop", name, "", MOST, limit, unit="seconds") for name, limit in limits.items()]


def loop(top: Path, story: Story) -> list[Timed]:
    """The verbs that somebody waits for; the first one fills the cache for those after it."""
    number = min(STEP, story.steps[-1].number)

    def verb(words: str, how: str = "") -> Timed:
        told = f"make {words}, {how}" if how else f"make {words}"
        return Timed(told, [[*MAKE, *words.split(), *shlex.split(story.word)]], top)

    changed = verb("progress", CHANGED)
    changed.prepare = lambda: change(story, number)
    of_a_step = [verb(f"step-{number} {name}") for name in ("test", "red", "diff")]
    of_attempts = [verb("where"), verb("where NAME=all")] if story.katas else []
    gates = [verb("gate", CHANGED), verb("gate", AGAIN)]
    return [changed, verb("progress", AGAIN), *gates, *of_a_step, *of_attempts]
