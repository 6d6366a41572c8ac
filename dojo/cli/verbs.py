"""All verbs: those of the workspace, and those that its stories bring; their help, and how one is run."""

import subprocess
import sys
from collections.abc import Iterable, Sequence

from dojo.cli import attempts, authoring, reading, rooms
from dojo.cli.authoring import AUTHOR
from dojo.cli.call import EXAMPLE, Call, Verb, example_step_number, remember
from dojo.cli.environment import python_of
from dojo.cli.rooms import send_lights
from dojo.errors import UsageError
from dojo.story.story import Story
from dojo.story.workspace import Workspace

VERBS = [*reading.TABLE, *attempts.TABLE, *rooms.TABLE, *authoring.TABLE]
"""In the order of the help."""

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


def all_verbs(stories: Sequence[Story]) -> list[Verb]:
    """The table, and the verbs that the stories bring."""
    own = [
        Verb(
            verb.name,
            verb.help,
            story.name,
            run_story_verb,
            options=verb.options,
            environments=(verb.environment,) * bool(verb.environment),
        )
        for story in stories
        for verb in story.verbs
    ]
    return [*VERBS, *own]


def run_verb(call: Call) -> int:
    """Run the verb of a call; gives a status. Raises UsageError, EnvironmentProblem."""
    verb = call.verb
    if call.asked and verb.group == AUTHOR and not verb.makes_its_story:
        if call.has("STORY") or call.has("KATA"):
            remember(call.asked, call.workspace)
        else:
            print(f"story {call.asked.name}, the one named last", file=sys.stderr)
    status = verb.run(call)
    if verb.sends_lights and not call.has("TESTS"):
        send_lights(call.find_attempt())
    return status or 0


def run_story_verb(call: Call) -> int:
    """A verb of a story: a module, in its environment. If two stories have it, STORY= says which."""
    stories = [call.asked] if call.asked else call.workspace.stories
    brought = ((story, one) for story in stories for one in story.verbs if one.name == call.verb.name)
    if not (first := next(brought, None)):
        raise UsageError(f"{call.verb.name} is no verb of {call.story.name}: leave STORY= out")
    story, found = first
    python = python_of(call.workspace.top, found.environment or "loop")
    words = [f"{name}={call.get(name)}" for name in found.options if call.has(name)]
    return subprocess.run([python, "-m", found.module, *words], cwd=story.top).returncode


def first_help(workspace: Workspace, asked: Story | None) -> str:
    """The seven verbs to begin with, on one small screen."""
    first = [verb for verb in VERBS if verb.name in FIRST]
    step = example_step(workspace, asked)
    parts = [paragraph(head, verb_rows(group, first, step)) for group, head in GROUPS.items()]
    return "\n\n".join([WHAT, *parts, MORE])


def full_help(workspace: Workspace, asked: Story | None) -> str:
    """The whole help; its examples are of the story of STORY=, or else of the first one."""
    verbs, step = all_verbs(workspace.stories), example_step(workspace, asked)
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
        if group == "read" and (verb.step == "must" or verb.step_help):
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
