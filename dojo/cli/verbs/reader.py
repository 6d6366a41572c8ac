"""The verbs of a reader: the help, and the steps of a story.

What needs a package is imported by the verb that needs it: the help, and a mistake, do not wait for it.
"""

import os

from dojo.cli import help
from dojo.cli.registry import READ, verb
from dojo.story.katas import Kata
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.workspace import Workspace


@verb(READ, "show the seven verbs to begin with", name="")
def first_help() -> None:
    """Print the seven verbs to begin with."""
    help.print_first_help()


@verb(READ, "list all verbs", name="help")
def full_help(workspace: Workspace) -> None:
    """Print the whole help."""
    help.print_full_help(workspace)


@verb(READ, "run every test on every step, and draw the bars")
def progress(workspace: Workspace, story: Story, requested: Story | None, all_: bool = False) -> int:
    """Draw the bars of all steps, and say how to go on."""
    # late, for it imports pytest and rich
    from dojo.tour.progression import progress as draw_progression

    status = draw_progression(story, show_all=all_)
    if status:
        return status
    print(f"\nRead a step: {story.command('step-1 story')}")
    if story.katas:
        print(f"Do the kata: {story.command('start NAME=tables-3')}")
    if not requested:
        for other in workspace.stories[1:]:
            print(f"Another story: {other.command('progress')}")
        for fault in workspace.faults:
            print(fault)
    return 0


@verb(READ, "list the stories that are here")
def stories(workspace: Workspace) -> None:
    """List the stories of the workspace, and those that were added."""
    # late, for it imports rich
    from dojo.screen.console import console
    from dojo.tour.adding import list_stories

    list_stories(workspace, console())


@verb(READ, "get a story from elsewhere: STORY=https://…/story.git")
def add(workspace: Workspace, story: str = "", tag: str = "", yes: bool = False) -> None:
    """Clone a story, show what it is and its licence, and add it."""
    # late, for it imports rich
    from dojo.screen.console import console
    from dojo.tour.adding import add as add_story

    add_story(workspace, story, tag, console(), is_agreed=yes)


@verb(READ, "read how that step came about", name="story", runs_tests=False)
def read_step(story: Story, step: Step, language: str = "") -> None:
    """Show the story of a step, in the language that is asked for, if there is one in it."""
    # late, for it imports rich
    from dojo.story.languages import asked_languages
    from dojo.tour.read import show_story

    environment = {**os.environ, "LANGUAGE": language} if language else os.environ
    show_story(step, asked_languages(environment), original=story.language)


@verb(READ, "see its new tests fail on the step before")
def red(story: Story, step: Step) -> int:
    """Run a step's new tests on the step before."""
    # late, for it imports pytest and rich
    from dojo.tour.status import red as run_on_the_step_before

    return run_on_the_step_before(story, step)


@verb(READ, "see what it changed", runs_tests=False)
def diff(story: Story, step: Step) -> None:
    """Show what a step changed."""
    # late, for it imports rich
    from dojo.tour.read import diff as show_diff

    show_diff(story, step)


@verb(READ, "run all tests on it (make step-1 alone, too)", name="test", when="STEP")
def test_step(story: Story, step: Step) -> int:
    """Run the suite on a step."""
    # late, for it imports pytest and rich
    from dojo.tour.status import run_step_tests

    return run_step_tests(story, step)


@verb(READ, "run them at every save", name="watch", when="STEP")
def watch_step(workspace: Workspace, story: Story, step: Step) -> None:
    """Run the suite on a step at each save."""
    # late, for it imports pytest and rich
    from dojo.tour.status import watch_step as run_at_every_save

    run_at_every_save(story, step, workspace.top)


@verb(READ, "run its program (KATA= picks another kata's)")
def run(story: Story, step: Step, kata: Kata) -> None:
    """Run the program of a step for a kata."""
    # late, for it imports pytest and rich
    from dojo.tour.status import run as run_program

    run_program(story, step, kata)


@verb(READ, "see which of its lines are tested", name="coverage", when="STEP")
def coverage_of_step(story: Story, step: Step) -> int:
    """Show how much of a step its tests cover."""
    # late, for it imports rich
    from dojo.tour.read import coverage as show_coverage

    return show_coverage(story, [step])


@verb(READ, "see which lines of each step are tested")
def coverage(story: Story, steps: list[Step]) -> int:
    """Show how much of each step its tests cover."""
    # late, for it imports rich
    from dojo.tour.read import coverage as show_coverage

    return show_coverage(story, steps)
