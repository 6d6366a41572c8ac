"""In the browser: an attempt that lives in memory, and the verbs that its buttons call."""

import json
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

from rich.console import Console

from dojo.attempt import store as the_store
from dojo.attempt.attempts import Attempt
from dojo.attempt.creation import create
from dojo.attempt.lights import all_lights, last_run, record, revealed, snapshot_of
from dojo.attempt.snapshot import put_back, taken
from dojo.browser.memory import Memory
from dojo.coach import back, hint, start, where
from dojo.coach.cycle.bar import bar
from dojo.coach.cycle.next import next_test
from dojo.errors import Broken, Mistake, Trouble
from dojo.runner import collect
from dojo.story.story import Story
from dojo.story.workspace import Workspace

BUTTONS = {"next": "Next", "bar": "Run", "hint": "Hint", "where": "Where", "back": "Back", "watch": "Ctrl-S"}
WIDTH = 88
"""Letters in a line."""
KNOWN = "columns.json"
"""At the top of the workspace: which test is green on which step, as the room has found out."""


class Play:
    """An attempt at a kata, as the page plays it."""

    def __init__(self, top: str, kata: str, name: str, saved: str) -> None:
        workspace = Workspace(Path(top))
        story, found = workspace.kata(kata)
        self.workspace, self.said = workspace, StringIO()
        self.out = Console(
            file=self.said, width=WIDTH, force_terminal=True, color_system="standard", highlight=False,
            markup=False, emoji=False,
        )  # fmt: skip
        attempt = Attempt(found.attempts / name, story, found)
        self.memory = Memory(the_store.store(attempt).repository)
        the_store.ELSEWHERE[self.memory.repository] = self.memory
        self.memory.add(json.loads(saved))
        self.is_new = not self.memory.lights
        self.attempt = replace(attempt, is_last=True)
        if not self.is_new:
            self.attempt.folder.mkdir(parents=True)
            files = snapshot_of(self.attempt, all_lights(self.attempt)[-1]).files
            put_back(self.attempt.folder, files, now={}, draft=self.memory.draft)
        where.columns = lambda _story: json.loads((workspace.top / KNOWN).read_text())
        collect.read_before = lambda _story: None  # the room has read it

    def play(self, verb: str, files: str, word: str = "") -> str:
        """Write the files, do what a button says, and return what the page shows, as JSON."""
        before, begun = len(self.memory.lights), time.monotonic()
        self.said.seek(0)
        self.said.truncate()
        try:
            for name, text in json.loads(files).items():
                (self.attempt.folder / name).write_text(text)
            with redirect_stdout(self.said):
                self.verbs[verb](word)
        except (Mistake, Trouble, Broken) as fault:
            self.out.print(str(fault))
        return json.dumps(
            {
                **self.state(),
                "said": self.said.getvalue(),
                "new": self.memory.to_json(before),
                "seconds": time.monotonic() - begun,
            }
        )

    @property
    def verbs(self) -> Mapping[str, Callable[[str], object]]:
        """What each button does."""
        attempt, out = self.attempt, self.out
        return {
            "start": lambda _: start.begin(self.create(), out),
            "next": lambda word: next_test(attempt, word, out),
            "bar": lambda _: bar(attempt, out),
            "hint": lambda _: hint.hint(attempt, out),
            "where": lambda _: where.where(attempt, out),
            "back": lambda word: back.back(attempt, word),
            "show": lambda _: None,
            "ended": self.record_end,
        }

    def create(self) -> Attempt:
        """Make the files of a new attempt."""
        one = self.attempt
        create(self.workspace, one.name, one.kata.name, one.story)
        return one

    def record_end(self, test: str) -> None:
        """Record a run that did not come to an end: the worker in which it ran was ended."""
        lights = all_lights(self.attempt)
        last = last_run(lights)
        why = "did not stop: the browser has ended it. Is there a loop without an end, or too much memory?"
        self.out.print(f"“{test or 'your code'}” {why}", style="bold")
        record(
            self.attempt, verb="bar", colour="amber", counts={"amber": 1}, snapshot=taken(self.attempt.folder),
            test=last.test if last else "", revealed=revealed(lights),
        )  # fmt: skip

    def state(self) -> dict[str, Any]:
        """The files and the lights as they are now."""
        lights = all_lights(self.attempt)
        files = taken(self.attempt.folder).files
        last = last_run(lights)
        return {
            "files": {
                name.decode(): file.content.decode(errors="replace")
                for name, file in files.items()
                if not name.startswith(b".")
            },
            "lights": [
                {"number": one.number, "verb": one.verb, "colour": one.colour, "judged": one.judged}
                for one in lights
            ],
            "counts": last.counts if last else {},
            "statement": self.attempt.kata.statement,
        }


def name_buttons() -> None:
    """Let sentences name the buttons of the page, in place of verbs that nobody can type there."""

    def command(_attempt: Attempt, verb: str) -> str:
        return f"“{BUTTONS.get(verb, verb)}”"

    Attempt.command = command  # type: ignore[method-assign]
    whole = Story.command
    Story.command = lambda story, words: f"on a laptop with all of this, {whole(story, words)}"  # type: ignore[method-assign]


def begin(top: str, kata: str, name: str, saved: str, host: Any) -> Play:
    """Prepare this Python, and open an attempt; `host` is the worker."""
    from dojo.runner.child import in_place

    sys.setrecursionlimit(600)
    name_buttons()
    in_place.on_message = host.alive
    return Play(top, kata, name, saved)
