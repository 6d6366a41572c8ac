"""In the browser: an attempt that lives in memory, and the verbs that its buttons call."""

import json
from base64 import b64encode
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

from rich.console import Console

from dojo.attempt import store as the_store
from dojo.attempt.attempt import Attempt
from dojo.attempt.create import create, title
from dojo.attempt.light import all_lights, count_revealed, last_run, record, snapshot_of
from dojo.attempt.snapshot import put_back, take_snapshot
from dojo.browser import in_place
from dojo.browser.download import pack_attempt
from dojo.browser.memory import Memory
from dojo.browser.pack import KNOWN
from dojo.coach import back, hint, where
from dojo.coach.display import print_failure
from dojo.coach.exercise import open_exercise
from dojo.coach.next import bar, next_test
from dojo.coach.run import run_first
from dojo.errors import CollectionError, EnvironmentProblem, UsageError
from dojo.runner import collect
from dojo.story.story import Story
from dojo.story.workspace import Workspace

EMPTY = '''\
"""{title}.

Nothing is here yet.
{test}, your own first test, is red for it.
"""
'''
BUTTONS = {"next": "Next", "bar": "Run", "hint": "Hint", "where": "Where", "back": "Back", "watch": "Ctrl-S"}
WIDTH = 1000
"""Letters in a line: the page breaks them where it has to."""


class Play:
    """An attempt at a kata, as the page plays it."""

    def __init__(self, workspace: Workspace, kata: str, name: str, saved: str) -> None:
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
            for folder in (self.attempt.folder, self.memory.repository.parent):
                folder.mkdir(parents=True, exist_ok=True)
            files = snapshot_of(self.attempt, all_lights(self.attempt)[-1]).files
            put_back(self.attempt.folder, files, now={}, draft=self.memory.draft)

    def play(self, verb: str, files: str, word: str = "") -> str:
        """Write the files, do what a button says, and return what the page shows, as JSON."""
        before = len(self.memory.lights)
        self.said.seek(0)
        self.said.truncate()
        try:
            for name, text in json.loads(files).items():
                (self.attempt.folder / name).write_text(text)
            with redirect_stdout(self.said):
                self.verbs[verb](word)
        except (UsageError, EnvironmentProblem, CollectionError) as fault:
            self.out.print(str(fault))
        answer = {**self.state(), "said": self.said.getvalue(), "new": self.memory.to_json(before)}
        if verb == "download":
            answer["download"] = b64encode(pack_attempt(self.attempt, self.memory)).decode()
        return json.dumps(answer)

    @property
    def verbs(self) -> Mapping[str, Callable[[str], object]]:
        """What each button does."""
        attempt, out = self.attempt, self.out
        return {
            "start": lambda _: self.start(),
            "next": lambda word: next_test(attempt, word, out),
            "bar": lambda _: bar(attempt, out),
            "hint": lambda _: hint.hint(attempt, out),
            "where": lambda _: where.where(attempt, out),
            "back": lambda word: back.back(attempt, word),
            "show": lambda _: None,
            "download": lambda _: None,
            "ended": self.record_end,
        }

    def start(self) -> None:
        """Begin a new attempt: its first test is the participant's own, and red."""
        attempt = self.attempt
        text = EMPTY.format(title=title(attempt.kata), test=attempt.test_file)
        files = lambda _attempt: {attempt.module.name: text}  # noqa: E731
        create(self.workspace, attempt.name, attempt.kata.name, attempt.story, files=files)
        with open_exercise(attempt) as exercise:
            this = run_first(exercise, [])
        if this.failure:
            print_failure(self.out, this.failure, attempt)
        self.out.print(f"\nYour first test is red. Make it green in {attempt.module.name}, then “Next”.")
        this.record("start", revealed=0)

    def record_end(self, why: str) -> None:
        """Record a run that did not come to an end: the worker in which it ran was ended."""
        lights = all_lights(self.attempt)
        last = last_run(lights)
        self.out.print(f"Your code {why}", style="bold")
        record(
            self.attempt,
            verb="bar",
            colour="amber",
            counts={"amber": 1},
            test=last.test if last else "",
            revealed=count_revealed(lights),
        )

    def state(self) -> dict[str, Any]:
        """The files and the lights as they are now."""
        lights = all_lights(self.attempt)
        files = take_snapshot(self.attempt.folder).files
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
        }


def adapt(host: Any) -> None:
    """Let the tooling do what it can in a browser: buttons for verbs, and what the room has found out.

    `host` is the worker; the working directory is the workspace.
    """

    def command(attempt: Attempt, words: str) -> str:
        verb, _, light = words.partition(" TO=")
        if light:
            return f"press light {light}"
        return f"“{BUTTONS[verb]}”" if verb in BUTTONS else f"on a laptop, {of_attempt(attempt, words)}"

    of_attempt, of_story, known = Attempt.command, Story.command, json.loads(Path(KNOWN).read_text())
    for owner, name, instead in (
        (Attempt, "command", command),
        (Story, "command", lambda story, words: f"on a laptop, {of_story(story, words)}"),
        (where, "columns", lambda _story: known),
        (collect, "read_before", lambda _story: None),
        (in_place, "on_message", host.alive),
    ):
        setattr(owner, name, instead)


def begin(kata: str, name: str, saved: str) -> Play:
    """Open an attempt, with the lights that are saved of it."""
    return Play(Workspace(Path.cwd()), kata, name, saved)
