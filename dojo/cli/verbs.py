"""All verbs: those of the workspace, and those that its stories bring; their help, and how one is run."""

import subprocess
import sys
from collections.abc import Iterable
from functools import partial

from dojo.attempt.membership import joined
from dojo.cli.call import AUTHOR, OPTIONS, Call, Verb, remember, verb
from dojo.cli.environment import LOOP, python_of
from dojo.errors import UsageError
from dojo.story.story import Story, StoryVerb
from dojo.story.workspace import Workspace

WIDTH = 20
GROUPS = {
    "read": "Read the steps (STORY=roman after a verb: another story)",
    "kata": "Do a kata (NAME=tables-3: which attempt; without it, the one started last)",
    "session": "Run a session",
    AUTHOR: "Write your own (STORY=leap-years after a verb: which story)",
    "maintain": "Maintain the workspace",
}
read, kata, session, author, maintain = (partial(verb, group) for group in GROUPS)
records = partial(kata, sends_lights=True)
PROOF = "PAGE JSON ALL FAIL_ON"
VERBS = [
    read("cli.verbs.first_help", "", "show the seven verbs to begin with", name=""),
    read("help=cli.verbs.full_help", "workspace", "list all verbs"),
    read("progress", "ALL", "run every test on every step, and draw the bars"),
    read("story=tour.read.show_story", "step", "read how that step came about"),
    read("tour.status.red", "story step", "see its new tests fail on the step before"),
    read("tour.read.diff", "story step", "see what it changed"),
    read("test=tour.status.run_step_tests", "story step", "run all tests on it (make step-1 alone, too)"),
    read("watch=tour.status.watch_step", "story step top", "run them at every save"),
    read("tour.status.run", "story step kata", "run its program (KATA= picks another kata's)"),
    read("tour.read.coverage", "story steps", "see which of its lines are tested", when="STEP"),
    read("tour.read.coverage", "story steps", "see which lines of each step are tested"),
    kata(
        "start", "attempt FROM ROOM SHARE", "begin a kata (KATA=roman: another one)", example="NAME=tables-3"
    ),
    kata("start", "attempt ROOM SHARE", "… with tests of your own", when="MODE=mine"),
    kata("start", "attempt BUILD LIMIT ROOM SHARE", "… in any language", when="CMD=…"),
    records(
        "next=coach.next.next_test",
        "attempt EXPECT out shared=SHARED",
        "run your tests; when all are green, get the next one",
    ),
    records("coach.next.bar", "attempt out", "run your tests, and never get a new one"),
    kata("coach.watch.watch.watch", "attempt top", "run your tests at every save, with one large bar"),
    records("coach.hint.hint", "attempt out", "get a hint for the failing test"),
    kata("where", "attempt", "show which step your code has reached"),
    records("coach.back.back", "attempt TO", "go back to the last green run (TO=7: to run 7)"),
    records("coach.back.reset", "attempt", "go back to the start of an attempt; its runs stay"),
    kata("coach.back.drop", "attempt", "delete an attempt and its runs, after a question"),
    records("judge", "attempt HINT REVEAL", "test your tests: which wrong solutions do they catch?"),
    kata("judge", "HINT REVEAL", "… any tests", when="TESTS=path"),
    kata("history.timeline.lights", "attempt page=PAGE", "list your runs (PAGE=1: a page with all changes)"),
    kata("prove", f"attempt {PROOF}", "was each test red first?"),
    kata("prove", f"RANGE ARGS EXPLAINED MERGED {PROOF}", "… in any commits", when="REPO=path"),
    kata("history.export.keep", "attempt workspace", "turn your attempt into a git repository"),
    kata("accept", "CMD IN KATA LIMIT ALL", 'run any program on the cases: CMD="ruby scores.rb"'),
    kata("accept", "CMD KATA LIMIT ALL", "… on an attempt", when="NAME=tables-3"),
    session("board", "", "write a page to project: each red, change and green"),
    session(
        "room",
        "ADDRESS FROM KATA ROUND ROTATE BREAK MOB AT_GREEN AUTO NEW ROOM",
        "show everybody's runs on one screen, with a clock",
    ),
    session(
        "room.sync.join",
        "attempt ROOM out shares=SHARE name=AS",
        "send your runs to it: ROOM=192.168.1.20:8765/plum-fox",
    ),
    session("leave", "attempt", "leave the room"),
    session("hand_in", "attempt SHARE IN", "write your runs to a file, if there is no network"),
    session("retro", "KATA ROOM ANONYMOUS", "write a page to talk over at the end"),
    session("retro", "ANONYMOUS", "… of files handed in", when="FROM=folder"),
    session("retro", "KATA ANONYMOUS", "… of an attempt", when="NAME=tables-3"),
    session("bundle", "", "pack all of this for laptops without a network"),
    author("new", "", "begin a story of your own, green from the start", example="STORY=leap-years"),
    author("author.steps.new_step", "story TITLE after KIND", "add a step to it", example="TITLE=Buzz"),
    author("author.steps.move_step", "story step after", "move that step behind another: AFTER=2"),
    author("author.steps.drop_step", "story step", "remove that step"),
    *(
        author("author.steps.undo", "story", "take that back", when="UNDO=1", name=name)
        for name in ("new-step", "move-step", "drop-step")
    ),
    author("cases=author.cases.write_cases", "kata story", "write the outputs of the cases of a kata"),
    author(
        "author.todo.todo",
        "story write=FILL",
        "show what it lacks (FILL=1: write what is a fact)",
        needs="lint",
    ),
    author("gate.gate.gate", "story steps", "prove which tests are red without their step", needs="lint"),
    maintain("test=cli.checks.run_checks", "workspace", "check the workspace", needs="test"),
    maintain(
        "check=cli.checks.run_checks",
        "workspace BROWSER",
        "everything, including browser tests (slow)",
        needs="check bulk lint",
    ),
    maintain("cli.checks.tidy", "workspace", "format the code as make test wants it", needs="test"),
    maintain("tour.contents.contents", "workspace", "write the generated tables and pictures again"),
    maintain("bench.bench.bench", "workspace story BROWSER", "time it", needs="check bench lint"),
]
"""Those of the workspace, in the order of the help."""


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

    return Verb(story.name, told.name, told.help, run, " ".join(told.options), needs=told.environment)


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
    print("Katas told in small steps: each test that drives a step is red without it.\n")
    names = ("progress", "story", "start", "next", "board", "room", "new")
    first = [verb for verb in VERBS if verb.name in names and verb.when in ("", "STEP")]
    print_groups({group: head.partition(" (")[0] for group, head in [*GROUPS.items()][:-1]}, first)
    print("make help lists all verbs. Your first hour: docs/start-here.md")


def full_help(workspace: Workspace) -> None:
    """Print the whole help."""
    stories = workspace.stories
    heads = {story.name: f"Of the story {story.name}" for story in stories if story.verbs}
    print_groups(GROUPS | heads, all_verbs(stories))
    print("Stories, and their katas (STORY= takes a name, or any folder with a story.toml)")
    for story in stories:
        katas = ", ".join(kata.name for kata in story.katas) or "no kata"
        default = "" if story.word else " (the default)"
        print(f" {story.word or f'STORY={story.name}':{WIDTH + len('make ')}} {katas}{default}")
    print(*(f" {fault}\n" for fault in workspace.faults), sep="")
    print("Without make: python3 -m dojo VERB (--help behind it: the words that it takes)")


def print_groups(heads: dict[str, str], verbs: list[Verb]) -> None:
    """Print each heading, the verbs below it, and an empty line."""
    for group, head in heads.items():
        print(head)
        for one in (one for one in verbs if one.group == group):
            words = f"step-1 {one.name}" if one.when == "STEP" else f"{one.name} {one.example}"
            print(f" make {words.strip():{WIDTH}} {one.help}")
        print()


def verb_help(verb: Verb) -> str:
    """What a verb does, and the words that it takes."""
    words = [f" {word + '=':{WIDTH}} {OPTIONS.get(word, '')}".rstrip() for word in verb.takes]
    return "\n".join([f"usage: python -m dojo {verb.name} [WORD=value …]: {verb.help}", *words])
