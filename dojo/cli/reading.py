"""The verbs for reading a story, step by step; each imports what it needs when it runs."""

import os
from functools import partial

from dojo.cli.call import Call, Verb, example_step_number, verb
from dojo.errors import UsageError

TABLE: list[Verb] = []
read = partial(verb, TABLE, "read")


@read(name="")
def first_verbs(call: Call) -> None:
    """Show the seven verbs to begin with."""
    from dojo.cli.verbs import first_help

    print(first_help(call.workspace, call.asked))


@read()
def help_(call: Call) -> None:
    """List all verbs."""
    from dojo.cli.verbs import full_help

    print(full_help(call.workspace, call.asked))


@read()
def progress(call: Call) -> int:
    """Run every test on every step, and draw the bars."""
    from dojo.tour.progression import progress

    if status := progress(call.story):
        return status
    story = call.story
    print(f"\nRead a step: {story.command(f'step-{example_step_number(story)} story')}")
    if story.katas:
        print(f"Do the kata: {story.command('start NAME=tables-3')}")
    for other in [] if call.asked else call.workspace.stories[1:]:
        print(f"Another story: {other.command('progress')}")
    if not call.asked:
        print(*call.workspace.faults, sep="\n", end="\n" * bool(call.workspace.faults))
    return status


@read(step="must")
def story(call: Call) -> None:
    """Read how that step came about."""
    from dojo.tour.read import show_story

    show_story(call.step)


@read(step="must")
def red(call: Call) -> int:
    """See its new tests fail on the step before."""
    from dojo.tour.red import red

    return red(call.story, call.step)


@read(step="must")
def diff(call: Call) -> None:
    """See what it changed."""
    from dojo.tour.diff import diff

    diff(call.story, call.step)


@verb(
    TABLE,
    "maintain",
    step="may",
    step_help="run all tests on it (make step-7 does the same)",
    environments=("test",),
)
def test(call: Call) -> int:
    """Check the workspace itself, in five minutes."""
    if call.has("STEP"):
        from dojo.tour.status import run_step_tests

        return run_step_tests(call.story, call.step)
    from dojo.cli.checks import run_checks

    return run_checks(call.workspace)


def program(call: Call) -> list[str]:
    """The command of a step's program for a kata; raises UsageError, or NoKata."""
    step, kata = call.step, call.kata
    if kata.program is None:
        raise UsageError(f"no step is a program for {kata.name}")
    if step.number < kata.program:
        first = f"the first one is in step {kata.program}"
        raise UsageError(f"step {step.number} has no program for {kata.name}: {first}")
    return [call.story.inside(step.module), *kata.words]


@read(options=("KATA",), step="must", check=program)
def run(call: Call) -> None:
    """Run its program (KATA= picks another kata's)."""
    from dojo.tour.launch import become

    command, sample = program(call), call.kata.sample
    os.chdir(call.story.top)
    if os.isatty(0) and sample:  # nobody types the cards of a game
        os.dup2(os.open(sample, os.O_RDONLY), 0)
    become(command)


@read(step="may", step_help="see which of its lines and branches are tested")
def coverage(call: Call) -> int:
    """See which lines and branches of each step are tested."""
    from dojo.tour.coverage import coverage

    return coverage(call.story, [call.step] if call.has("STEP") else call.story.steps)
