"""The table of verbs: the use of each, and the words that it takes."""

from collections.abc import Sequence
from typing import NamedTuple

from dojo.story.story import Story

OPTIONS = {
    "STORY": "another story, by its name or its folder",
    "STEP": "a step, by its number",
    "STEPS": "only these steps, for example 18-19",
    "NAME": "an attempt, by its name; without it, most verbs take the one started last",
    "KATA": "a kata, by its name",
    "MODE": "mine: you write the tests",
    "TITLE": "what a new step is called",
    "AFTER": "the step that it follows, by its number; without it, the last",
    "KIND": "refactoring, or test first",
    "EXPECT": "the colour that you foresee: red, green or amber; or ask",
    "FROM": "an attempt at another kata, to begin with its code; of a room, a folder of handed-in files",
    "SHARED": "1: all tests that another kata shares, at once",
    "TO": "a light, by its number",
    "PAGE": "1: as a page for the browser",
    "CMD": "the command that starts the program",
    "BUILD": "the command that compiles the program, if it needs one",
    "IN": "the folder to run it in, or to write to",
    "LIMIT": "the seconds that a case may take",
    "ALL": "1: every case that does not pass",
    "TESTS": "a file or a folder of tests",
    "HINT": "1: more about the next one to catch",
    "REVEAL": "1: everything about it",
    "BROWSER": "the path of the browser for the pages",
    "REPO": "a git repository, by its folder: it is only read",
    "RANGE": "the commits of a branch, for example main..feature",
    "ARGS": "more words for the pytest of the repository",
    "JSON": "1: for a program",
    "STRICT": "1: fail if there is something to look at that nobody has explained",
    "ROOM": "the room to join: 192.168.1.20:8765/plum-fox",
    "SHARE": "1: your code goes to the room as well",
    "ADDRESS": "where the room is served, for example 192.168.1.20:8765",
    "ROUND": "the minutes of a round",
    "ROTATE": "the minutes until the next one types",
    "BREAK": "the minutes between two rounds",
    "MOB": 'who takes turns to type: "Ada Bea Carl"',
    "AT_GREEN": "1: whoever is red changes seats at green, a minute later at most",
    "AUTO": "1: the next round or break begins by itself",
    "NEW": "1: a new room, with another join word",
    "ANONYMOUS": "1: names no pair",
    "PYTHON": "the Python for a new environment, or for the tests of REPO=",
}
SWITCH = "1: "
"""The help of an option that takes only 1 begins so."""
INSTEAD: dict[str, dict[str, tuple[str, ...]]] = {
    "judge": {"TESTS": ("NAME", "KATA")},
    "watch": {"STEP": ("NAME", "KATA")},
    "start": {"CMD": ("FROM", "MODE"), "MODE": ("FROM",)},
    "accept": {"IN": ("NAME",)},
    "prove": {"REPO": ("NAME", "KATA")},
    "retro": {"NAME": ("FROM",)},
}
"""With one of these options, a verb has no use for some others."""
FOR_ALL = ("STORY", "PYTHON")


class Verb(NamedTuple):
    """A verb: its help, the words that it takes, and the environments that it runs in."""

    name: str
    help: str
    options: tuple[str, ...] = ()
    step: str = "never"
    """Does it take a step? `never`, `may` or `must`."""
    of: str = "all"
    """Its heading in the help: `all`, `story`, `attempt`, `room` or `step`."""
    environments: tuple[str, ...] = ()
    """The environments that it needs beside the loop's."""
    step_help: str = ""
    """What it does with a step, if it may have one."""
    makes_its_story: bool = False
    """Is STORY= the name of a story that is not there yet?"""

    @property
    def takes(self) -> tuple[str, ...]:
        """All the words that it takes."""
        return (*self.options, *(() if self.step == "never" else ("STEP",)), *FOR_ALL)


ATTEMPT = ("NAME", "KATA")
VERBS = [
    Verb("help", "this list"),
    Verb("progress", "the green-bar progression: every test on every step"),
    Verb("board", "one page for the browser: every red, every change, every green"),
    Verb("gate", "the laws on every step: a part of make test", ("STEPS",)),
    Verb(
        "test",
        "every check that needs nothing but Python",
        step="may",
        environments=("test",),
        step_help="the suite on it (make step-7 alone means this)",
    ),
    Verb(
        "check",
        "the same, the pages in a browser, and checks that take longer",
        ("BROWSER",),
        environments=("check", "bulk"),
    ),
    Verb(
        "accept",
        'any program on a kata\'s cases: CMD="ruby scores.rb"',
        ("CMD", "IN", "NAME", "KATA", "LIMIT", "ALL"),
    ),
    Verb("bench", "how fast the verbs are, and the steps", ("BROWSER",), environments=("check", "bench")),
    Verb("bundle", "one archive for laptops without a network: unpack it, and begin"),
    Verb("contents", "write the tables and the pictures of the pages anew"),
    Verb("tidy", "format the code as make test wants it", environments=("test",)),
    Verb("new", "a new one, green from the start: STORY=leap-years", of="story", makes_its_story=True),
    Verb(
        "new-step",
        'one more, TITLE="Centuries"; AFTER=3: the steps behind move up',
        ("TITLE", "AFTER", "KIND"),
        of="story",
    ),
    Verb("todo", "what it lacks next, and what to paste for it", of="story"),
    Verb(
        "start",
        "a new one: NAME=tables-3 (KATA=: another kata; MODE=mine: your tests)",
        (*ATTEMPT, "MODE", "FROM", "CMD", "BUILD", "LIMIT", "ROOM", "SHARE"),
        of="attempt",
    ),
    Verb(
        "next",
        "the tests so far; all green: the next one (EXPECT=red guesses)",
        (*ATTEMPT, "EXPECT", "SHARED"),
        of="attempt",
    ),
    Verb("bar", "the tests so far, and no more", ATTEMPT, of="attempt"),
    Verb("hint", "a hint for the test in hand; again, the step to read", ATTEMPT, of="attempt"),
    Verb("where", "which step it behaves like; NAME=all: a line for each", ATTEMPT, of="attempt"),
    Verb(
        "judge",
        "what its tests catch (HINT=1, REVEAL=1); TESTS=path: any tests",
        (*ATTEMPT, "TESTS", "HINT", "REVEAL"),
        of="attempt",
    ),
    Verb("lights", "every run of it; PAGE=1: as a page, with its diffs", (*ATTEMPT, "PAGE"), of="attempt"),
    Verb(
        "prove",
        "was each test red first? REPO=path: on any commits",
        (*ATTEMPT, "REPO", "RANGE", "ARGS", "PAGE", "JSON", "STRICT"),
        of="attempt",
    ),
    Verb("keep", "it as a story of its own, which is yours to take home", ATTEMPT, of="attempt"),
    Verb("back", "as it was at its last green light; TO=7: at any", (*ATTEMPT, "TO"), of="attempt"),
    Verb(
        "watch",
        "one large bar at every save, and a key for each verb, until q",
        ATTEMPT,
        step="may",
        of="attempt",
        step_help="the suite on it at every save, until Ctrl-C",
    ),
    Verb(
        "room",
        "serves it: each pair's lights, a clock (ROUND=20 ROTATE=4 BREAK=5)",
        ("ADDRESS", "FROM", "ROUND", "ROTATE", "BREAK", "MOB", "AT_GREEN", "AUTO", "NEW"),
        of="room",
    ),
    Verb(
        "join",
        "your lights go there: ROOM=192.168.1.20:8765/plum-fox",
        (*ATTEMPT, "ROOM", "SHARE"),
        of="room",
    ),
    Verb("leave", "no more of them go there", ATTEMPT, of="room"),
    Verb(
        "hand-in",
        "one small file of your lights, for a room without a network",
        (*ATTEMPT, "SHARE", "IN"),
        of="room",
    ),
    Verb(
        "retro",
        "a page to talk over afterwards: of the room, or of NAME=",
        (*ATTEMPT, "FROM", "ANONYMOUS"),
        of="room",
    ),
    Verb("red", "its new tests on the step before: the red bar", step="must", of="step"),
    Verb("diff", "what it changed", step="must", of="step"),
    Verb("story", "its story", step="must", of="step"),
    Verb(
        "run",
        "its program; KATA=: the one for another kata than the first",
        ("KATA",),
        step="must",
        of="step",
    ),
    Verb(
        "coverage",
        "how much of each step its tests cover: one table",
        step="may",
        step_help="how much of it its tests cover",
    ),
]


def all_verbs(stories: Sequence[Story]) -> list[Verb]:
    """The table, and the verbs that the stories bring."""
    own = [
        Verb(verb.name, verb.help, verb.options, environments=(verb.environment,) * bool(verb.environment))
        for story in stories
        for verb in story.verbs
    ]
    return [*VERBS, *own]
