"""`make keep NAME=tables-3`: the attempt as a story of its own, in kept/, which is yours to take home."""

import shutil
from pathlib import Path
from tempfile import mkdtemp

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import all_files, all_lights
from dojo.errors import Broken, Mistake, Trouble, plainly
from dojo.history.keeping.evening import Evening, evening
from dojo.history.keeping.refusing import refuse_files, refuse_programs
from dojo.history.keeping.suite.using import NotKept
from dojo.history.keeping.writing import Kept, written
from dojo.screen.words import counted, first_of
from dojo.story.story import Story
from dojo.story.workspace import Workspace

KEPT = "kept"
"""The folder of the kept stories, at the top of the workspace."""
MOST = 5
"""At most so many lines of the gate are shown."""


def keep(attempt: Attempt, workspace: Workspace) -> None:
    """Write an attempt as a story, all of it or nothing, and say what was written.

    Takes the attempt, and the workspace whose folder kept/ gets the story. Raises Mistake where the attempt
    cannot be a story, or is one already; raises Trouble where the disk says no.
    """
    refuse_programs(attempt)
    folder = workspace.top / KEPT / attempt.name
    if folder.exists() or folder.is_symlink():
        there = f"{KEPT}/{attempt.name} is there already"
        raise Mistake(f"{there}: move it away, or delete it, to keep {attempt.name} anew")
    lights = all_lights(attempt)
    way = evening(attempt, lights, all_files(attempt, lights))
    refuse_files(attempt, way.stops)
    try:
        kept = put(folder, attempt, workspace, way)
    except (NotKept, Broken) as fault:
        raise Mistake(f"{attempt.name} cannot be kept: {fault}") from None
    except OSError as error:
        raise Trouble(f"nothing is kept: {plainly(error)}") from None
    tell(kept, way, len(lights), workspace.at(folder))


def put(folder: Path, attempt: Attempt, workspace: Workspace, way: Evening) -> Kept:
    """Write the story under another name first: if it is there, it is whole."""
    folder.parent.mkdir(exist_ok=True)
    draft = Path(mkdtemp(prefix=".keep-", dir=folder.parent))
    try:
        kept = written(draft, attempt, workspace, way)
        draft.chmod(0o755)
        draft.rename(folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return kept


def tell(kept: Kept, way: Evening, lights: int, story: Story) -> None:
    """Say what was written, what is not in it, and what to do next."""
    tests = kept.found.tests
    driving = sum(test.kind == "drives" for test in tests)
    print(f"{story.shown(story.file.parent)}/")
    steps = f"{counted(len(kept.found.steps), 'step')} from {counted(lights, 'light')}"
    drive = "drives" if driving == 1 else "drive"
    guard = "guards" if len(tests) - driving == 1 else "guard"
    print(
        f"  {steps}; {counted(len(tests), 'test')}: {driving} {drive} a step, {len(tests) - driving} {guard}."
    )
    if way.is_red_now:
        print(f"  It ends with light {way.last.light.number}, the last green one.")
    if kept.left_out:
        print(f"  Left out: {first_of(kept.left_out)}. No step can have what is gone or red at the end.")
    if kept.breaches:
        more = len(kept.breaches) - MOST
        print("\nWords are not enough here. The gate also says:")
        print(*(f"  {told}" for told in kept.breaches[:MOST]), sep="\n")
        if more > 0:
            print(f"  and {more} more")
    print("\nThe steps are as you made them. The words are yours to write. What comes next:\n")
    print(f"  {story.command('todo')}")
    print(f"  {story.command('board')}    its page, also before the words are there")
