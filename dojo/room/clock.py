"""The clock of a room: rounds, breaks, who types now. It is a value: nothing in here asks for the time."""

from collections.abc import Sequence
from math import ceil
from typing import Annotated, Any

from msgspec import Meta, Struct, structs, to_builtins

from dojo.room.models import Line, Report, Travels

MINUTE, FIVE_MINUTES = 60, 300
DUE = 20  # seconds for which it says that seats are to be changed
GRACE = 60  # seconds that a red pair may wait for green, where seats change at green
ROUND, BREAK = "round", "break"
SHORTEST, LONGEST = 0.1, 600  # minutes of a phase
PHASES = 1000  # at most this many begin by themselves: a computer may get the year wrong
NO_CHANGE = {"due": False, "wait": 0}
Minutes = Annotated[float, Meta(ge=0, le=LONGEST)]


class Plan(Travels, frozen=True):
    """How long everything takes, in minutes; 0 where there is no such thing."""

    round: Minutes = 0
    rotate: Minutes = 0
    rest: Minutes = 0
    names: Annotated[tuple[Line, ...], Meta(max_length=40)] = ()  # who takes turns to type, in one mob
    at_green: bool = False  # seats change at green
    by_itself: bool = False  # the next phase begins by itself


class Clock(Struct, frozen=True):
    """The plan, and how far the room is in it."""

    plan: Plan = Plan()
    kind: str = ROUND
    number: int = 1
    spent: float = 0  # seconds of this phase that were over when it was last stopped
    since: float | None = None  # when it was started again; none while it stands
    phases: tuple[tuple[str, int, float, float | None], ...] = ()
    """The rounds and breaks that have begun: which one, when, and when it ended, if it has."""
    extra: float = 0  # seconds that were added to this phase

    @property
    def length(self) -> float:
        """The seconds of this phase."""
        return max(self.plan.round if self.kind == ROUND else self.plan.rest, SHORTEST) * MINUTE + self.extra

    def elapsed(self, now: float) -> float:
        """The seconds of this phase that are over."""
        return self.spent + (max(0, now - self.since) if self.since is not None else 0)

    def over(self, now: float) -> float:
        """The seconds for which this phase has been over; less than 0 while it goes on."""
        return self.elapsed(now) - self.length

    def at(self, now: float) -> "Clock":
        """The clock with the phases that have begun by themselves until now."""
        clock, by_itself = self, self.plan.by_itself and self.plan.round
        while by_itself and clock.since is not None and clock.over(now) >= 0 and len(clock.phases) <= PHASES:
            clock = clock.next(clock.since + clock.length - clock.spent)
        return clock

    def next(self, now: float) -> "Clock":
        """The clock as the next phase begins: a break, if there are any, or a round."""
        to_break = self.kind == ROUND and self.plan.rest > 0
        kind, number = (BREAK, self.number) if to_break else (ROUND, self.number + 1)
        ended = [(what, which, start, end or now) for what, which, start, end in self.phases]
        return Clock(self.plan, kind, number, since=now, phases=(*ended, (kind, number, now, None)))

    def turn(self, what: str, now: float) -> "Clock":
        """The clock after the leader has started or stopped it, gone on, or given this phase more time."""
        clock = self.at(now)
        match what if clock.plan.round else "":
            case "start" if clock.over(now) >= 0:
                return clock.next(now)
            case "start" if clock.since is None:
                begun = () if clock.spent else ((clock.kind, clock.number, now, None),)
                return structs.replace(clock, since=now, phases=(*clock.phases, *begun))
            case "stop":
                return structs.replace(clock, spent=clock.elapsed(now), since=None)
            case "next":
                return clock.next(now)
            case "extend":  # from now if it was over
                return structs.replace(clock, extra=clock.extra + max(0.0, clock.over(now)) + FIVE_MINUTES)
        return clock

    def rotation(self, now: float) -> int:
        """How often seats have changed in this round."""
        every = self.plan.rotate * MINUTE
        if self.kind != ROUND or not every:
            return 0
        return min(int(self.elapsed(now) // every), ceil(self.length / every) - 1)


def change_of(clock: Clock, lights: Sequence[Report], now: float) -> dict[str, Any]:
    """Whether a pair is to change seats now, and for how many seconds it may wait for green."""
    clock = clock.at(now)
    turn = clock.rotation(now)
    if not turn or clock.since is None or clock.over(now) >= 0:
        return NO_CHANGE
    when = now - clock.elapsed(now) + turn * clock.plan.rotate * MINUTE
    runs = [light for light in lights if light.judged]
    before = [light.colour for light in runs if light.when < when]
    if clock.plan.at_green and before and before[-1] != "green":
        greens = [light.when for light in runs if light.when >= when and light.colour == "green"]
        when = min([*greens, when + GRACE])
    return {"due": 0 <= now - when <= DUE, "wait": max(0, when - now)}


def view(clock: Clock, now: float, change: dict[str, Any] = NO_CHANGE) -> dict[str, Any] | None:
    """What a page or a pair is told of the clock; none while no round is set."""
    clock = clock.at(now)
    if not clock.plan.round:
        return None
    turn, every, names = clock.rotation(now), clock.plan.rotate * MINUTE, clock.plan.names
    turn_ends = min(every * (turn + 1), clock.length)
    return {
        "phase": clock.kind,
        "number": clock.number,
        "left": max(0.0, -clock.over(now)),
        "over": max(0.0, clock.over(now)),
        "running": clock.since is not None,
        "rotation": turn,
        "rotation_left": turn_ends - clock.elapsed(now) if every and clock.kind == ROUND else 0,
        "driver": names[turn % len(names)] if names else "",
        "navigator": names[(turn + 1) % len(names)] if len(names) > 1 else "",
        "change": change,
        "plan": to_builtins(clock.plan),
    }
