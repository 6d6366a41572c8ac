"""All verbs: those of the workspace, and those that its stories bring; their help, and how one is run."""

import subprocess
import sys
from collections.abc import Iterable

from dojo.attempt.membership import joined
from dojo.cli import attempts, rooms, steps  # noqa: F401  they fill VERBS
from dojo.cli.call import AUTHOR, OPTIONS, VERBS, Call, Verb, remember
from dojo.cli.environment import LOOP, python_of
from dojo.errors import UsageError
from dojo.story.story import Story, StoryVerb
from dojo.story.workspace import Workspace

WIDTH = 20
GROUPS = {
    "read": "Read the steps (STORY=roman after a verb: another story)",
    "kata": "Do a kata (NAME=tables-3: which attempt; without it, the one started last)",
    "session": "Run a session",
    "author": "Write your own (STORY=leap-years after a verb: which story)",
    "maintain": "Maintain the workspace",
}
VERBS.sort(key=lambda verb: list(GROUPS).index(verb.group))


def all_verbs(stories: Iterable[Story]) -> list[Verb]:
    """The verbs of the workspace, and those that the stories bring."""
    return [*VERBS, *(story_verb(story, one) for story in stories for one in story.verbs)]


def story_verb(story: Story, told: StoryVerb) -> Verb:
    """A verb that a story brings: a module, in its environment."""

    def run(call: Call) -> int:
        if call.asked not in (None, story):
            raise UsageError(f"{told.name} is no verb of {call.story.name}: leave STORY= out")
        python = python_of(call.workspace.top, told.environment or LOOP)
        words = [f"{name}={call.get(name)}" for name in told.options if call.has(name)]
        return subprocess.run([python, "-m", told.module, *words], cwd=story.top).returncode

    return Verb(told.name, story.name, told.help, run, " ".join(told.options), environments=told.environment)


def run_verb(call: Call) -> int:
    """Run the verb of a call; gives a status. Raises UsageError, EnvironmentProblem."""
    verb = call.verb
    if call.asked and verb.group == AUTHOR:
        if call.has("STORY") or call.has("KATA"):
            remember(call.asked, call.workspace)
        else:
            print(f"story {call.asked.name}, the one named last", file=sys.stderr)
    status = verb.run(call)
    if verb.sends_lights and joined(call.attempt):
        from dojo.room.sync import RoomLink

        answer = RoomLink(call.attempt).update()
        if answer and not answer.reachable:
            call.out.print(f"{answer.words[0].upper()}{answer.words[1:]}.", soft_wrap=True)
    return status or 0


def first_help() -> None:
    """Print the seven verbs to begin with, on one small screen."""
    print("Katas told in small steps: each test was red before the code that made it green.\n")
    names = ("progress", "story", "start", "next", "board", "room", "new")
    first = [verb for verb in VERBS if verb.name in names and verb.when in ("", "STEP")]
    for group, head in list(GROUPS.items())[:-1]:
        print_group(head.partition(" (")[0], group, first)
    print("make help lists all verbs. Your first hour: docs/start-here.md")


def full_help(workspace: Workspace) -> None:
    """Print the whole help."""
    stories = workspace.stories
    heads = GROUPS | {story.name: f"Of the story {story.name}" for story in stories if story.verbs}
    for group, head in heads.items():
        print_group(head, group, all_verbs(stories))
    print("Stories, and their katas (STORY= takes a name, or any folder with a story.toml)")
    for story in stories:
        katas = ", ".join(kata.name for kata in story.katas) or "no kata"
        default = "" if story.word else " (the default)"
        print(f" {story.word or f'STORY={story.name}':{WIDTH + len('make ')}} {katas}{default}")
    print(*(f" {fault}\n" for fault in workspace.faults), sep="")
    print("Without make: python3 -m dojo VERB (--help behind it: the words that it takes)")


def print_group(head: str, group: str, verbs: Iterable[Verb]) -> None:
    """Print a heading, the verbs below it, and an empty line."""
    print(head)
    for verb in verbs:
        if verb.group == group:
            words = f"step-1 {verb.name}" if verb.when == "STEP" else f"{verb.name} {verb.example}"
            print(f" make {words.strip():{WIDTH}} {verb.help}")
    print()


def verb_help(verb: Verb) -> str:
    """What a verb does, and the words that it takes."""
    words = [f" {word + '=':{WIDTH}} {OPTIONS.get(word, '')}".rstrip() for word in verb.takes]
    return "\n".join([f"usage: python -m dojo {verb.name} [WORD=value …]: {verb.help}", *words])
