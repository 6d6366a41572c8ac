"""In the browser: an attempt that lives in memory, and the verbs that its buttons call."""

import json
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, redirect_stdout
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
from dojo.browser.assets import KNOWN
from dojo.browser.download import pack_attempt
from dojo.browser.memory import Memory
from dojo.coach import back, hint, where
from dojo.coach.display import counts_in_words, print_failure
from dojo.coach.exercise import open_exercise
from dojo.coach.next import bar, next_test
from dojo.coach.run import run_first
from dojo.errors import CollectionError, EnvironmentProblem, UsageError
from dojo.runner import collect
from dojo.runner.suite import Suite
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
        self.attempt = replace(Attempt(found.attempts / name, story, found), is_last=True)
        self.memory = Memory(the_store.store(self.attempt).repository)
        the_store.ELSEWHERE[self.memory.repository] = self.memory
        self.memory.add(json.loads(saved))
        for light in all_lights(self.attempt)[-1:]:
            for folder in (self.attempt.folder, self.memory.repository.parent):
                folder.mkdir(parents=True, exist_ok=True)
            files = snapshot_of(self.attempt, light).files
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
        answer = {**self.state(), "said": self.said.getvalue(), "new": self.memory.lights[before:]}
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
            "ended": self.record_end,
            **dict.fromkeys(("show", "download"), lambda _: None),
        }

    def start(self) -> None:
        """Begin a new attempt: its first test is the participant's own, and red."""
        attempt = self.attempt
        create(self.workspace, attempt.name, attempt.kata.name, attempt.story)
        empty = EMPTY.format(title=title(attempt.kata), test=attempt.test_file)
        attempt.module.write_text(empty, encoding="utf-8")
        with open_exercise(attempt) as exercise:
            this = run_first(exercise, [])
        if this.failure:
            print_failure(self.out, this.failure, attempt)
        self.out.print(f"\nYour first test is red. Make it green in {attempt.module.name}, then “Next”.")
        this.record("start", revealed=0)

    def record_end(self, why: str) -> None:
        """Record a run that did not come to an end: the worker in which it ran was ended."""
        lights = all_lights(self.attempt)
        test, revealed = getattr(last_run(lights), "test", ""), count_revealed(lights)
        self.out.print(f"Your code {why}", style="bold")
        record(self.attempt, verb="bar", colour="amber", counts={"amber": 1}, test=test, revealed=revealed)

    def state(self) -> dict[str, Any]:
        """The files and the lights as they are now."""
        lights = all_lights(self.attempt)
        files = {name.decode(): file for name, file in take_snapshot(self.attempt.folder).files.items()}
        last = last_run(lights)
        shown = ("number", "verb", "colour", "judged")
        return {
            "files": {n: one.content.decode(errors="replace") for n, one in files.items() if n[0] != "."},
            "lights": [{name: getattr(light, name) for name in shown} for light in lights],
            "counts": counts_in_words(last.counts) if last else "",
        }


def adapt(alive: Callable[[], None]) -> None:
    """Let the tooling do what it can in a browser: buttons for verbs, and what the room has found out.

    `alive` is called while tests run; the working directory is the workspace.
    """

    def command(attempt: Attempt, words: str) -> str:
        verb, _, light = words.partition(" TO=")
        if light:
            return f"press light {light}"
        return f"“{BUTTONS[verb]}”" if verb in BUTTONS else f"on a laptop, {of_attempt(attempt, words)}"

    of_attempt, of_story, known = Attempt.command, Story.command, json.loads(Path(KNOWN).read_text())
    for story in Workspace(Path.cwd()).stories:
        with collect.session(story):  # which imports what each run needs
            pass
    for owner, name, instead in (
        (Attempt, "command", command),
        (Story, "command", lambda story, words: f"on a laptop, {of_story(story, words)}"),
        (where, "columns", lambda _story: known),
        (collect, "read_before", lambda _story: None),
        (collect, "session", keep_suite(collect.session)),
        (in_place, "on_message", alive),
    ):
        setattr(owner, name, instead)


def keep_suite(session: Callable[[Story], Any]) -> Callable[[Story], Any]:
    """Collect a suite once, for all runs up to one that does not come to its end."""
    opened = ExitStack()
    kept: dict[tuple[Path, int], Suite] = {}

    @contextmanager
    def kept_session(story: Story) -> Iterator[Suite]:
        key = story.file, in_place.InPlace.faults
        if key not in kept:
            kept.clear()
            opened.close()
            kept[key] = opened.enter_context(session(story))
        kept[key].module = None  # a child begins without one
        yield kept[key]

    return kept_session
