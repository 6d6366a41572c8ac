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
    "UNDO": "1: take the last change of the steps back",
    "FILL": "1: every quotation, count and result",
    "EXPECT": "the colour that you foresee: red, green or amber; or ask",
    "FROM": "an attempt at another kata, to begin with its code; of a room, a folder of handed-in files",
    "SHARED": "1: all tests that another kata shares, at once",
    "TO": "a light, by its number",
    "PAGE": "1: as a page for the browser",
    "CMD": "the command that starts the program",
    "BUILD": "the command that compiles the program, if it needs one",
    "IN": "the folder to run it in, or to write to",
    "LIMIT": "the seconds that a case may take",
    "ALL": "1: every case that does not pass; of prove, every verdict",
    "TESTS": "a file or a folder of tests",
    "HINT": "1: more about the next one to catch",
    "REVEAL": "1: everything about it",
    "BROWSER": "the path of the browser for the pages",
    "REPO": "a git repository, by its folder: it is only read",
    "RANGE": "a commit, or those of a branch: main..feature",
    "ARGS": "more words for the pytest of the repository",
    "JSON": "1: for a program",
    "EXPLAINED": "a file of ids of tests, each with the reason why it was not red",
    "MERGED": "1: the commits of merged branches, in place of the merges",
    "FAIL_ON": "what to fail on: passes,untested,red,unanswered; or nothing",
    "ROOM": "the room to join: 192.168.1.20:8765/plum-fox; of room and retro, the word of an older one",
    "AS": "another name for the attempt in the room",
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
    "retro": {"NAME": ("FROM", "ROOM"), "FROM": ("ROOM",)},
    "room": {"NEW": ("ROOM",)},
}
"""With one of these options, a verb has no use for some others."""
FOR_ALL = ("STORY", "PYTHON")


class Verb(NamedTuple):
    """A verb: its help, the words that it takes, and the environments that it runs in."""

    name: str
    help: str
    options: tuple[str, ...] = ()
    group: str = "maintain"
    """Its heading in the help: `read`, `kata`, `session`, `author`, `maintain`, or the name of its story."""
    example: str = ""
    """A word that it always needs: `NAME=tables-3`."""
    step: str = "never"
    """Does it take a step? `never`, `may` or `must`."""
    step_help: str = ""
    """What it does with a step, if it may have one."""
    environments: tuple[str, ...] = ()
    """The environments that it needs beside the loop's."""
    makes_its_story: bool = False
    """True if STORY= names a story that does not exist yet."""

    @property
    def takes(self) -> tuple[str, ...]:
        """All the words that it takes."""
        return (*self.options, *(() if self.step == "never" else ("STEP",)), *FOR_ALL)


ATTEMPT = ("NAME", "KATA")
ROUNDS = ("ROUND", "ROTATE", "BREAK", "MOB", "AT_GREEN", "AUTO")
VERBS = [
    Verb("", "show the seven verbs to begin with", group="read"),
    Verb("help", "list all verbs", group="read"),
    Verb("progress", "run every test on every step, and draw the bars", group="read"),
    Verb("story", "read how that step came about", group="read", step="must"),
    Verb("red", "see its new tests fail on the step before", group="read", step="must"),
    Verb("diff", "see what it changed", group="read", step="must"),
    Verb(
        "test",
        "check the workspace itself, in five minutes",
        step="may",
        step_help="run all tests on it (make step-7 does the same)",
        environments=("test",),
    ),
    Verb("run", "run its program (KATA= picks another kata's)", ("KATA",), group="read", step="must"),
    Verb(
        "coverage",
        "see which lines and branches of each step are tested",
        group="read",
        step="may",
        step_help="see which of its lines and branches are tested",
    ),
    Verb(
        "start",
        "begin a kata (KATA=roman; MODE=mine: you write tests)",
        (*ATTEMPT, "MODE", "FROM", "CMD", "BUILD", "LIMIT", "ROOM", "SHARE"),
        group="kata",
        example="NAME=tables-3",
    ),
    Verb(
        "next", "run your tests; when all are green, get the next one", (*ATTEMPT, "EXPECT", "SHARED"), "kata"
    ),
    Verb("bar", "run your tests, and never get a new one", ATTEMPT, "kata"),
    Verb(
        "watch",
        "run your tests at every save, with one large bar",
        ATTEMPT,
        "kata",
        step="may",
        step_help="run all tests on it at every save, until Ctrl-C",
    ),
    Verb("hint", "get a hint for the failing test", ATTEMPT, "kata"),
    Verb("where", "show which step your code has reached", ATTEMPT, "kata"),
    Verb("back", "go back to the last green run (TO=7: to run 7)", (*ATTEMPT, "TO"), "kata"),
    Verb("reset", "go back to the start of an attempt; its runs stay", ATTEMPT, "kata"),
    Verb("drop", "delete an attempt and its runs, after a question", ATTEMPT, "kata"),
    Verb(
        "judge",
        "test your tests: which wrong solutions do they catch?",
        (*ATTEMPT, "TESTS", "HINT", "REVEAL"),
        "kata",
    ),
    Verb("lights", "list your runs (PAGE=1: a page with all changes)", (*ATTEMPT, "PAGE"), "kata"),
    Verb(
        "prove",
        "was each test red first? (REPO=path: in any commits)",
        (*ATTEMPT, "REPO", "RANGE", "ARGS", "PAGE", "JSON", "ALL", "FAIL_ON", "EXPLAINED", "MERGED"),
        "kata",
    ),
    Verb("keep", "turn your attempt into a git repository to take home", ATTEMPT, "kata"),
    Verb(
        "accept",
        'run any program on the cases: CMD="ruby scores.rb"',
        ("CMD", "IN", *ATTEMPT, "LIMIT", "ALL"),
        "kata",
    ),
    Verb("board", "write a page to project: each red, change and green", group="session"),
    Verb(
        "room",
        "show everybody's runs on one screen, with a clock",
        ("ADDRESS", "FROM", "KATA", *ROUNDS, "NEW", "ROOM"),
        "session",
    ),
    Verb(
        "join",
        "send your runs to it: ROOM=192.168.1.20:8765/plum-fox",
        (*ATTEMPT, "ROOM", "SHARE", "AS"),
        "session",
    ),
    Verb("leave", "leave the room", ATTEMPT, "session"),
    Verb(
        "hand-in", "write your runs to a file, if there is no network", (*ATTEMPT, "SHARE", "IN"), "session"
    ),
    Verb("retro", "write a page to talk over at the end", (*ATTEMPT, "FROM", "ROOM", "ANONYMOUS"), "session"),
    Verb("bundle", "pack all of this for laptops without a network", group="session"),
    Verb(
        "new",
        "begin a story of your own, green from the start",
        group="author",
        example="STORY=leap-years",
        makes_its_story=True,
    ),
    Verb(
        "new-step",
        "add a step to it (AFTER=3: behind step 3)",
        ("TITLE", "AFTER", "KIND", "UNDO"),
        "author",
        example="TITLE=Buzz",
    ),
    Verb("move-step", "move a step: STEP=5 AFTER=2", ("AFTER", "UNDO"), "author", step="may"),
    Verb("drop-step", "remove a step: STEP=5", ("UNDO",), "author", step="may"),
    Verb("cases", "write the outputs of the cases of a kata", ("KATA",), "author"),
    Verb(
        "todo",
        "show what it lacks (FILL=1: write what is a fact)",
        ("FILL",),
        "author",
        environments=("lint",),
    ),
    Verb(
        "gate",
        "prove each step: its tests were red, then green",
        ("STEPS",),
        "author",
        environments=("lint",),
    ),
    Verb(
        "check",
        "everything, including browser tests (slow)",
        ("BROWSER",),
        environments=("check", "bulk", "lint"),
    ),
    Verb("tidy", "format the code as make test wants it", environments=("test",)),
    Verb("contents", "write the generated tables and pictures again"),
    Verb(
        "bench",
        "measure how fast the verbs and the steps are",
        ("BROWSER",),
        environments=("check", "bench", "lint"),
    ),
]


def all_verbs(stories: Sequence[Story]) -> list[Verb]:
    """The table, and the verbs that the stories bring."""
    own = [
        Verb(
            verb.name,
            verb.help,
            verb.options,
            story.name,
            environments=(verb.environment,) * bool(verb.environment),
        )
        for story in stories
        for verb in story.verbs
    ]
    return [*VERBS, *own]
