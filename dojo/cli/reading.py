"""The verbs for reading a story, step by step; each imports what it needs when it runs."""

import os
from functools import partial

from dojo.cli.call import Call, Verb, example_step_number, plain, verb
from dojo.errors import UsageError

TABLE: list[Verb] = []
read = partial(verb, TABLE, "read")
plain_read = partial(plain, TABLE, "read")


@read()
def progress(call: Call) -> int:
    """Run every test on every step, and draw the bars."""
    from dojo.tour.progression import progress

    story = call.story
    if status := progress(story):
        return status
    print(f"\nRead a step: {story.command(f'step-{example_step_number(story)} story')}")
    if story.katas:
        print(f"Do the kata: {story.command('start NAME=tables-3')}")
    if not call.asked:
        others = [f"Another story: {other.command('progress')}" for other in call.workspace.stories[1:]]
        print(*others, *call.workspace.faults, sep="\n", end="\n" * bool(others or call.workspace.faults))
    return status


plain_read("dojo.tour.read.show_story", "step", "read how that step came about", name="story")
plain_read("dojo.tour.status.red", "story step", "see its new tests fail on the step before")
plain_read("dojo.tour.read.diff", "story step", "see what it changed")


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


@read(options=("KATA",), step="must")
def run(call: Call) -> None:
    """Run its program (KATA= picks another kata's)."""
    from dojo.tour.launch import become

    step, kata = call.step, call.kata
    if kata.program is None:
        raise UsageError(f"no step is a program for {kata.name}")
    if step.number < kata.program:
        first = f"the first one is in step {kata.program}"
        raise UsageError(f"step {step.number} has no program for {kata.name}: {first}")
    os.chdir(call.story.top)
    if os.isatty(0) and kata.sample:  # nobody types the cards of a game
        os.dup2(os.open(kata.sample, os.O_RDONLY), 0)
    become([call.story.inside(step.module), *kata.words])


plain_read(
    "dojo.tour.read.coverage",
    "story steps",
    "see which lines and branches of each step are tested",
    step="may",
    step_help="see which of its lines and branches are tested",
)
