"""In the browser: an attempt that lives in memory, and the verbs that its buttons call."""

import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, redirect_stdout
from functools import lru_cache
from io import StringIO
from pathlib import Path
from typing import Any

from rich.console import Console

from dojo.attempt import store as the_store
from dojo.attempt.attempt import Attempt
from dojo.attempt.create import create
from dojo.attempt.light import all_lights, count_revealed, last_run, record, snapshot_of
from dojo.attempt.snapshot import take_snapshot
from dojo.browser import in_place
from dojo.browser.assets import BUTTONS, KNOWN
from dojo.browser.download import pack_attempt
from dojo.browser.memory import Memory
from dojo.coach import back, hint, where
from dojo.coach.display import counts_in_words
from dojo.coach.next import bar, next_test
from dojo.coach.start import start
from dojo.errors import CollectionError, EnvironmentProblem, UsageError
from dojo.model.outcome import Reason
from dojo.runner import collect
from dojo.runner.suite import Suite
from dojo.story.story import Story
from dojo.story.workspace import Workspace

NAMES = {verb: name for verb, (name, *_) in BUTTONS.items()} | {"watch": "Run at each pause"}


class Play:
    """An attempt at a kata, as the page plays it."""

    def __init__(self, workspace: Workspace, kata: str, name: str, saved: str) -> None:
        self.workspace = workspace
        story, found = workspace.kata(kata)
        self.attempt = Attempt(found.attempts / name, story, found, is_last=True)
        self.memory = Memory(the_store.store(self.attempt).repository)
        the_store.ELSEWHERE[self.memory.repository] = self.memory
        self.memory.add(json.loads(saved))
        for light in all_lights(self.attempt)[-1:]:
            create(workspace, name, kata, story, snapshot_of(self.attempt, light).files)

    def play(self, verb: str, files: str, word: str = "") -> str:
        """Write the files, do what a button says, and return what the page shows, as JSON."""
        attempt, said, known = self.attempt, StringIO(), len(self.memory.lights)
        out = Console(  # so wide that only the page breaks a line
            file=said, width=1000, force_terminal=True, color_system="standard", highlight=False,
            markup=False, emoji=False,
        )  # fmt: skip
        try:
            for name, text in json.loads(files).items():
                (attempt.folder / name).write_text(text)
            with redirect_stdout(said):
                self.press(verb, word, out)
        except (UsageError, EnvironmentProblem, CollectionError) as fault:
            out.print(str(fault))
        lights = all_lights(attempt)
        last, now = last_run(lights), take_snapshot(attempt.folder).files
        texts = {name.decode(): file.content.decode(errors="replace") for name, file in now.items()}
        archive = pack_attempt(attempt, self.memory) if verb == "download" else b""
        shown = ("number", "verb", "colour", "judged")
        answer = {
            "said": said.getvalue(),
            "files": {name: text for name, text in texts.items() if name[0] != "."},
            "lights": [{name: getattr(light, name) for name in shown} for light in lights],
            "counts": counts_in_words(last.counts, last.reasons) if last else "",
            "new": self.memory.lights[known:],
            "download": b64encode(archive).decode(),
        }
        return json.dumps(answer)

    def press(self, verb: str, word: str, out: Console) -> None:
        """Do what a button says; nothing for one that only asks for the files and the lights."""
        attempt = self.attempt
        match verb:
            case "start":
                start(self.workspace, attempt.name, attempt.kata, attempt.story, out)
            case "next":
                next_test(attempt, word, out)
            case "bar":
                bar(attempt, out)
            case "hint":
                hint.hint(attempt, out)
            case "where":
                where.where(attempt, out)
            case "back":
                back.back(attempt, word)
            case "ended":  # the worker in which a run did not come to its end: it is recorded in the next one
                lights = all_lights(attempt)
                test, known = getattr(last_run(lights), "test", ""), count_revealed(lights)
                amber: dict[str, Any] = {"colour": "amber", "counts": {"amber": 1}}
                reasons = {Reason.ENDED_PYTHON: 1}
                record(attempt, verb="bar", **amber, reasons=reasons, test=test, revealed=known)
                out.print(f"Your code {word}", style="bold")
            case "download":
                name = f"{attempt.name}.zip"
                out.print(f"{name} has your code and your lights. A laptop with Python goes on with them:")
                out.print(f"\n  make start NAME={attempt.name} FROM={name}")


def adapt() -> Workspace:
    """Have sentences name buttons, take what the room has found out, and return the workspace."""

    def command(attempt: Attempt, words: str) -> str:
        verb, _, light = words.partition(" TO=")
        if light:
            return f"press light {light}"
        return f"“{NAMES[verb]}”" if verb in NAMES else f"on a laptop, {of_attempt(attempt, words)}"

    of_attempt, of_story, known = Attempt.command, Story.command, json.loads(Path(KNOWN).read_text())
    workspace = Workspace(Path.cwd())
    for story in workspace.stories:
        with collect.session(story):  # which imports what each run needs
            pass
    for owner, name, instead in (
        (Attempt, "command", command),
        (Story, "command", lambda story, words: f"on a laptop, {of_story(story, words)}"),
        (Story, "shown", lambda _story, path: path.name),  # the page has one folder, and the task
        (where, "columns", lambda _story: known),
        (collect, "read_before", lambda _story: None),
        (collect, "session", keep_suite(collect.session)),
    ):
        setattr(owner, name, instead)
    return workspace


def keep_suite(session: Callable[[Story], AbstractContextManager[Suite]]) -> Callable[[Story], Any]:
    """Collect a suite once, for all runs up to one that does not come to its end."""
    opened = ExitStack()

    @lru_cache(maxsize=1)
    def collected(story: Story, _faults: int) -> Suite:
        opened.close()
        return opened.enter_context(session(story))

    @contextmanager
    def kept_session(story: Story) -> Iterator[Suite]:
        suite = collected(story, in_place.InPlace.faults)
        suite.module = None  # a child begins without one
        yield suite

    return kept_session
