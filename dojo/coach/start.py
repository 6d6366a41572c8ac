"""`make start NAME=tables-3`: a new attempt of any kind, its first test, and how to go on."""

from operator import itemgetter
from typing import NamedTuple

from rich.console import Console

from dojo.attempt.attempt import STARTED, Attempt, NoAttempt, find
from dojo.attempt.create import IDEAS, build_for, create
from dojo.attempt.light import Light, all_lights, count_revealed, snapshot_of
from dojo.coach.display import print_bar, print_failure, print_left_out, print_onward
from dojo.coach.exercise import count_known, open_exercise
from dojo.coach.run import BarRun, run_first
from dojo.errors import UsageError
from dojo.runner.collect import collect
from dojo.runner.program import CommandError, read_limit, split_command
from dojo.screen.console import paragraph
from dojo.screen.words import count_of
from dojo.story.katas import Kata
from dojo.story.story import Story
from dojo.story.workspace import Workspace

MODE = "mine"


class Options(NamedTuple):
    """What `make start` may be given."""

    mode: str = ""
    origin: str = ""
    """The attempt whose code it begins with (FROM=)."""
    command: str = ""
    build: str = ""
    limit: str = ""


class Origin(NamedTuple):
    """The light of another attempt that one begins with, and how many tests of the kata are done by it."""

    attempt: Attempt
    light: Light
    done: int
    of: int


def start(workspace: Workspace, name: str, kata: Kata, story: Story, options: Options, out: Console) -> None:
    """Make an attempt, show its first bar, and say how to go on.

    Raises UsageError for options that cannot be used, NoAttempt or NoKata.
    """
    settings = check(options, kata)
    origin = find_origin(workspace, options.origin, story, kata) if options.origin else None
    begins_with = None
    if origin:
        settings["origin"] = f"{options.origin}, light {origin.light.number}"
        begins_with = snapshot_of(origin.attempt, origin.light).files
    attempt = create(workspace, name, kata.name, story, begins_with, **settings)
    with open_exercise(attempt) as exercise:
        first = exercise.tests if attempt.program else exercise.tests[: origin.done if origin else 0]
        this = run_first(exercise, first)
    introduce(this, origin, out)
    print_left_out(out, this.snapshot)
    before = count_revealed(this.lights)  # of an attempt whose folder was deleted
    this.record("start", revealed=max(before, this.known))
    print_bar(out, attempt, this.colour, this.counts)


def check(options: Options, kata: Kata) -> dict[str, str]:
    """Return the settings of an attempt; raises UsageError if the options cannot be used."""
    if options.mode not in ("", MODE):
        raise UsageError(f"MODE={options.mode}: MODE=mine means that you write the tests; else leave it out")
    if not options.command:
        if name := next((name for name in ("build", "limit") if getattr(options, name)), ""):
            raise UsageError(f"{name.upper()}= is for a program in any language: CMD= says what starts it")
        return {"mode": options.mode}
    build = options.build or build_for(kata, options.command)
    for option, command in (("CMD", options.command), ("BUILD", build)):
        if len(command.splitlines()) > 1:
            raise CommandError(f"{option} is one line: what takes more goes into a script")
        if command != "":
            split_command(command, option)
    read_limit(options.limit)
    return {"command": options.command, "build": build, "limit": options.limit}


def introduce(this: BarRun, origin: Origin | None, out: Console) -> None:
    """Say where the attempt lies, what to do first, and how to go on."""
    attempt, tests = this.attempt, this.attempt.test_file
    yours = f"This is yours: {attempt.story.shown(attempt.folder)}/"
    with_both = f"{yours} with {attempt.module.name} and {tests}."
    after_next = "the bar; when it is green, the next test"
    if attempt.program:
        introduce_program(this, yours, out)
        after_next = "green: a moment to tidy up; then the next case"
    elif attempt.is_own:
        what = f"{yours} with {attempt.module.name}, {tests}, and {IDEAS}, a list of what to test."
        first = f"Take the easiest line of the list, write a test for it in {tests}, and go on with"
        paragraph(out, f"{what} You write the tests. {first}")
        after_next = "the colours of your tests, and their worth"
    elif origin:
        left = origin.of - origin.done
        begins = f"It begins with what {origin.attempt.name} had at light {origin.light.number}:"
        done = f"{origin.done} of the {count_of(origin.of, 'test')} of {attempt.kata.name}"
        is_left = f"are done, and {left} {'is' if left == 1 else 'are'} left."
        out.print(f"{with_both}\n{begins} {done} {is_left}\nGo on with")
    else:
        if this.failure:
            print_failure(out, this.failure, attempt)
        first = f"The first test is there, and red. Make it green in {attempt.module.name}, and go on with"
        out.print(f"\n{with_both}\n{first}")
    print_onward(out, f"\n  {attempt.command('next')}     {after_next}")
    print_onward(out, f"  {attempt.command('watch')}    the bar at every save\n")


def introduce_program(this: BarRun, yours: str, out: Console) -> None:
    """Say what is in the folder of a program, and show the first case that does not pass."""
    attempt, passed, of = this.attempt, this.counts["green"], len(this.exercise.tests)
    files = sorted(file.name for file in attempt.folder.iterdir() if file.name != STARTED)
    empty = f"and empty: put the program there that `{attempt.program}` starts."
    what = f"with {' and '.join(files)}." if files else empty
    out.print(f"{yours} {what}", soft_wrap=True)
    if build := attempt.setting("build"):
        print_onward(out, f"It runs this first, after every change: {build}")
    if not this.failure:
        out.print(f"\nIt passes all {of} cases. Go on with")
        return
    print_failure(out, this.failure, attempt)
    first = "one passes" if passed == 1 else f"{passed} pass"
    so_far = f"Of {of} cases, the first {first}." if passed else f"There are {of} cases."
    out.print(f"\n{so_far} Make this one green, and go on with")


def find_origin(workspace: Workspace, name: str, story: Story, kata: Kata) -> Origin:
    """Return what an attempt gives to one at another kata; raises NoAttempt if that is nothing."""
    attempt = find(workspace, name)
    if attempt.kata == kata:
        raise NoAttempt(f"{name} is an attempt at {kata.name} itself: FROM= names one at another kata")
    if attempt.story != story:
        raise NoAttempt(f"{name} is an attempt at a kata of {attempt.story.name}, not of {story.name}")
    with collect(story) as suite:
        theirs, ours = attempt.kata.taught(suite.tests), kata.taught(suite.tests)
    lights = all_lights(attempt)
    done = [
        (count_known(theirs[: count_revealed(lights[: light.number])], ours), light)
        for light in lights
        if light.is_green
    ]
    best, light = max(done, key=itemgetter(0), default=(0, None))
    if not best or not light:
        without = "without FROM= it begins at the first test"
        raise NoAttempt(f"{name} has no green light with a test of {kata.name}: {without}")
    return Origin(attempt, light, best, len(ours))
