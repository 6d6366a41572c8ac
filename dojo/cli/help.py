"""The help: the seven verbs to begin with, and all of them, by what somebody wants to do."""

from collections.abc import Iterable

from dojo.cli.verbs import Verb
from dojo.cli.words import EXAMPLE, example_step_number
from dojo.errors import UsageError
from dojo.story.story import Story
from dojo.story.workspace import Workspace

WIDTH = 20
WHAT = "Katas told in small steps: each test was red before the code that made it green."
GROUPS = {
    "read": "Read the steps",
    "kata": "Do a kata",
    "session": "Run a session",
    "author": "Write your own",
}
FIRST = ("progress", "story", "start", "next", "board", "room", "new")
"""The verbs to begin with."""
MORE = "make help lists all verbs. Your first hour: docs/start-here.md"
NOTES = {
    "read": " (STORY=roman after a verb: another story)",
    "kata": " (NAME=tables-3: which attempt; without it, the one started last)",
    "author": " (STORY=leap-years after a verb: which story)",
}
STORIES = "Stories, and their katas (STORY= takes a name, or any folder with a story.toml)"
WITHOUT_MAKE = "Without make: python3 -m dojo VERB (--help behind it: the words that it takes)"


def first_help(verbs: Iterable[Verb], workspace: Workspace, asked: Story | None) -> str:
    """The seven verbs to begin with, on one small screen."""
    first = [verb for verb in verbs if verb.name in FIRST]
    step = example_step(workspace, asked)
    parts = [paragraph(head, verb_rows(group, first, step)) for group, head in GROUPS.items()]
    return "\n\n".join([WHAT, *parts, MORE])


def full_help(verbs: Iterable[Verb], workspace: Workspace, asked: Story | None) -> str:
    """The whole help; its examples are of the story of STORY=, or else of the first one."""
    verbs, step = list(verbs), example_step(workspace, asked)
    parts = [
        paragraph(head + NOTES.get(group, ""), verb_rows(group, verbs, step))
        for group, head in GROUPS.items()
    ]
    brought = {verb.group: f"Of the story {verb.group}" for verb in verbs if is_of_a_story(verb)}
    parts += [paragraph(head, verb_rows(group, verbs, step)) for group, head in brought.items()]
    parts.append(paragraph("Maintain the workspace", verb_rows("maintain", verbs, step)))
    stories = [story_row(story) for story in workspace.stories]
    parts.append(paragraph(STORIES, [*stories, *(f" {fault}" for fault in workspace.faults)]))
    told = [f"After each verb: {asked.word}"] if asked and asked.word else []
    return "\n\n".join([*told, *parts, WITHOUT_MAKE])


def is_of_a_story(verb: Verb) -> bool:
    return verb.group not in (*GROUPS, "maintain")


def paragraph(head: str, lines: list[str]) -> str:
    """A heading, and what stands below it."""
    return "\n".join([head, *lines])


def verb_rows(group: str, verbs: Iterable[Verb], step: int) -> list[str]:
    """The lines of a group; a verb that may have a step has a second line, below reading."""
    found = []
    for verb in verbs:
        if verb.group == group and verb.step != "must":
            found.append(verb_row(f"{verb.name} {verb.example}".strip(), verb.help))
        if group == "read" and verb.step != "never":
            text = (verb.step_help or verb.help).replace(f"step-{EXAMPLE}", f"step-{step}")
            found.append(verb_row(f"step-{step} {verb.name}", text))
    return found


def example_step(workspace: Workspace, asked: Story | None) -> int:
    """The number of the step that the examples are of."""
    try:
        return example_step_number(asked or workspace.story())
    except UsageError:  # a story that cannot be read: the help says so below
        return EXAMPLE


def verb_row(name: str, text: str) -> str:
    """A verb and what it does."""
    return f" make {name:{WIDTH}} {text}"


def story_row(story: Story) -> str:
    """The name of a story, and its katas."""
    katas = ", ".join(kata.name for kata in story.katas) or "no kata"
    told = katas if story.word else f"{katas} (the default)"
    return f" {story.word or f'STORY={story.name}':{WIDTH + len('make ')}} {told}"
