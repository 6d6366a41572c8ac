"""The clock of a room: rounds, breaks, who types now. It is a value: nothing in here asks for the time."""

from collections.abc import Sequence
from math import ceil
from typing import Annotated

from msgspec import Meta, Struct, structs

from dojo.room.models import Line, Report, Travels

MINUTE_S, FIVE_MINUTES_S = 60, 300
# for which it says that seats are to be changed
DUE_S = 20
# that a red pair may wait for green, where seats change at green
GRACE_S = 60
ROUND, BREAK = "round", "break"
# minutes of a phase
SHORTEST, LONGEST = 0.1, 600
# more don't begin by themselves: a computer may get the year wrong
MAX_PHASES = 1000
Minutes = Annotated[float, Meta(ge=0, le=LONGEST)]


class Plan(Travels, frozen=True):
    """How long everything takes, in minutes; 0 where there is no such thing.

    Attributes:
        round: of a round.
        rotate: until seats change.
        rest: of the break after a round.
        names: who takes turns to type, in one mob.
        at_green: True if seats change at green.
        by_itself: True if the next phase begins by itself.
    """

    round: Minutes = 0
    rotate: Minutes = 0
    rest: Minutes = 0
    names: Annotated[tuple[Line, ...], Meta(max_length=40)] = ()
    at_green: bool = False
    by_itself: bool = False


class Clock(Struct, frozen=True):
    """The plan, and how far the room is in it.

    Attributes:
        plan: the plan.
        kind: a round or a break.
        number: of the round, or of the one before the break.
        spent: seconds of this phase that were over when the clock was last stopped.
        since: when it was started again; None while it stands.
        phases: the rounds and breaks that have begun: which one, when, and when it ended, if it has.
        extra: seconds that were added to this phase.
    """

    plan: Plan = Plan()
    kind: str = ROUND
    number: int = 1
    spent: float = 0
    since: float | None = None
    phases: tuple[tuple[str, int, float, float | None], ...] = ()
    extra: float = 0

    @property
    def length(self) -> float:
        """The seconds of this phase."""
        minutes = self.plan.round if self.kind == ROUND else self.plan.rest
        return max(minutes, SHORTEST) * MINUTE_S + self.extra

    def elapsed(self, now: float) -> float:
        """Return the seconds of this phase that are over."""
        if self.since is None:
            return self.spent
        # a computer may set its clock back
        return self.spent + max(0, now - self.since)

    def over(self, now: float) -> float:
        """Return the seconds for which this phase has been over; less than 0 while it goes on."""
        return self.elapsed(now) - self.length

    def at(self, now: float) -> "Clock":
        """Return the clock with the phases that have begun by themselves until now."""
        if not self.plan.by_itself or not self.plan.round:
            return self
        clock = self
        while clock.since is not None and clock.over(now) >= 0 and len(clock.phases) <= MAX_PHASES:
            ended = clock.since + clock.length - clock.spent
            clock = clock.next(ended)
        return clock

    def next(self, now: float) -> "Clock":
        """Return the clock as the next phase begins: a break, if there are any, or a round."""
        kind, number = ROUND, self.number + 1
        if self.kind == ROUND and self.plan.rest > 0:
            kind, number = BREAK, self.number
        ended = [(what, which, start, end or now) for what, which, start, end in self.phases]
        return Clock(self.plan, kind, number, since=now, phases=(*ended, (kind, number, now, None)))

    def turn(self, command: str, now: float) -> "Clock":
        """Return the clock after the leader has started or stopped it, gone on, or added five minutes."""
        clock = self.at(now)
        if not clock.plan.round:
            return clock
        match command:
            case "start" if clock.over(now) >= 0:
                return clock.next(now)
            case "start" if clock.since is None:
                phases = clock.phases
                # one that was stopped goes on in the same phase
                if not clock.spent:
                    phases = (*phases, (clock.kind, clock.number, now, None))
                return structs.replace(clock, since=now, phases=phases)
            case "stop":
                return structs.replace(clock, spent=clock.elapsed(now), since=None)
            case "next":
                return clock.next(now)
            case "extend":
                # from now if it was over
                late = max(0.0, clock.over(now))
                return structs.replace(clock, extra=clock.extra + late + FIVE_MINUTES_S)
        return clock

    def rotation(self, now: float) -> int:
        """Return how often seats have changed in this round."""
        every = self.plan.rotate * MINUTE_S
        if self.kind != ROUND or not every:
            return 0
        # they don't change at the end of a round
        most = ceil(self.length / every) - 1
        return min(int(self.elapsed(now) // every), most)


class SeatChange(Struct, frozen=True):
    """Whether a pair changes seats.

    Attributes:
        due: True if it is to change them now.
        wait: for how many seconds it may still wait for green.
    """

    due: bool = False
    wait: float = 0


NO_CHANGE = SeatChange()


class ClockView(Struct, frozen=True):
    """What a page or a pair is told of the clock.

    Attributes:
        phase: a round or a break.
        number: its number.
        left: seconds that are left of it.
        over: seconds for which it has been over.
        running: False while the clock stands.
        rotation: how often seats have changed in this round.
        rotation_left: seconds until they change again; 0 where they don't.
        driver: who types, in a mob.
        navigator: who types next.
        change: whether the pair changes seats now; on the page of the room, that of no pair.
        plan: the plan.
    """

    phase: str
    number: int
    left: float
    over: float
    running: bool
    rotation: int
    rotation_left: float
    driver: str
    navigator: str
    change: SeatChange
    plan: Plan


def change_of(clock: Clock, lights: Sequence[Report], now: float) -> SeatChange:
    """Return whether a pair with these lights is to change seats now."""
    clock = clock.at(now)
    turn = clock.rotation(now)
    if not turn or clock.since is None or clock.over(now) >= 0:
        return NO_CHANGE
    began = now - clock.elapsed(now)
    when = began + turn * clock.plan.rotate * MINUTE_S
    if clock.plan.at_green:
        when = wait_for_green(lights, when)
    return SeatChange(due=0 <= now - when <= DUE_S, wait=max(0, when - now))


def wait_for_green(lights: Sequence[Report], when: float) -> float:
    """Return when a pair changes seats that is to change then: if it is red, at its next green.

    Without a green it changes after a while all the same. A pair without a run has nothing to wait for.
    """
    colour_before = ""
    change_at = when + GRACE_S
    for light in lights:
        if not light.judged:
            continue
        if light.when < when:
            colour_before = light.colour
        elif light.colour == "green":
            change_at = min(change_at, light.when)
    is_waiting = colour_before not in ("", "green")
    return change_at if is_waiting else when


def view(clock: Clock, now: float, change: SeatChange = NO_CHANGE) -> ClockView | None:
    """Return what a page or a pair is told of the clock; None while no round is set."""
    clock = clock.at(now)
    if not clock.plan.round:
        return None
    turn = clock.rotation(now)
    every = clock.plan.rotate * MINUTE_S
    rotation_left = 0.0
    if every and clock.kind == ROUND:
        rotation_left = min(every * (turn + 1), clock.length) - clock.elapsed(now)
    names = clock.plan.names
    return ClockView(
        phase=clock.kind,
        number=clock.number,
        left=max(0.0, -clock.over(now)),
        over=max(0.0, clock.over(now)),
        running=clock.since is not None,
        rotation=turn,
        rotation_left=rotation_left,
        driver=names[turn % len(names)] if names else "",
        navigator=names[(turn + 1) % len(names)] if len(names) > 1 else "",
        change=change,
        plan=clock.plan,
    )
