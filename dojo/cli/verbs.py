"""All verbs: those of the workspace, and those that its stories bring; their help, and how one is run."""

import subprocess
import sys
from collections.abc import Iterable

from dojo.cli import attempts, authoring, reading, rooms
from dojo.cli.authoring import AUTHOR
from dojo.cli.call import EXAMPLE, OPTIONS, Call, Verb, example_step_number, remember
from dojo.cli.environment import LOOP, python_of
from dojo.errors import UsageError
from dojo.story.story import Story, StoryVerb
from dojo.story.workspace import Workspace

VERBS = [
    Verb(
        "",
        "show the seven verbs to begin with",
        "read",
        lambda call: print(first_help(call.workspace, call.asked)),
    ),
    Verb("help", "list all verbs", "read", lambda call: print(full_help(call.workspace, call.asked))),
    *reading.TABLE,
    *attempts.TABLE,
    *rooms.TABLE,
    *authoring.TABLE,
]
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


def all_verbs(stories: Iterable[Story]) -> list[Verb]:
    """The table, and the verbs that the stories bring."""
    return [*VERBS, *(story_verb(story, one) for story in stories for one in story.verbs)]


def story_verb(story: Story, told: StoryVerb) -> Verb:
    """A verb that a story brings: a module, in its environment."""

    def run(call: Call) -> int:
        if call.asked not in (None, story):
            raise UsageError(f"{told.name} is no verb of {call.story.name}: leave STORY= out")
        python = python_of(call.workspace.top, told.environment or LOOP)
        words = [f"{name}={call.get(name)}" for name in told.options if call.has(name)]
        return subprocess.run([python, "-m", told.module, *words], cwd=story.top).returncode

    environments = (told.environment,) * bool(told.environment)
    return Verb(told.name, told.help, story.name, run, told.options, environments=environments)


def run_verb(call: Call) -> int:
    """Run the verb of a call; gives a status. Raises UsageError, EnvironmentProblem."""
    verb = call.verb
    if call.asked and verb.group == AUTHOR:
        if call.has("STORY") or call.has("KATA"):
            remember(call.asked, call.workspace)
        else:
            print(f"story {call.asked.name}, the one named last", file=sys.stderr)
    status = verb.run(call)
    if verb.sends_lights and not call.has("TESTS"):
        rooms.send_lights(call.find_attempt())
    return status or 0


def first_help(workspace: Workspace, asked: Story | None) -> str:
    """The seven verbs to begin with, on one small screen."""
    first = [verb for verb in VERBS if verb.name in FIRST]
    return "\n\n".join([WHAT, *paragraphs(GROUPS, first, example_step(workspace, asked)), MORE])


def full_help(workspace: Workspace, asked: Story | None) -> str:
    """The whole help; its examples are of the story of STORY=, or else of the first one."""
    stories = workspace.stories
    heads = {group: head + NOTES.get(group, "") for group, head in GROUPS.items()}
    heads |= {story.name: f"Of the story {story.name}" for story in stories if story.verbs}
    heads["maintain"] = "Maintain the workspace"
    told = [f"After each verb: {asked.word}"] if asked and asked.word else []
    verbs = paragraphs(heads, all_verbs(stories), example_step(workspace, asked))
    those = [STORIES, *map(story_row, stories), *(f" {fault}" for fault in workspace.faults)]
    return "\n\n".join([*told, *verbs, "\n".join(those), WITHOUT_MAKE])


def verb_help(verb: Verb) -> str:
    """What a verb does, and the words that it takes."""
    words = [f" {word + '=':{WIDTH}} {OPTIONS.get(word, '')}".rstrip() for word in verb.takes]
    return "\n".join([f"usage: python -m dojo {verb.name} [WORD=value …]: {verb.help}", *words])


def example_step(workspace: Workspace, asked: Story | None) -> int:
    """The number of the step that the examples are of."""
    try:
        return example_step_number(asked or workspace.story())
    except UsageError:  # a story that cannot be read: the help says so below
        return EXAMPLE


def paragraphs(heads: dict[str, str], verbs: Iterable[Verb], step: int) -> list[str]:
    """Each heading, and the verbs of its group below it."""
    return ["\n".join([head, *verb_rows(group, verbs, step)]) for group, head in heads.items()]


def verb_rows(group: str, verbs: Iterable[Verb], step: int) -> list[str]:
    """The lines of a group; a verb that may have a step has a second line, below reading."""
    found = []
    for verb in verbs:
        if verb.group == group and verb.step != "must":
            found.append(f" make {f'{verb.name} {verb.example}'.strip():{WIDTH}} {verb.help}")
        if group == "read" and (verb.step == "must" or verb.step_help):
            text = (verb.step_help or verb.help).replace(f"step-{EXAMPLE}", f"step-{step}")
            found.append(f" make {f'step-{step} {verb.name}':{WIDTH}} {text}")
    return found


def story_row(story: Story) -> str:
    """The name of a story, and its katas."""
    katas = ", ".join(kata.name for kata in story.katas) or "no kata"
    told = katas if story.word else f"{katas} (the default)"
    return f" {story.word or f'STORY={story.name}':{WIDTH + len('make ')}} {told}"
