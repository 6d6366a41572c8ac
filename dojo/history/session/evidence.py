"""What the lights of an attempt show, green by green: for whoever makes steps of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from dojo.attempt.attempts import Attempt
from dojo.attempt.lights import Light, all_lights, snapshots
from dojo.attempt.snapshot import Files
from dojo.history.proving.verdict import SEEN_RED, Verdict
from dojo.history.session.judging import Known
from dojo.history.session.proof import of_attempt
from dojo.history.session.stages import Stage
from dojo.history.session.trail import trail


@dataclass(frozen=True)
class Came:
    """A test that came since the green before, and how it came."""

    id: str
    """As a light has it, without the path of the attempt; a test of ours by its id in the suite."""
    rule: str
    drives: bool
    """Was it seen red, by its own assertion, by a name or by a crash? If not, it guards."""
    why: str = ""
    """The last line of the failure that was seen."""
    failure: str = ""
    """The failure that was seen, as a participant gets it."""
    is_ours: bool = False


@dataclass(frozen=True)
class Folded:
    """A light that cannot be a step of its own, and why: `amber`, or `red` for another reason than before."""

    light: Light
    why: str


@dataclass(frozen=True)
class Green:
    """A green run whose files are not those of the green before."""

    light: Light
    files: Files
    tests: tuple[Came, ...]
    """Those that came since the green before, in their order."""
    gone: tuple[str, ...] = ()
    """The ids of those that were there at the green before, and are not there any more."""
    folded: tuple[Folded, ...] = ()

    @property
    def driven(self) -> bool:
        """Did a red precede it?"""
        return any(test.drives for test in self.tests)


@dataclass
class Since:
    """What has happened since the last green."""

    green: Stage | None = None
    red: bool = False
    folded: list[Folded] = field(default_factory=list)

    def folds(self, stage: Stage) -> None:
        """Note a run that is not green: the first red is no fold, for the step begins with it."""
        if stage.light.colour == "amber":
            self.folded.append(Folded(stage.light, "amber"))
        elif self.red:
            self.folded.append(Folded(stage.light, "red"))
        self.red = self.red or stage.light.colour == "red"


def greens(attempt: Attempt) -> list[Green]:
    """The greens on the way to the files of now, each with the tests that came with it; it runs replays.

    Gives none where there is no light; raises NotRecorded, Broken.
    """
    lights = all_lights(attempt)
    if not lights:
        return []
    attempted = of_attempt(attempt, lights, snapshots(attempt, lights))
    verdicts = attempted.book.settled(attempted.judged)
    return list(evidence(attempted.stages, verdicts, attempted.known))


def evidence(
    stages: Sequence[Stage], verdicts: Mapping[Stage, Sequence[Verdict]], known: Known
) -> Iterator[Green]:
    """The greens on the way to the last stage, from the verdicts on each."""
    since, red = Since(), dict[tuple[Stage, str], Verdict]()
    for stage in way_to(stages[-1]):
        red |= {(stage, one.test): one for one in verdicts[stage] if one.kind in SEEN_RED}
        if not stage.is_green:
            since.folds(stage)
        elif since.green is None or (stage.files, stage.ids) != (since.green.files, since.green.ids):
            yield green(stage, since, red, known)
            since = Since(stage)


def way_to(stage: Stage | None) -> list[Stage]:
    """The stages that led to one, the first of all first."""
    found: list[Stage] = []
    while stage:
        found.append(stage)
        stage = stage.before
    return found[::-1]


def green(stage: Stage, since: Since, red: Mapping[tuple[Stage, str], Verdict], known: Known) -> Green:
    """A green, and what came since the one before."""
    before = since.green.ids if since.green else []
    new = [id for id in stage.ids if id not in before or (stage, id) in red]
    return Green(
        stage.light,
        stage.files,
        tuple(came(stage, id, red, known) for id in new),
        tuple(id for id in before if id not in stage.ids),
        tuple(since.folded),
    )


def came(stage: Stage, id: str, red: Mapping[tuple[Stage, str], Verdict], known: Known) -> Came:
    """A test that is green, and whether it was seen red on its way here."""
    found = (red.get((point.stage, point.id)) for point in trail(stage, id))
    verdict = next(filter(None, found), None)
    rule, is_ours = known.rule(id), id in stage.ours
    if verdict is None:
        return Came(id, rule, drives=False, is_ours=is_ours)
    return Came(id, rule, drives=True, why=verdict.why, failure=verdict.failure, is_ours=is_ours)
