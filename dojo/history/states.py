"""The state of an attempt from each light on: its files, its tests, and their colour."""

from dataclasses import dataclass

from dojo.attempt.light import Light
from dojo.attempt.snapshot import Files


@dataclass(frozen=True)
class State:
    """The state of the attempt from a light on, until the next one."""

    light: Light
    found: Files
    """The files of the light, when it was recorded."""
    files: Files
    """The files from then on: `make back` brings others."""
    revealed: int
    """How many tests of the kata have been shown."""
    run: Light | None
    """The last run of these files with these tests; none if nobody ran them."""

    @property
    def number(self) -> int:
        """The number of the light that brings these files back."""
        number: int = self.light.to if self.light.verb == "back" else self.light.number
        return number

    @property
    def colour(self) -> str:
        """The colour of that run; nothing if there was none."""
        return self.run.colour if self.run else ""

    @property
    def tests(self) -> int:
        """How many tests that run had."""
        return sum(self.run.counts.values()) if self.run else 0


def states(lights: list[Light], files: dict[str, Files]) -> list[State]:
    """A state for each light, in their order; `files` are those of each commit."""
    found: list[State] = []
    revealed = 0
    for light in lights:
        revealed = revealed if light.revealed is None else light.revealed
        found.append(state(light, lights, files, revealed, found))
    return found


def state(
    light: Light, lights: list[Light], files: dict[str, Files], revealed: int, before: list[State]
) -> State:
    """The state of the attempt after this light, from the states before it."""
    there = files[light.commit]
    if light.judged:
        return State(light, there, there, revealed, light)
    if light.verb == "back":
        brought = files[lights[light.to - 1].commit]
        return State(light, there, brought, revealed, last_run(before, brought, revealed))
    return State(light, there, there, revealed, before[-1].run if before else None)


def last_run(states: list[State], files: Files, revealed: int) -> Light | None:
    """The last run of these files with so many tests revealed."""
    same = (one.light for one in reversed(states) if (one.files, one.revealed) == (files, revealed))
    return next((light for light in same if light.judged), None)
