"""`make start NAME=tables-3`: a new attempt of any kind, its first test, and how to go on."""

import re
from typing import NamedTuple

from rich.console import Console

from dojo.attempt.attempt import STARTED, Attempt, NoAttempt, find
from dojo.attempt.create import build_for, create, title
from dojo.attempt.light import Light, all_lights, count_revealed, snapshot_of
from dojo.coach.display import print_bar, print_failure, print_left_out, print_onward
from dojo.coach.exercise import count_known, open_exercise
from dojo.coach.remaining import IDEAS, list_ideas
from dojo.coach.run import BarRun, run_first
from dojo.errors import UsageError
from dojo.runner.collect import collect
from dojo.runner.program import WrongCall, seconds, words
from dojo.screen.console import paragraph
from dojo.screen.words import count_of
from dojo.story.katas import STATEMENT, Kata
from dojo.story.mutants import kata_rules
from dojo.story.story import Story
from dojo.story.workspace import Workspace

MODE = "mine"
MODULE = '''\
"""{title}. The task is in {statement}.

Nothing is here yet: first comes a test, in {tests}, and it is red.
"""
'''
TESTS = '''\
"""Your tests. The task is in {statement}."""

import {module}

# Your first test goes here{named}.
'''


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
    files, begins_with = own_files if options.mode else no_files, None
    if origin:
        settings["origin"] = f"{options.origin}, light {origin.light.number}"
        begins_with = snapshot_of(origin.attempt, origin.light).files
    attempt = create(workspace, name, kata.name, story, begins_with, files, **settings)
    with open_exercise(attempt) as exercise:
        first = exercise.tests if attempt.program else exercise.tests[: origin.done if origin else 0]
        this = run_first(exercise, first)
    introduce(this, origin, out)
    print_left_out(out, this.snapshot)
    before = count_revealed(this.lights)  # of an attempt whose folder was deleted
    this.record("start", revealed=max(before, this.known), after=0)
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
            raise WrongCall(f"{option} is one line: what takes more goes into a script")
        if command != "":
            words(command, option)
    seconds(options.limit)
    return {"command": options.command, "build": build, "limit": options.limit}


def introduce(this: BarRun, origin: Origin | None, out: Console) -> None:
    """Say where the attempt lies, what to do first, and how to go on."""
    attempt = this.attempt
    folder, module = attempt.story.shown(attempt.folder), attempt.module.name
    yours = f"This is yours: {folder}/ with {module} and {attempt.test_file}."
    after_next = "the bar; when it is green, the next test"
    if attempt.program:
        introduce_program(this, folder, out)
        after_next = "green: a moment to tidy up; then the next case"
    elif attempt.is_own:
        what = f"{module}, {attempt.test_file}, and {IDEAS}, a list of what to test"
        first = (
            f"Take the easiest line of the list, write a test for it in {attempt.test_file}, and go on with"
        )
        paragraph(out, f"This is yours: {folder}/ with {what}. You write the tests. {first}")
        after_next = "the colours of your tests, and their worth"
    elif origin:
        out.print(yours)
        left = origin.of - origin.done
        begins = f"It begins with what {origin.attempt.name} had at light {origin.light.number}:"
        done = f"{origin.done} of the {count_of(origin.of, 'test')} of {attempt.kata.name}"
        out.print(f"{begins} {done} are done, and {left} {'is' if left == 1 else 'are'} left.\nGo on with")
    else:
        if this.failure:
            print_failure(out, this.failure, attempt)
        out.print(f"\n{yours}")
        out.print(f"The first test is there, and red. Make it green in {module}, and go on with")
    out.print()
    print_onward(out, f"  {attempt.command('next')}     {after_next}")
    print_onward(out, f"  {attempt.command('watch')}    the bar at every save\n")


def introduce_program(this: BarRun, folder: str, out: Console) -> None:
    """Say what is in the folder of a program, and show the first case that does not pass."""
    attempt, cells = this.attempt, this.cells
    files = sorted(file.name for file in attempt.folder.iterdir() if file.name != STARTED)
    empty = f"is empty: put the program there that you start with {attempt.program}."
    what = f"with {' and '.join(files)}." if files else empty
    out.print(f"This is yours: {folder}/ {what}", soft_wrap=True)
    if build := attempt.setting("build"):
        print_onward(out, f"It runs this first, after every change: {build}")
    if not this.failure:
        out.print(f"\nIt passes all {len(cells)} cases. Go on with")
        return
    print_failure(out, this.failure, attempt)
    passed, of = len(cells) - 1, len(this.exercise.tests)
    first = "one passes" if passed == 1 else f"{passed} pass"
    so_far = f"Of {of} cases, the first {first}." if passed else f"There are {of} cases."
    out.print(f"\n{so_far} Make this one green, and go on with")


def no_files(_attempt: Attempt) -> dict[str, str]:
    """Return no texts: the usual ones will do."""
    return {}


def own_files(attempt: Attempt) -> dict[str, str]:
    """Return the texts of the module, the tests and the list of ideas for MODE=mine; raises BadFile."""
    story, tests = attempt.story, attempt.test_file
    statement = story.shown(attempt.kata.folder / STATEMENT)
    # with another name than our first test asks for, no test could be judged
    name = re.search(rf"\b{story.module}\.\w+", attempt.kata.first_test.read_text(encoding="utf-8"))
    named = f"; it may ask for {name[0]}" if name else ""
    return {
        attempt.module.name: MODULE.format(title=title(attempt.kata), statement=statement, tests=tests),
        tests: TESTS.format(statement=statement, module=story.module, named=named),
        IDEAS: list_ideas([rule.text for rule in kata_rules(attempt.kata, story)]),
    }


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
    done = [count_known(theirs[: count_revealed(lights[: n + 1])], ours) for n, _ in enumerate(lights)]
    best = max((n for n, light in zip(done, lights, strict=True) if light.is_green), default=0)
    if not best:
        raise NoAttempt(
            f"{name} has no green light with a test of {kata.name}: without FROM= it begins at the first test"
        )
    light = next(light for n, light in zip(done, lights, strict=True) if light.is_green and n == best)
    return Origin(attempt, light, best, len(ours))
