"""The greens of an attempt, on the way to the files of now: what may become a step, and what led to it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import Light, ancestors
from dojo.attempt.snapshot import Files
from dojo.errors import Mistake
from dojo.prove.identity.identity import code_of, difference, the_tests


@dataclass
class Stop:
    """A green run with other code than the green before, or the beginning."""

    light: Light
    files: Files
    own: dict[str, str]
    """The colours of the participant's tests, by their ids in the attempt."""
    revealed: int
    on_the_way: list[Light] = field(default_factory=list)
    """The runs since the green before, which were not green."""
    reds: frozenset[str] = frozenset()
    """The tests that were red on the way, or files of tests for want of a name, by their ids."""


@dataclass(frozen=True)
class Evening:
    """The beginning, the greens with other code, and the last green of all, which has the tests."""

    stops: list[Stop]
    last: Stop
    is_red_now: bool = False
    """Was the last run of all not green?"""

    def born(self, id: str) -> int:
        """The number of the first green that has a test of the end, or after which it came without code.

        Takes the id of a test of the participant, as the last green has it.
        """
        name, bracket, row = id.partition("[")
        place = len(self.stops)
        after = the_tests(self.last.files)
        for number in reversed(range(len(self.stops))):
            before = the_tests(self.stops[number].files)
            name = difference(before, after).renamed.get(name, name)
            if f"{name}{bracket}{row}" not in self.stops[number].own:
                break
            place, after = number, before
        return place

    def dropped(self, number: int) -> list[str]:
        """The tests that came with a green, and that are gone at the end, by their ids."""
        here, before = self.stops[number], self.stops[number - 1]
        gone = {test.id for test in difference(the_tests(here.files), the_tests(self.last.files)).gone}
        return [id for id in here.own if id not in before.own and id.partition("[")[0] in gone]


def evening(attempt: Attempt, lights: Sequence[Light], files: dict[str, Files]) -> Evening:
    """The greens of an attempt.

    Takes its lights, and the files of each; raises Mistake where nothing was ever green.
    """
    way = [light for light in reversed([*ancestors(list(lights))]) if light.judged]
    revealed, known = {}, 0
    for light in lights:
        known = known if light.revealed is None else light.revealed
        revealed[light.number] = known
    if not way:
        raise Mistake(f"{attempt.name} has no lights: {attempt.command('next')} makes the first one")
    stops: list[Stop] = []
    last: Stop | None = None
    between: list[Light] = []
    for light in way:
        reds = frozenset(id for one in between for id, colour in own(attempt, one).items() if colour == "red")
        here = Stop(light, files[light.commit], own(attempt, light), revealed[light.number], between, reds)
        if not stops:
            stops.append(here)
        elif not light.is_green:
            between.append(light)
            continue
        elif code_of(here.files) != code_of(stops[-1].files):
            stops.append(here)
        else:
            last = here
            continue
        last, between = here, []
    if len(stops) == 1 or last is None:
        raise Mistake(f"{attempt.name} was never green with code of its own: {attempt.command('next')}")
    return Evening(stops, last, is_red_now=bool(between))


def own(attempt: Attempt, light: Light) -> dict[str, str]:
    """The colours of the participant's tests, by their ids without the path of the attempt."""
    start = f"{attempt.story.inside(attempt.folder)}/"
    return {id.removeprefix(start): colour for id, colour in (light.own or {}).items()}
