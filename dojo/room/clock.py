"""The clock of a room: rounds, breaks, who types now. It is a value: nothing in here asks for the time."""

from collections.abc import Sequence
from math import ceil
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct, to_builtins
from msgspec.structs import replace

from dojo.room.models import Line, Report, Travels

MINUTE = 60
DUE = 20
"""Seconds for which it says that seats are to be changed."""
GRACE = 60
"""Seconds that a red pair may wait for green, where seats change at green."""
FIVE_MINUTES = 300
ROUND, BREAK = "round", "break"
SHORTEST, LONGEST = 0.1, 600
"""Minutes of a phase."""
Minutes = Annotated[float, Meta(ge=0, le=LONGEST)]


class Plan(Travels, frozen=True):
    """How long everything takes, in minutes; 0 where there is no such thing."""

    round: Minutes = 0
    rotate: Minutes = 0
    rest: Minutes = 0
    names: Annotated[tuple[Line, ...], Meta(max_length=40)] = ()
    """Who takes turns to type, if the room is one mob."""
    at_green: bool = False
    """True if seats change at green."""
    by_itself: bool = False
    """True if the next phase begins by itself."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for length in (self.round, self.rotate, self.rest):
            if not are_minutes(length):
                raise ValueError(f"{length} minutes are too few")


def are_minutes(value: float) -> bool:
    """True if a phase may last this many minutes; 0 means no such phase."""
    return value == 0 or SHORTEST <= value <= LONGEST


class Phase(NamedTuple):
    """A round or a break that has begun: which one, when, and when it ended, if it has."""

    kind: str
    number: int
    start: float
    end: float | None


class Clock(Struct, frozen=True):
    """The plan, and how far the room is in it."""

    plan: Plan = Plan()
    kind: str = ROUND
    number: int = 1
    spent: float = 0
    """Seconds of this phase that were over when it was last stopped."""
    since: float | None = None
    """When it was started again; none while it stands."""
    phases: tuple[Phase, ...] = ()
    """Those that have begun."""
    extra: float = 0
    """Seconds that were added to this phase."""

    @property
    def rounds(self) -> list[tuple[float, float | None]]:
        """When each round began, and when it ended."""
        return [(one.start, one.end) for one in self.phases if one.kind == ROUND]

    @property
    def length(self) -> float:
        """The seconds of this phase."""
        return (self.plan.round if self.kind == ROUND else self.plan.rest) * MINUTE + self.extra

    def elapsed(self, now: float) -> float:
        """The seconds of this phase that are over."""
        return self.spent + (max(0, now - self.since) if self.since is not None else 0)

    def is_over(self, now: float) -> bool:
        """True if this phase has ended."""
        return self.plan.round > 0 and self.elapsed(now) >= self.length > 0

    def at(self, now: float) -> "Clock":
        """The clock with the phases that have begun by themselves until now."""
        clock = self
        while clock.plan.by_itself and clock.since is not None and clock.is_over(now):
            clock = clock.next(end := clock.since + clock.length - clock.spent).start(end)
        return clock

    def set(self, plan: Plan, now: float) -> "Clock":
        """With another plan; a phase that is under way goes on, unless it is a break that is none now."""
        clock = replace(self.at(now), plan=plan)
        if clock.kind == ROUND or plan.rest:
            return clock
        return clock.next(now) if clock.since is None else clock.skip(now)

    def start(self, now: float) -> "Clock":
        """Let it run, from where it stands; if the phase is over, the next one begins."""
        clock = self.at(now)
        if clock.is_over(now):
            clock = clock.next(now)
        if not clock.plan.round or clock.since is not None:
            return clock
        begun = () if clock.spent else (Phase(clock.kind, clock.number, now, None),)
        return replace(clock, since=now, phases=(*clock.phases, *begun))

    def stop(self, now: float) -> "Clock":
        """Let it stand."""
        clock = self.at(now)
        return replace(clock, spent=clock.elapsed(now), since=None)

    def next(self, now: float) -> "Clock":
        """The next phase, which stands until it is started: a break, if there are any, or a round."""
        phases = [*self.phases]
        if phases and phases[-1].end is None:
            phases[-1] = phases[-1]._replace(end=now)
        to_break = self.kind == ROUND and self.plan.rest > 0
        kind, number = (BREAK, self.number) if to_break else (ROUND, self.number + 1)
        return Clock(self.plan, kind, number, phases=tuple(phases))

    def skip(self, now: float) -> "Clock":
        """The next phase, which has started."""
        return self.at(now).next(now).start(now)

    def extend(self, now: float) -> "Clock":
        """Give this phase more time, from now if it was over."""
        clock = self.at(now)
        if not clock.plan.round:
            return clock
        return replace(clock, extra=clock.extra + max(0.0, clock.elapsed(now) - clock.length) + FIVE_MINUTES)

    def rotation(self, now: float) -> int:
        """How often seats have changed in this round."""
        every = self.plan.rotate * MINUTE
        if self.kind != ROUND or not every:
            return 0
        return min(int(self.elapsed(now) // every), max(0, ceil(self.length / every) - 1))

    def since_rotation(self, now: float) -> float | None:
        """The seconds since seats were to be changed last; none if they were not, or the clock stands."""
        clock = self.at(now)
        turn = clock.rotation(now)
        if not turn or clock.since is None or clock.is_over(now):
            return None
        return clock.elapsed(now) - turn * clock.plan.rotate * MINUTE


def change_of(clock: Clock, lights: Sequence[Report], now: float) -> dict[str, Any]:
    """Whether a pair is to change seats now, and for how many seconds it may wait for green."""
    ago = clock.since_rotation(now)
    if ago is None:
        return {"due": False, "wait": 0}
    when = end = now - ago
    runs = [light for light in lights if light.judged]
    before = [light.colour for light in runs if light.when < end]
    if clock.plan.at_green and before and before[-1] != "green":
        greens = [light.when for light in runs if light.when >= end and light.colour == "green"]
        when = min([*greens, end + GRACE])
    return {"due": 0 <= now - when <= DUE, "wait": max(0, when - now)}


def view(clock: Clock, now: float, change: dict[str, Any] | None = None) -> dict[str, Any] | None:
    """What a page or a pair is told of the clock; none while no round is set."""
    clock = clock.at(now)
    if not clock.plan.round:
        return None
    turn, every, gone = clock.rotation(now), clock.plan.rotate * MINUTE, clock.elapsed(now)
    names = clock.plan.names
    return {
        "phase": clock.kind,
        "number": clock.number,
        "left": max(0.0, clock.length - gone),
        "over": max(0.0, gone - clock.length),
        "running": clock.since is not None,
        "rotation": turn,
        "rotation_left": min(every * (turn + 1), clock.length) - gone if every and clock.kind == ROUND else 0,
        "driver": names[turn % len(names)] if names else "",
        "navigator": names[(turn + 1) % len(names)] if len(names) > 1 else "",
        "change": change or {"due": False, "wait": 0},
        "plan": to_builtins(clock.plan),
    }
