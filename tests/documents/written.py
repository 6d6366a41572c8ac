"""The pages that people read, what is written on them, and a room in which each command is tried."""

import re
import shlex
import shutil
import tempfile
from pathlib import Path

from helpers import TOP, Copy, copied, record_light

from dojo.attempt.create import create
from dojo.story.state import OLD_AUTHORED, OLD_UNDO, OLD_VISITED

PLACES = [
    "README.md",
    "docs/*.md",
    "steps/README.md",
    "steps/step_*/README.md",
    "katas/*/*.md",
    "katas/*/steps/README.md",
]
PAGES = sorted(page for place in PLACES for page in TOP.glob(place))
FACILITATING = [page for page in PAGES if page.name == "FACILITATING.md"]
"""Those by which a session on a kata is led."""
DOCUMENTS = [page for page in PAGES if page.parent in (TOP, TOP / "docs") or page in FACILITATING]
"""Those that say what to type, and when."""
INLINE = re.compile(r"`((?:make|python -m dojo) [^`]+)`")
LINE = re.compile(r"^((?:make|python -m dojo) .+)$", re.MULTILINE)
NEW = re.compile(r"(?:\.\./(?:my-katas/)?)?\b(?:leap-years|fizz-buzz)\b")
"""The stories that a page has made: tests/check/test_authoring.py types what it says of them."""


def name(page: Path) -> str:
    """A page, as somebody at the top of the workspace writes it."""
    return page.relative_to(TOP).as_posix()


def commands(text: str) -> list[str]:
    """Every command on a page, in the order in which it stands there first."""
    found = [(place.start(), place[1]) for pattern in (INLINE, LINE) for place in pattern.finditer(text)]
    return list(dict.fromkeys(command for _, command in sorted(found)))


def words(command: str) -> list[str]:
    """The words of a command, without what the shell does before and after it."""
    for placeholder, word in {"step-N": "step-7", "VERB": "help"}.items():
        command = command.replace(placeholder, word)
    typed = shlex.split(command.partition("#")[0])
    end = next((n for n, word in enumerate(typed) if word in ("<", ">", "|", "&&")), len(typed))
    return typed[3 if typed[0] == "python" or typed[1:2] == ["-C"] else 1 : end]


def facilitating(kata: str) -> Path:
    """The page by which a session on a kata is led."""
    return TOP / "katas" / kata / "FACILITATING.md"


def plan(page: Path, minutes: int) -> list[tuple[int, int, list[str]]]:
    """The rows of the table of one plan for a session: from, to, and the commands."""
    text = page.read_text(encoding="utf-8")
    part = text.partition(f"## The plan for {minutes} minutes")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (\d+)–(\d+) \|.*?\|(.*)\|$", part, re.MULTILINE)
    return [(int(start), int(end), commands(told)) for start, end, told in rows]


WRITTEN = [command for page in DOCUMENTS for command in commands(page.read_text("utf-8"))]
TRIED = list(dict.fromkeys(command for command in WRITTEN if not NEW.search(command)))
"""Every command of every page, but for those on a story that is made on the page."""
QUICK = {"start", "story", "diff", "red", "next", "bar", "hint", "lights", "prove", "back", "reset", "help"}
"""Verbs that are tried in the process of the tests, and `test` on a step."""
WATCHED, STARTED = "watch", "start"
OF_ROOMS = {"room", "join", "leave", "hand-in", "retro"}
ELSEWHERE = {"test", "check", "site", "tidy", "contents", "bench", "bundle", "prove", *OF_ROOMS}
ELSEWHERE |= {"new", "new-step", "move-step", "rename-step", "drop-step", "lock"}
ELSEWHERE |= {"exhaustive", "census", "pictures"}
"""What takes long, or runs these tests: the tests of its room try it, or others in tests/check/."""

CARD = "def card(text):\n    return 6\n"
RED = {
    'make accept CMD="python3 scores.py" IN=katas/holdem/starters/python': "2 of 80 cases pass",
    "make accept NAME=tables-5": "2 of 80 cases pass",
}
"""What ends with a bar that is not green, as it has to."""
NOT_HERE = {
    "make accept": "a verb that is spoken of: what it needs stands beside it",
    "make odds": "likewise",
    "make next EXPECT=ask": "it asks at a terminal: tests/coach/test_next.py",
    "make drop": "it asks at a terminal: tests/coach/test_back.py",
    "make judge TESTS=path": "a path that nobody knows",
    "make add STORY=https://example.org/tennis.git": "there is no such place: tests/tour/test_adding.py",
    "make start NAME=ada FROM=ada.zip": "a file that a browser gives: tests/browser/test_download.py",
}
SAYS = {
    "make progress": "99 In bulk",
    "make board": "board.html",
    "make progress STORY=fizzbuzz": "10 The program",
    "make board STORY=fizzbuzz": "board-fizzbuzz.html",
    "make step-2 red STORY=fizzbuzz": "“2 is 2” is red: AssertionError: assert '1' == '2'",
    "make step-10 diff STORY=fizzbuzz": '+if __name__ == "__main__":\n+    main()\n',
    "make progress STORY=tennis": "12 A tie-break",
    "make board STORY=tennis": "board-tennis.html",
    "make step-10 red STORY=tennis": "“after deuce the next point decides” is red: ",
    "make progress STORY=rover": "18 The mission",
    "make board STORY=rover": "board-rover.html",
    "make step-11 red STORY=rover": "“a rock ahead” is red: AssertionError: assert '0 3 N' == '0 1 N'",
    "make step-15 diff STORY=rover": "+class Grid:\n",
    "make progress STORY=yatzy": "16 The program",
    "make board STORY=yatzy": "board-yatzy.html",
    "make step-5 diff STORY=yatzy": "+    if category in NUMBERS:\n",
    "make step-16 diff STORY=yatzy": '+if __name__ == "__main__":\n+    main()\n',
    "make progress STORY=roman": "15 Rules of replacement",
    "make board STORY=roman": "board-roman.html",
    "make gate": "The nine laws hold",
    "make gate STEPS=18-19": "on 2 steps",
    "make coverage": "step_99_in_bulk",
    "make step-15 red": "has no red: it is a refactoring",
    "make step-1 story STORY=roman LANGUAGE=de": "**Frag in die Runde:**",
    "make step-2 red STORY=roman": "“2 is II” is red: AssertionError: assert 'I' == 'II'",
    "make step-7 red STORY=roman": "” is red: AssertionError: assert 'IIII' == 'IV'",
    "make step-13 diff STORY=roman": '+if __name__ == "__main__":\n+    main()\n',
    "make step-28 diff": "+        case [[a], [b], [c], [d], [e]] if a.value == 14 and b.value == 5:",
    "make step-51 run < katas/holdem/game.txt": "(winner)",
    "make step-87 run KATA=deals < katas/deals/game.txt": "456\n",
    "make start NAME=tables-7 KATA=roman MODE=mine": "katas/roman/attempts/tables-7/",
    "make start NAME=tables-4 KATA=ladder": "katas/ladder/attempts/tables-4/",
    "make start NAME=tables-6 KATA=ladder FROM=tables-3": "katas/ladder/attempts/tables-6/",
    'make start NAME=tables-5 CMD="node scores.js"': "katas/holdem/attempts/tables-5/",
    "make next": "“a six beats a five” is red",
    "make bar": " GREEN  tables-3 · ",
    "make next EXPECT=red": "You guessed red, and it is red. ",
    "make hint": "no hint to give",
    "make back": "light ",
    "make reset": "tables-3 is back at light 1, which was green.",
    "make back TO=2": "light 2",
    "make back TO=7": "light 7",
    "make where": "tables-3's code behaves like our step 1, ",
    "make lights": "longest time in red: ",
    "make lights PAGE=1": "tables-3-lights.html",
    "make where NAME=all": "tables-3  holdem  step 1",
    "make judge": "HINT=1 says more, REVEAL=1 shows it.",
    "make judge HINT=1": "Read the same card twice.",
    "make judge REVEAL=1": "The code: katas/poker/mutants/each_card_is_another.py",
    "make judge TESTS=tests/suite": "They catch all there is to catch.",
    'make accept CMD="python3 steps/step_92_a_closed_pipe/poker.py"': "80 cases pass",
    'make odds HANDS="AsKh QdQc"': "  win    730,541   42.66 %\n  tie      5,854    0.34 %\n",
    'make odds HANDS="AsKh QdQc" BOARD="2c 3d 4h"': "win ",
}
"""What a page promises of a command."""
OF_A_STEP = {"red": " on step ", "diff": "\n+++ ", "story": "**Ask the room:**", "test": " green"}
"""What is promised of a verb on any step: of `red`, that it is red on the step before."""


def promise(command: str) -> str:
    """What a command has to print."""
    on_any = OF_A_STEP.get(verb(command), "") if on_a_step(command) else ""
    return RED.get(command, SAYS.get(command, on_any))


def verb(command: str) -> str:
    """The verb of a command; `test` where it names a step alone."""
    return next((word for word in words(command) if not word.startswith("step-") and "=" not in word), "test")


def on_a_step(command: str) -> bool:
    return any(word.startswith("step-") for word in words(command))


def is_quick(command: str) -> bool:
    """Is a command tried in the process of the tests? The others are typed."""
    return verb(command) in QUICK or (verb(command) == "test" and on_a_step(command))


def is_elsewhere(command: str) -> bool:
    return command in NOT_HERE or (verb(command) in ELSEWHERE and not on_a_step(command))


def put_away(folder: Path) -> None:
    """Take a folder away at once: whoever still writes there, in the background, does so elsewhere."""
    elsewhere = folder.rename(Path(tempfile.mkdtemp()) / "gone")
    shutil.rmtree(elsewhere.parent, ignore_errors=True)


class Room:
    """A copy of the workspace with an attempt, whose lights are put back before each test."""

    def __init__(self, folder: Path) -> None:
        self.copy = copied(folder)
        self.attempts = self.copy.root / "katas" / "holdem" / "attempts"
        attempt = create(self.copy.workspace, "tables-3", "holdem")
        attempt.module.write_text(CARD)
        assert self.copy.verb("next") == 0
        for number, colour in enumerate(["red", "green", "green", "green", "green", "green"]):
            attempt.module.write_text(f"{CARD}# {number}\n")
            record_light(
                attempt, verb="next", colour=colour, counts={colour: 2}, revealed=1, test="x[a rule]"
            )
        attempt.module.write_text(CARD)
        self.saved = shutil.copytree(self.attempts, folder / "saved")

    def as_it_was(self) -> Copy:
        for attempts in self.copy.root.glob("katas/*/attempts"):
            put_away(attempts)
        shutil.copytree(self.saved, self.attempts)
        shutil.rmtree(self.copy.root / ".dojo", ignore_errors=True)
        return self.copy

    def with_what_is_known(self) -> "Room":
        """Verbs that are typed here find what is worked out already in the workspace itself."""
        cache = self.copy.root / ".cache"
        shutil.rmtree(cache, ignore_errors=True)
        cache.mkdir()
        for known in (TOP / ".cache").iterdir():
            if known.name not in (OLD_AUTHORED, OLD_UNDO, OLD_VISITED):
                (cache / known.name).symlink_to(known)
        return self
