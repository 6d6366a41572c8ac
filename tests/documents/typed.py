"""A room in which the pages are tried, with a pair at its second test; and what each command promises."""

import shutil
import tempfile
from pathlib import Path

from helpers import TOP, copied

from documents.written import DOCUMENTS, NEW, commands, words
from dojo.attempt.create import create
from dojo.attempt.light import record
from dojo.cli.call import AUTHORED

WRITTEN = [command for page in DOCUMENTS for command in commands(page.read_text("utf-8"))]
TRIED = list(dict.fromkeys(command for command in WRITTEN if not NEW.search(command)))
"""Every command of every page, but for those on a story that is made on the page."""
QUICK = {"story", "diff", "red", "next", "bar", "hint", "lights", "prove", "back", "reset", "help"}
"""Verbs that are tried in the process of the tests, and `test` on a step."""
WATCHED, STARTED = "watch", "start"
ELSEWHERE = {
    **dict.fromkeys(("test", "check", "tidy"), "tests/cli/test_checks.py"),
    **dict.fromkeys(("move-step", "drop-step"), "tests/author/test_steps.py"),
    "bench": "tests/bench",
    "bundle": "tests/check/test_bundle.py",
    "exhaustive": "tests/check/test_poker.py",
    "census": "tests/check/arrays",
    "contents": "tests/tour/test_contents.py",
    **dict.fromkeys(("new", "new-step"), "tests/author"),
    "prove": "tests/history",
    "pictures": "tests/check/browser/test_page.py",
    **dict.fromkeys(("room", "join", "leave", "hand-in", "retro"), "tests/check/test_rooms.py"),
}
"""What takes long, or runs these tests, and where it is tried."""

CARD = "def card(text):\n    return 6\n"
RED = {
    'make accept CMD="python3 scores.py" IN=katas/holdem/starters/python': "2 of 78 cases pass",
    "make accept NAME=tables-5": "2 of 78 cases pass",
}
"""What ends with a bar that is not green, as it has to."""
NOT_HERE = {
    "make accept": "a verb that is spoken of: what it needs stands beside it",
    "make odds": "likewise",
    "make next EXPECT=ask": "it asks at a terminal: tests/coach/test_next.py",
    "make drop": "it asks at a terminal: tests/coach/test_back.py",
    "make judge TESTS=path": "a path that nobody knows",
    "make start NAME=ada FROM=ada.zip": "a file that a browser gives: tests/browser/test_download.py",
}
FINISHED = "steps/step_65_a_thousand_deals/poker.py"
SAYS = {
    "make progress": "72 In bulk",
    "make board": "board.html",
    "make progress STORY=roman": "15 Rules of replacement",
    "make board STORY=roman": "board-roman.html",
    "make gate": "The nine laws hold",
    "make gate STEPS=18-19": "on 2 steps",
    "make coverage": "step_72_in_bulk",
    "make step-1 red": "1 test, red on step 0, as it should be",
    "make step-1 diff": "+    return 6",
    "make step-1 test": "step 1: 1 green",
    "make step-2 red": "1 test, red on step 1, as it should be",
    "make step-11 red": "has no red: it is a refactoring",
    "make step-1 story STORY=roman": "**Ask the room:**",
    "make step-1 red STORY=roman": "1 test, red on step 0, as it should be",
    "make step-1 diff STORY=roman": '+    return "I"',
    "make step-1 test STORY=roman": "step 1: 1 green",
    "make step-2 red STORY=roman": "“2 is II” is red: AssertionError: assert 'I' == 'II'",
    "make step-2 diff STORY=roman": '+    return "I" * number',
    "make step-3 red STORY=roman": "2 tests, all red on step 2, as it should be",
    "make step-3 diff STORY=roman": "+    if number >= 5:",
    "make step-5 diff STORY=roman": "-    if number >= 5:",
    "make step-5 test STORY=roman": "step 5: 11 green",
    "make step-6 diff STORY=roman": '+    (50, "L"),',
    "make step-7 red STORY=roman": "” is red: AssertionError: assert 'IIII' == 'IV'",
    "make step-7 diff STORY=roman": '+    (4, "IV"),',
    "make step-7 story STORY=roman": "**Ask the room:**",
    "make step-13 diff STORY=roman": '+if __name__ == "__main__":\n+    main()\n',
    "make step-19 story": "**Ask the room:**",
    "make step-19 red": "1 test, red on step 18, as it should be",
    "make step-19 diff": "+        case [[a], [b], [c], [d], [e]] if a.value == 14 and b.value == 5:",
    "make step-19 test": "step 19: 74 green",
    "make step-19 coverage": "step_19_wheel",
    "make step-36 run < katas/holdem/game.txt": "(winner)",
    "make step-65 run KATA=deals < katas/deals/game.txt": "456\n",
    "make next": "“a six beats a five” is red",
    "make bar": " GREEN  tables-3 · ",
    "make next EXPECT=red": "You guessed red, and it is red. ",
    "make hint": "no hint to give",
    "make back": "light ",
    "make reset": "tables-3 is as it was at light 1, which was green: nothing to bring back.",
    "make back TO=2": "light 2",
    "make back TO=7": "light 7",
    **dict.fromkeys(("make where", "make where NAME=tables-3"), "tables-3 behaves like step 1, Fake it."),
    **dict.fromkeys(("make lights", "make lights NAME=tables-3"), "longest time in red: "),
    **dict.fromkeys(
        ("make lights PAGE=1", "make lights NAME=tables-3 PAGE=1"), "attempts/tables-3-lights.html"
    ),
    "make where NAME=all": "tables-3  holdem  step 1",
    "make judge": "HINT=1 says more, REVEAL=1 shows it.",
    "make judge HINT=1": "Read the same card twice.",
    "make judge REVEAL=1": "The code: katas/poker/mutants/each_card_is_another.py",
    "make judge TESTS=tests/suite": "They catch all there is to catch.",
    f'make accept CMD="python3 {FINISHED}"': "78 cases pass",
    'make odds HANDS="AsKh QdQc"': "win ",
    'make odds HANDS="AsKh QdQc" BOARD="2c 3d 4h"': "win ",
}
"""What a page promises of a command."""


def verb(command):
    """The verb of a command; `test` where it names a step alone."""
    return next((word for word in words(command) if not word.startswith("step-") and "=" not in word), "test")


def on_a_step(command):
    return any(word.startswith("step-") for word in words(command))


def is_quick(command):
    """Is a command tried in the process of the tests? The others are typed."""
    return verb(command) in QUICK or (verb(command) == "test" and on_a_step(command))


def is_elsewhere(command):
    return command in NOT_HERE or (verb(command) in ELSEWHERE and not on_a_step(command))


def put_away(folder):
    """Take a folder away at once: whoever still writes there, in the background, does so elsewhere."""
    elsewhere = folder.rename(Path(tempfile.mkdtemp()) / "gone")
    shutil.rmtree(elsewhere.parent, ignore_errors=True)


class Room:
    """A copy of the workspace with an attempt, whose lights are put back before each test."""

    def __init__(self, folder):
        self.copy = copied(folder)
        self.attempts = self.copy.root / "katas" / "holdem" / "attempts"
        attempt = create(self.copy.workspace, "tables-3", "holdem")
        attempt.module.write_text(CARD)
        assert self.copy.verb("next") == 0
        for number, colour in enumerate(["red", "green", "green", "green", "green", "green"]):
            attempt.module.write_text(f"{CARD}# {number}\n")
            record(attempt, verb="next", colour=colour, counts={colour: 2}, test="x[a rule]")
        attempt.module.write_text(CARD)
        self.saved = shutil.copytree(self.attempts, folder / "saved")

    def as_it_was(self):
        put_away(self.attempts)
        shutil.copytree(self.saved, self.attempts)
        shutil.rmtree(self.copy.root / ".cache" / AUTHORED, ignore_errors=True)
        return self.copy

    def with_what_is_known(self):
        """Verbs that are typed here find what is worked out already in the workspace itself."""
        cache = self.copy.root / ".cache"
        shutil.rmtree(cache, ignore_errors=True)
        cache.mkdir()
        for known in (TOP / ".cache").iterdir():
            if known.name != AUTHORED:
                (cache / known.name).symlink_to(known)
        return self
