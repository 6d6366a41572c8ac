"""The verbs of an author: a story of their own, its steps, and the gate.

What needs a package is imported by the verb that needs it: the help, and a mistake, do not wait for it.
"""

from typing import Literal

from dojo.cli.call import remember_story
from dojo.cli.registry import AUTHOR, all_verbs, verb
from dojo.errors import UsageError
from dojo.story.katas import Kata
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.workspace import Workspace


@verb(AUTHOR, "begin a story of your own, green from the start", example="STORY=leap-years")
def new(workspace: Workspace, story: str = "") -> None:
    """Begin a story, and remember it as the one that the author works on."""
    # late, for it imports pytest and rich
    from dojo.author.new import new as write_story

    taken = [known.name for known in all_verbs(workspace.stories)]
    remember_story(write_story(workspace, story, taken), workspace)


@verb(AUTHOR, "add a step to it", example="TITLE=Buzz", runs_tests=False)
def new_step(
    story: Story,
    title: str = "",
    after: Step | None = None,
    kind: Literal["test first", "refactoring", "another design"] = "test first",
) -> None:
    """Add a step behind another one, or else behind the last."""
    # late, for it imports rich
    from dojo.author.steps import new_step as add_step
    from dojo.story.steps import StepKind

    add_step(story, title, after or story.steps[-1], StepKind(kind))


@verb(AUTHOR, "move that step behind another: AFTER=2", runs_tests=False)
def move_step(story: Story, step: Step, after: Step | None = None) -> None:
    """Move a step behind another one."""
    # late, for it imports rich
    from dojo.author.steps import move_step as move

    if after is None:
        example = story.command(f"step-{step.number} move-step AFTER=1")
        raise UsageError(f"move-step behind which step? For example: {example}")
    move(story, step, after)


@verb(AUTHOR, "give that step another title", example="TITLE=Buzz", runs_tests=False)
def rename_step(story: Story, step: Step, title: str = "") -> None:
    """Give a step another title."""
    # late, for it imports rich
    from dojo.author.steps import rename_step as rename

    rename(story, step, title)


@verb(AUTHOR, "remove that step", runs_tests=False)
def drop_step(story: Story, step: Step) -> None:
    """Remove a step."""
    # late, for it imports rich
    from dojo.author.steps import drop_step as remove_step

    remove_step(story, step)


@verb(AUTHOR, "take that back", name="drop-step", when="UNDO=1", runs_tests=False)
@verb(AUTHOR, "take that back", name="move-step", when="UNDO=1", runs_tests=False)
@verb(AUTHOR, "take that back", name="rename-step", when="UNDO=1", runs_tests=False)
@verb(AUTHOR, "take that back", name="new-step", when="UNDO=1", runs_tests=False)
def undo(story: Story) -> None:
    """Take back the last change of the steps."""
    # late, for it imports rich
    from dojo.author.steps import undo as take_back

    take_back(story)


@verb(AUTHOR, "write the outputs of the cases of a kata")
def cases(story: Story, kata: Kata) -> None:
    """Write the outputs of the cases of a kata."""
    # late, for it imports rich
    from dojo.author.cases import write_cases

    write_cases(kata, story)


@verb(AUTHOR, "show what it lacks (FILL=1: write what is a fact)")
def todo(story: Story, fill: bool = False) -> int:
    """Say what is missing in a story."""
    # late, for it imports pytest and rich
    from dojo.author.todo import todo as show_missing

    return show_missing(story, write=fill)


@verb(AUTHOR, "pin the versions of what it requires", runs_tests=False)
def lock(story: Story) -> None:
    """Write requires.txt, with the versions of the packages that a story requires."""
    # late, for it imports modules that no other verb of an author needs
    from dojo.packages.install import pin_versions

    pin_versions(story)


@verb(AUTHOR, "renew its conftest.py, rows.py and finished.py", runs_tests=False)
def update(story: Story) -> None:
    """Write the files that are the same in every story, as this version has them."""
    # late: the help does not wait for the modules that make a story
    from dojo.author.update import update_copies

    update_copies(story)


@verb(AUTHOR, "prove which tests are red without their step")
def gate(story: Story, steps: list[Step]) -> int:
    """Say whether the laws hold on these steps, and which do not."""
    # late: the help does not wait for the modules of the gate
    from dojo.gate.gate import gate as check_laws

    return check_laws(story, steps)
