"""`make back`, `make reset`, `make drop`: the files of an earlier light, those of the start, or none.

At a light that is named, as many tests are revealed as were then. On the way to the last green the current
test stays: the participant wants to try it again. In MODE=mine, the test is one of their own, so there their
tests and their list of ideas stay as they are.
"""

import os
import shutil
import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from dojo.attempt.attempt import RECORDS, Attempt, is_bookkeeping
from dojo.attempt.create import IDEAS
from dojo.attempt.diffstat import is_tests
from dojo.attempt.light import BackLight, Light, RunLight, ancestors, count_revealed, runs_of
from dojo.attempt.lock import turn
from dojo.attempt.recording import all_lights, record, snapshot_of
from dojo.attempt.snapshot import (
    Changed,
    File,
    Files,
    Snapshot,
    name_left_out,
    put_back,
    take_snapshot,
    without,
)
from dojo.diff import find_blocks, split_lines
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.wording import count_of, some_of, spell_out

MAX_LINES_SHOWN = 12  # of those that are gone and those that are back


@dataclass(frozen=True)
class Restoration:
    """What to do to bring back the files of a light.

    Attributes:
        light: the light.
        wanted: the files that it has.
        present: the files that are there now.
        now: all that is there now, to be recorded before anything changes.
        kept: the participant's tests that stay as they are now: they are neither wanted nor present.
        untouched: the files that no light has, each with the reason.
        revealed: how many tests of the kata are revealed then.
        revealed_now: how many are now.
        keeps_later_test: True if the current test stays, and was not there at the light.
    """

    light: Light
    wanted: Files
    present: Files
    now: Snapshot
    kept: list[bytes]
    untouched: Mapping[str, str]
    revealed: int
    revealed_now: int
    keeps_later_test: bool

    @property
    def changes_nothing(self) -> bool:
        return self.wanted == self.present and self.revealed == self.revealed_now


def name_light(attempt: Attempt, light: Light) -> str:
    """Name a light, with the colour that it had if it is a run."""
    name = attempt.story.speech.light(light.number)
    return f"{name}, which was {light.colour}" if isinstance(light, RunLight) else name


def restore(attempt: Attempt, light: Light, lights: list[Light], *, named: bool) -> None:
    """Bring back the files of a light, and its tests if it was named; print what has changed.

    Raises NotRecorded (and then nothing is changed), or EnvironmentProblem if it stopped midway.
    """
    plan = plan_restoration(attempt, light, lights, named=named)
    if plan.changes_nothing:
        print(f"{attempt.name} is as it was at {name_light(attempt, plan.light)}: nothing to bring back.")
    else:
        carry_out(plan, attempt)
    print_left_alone(attempt, plan)


def plan_restoration(attempt: Attempt, light: Light, lights: list[Light], *, named: bool) -> Restoration:
    """Return what to do to bring back a light; raises NotRecorded."""
    revealed_now = count_revealed(lights)
    revealed = revealed_at(light, lights)
    keeps_later_test = not named and revealed < revealed_now
    if keeps_later_test:
        # the participant wants to try it again
        revealed = revealed_now
    was = snapshot_of(attempt, light)
    now = take_snapshot(attempt.folder)
    untouched = was.left_out | now.left_out
    wanted = without(was.files, untouched)
    present = without(now.files, untouched)
    kept: list[bytes] = []
    # so does the participant's own test
    if writes_tests(attempt, lights) and not named:
        kept = changed_tests(wanted, present)
    for name in kept:
        wanted.pop(name, None)
        del present[name]
    return Restoration(light, wanted, present, now, kept, untouched, revealed, revealed_now, keeps_later_test)


def revealed_at(light: Light, lights: list[Light]) -> int:
    """Count the tests that were revealed at a light, with the files that it has."""
    # those of a light of going back are from before it went back, and so are its tests
    last = light.number - 1 if isinstance(light, BackLight) else light.number
    return count_revealed(lights[:last])


def carry_out(plan: Restoration, attempt: Attempt) -> None:
    """Bring back the files of a light, and print what has changed.

    Raises NotRecorded (and then nothing is changed), or EnvironmentProblem if it stopped midway.
    """
    # recorded first: what is in the folder now is never lost
    left = record(attempt, BackLight(to=plan.light.number, revealed=plan.revealed), plan.now)
    swap_files(attempt, plan.wanted, plan.present, left)
    print(f"{attempt.name} is back at {name_light(attempt, plan.light)}.")
    brought_back = [name for name in plan.wanted if plan.wanted[name] != plan.present.get(name)]
    print_names("Brought back", brought_back)
    print_lines(plan, brought_back)
    print_names("Deleted", plan.present.keys() - plan.wanted.keys())
    if plan.revealed != plan.revealed_now:
        print_revealed(attempt, plan.revealed, plan.revealed_now)
    if plan.keeps_later_test:
        what = "case" if attempt.program else "test"
        print(f"The {what} that came later stays, and is still to be made green.")
    again = attempt.command(f"back TO={left.number}")
    print(f"What you had just now is {name_light(attempt, left)}: {again}")


def print_left_alone(attempt: Attempt, plan: Restoration) -> None:
    """Name what a way back has not touched: the tests of now, and what no light has."""
    if plan.kept:
        print_names("As you have it now", plan.kept)
        print(f"To take that back, too: {attempt.command(f'back TO={plan.light.number}')}")
    if plan.untouched:
        print(f"Left as it is: {name_left_out(plan.untouched)}")


def changed_tests(wanted: Files, present: Files) -> list[bytes]:
    """Return the files of tests that are there now, and were not so at a light."""
    return [name for name in present if wanted.get(name) != present[name] and is_of_tests(name)]


def writes_tests(attempt: Attempt, lights: list[Light]) -> bool:
    """True in MODE=mine, if there was a test in the last run: one that was started again has none."""
    if not attempt.is_own:
        return False
    for run in reversed(runs_of(lights)):
        # a run that has ended Python, in a browser, doesn't say which tests there were
        if run.own is not None:
            return bool(run.own)
    return False


def is_of_tests(name: bytes) -> bool:
    """True for a file of tests, and for the list of ideas for tests."""
    return is_tests(os.fsdecode(name)) or os.fsdecode(name) == IDEAS


def print_revealed(attempt: Attempt, tests: int, until_now: int) -> None:
    """Print how many tests of the kata are revealed now; the participant's are files, and named as such."""
    what = "cases" if attempt.program else "tests"
    number = tests if tests else "none"
    print(f"You have {number} of the kata's {what}, as you had then: just now you had {until_now}.")


def swap_files(attempt: Attempt, wanted: Files, present: Files, left: Light) -> None:
    """Put the wanted files in the place of those that are present, which are in light `left`.

    Raises EnvironmentProblem if it stopped midway.
    """
    try:
        put_back(attempt.folder, wanted, now=present, draft=attempt.record(".draft"))
    except (Changed, OSError) as fault:
        stopped = f"it stopped there; what was there is {name_light(attempt, left)}"
        raise EnvironmentProblem(f"{describe_error(fault)}: {stopped}") from None


def print_names(done: str, names: Collection[bytes]) -> None:
    """Print what was done to which of the participant's files, if there are any."""
    shown = [os.fsdecode(name) for name in names if not is_bookkeeping(name)]
    if shown:
        print(f"{done}: {some_of(sorted(shown))}")


def print_lines(plan: Restoration, names: Collection[bytes]) -> None:
    """Print the lines that are gone from the participant's files, and those that are back.

    A file that was not there has no line that is gone, so it is not shown.
    """
    lines_by_name = {}
    for name in names:
        now = plan.present.get(name)
        lines = changed_lines(now, plan.wanted[name]) if now and not is_bookkeeping(name) else []
        if lines:
            lines_by_name[os.fsdecode(name)] = lines
    shown = []
    for file, lines in lines_by_name.items():
        if len(lines_by_name) > 1:
            shown.append(f"{file}:")
        shown += lines
    for line in shown[:MAX_LINES_SHOWN]:
        print(f"  {line}".rstrip())
    if len(shown) > MAX_LINES_SHOWN:
        print(f"  and {count_of(len(shown) - MAX_LINES_SHOWN, 'more line')}")


def changed_lines(now: File, then: File) -> list[str]:
    """Return the lines that are gone and those that are back; none of what is no text."""
    try:
        old, new = split_lines(now.content.decode()), split_lines(then.content.decode())
    except UnicodeDecodeError:
        return []
    lines = []
    for block in find_blocks(old, new):
        if not block.is_equal:
            gone, back = old[block.old_start : block.old_end], new[block.new_start : block.new_end]
            lines += [f"gone  {spell_out(line.expandtabs())}" for line in gone]
            lines += [f"back  {spell_out(line.expandtabs())}" for line in back]
    return lines


def back(attempt: Attempt, to: str) -> int:
    """Bring the last green back, or light `to`, and print what has changed; return an exit status."""
    lights = all_lights(attempt)
    if not lights:
        verbs = f"{attempt.command('next')} and {attempt.command('watch')}"
        raise UsageError(f"{attempt.name} has no lights yet: {verbs} record them")
    light = find_light(attempt, lights, to) if to else find_green(attempt, lights)
    restore(attempt, light, lights, named=bool(to))
    return 0


def find_light(attempt: Attempt, lights: list[Light], number: str) -> Light:
    """Return the light with a number; raises UsageError if there is none."""
    for light in lights:
        if str(light.number) == number:
            return light
    raise UsageError(f"there is no light {number}: the lights of {attempt.name} are 1 to {len(lights)}")


def find_green(attempt: Attempt, lights: list[Light]) -> RunLight:
    """Return the last green run that led to the files of now, or else the last of all; raises UsageError."""
    for run in runs_of([*ancestors(lights), *reversed(lights)]):
        if run.is_green:
            return run
    first = attempt.command("back TO=1")
    raise UsageError(f"{attempt.name} was never green. Back to its first light: {first}")


def reset(attempt: Attempt) -> int:
    """Bring back the files and tests of the start; the lights stay. Return an exit status."""
    starts = [run.number for run in runs_of(all_lights(attempt)) if run.verb == "start"]
    return back(attempt, str(starts[0] if starts else 1))


def drop(attempt: Attempt) -> int:
    """Delete an attempt and its lights, after a question; return an exit status.

    Raises UsageError, EnvironmentProblem, OSError.
    """
    shown = attempt.story.shown(attempt.folder)
    number = count_of(len(all_lights(attempt)), "light")
    if not sys.stdin.isatty():
        raise UsageError(f"drop asks at a terminal before it deletes {shown}")
    print(f"{shown}/ and its {number} will be gone for good.\nType the name of the attempt to delete it.")
    if input("name: ").strip() != attempt.name:
        print("Nothing is deleted.")
        return 1
    with turn(attempt, print):
        shutil.rmtree(attempt.folder)
        for record_of in attempt.folder.parent.joinpath(RECORDS).glob(f"{attempt.name}.*"):
            # the pattern finds those of ada.b, too, where the name is ada
            if record_of.stem != attempt.name:
                continue
            if record_of.is_dir():
                shutil.rmtree(record_of)
            else:
                record_of.unlink()
    print(f"{attempt.name} is gone.")
    return 0
