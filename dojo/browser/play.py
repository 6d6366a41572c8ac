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

from dojo.attempt.attempt import Attempt
from dojo.attempt.create import create
from dojo.attempt.light import Light, RunLight, count_revealed, last_run
from dojo.attempt.recording import all_lights, record, snapshot_of
from dojo.attempt.snapshot import take_snapshot
from dojo.browser import in_place
from dojo.browser.assets import BUTTONS, KNOWN
from dojo.browser.download import pack_attempt
from dojo.browser.memory import MemoryStore, texts_of
from dojo.coach import back, hint, where
from dojo.coach.display import counts_in_words
from dojo.coach.next import bar, next_test
from dojo.coach.start import start
from dojo.errors import CollectionError, EnvironmentProblem, UsageError
from dojo.model.outcome import Colour, Outcome, Reason
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
        self.memory = MemoryStore(texts_of(json.loads(saved)))
        self.attempt = Attempt(found.attempts / name, story, found, is_last=True, other_store=self.memory)
        if lights := all_lights(self.attempt):
            files = snapshot_of(self.attempt, lights[-1]).files
            create(workspace, name, kata, story, files, self.memory)

    def play(self, verb: str, files: str, word: str = "") -> str:
        """Write the files, do what a button says, and return what the page shows, as JSON."""
        attempt, said, known = self.attempt, StringIO(), len(self.memory.texts)
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
        answer = {
            "said": said.getvalue(),
            "files": {name: text for name, text in texts.items() if name[0] != "."},
            "lights": [shown(light) for light in lights],
            "counts": counts_in_words(last.counts, last.reasons) if last else "",
            "new": self.memory.texts[known:],
            "download": b64encode(archive).decode(),
        }
        return json.dumps(answer)

    def press(self, verb: str, word: str, out: Console) -> None:
        """Do what a button says; nothing for one that only asks for the files and the lights."""
        attempt = self.attempt
        match verb:
            case "start":
                start(self.workspace, attempt.name, attempt.kata, attempt.story, out, store=self.memory)
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
                self.record_ended()
                out.print(f"Your code {word}", style="bold")
            case "download":
                name = f"{attempt.name}.zip"
                out.print(f"{name} has your code and your lights. A laptop with Python goes on with them:")
                out.print(f"\n  make start NAME={attempt.name} FROM={name}")

    def record_ended(self) -> None:
        """Record a run that has ended Python: it is amber, and says nothing more of its tests."""
        lights = all_lights(self.attempt)
        last = last_run(lights)
        test = last.test if last else ""
        # before a test of the kata is shown, it is the attempt itself that ended it
        outcome = Outcome(test or self.attempt.module.name, Colour.AMBER, Reason.ENDED_PYTHON)
        run = RunLight(
            verb="bar",
            colour=Colour.AMBER,
            taught={outcome.test: outcome},
            test=test,
            revealed=count_revealed(lights),
        )
        record(self.attempt, run)


def shown(light: Light) -> dict[str, object]:
    """Return what the page shows of a light."""
    is_run = isinstance(light, RunLight)
    colour = light.colour if isinstance(light, RunLight) else ""
    return {"number": light.number, "verb": light.verb, "colour": colour, "judged": is_run}


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
