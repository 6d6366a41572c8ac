"""`make start KATA=ladder FROM=ada`: what ada had when the tests that both katas share were done."""

from typing import NamedTuple

from dojo.attempt.attempt import Attempt, NoAttempt, find
from dojo.attempt.light import Light, all_lights, count_revealed, snapshot_of
from dojo.attempt.snapshot import Files
from dojo.runner.collect import collect
from dojo.screen.words import counted
from dojo.story.katas import Kata
from dojo.story.story import Story
from dojo.story.tests import SuiteTest
from dojo.story.workspace import Workspace


class TakenOver(NamedTuple):
    """The files to begin with, and how many tests of the kata are done with them."""

    attempt: Attempt
    light: Light
    files: Files
    kata: Kata
    done: int
    of: int

    @property
    def sentence(self) -> str:
        """Which light it is, and how much of the kata is done."""
        left = self.of - self.done
        what = f"It begins with what {self.attempt.name} had at light {self.light.number}:"
        done = f"{self.done} of the {counted(self.of, 'test')} of {self.kata.name}"
        return f"{what} {done} are done, and {left} {'is' if left == 1 else 'are'} left."


def taken_over(workspace: Workspace, name: str, story: Story, kata: Kata) -> TakenOver:
    """What an attempt gives to one at another kata; raises NoAttempt if that is nothing."""
    attempt = find(workspace, name)
    if attempt.kata == kata:
        raise NoAttempt(f"{name} is an attempt at {kata.name} itself: FROM= names one at another kata")
    if attempt.story != story:
        raise NoAttempt(f"{name} is an attempt at a kata of {attempt.story.name}, not of {story.name}")
    with collect(story) as suite:
        tests = suite.tests
    theirs, ours = attempt.kata.taught(tests), kata.taught(tests)
    lights = all_lights(attempt)
    done = [shared(theirs[: count_revealed(lights[: n + 1])], ours) for n, _ in enumerate(lights)]
    best = max((n for n, light in zip(done, lights, strict=True) if light.is_green), default=0)
    if not best:
        raise NoAttempt(
            f"{name} has no green light with a test of {kata.name}: without FROM= it begins at the first test"
        )
    light = next(light for n, light in zip(done, lights, strict=True) if light.is_green and n == best)
    return TakenOver(attempt, light, snapshot_of(attempt, light).files, kata, best, len(ours))


def shared(known: list[SuiteTest], ours: list[SuiteTest]) -> int:
    """How many tests of ours, from the first one on, are revealed already."""
    return next((n for n, test in enumerate(ours) if test not in known), len(ours))
