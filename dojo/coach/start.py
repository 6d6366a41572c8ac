"""`make start NAME=tables-3`: a new attempt of any kind, its first test, and how to go on."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from rich.cells import cell_len
from rich.console import Console

from dojo.attempt.attempt import STARTED, Attempt, NoAttempt, find
from dojo.attempt.create import IDEAS, create
from dojo.attempt.host import TERMINAL, Host, Terminal
from dojo.attempt.light import RunLight, count_revealed, runs_of
from dojo.attempt.recording import all_lights, snapshot_of
from dojo.attempt.snapshot import take_snapshot
from dojo.coach.display import print_bar, print_failure, print_onward
from dojo.coach.exercise import count_known, open_exercise
from dojo.coach.run import BarRun
from dojo.runner.collect import collect
from dojo.runner.programs.command import CommandError, split_command
from dojo.runner.programs.program import read_limit
from dojo.story.katas import Kata
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.workspace import Workspace
from dojo.wording import count_of


def start(
    workspace: Workspace,
    name: str,
    kata: Kata,
    story: Story,
    out: Console,
    origin: str = "",
    *,
    step: Step | None = None,
    host: Host = TERMINAL,
    settings: Mapping[str, str] = MappingProxyType({}),
) -> Attempt:
    """Make an attempt, show its first bar, say how to go on, and return the attempt.

    It begins with the code of the attempt `origin`, or with that of a step and the tests that are written by
    then, if one of them is given. It is played at `host`. The settings are `mode`, or `command`, `build` and
    `limit`. Raises UsageError for those that cannot be used, NoAttempt or NoKata.
    """
    checked = check(settings, kata)
    files, done = None, 0
    if step:
        checked["origin"] = f"step {step.number}"
    elif origin:
        other = find(workspace, origin)
        light, done = find_light(other, story, kata)
        checked["origin"] = f"{origin}, light {light.number}"
        files = snapshot_of(other, light).files
    elif kata.given and not checked.get("command"):
        # its code is there from the start
        step = story.steps[0]
    attempt = create(workspace, name, kata.name, story, files, host, step=step, **checked)
    this = run_first_time(attempt, done, step)
    introduce(this, out)
    following = attempt.command("next")
    if isinstance(host, Terminal):
        print_onward(out, f"\n  {following}     shows the bar, and when it is green, what comes next")
        print_onward(out, f"  {attempt.command('watch')}    shows the bar at every save\n")
    else:
        run = "Whenever you stop typing for a second, the tests run, and the bar above shows their colour."
        out.print(f"\n{run} When it is green: {following}\n")
    # the lights are there already if the folder of an attempt was deleted
    before = count_revealed(this.lights)
    this.record(replace(this.light("start"), revealed=max(before, this.known)))
    print_bar(out, this)
    return attempt


def run_first_time(attempt: Attempt, done: int, step: Step | None) -> BarRun:
    """Run the tests that an attempt begins with: those that are done, or that are written by its step."""
    with open_exercise(attempt) as exercise:
        tests = exercise.tests
        if step and not attempt.is_own:
            done = sum(test.written <= step.number for test in tests)
        # a program is asked all cases
        if not attempt.program:
            tests = tests[:done]
        snapshot, outcome = take_snapshot(attempt.folder), exercise.run(tests)
    # without any test, the exercise has run the first one, to show whether the code loads
    known = len(outcome.ours) if tests else 0
    return BarRun(exercise, all_lights(attempt), snapshot, known, outcome)


def check(settings: Mapping[str, str], kata: Kata) -> dict[str, str]:
    """Return the settings of an attempt; raises UsageError if they cannot be used."""
    command = settings.get("command", "")
    if not command:
        return dict(settings)
    kata.require_cases()
    build = settings.get("build") or kata.find_starter(command)[1]
    for option, line in (("CMD", command), ("BUILD", build)):
        if len(line.splitlines()) > 1:
            raise CommandError(f"{option} is one line: what takes more goes into a script")
        if line != "":
            split_command(line, option)
    read_limit(settings.get("limit", ""))
    return {**settings, "build": build}


def introduce(this: BarRun, out: Console) -> None:
    """Say where the attempt lies, and what to do first."""
    attempt = this.attempt
    files = sorted(file.name for file in attempt.folder.iterdir() if file.name != STARTED)
    content = f"and empty: put the program there that `{attempt.program}` starts."
    if files:
        # a.py, b.py and c.py
        names = " and ".join(", ".join(files).rsplit(", ", 1))
        content = f"with {names}."
    where = f"This is yours: {attempt.story.shown(attempt.folder)}/"
    # a path is printed whole, to be copied; a terminal would break the name of a file at its last column
    is_short = cell_len(f"{where} {content}") <= out.width
    out.print(where, end=" " if is_short else "\n", soft_wrap=True)
    out.print(content)
    build = attempt.setting("build")
    if build:
        print_onward(out, f"It runs this first, after every change: {build}")
    if this.failure:
        print_failure(out, this.failure, attempt)
    # at a terminal, the verbs to go on with are printed below it
    onward = " Go on with" if isinstance(attempt.host, Terminal) else ""
    out.print(f"{first_thing_to_do(this)}{onward}")


def first_thing_to_do(this: BarRun) -> str:
    """Return where an attempt begins, which depends on its tests and on the code that is there already."""
    attempt, of = this.attempt, len(this.exercise.tests)
    origin = attempt.setting("origin")
    if attempt.program:
        passes = f"It passes {this.counts['green']} of {count_of(of, 'case')}."
        return f"{passes} Make this one green." if this.failure else passes
    if attempt.is_own:
        return first_own_test(attempt)
    if origin:
        done = f"{this.known} of the {count_of(of, 'test')} of {attempt.kata.name} are done"
        return f"It begins with what was in {origin}: {done}, which leaves {of - this.known}."
    if attempt.kata.given:
        are = "test is" if this.known == 1 else f"{this.known} tests are"
        return f"The code is there, and its {are} green. Change its design, and keep the bar green."
    return f"The first test is there, and red. Make it green in {attempt.module.name}."


def first_own_test(attempt: Attempt) -> str:
    """Return a line that says where to begin if you write the tests yourself."""
    return f"You write the tests. Take the easiest line of {IDEAS}, and test it in {attempt.test_file}."


def find_light(attempt: Attempt, story: Story, kata: Kata) -> tuple[RunLight, int]:
    """Return the light that one at another kata begins with, and how many tests of that one it has done.

    Raises NoAttempt if there is none.
    """
    name, what = attempt.name, f"{attempt.kata.name} of {attempt.story.name}"
    if attempt.kata == kata or attempt.story != story:
        raise NoAttempt(f"{name} is an attempt at {what}: FROM= names one at another kata of {story.name}")
    with collect(story) as suite:
        theirs, ours = attempt.kata.taught(suite.tests), kata.taught(suite.tests)
    lights = all_lights(attempt)
    best: RunLight | None = None
    most_done = 0
    for run in runs_of(lights):
        if not run.is_green:
            continue
        revealed = count_revealed(lights[: run.number])
        done = count_known(theirs[:revealed], ours)
        if done > most_done:
            best, most_done = run, done
    if best:
        return best, most_done
    without = "without FROM= it begins at the first test"
    raise NoAttempt(f"{name} has no green light with a test of {kata.name}: {without}")
