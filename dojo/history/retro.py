"""`make retro`: one page of a room, of the files in a folder, or of one attempt.

It has questions, the evening in one picture, and a page for each pair.
"""

import math
import statistics
import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from dojo import bootstrap
from dojo.attempt.attempt import Attempt
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.files import write_file
from dojo.history.archive import write_archive
from dojo.history.pairs import PairHistory, list_verdicts, name_pairs
from dojo.history.questions import choose_questions
from dojo.history.runs import REST
from dojo.room.clock import ROUND
from dojo.room.models import Record
from dojo.room.reports import attempts_since, record_of
from dojo.room.storage.records import Records
from dojo.room.storage.rooms import create_room, find_room
from dojo.screen.palette import COLOURS
from dojo.screen.templates import page_frame, template_environment
from dojo.story.workspace import Workspace
from dojo.wording import count_of, duration

PAGES = Path(__file__).parent / "pages"
FOLD, FOLDED = 900, 60
"""After the first number of seconds without a light from anyone, the axis has a fold of the second length."""
TICKS = (60, 300, 600, 900, 1800, 3600)


@dataclass(frozen=True)
class Evening:
    """What a room or a folder of files has."""

    title: str
    records: Sequence[Record]
    rounds: Sequence[tuple[float, float | None]] = ()
    opened: float = 0
    faults: Sequence[str] = ()
    """A line for each thing that could not be read."""
    sharing: Sequence[Record] = ()
    """The pairs that share their code, with all that they have sent of it."""


def evening_of_attempt(attempt: Attempt) -> Evening:
    """One attempt. Raises UsageError, NotRecorded, CollectionError."""
    record = with_proof(attempt)
    if not record.lights:
        raise UsageError(f"{attempt.name} has no lights yet: {attempt.command('next')} records one")
    return Evening(attempt.name, [record])


def evening_of_folder(folder: Path) -> Evening:
    """The files in a folder. Raises UsageError, EnvironmentProblem."""
    with TemporaryDirectory() as kept:  # two files may be of one pair: a room keeps each light once
        room = create_room(Path(kept))
        faults = room.keep_files(folder)
        records = [*room.select()]
        room.database.close()
    if not records:
        fault = f": {faults[0]}" if faults else ""
        raise UsageError(f"{folder} has no file of {bootstrap.command()} hand-in{fault}")
    return Evening(f"the files in {folder.name}", records, faults=faults, sharing=sharing_pairs(records))


def evening_of_room(workspace: Workspace, word: str) -> Evening:
    """The room with that word, or the last one, with the attempts on this computer.

    Raises UsageError, EnvironmentProblem.
    """
    folder = find_room(workspace.top, word)
    if folder is None:
        instead = f"{bootstrap.command()} room opens one; NAME= names an attempt, FROM= a folder of files"
        raise UsageError(f"there was no room yet: {instead}")
    room = Records(folder)
    info, names = room.info, room.names()
    pairs, faults = {record.pair.id: record for record in room.select()}, room.notes
    sharing = sharing_pairs(pairs.values())
    for attempt in attempts_since(workspace, info.opened, info.word):
        try:
            here = with_proof(attempt)
        except EnvironmentProblem as fault:  # the others are on the page all the same
            faults.append(describe_error(fault))
            continue
        if names.get(here.pair.id, here.pair.name):  # it was not removed
            known = pairs.get(here.pair.id, here)
            pairs[here.pair.id] = replace(here, pair=known.pair)
    rounds = [(start, end) for kind, _, start, end in info.clock.phases if kind == ROUND]
    return Evening(f"the room {info.word}", [*pairs.values()], rounds, info.opened, faults, sharing)


def sharing_pairs(records: Iterable[Record]) -> list[Record]:
    """Return the pairs that share their code, and have sent some."""
    return [record for record in records if record.pair.shares and record.lights]


def with_proof(attempt: Attempt) -> Record:
    """The record of an attempt here, with its proof. Raises NotRecorded, CollectionError."""
    record = record_of(attempt)
    record.proof = list_verdicts(attempt) if record.lights else None
    return record


def write_retro(evening: Evening, top: Path, of: str = "", *, anonymous: bool, archive: bool = False) -> None:
    """Write the page at the top of the workspace, with the archive of the code if that is asked for.

    It prints their paths. Raises UsageError, EnvironmentProblem.
    """
    if anonymous and archive:
        raise UsageError("ARCHIVE= without ANONYMOUS=: the code in an archive has its pair's name")
    file = top / ("retro-anonymous.html" if anonymous else f"retro{of}.html")
    print(write_file(file, format_retro(evening, anonymous=anonymous)))
    if not archive:
        return
    if not evening.sharing:
        print("There is no archive: no pair shares its code.")
        return
    archive_file = top / f"retro{of}-code.zip"
    for line in write_archive(evening.sharing, archive_file):
        print(line)
    print(archive_file)


class Axis:
    """An axis of times: between two lights that are far apart lies a fold."""

    def __init__(self, times: Collection[float]) -> None:
        self.times = sorted(times)
        # from a time to the next one, and by how much the axis is shorter there
        self.parts: list[tuple[float, float, float]] = []
        for before, after in pairwise(self.times):
            gap = after - before
            self.parts.append((before, after, 1 if gap <= FOLD else FOLDED / gap))
        self.length = max(1.0, self.place(math.inf))

    def place(self, when: float) -> float:
        """The place of a time: in seconds from the beginning, folds left out."""
        lengths = []
        for before, after, scale in self.parts:
            seconds = min(max(when, before), after) - before
            lengths.append(seconds * scale)
        return sum(lengths)

    def share(self, when: float) -> float:
        """The place of a time, in thousandths of the axis."""
        return round(1000 * self.place(when) / self.length, 1)

    @property
    def folds(self) -> list[tuple[float, float]]:
        """The folds: the place, in thousandths, and the seconds that are left out."""
        folds = []
        for before, after, scale in self.parts:
            if scale != 1:
                folds.append((self.share(before), after - before))
        return folds

    @property
    def step(self) -> int:
        """The seconds from one tick to the next: about ten of them are on it."""
        for step in TICKS:
            if self.length / step <= 10:
                return step
        return TICKS[-1]

    @property
    def ticks(self) -> list[tuple[float, str]]:
        """Round times of the day that are on it: the place, in thousandths, and the words."""
        step = self.step
        ticks = []
        for before, after, scale in self.parts:
            if scale != 1:
                continue
            first = math.ceil(int(before) / step) * step
            for when in range(first, int(after) + 1, step):
                # a round time at which a part begins belongs to the part before
                if before < when <= after:
                    ticks.append((self.share(when), time.strftime("%H:%M", time.localtime(when))))
        return ticks


def format_retro(evening: Evening, *, anonymous: bool) -> str:
    """The page as HTML; if it is anonymous, no word of it may name a pair."""
    pairs = [pair for pair in name_pairs(evening.records, anonymous=anonymous) if pair.runs]
    times = set[float]()
    for pair in pairs:
        times.update(light.when for light in pair.runs)
    axis = Axis(times)
    shapes = {colour: look.shape for colour, look in COLOURS.items()}
    title = "Retrospective" if anonymous else f"Retrospective: {evening.title}"
    template = template_environment(PAGES).get_template("retro.html")
    return template.render(
        day=time.strftime("%d %B %Y", time.localtime(time_of(evening, pairs))),
        pairs=pairs,
        questions=choose_questions(pairs),
        axis=axis,
        rounds=rounds_on(axis, evening.rounds),
        faults=evening.faults,
        anonymous=anonymous,
        colours={**shapes, REST: "·"},
        duration=duration,
        count_of=count_of,
        **page_frame(title, PAGES / "retro.mjs"),
    )


def time_of(evening: Evening, pairs: Sequence[PairHistory]) -> float:
    """Return when an evening was: by the clock of the room, or by that of most pairs."""
    if evening.opened or not pairs:
        return evening.opened
    # one laptop may have the wrong year
    return statistics.median_low(pair.runs[0].when for pair in pairs)


def rounds_on(axis: Axis, rounds: Sequence[tuple[float, float | None]]) -> list[tuple[float, float, int]]:
    """Return the rounds in which there were lights: the two places, in thousandths, and the number."""
    found = []
    for number, (start, end) in enumerate(rounds, 1):
        first = axis.share(start)
        # the last round may not be over
        last = axis.share(end or math.inf)
        if first < last:
            found.append((first, last, number))
    return found
