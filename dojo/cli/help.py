"""The help: every verb, by what it is about, as somebody types it; and the stories that it may be about."""

from collections.abc import Iterable

from dojo.cli.verbs import Verb
from dojo.cli.words import EXAMPLE, example_of
from dojo.errors import Mistake
from dojo.story.story import Story
from dojo.story.workspace import Workspace

WIDTH = 16
GROUPS = {
    "all": "",
    "story": "\nOf a story of your own, by its name or its folder (STORY=../katas/leap-years):",
    "attempt": "\nOf an attempt, your own work (NAME=tables-3; without it, the one started last):",
    "room": "\nOf a room, where everybody's lights are on one screen:",
    "step": "\nOf one step, here of step {step} (make red STEP={step} works as well):",
}
STORIES = "\nThe stories, and their katas (STORY= takes a name, or any folder with a story.toml in it):"
BEHIND = "Behind each verb: {word}\n"
WITHOUT_MAKE = "\nWithout make: python -m dojo VERB …; --help behind a verb says which words it takes."


def help_of(verbs: Iterable[Verb], workspace: Workspace, asked: Story | None) -> str:
    """The whole help; its examples are of the story of STORY=, or else of the first one."""
    step = step_of(workspace, asked)
    rows: dict[str, list[str]] = {group: [] for group in GROUPS}
    for verb in verbs:
        if verb.of != "step":
            rows[verb.of].append(row(verb.name, verb.help))
        if verb.step != "never":
            text = (verb.step_help or verb.help).replace(f"step-{EXAMPLE}", f"step-{step}")
            rows["step"].append(row(f"step-{step} {verb.name}", text))
    heads = {group: [head.format(step=step)] if head else [] for group, head in GROUPS.items()}
    parts = [part for group in GROUPS for part in heads[group] + rows[group]]
    stories = [story_row(story) for story in workspace.stories]
    faults = [f"  {fault}" for fault in workspace.faults]
    told = [BEHIND.format(word=asked.word)] if asked and asked.word else []
    return "\n".join([*told, *parts, STORIES, *stories, *faults, WITHOUT_MAKE])


def step_of(workspace: Workspace, asked: Story | None) -> int:
    """The number of the step that the examples are of."""
    try:
        return example_of(asked or workspace.story())
    except Mistake:  # a story that cannot be read: the help says so below
        return EXAMPLE


def row(name: str, text: str) -> str:
    """A verb and what it does."""
    return f"  make {name:{WIDTH}} {text}"


def story_row(story: Story) -> str:
    """The name of a story, and its katas."""
    katas = ", ".join(kata.name for kata in story.katas) or "no kata"
    told = katas if story.word else f"{katas}; this is the story without STORY="
    return f"  {story.word or f'STORY={story.name}':{WIDTH + len('make ')}} {told}"
