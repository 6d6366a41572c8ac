"""In the browser: an attempt that lives in memory, and the verbs that its buttons call."""

import json
import os
import random
import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from rich.console import Console

from dojo.attempt.attempt import Attempt
from dojo.attempt.create import create, mode_of
from dojo.attempt.light import Light, RunLight, count_revealed, last_run
from dojo.attempt.recording import all_lights, record, snapshot_of
from dojo.attempt.snapshot import Files, take_snapshot
from dojo.browser.assets import BUTTONS, KNOWN
from dojo.browser.download import pack_attempt
from dojo.browser.in_place import InPlaceExecutor
from dojo.browser.memory import MemoryStore, texts_of
from dojo.browser.reading import read_so_far
from dojo.browser.trial import try_step
from dojo.coach import back, hint, where
from dojo.coach.display import counts_in_words
from dojo.coach.next import bar, next_test
from dojo.coach.start import first_own_test, start
from dojo.errors import CollectionError, EnvironmentProblem, UsageError
from dojo.model.outcome import Colour, Outcome, Reason
from dojo.runner.child.breakpoints import TerminalLoan
from dojo.runner.collect import collect, session
from dojo.runner.failure.printing import show_failure
from dojo.runner.result import Result
from dojo.runner.suite import Suite
from dojo.story.story import Story
from dojo.story.tests import rule_of
from dojo.story.workspace import Workspace
from dojo.tracing.state import own_rule

Session = Callable[[Story, InPlaceExecutor], AbstractContextManager[Suite]]
# the page of a step has its place on the page, with the tests so far
READ = "Tests and steps"
STEP_PAGE = re.compile(r"\bmake step-\d+ story\b")
NAMES = {verb: name for verb, (name, *_) in BUTTONS.items()} | {"watch": "Run at each pause"}


@dataclass(frozen=True)
class Page:
    """The host of an attempt in a browser: lights in memory, and suites as the browser collects them."""

    memory: MemoryStore
    suites: Callable[[Story], AbstractContextManager[Suite]]

    def open_store(self, _file: Path) -> MemoryStore:
        return self.memory

    def collect(self, story: Story, _loan: TerminalLoan | None = None) -> AbstractContextManager[Suite]:
        return self.suites(story)

    def on_wait(self) -> None:
        pass


class Play:
    """An attempt at a kata, as the page plays it."""

    def __init__(
        self,
        workspace: Workspace,
        kata: str,
        name: str,
        saved: str,
        suites: Callable[[Story], AbstractContextManager[Suite]] = collect,
        find_columns: where.FindColumns = where.columns,
    ) -> None:
        self.workspace, self.find_columns = workspace, find_columns
        story, found = workspace.kata(kata)
        self.memory = MemoryStore(texts_of(json.loads(saved)))
        self.host = Page(self.memory, suites)
        self.attempt = Attempt(found.attempts / name, story, found, is_last=True, host=self.host)
        if lights := all_lights(self.attempt):
            files = snapshot_of(self.attempt, lights[-1]).files
            create(workspace, name, kata, story, files, self.host, mode=mode_of(files))

    def play(self, verb: str, files: str, word: str = "") -> str:
        """Write the files, do what a button says, and return what the page shows, as JSON."""
        attempt, said, known = self.attempt, StringIO(), len(self.memory.texts)
        reading: dict[str, object] = {}
        out = Console(  # so wide that only the page breaks a line
            file=said, width=1000, force_terminal=True, color_system="standard", highlight=False,
            markup=False, emoji=False,
        )  # fmt: skip
        try:
            for name, text in json.loads(files).items():
                file = attempt.folder / name
                file.parent.mkdir(exist_ok=True)
                file.write_text(text)
            with redirect_stdout(said):
                self.press(verb, word, out)
            if verb == "read":
                reading = read_so_far(attempt)
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
            # the bar is about the files of the last run
            "is_old": last is not None and visible(snapshot_of(attempt, last).files) != visible(now),
            "reading": reading,
            "is_own": attempt.is_own,
        }
        return json.dumps(answer)

    def press(self, verb: str, word: str, out: Console) -> None:
        """Do what a button says; nothing for one that only asks for the files and the lights."""
        attempt = self.attempt
        match verb:
            case "start":
                settings = {"mode": word}
                start(
                    self.workspace, attempt.name, attempt.kata, attempt.story, out, host=self.host,
                    settings=settings,
                )  # fmt: skip
            case "next":
                next_test(attempt, word, out)
            case "bar":
                bar(attempt, out)
            case "hint":
                hint.hint(attempt, out)
            case "where":
                where.where(attempt, out, self.find_columns)
            case "back" | "reset":
                if verb == "back":
                    back.back(attempt, word)
                else:
                    back.reset(attempt)
                # the bar of the page is about the code that is there
                bar(attempt, out)
            case "show":
                self.show_last_run(out)
            case "ended":  # the worker in which a run did not come to its end: it is recorded in the next one
                self.record_ended()
                out.print(f"Your code {word}", style="bold")
            case "download":
                name = f"{attempt.name}.zip"
                out.print(f"{name} has your code and your lights.")
                out.print("In the folder of this workspace, on a laptop, this goes on with them:")
                out.print(f"\n  make start NAME={attempt.name} FROM={name}")

    def show_last_run(self, out: Console) -> None:
        """Print what the last run has said, after a reload: nothing runs again."""
        attempt = self.attempt
        again, more = attempt.command("next"), attempt.command("hint")
        last = last_run(all_lights(attempt))
        outcomes = last.outcomes.values() if last else []
        failing = [outcome for outcome in outcomes if outcome.colour != Colour.GREEN]
        if attempt.is_own and not outcomes:
            out.print(first_own_test(attempt))
            return
        if not failing:
            tests = "Your tests" if attempt.is_own else "All tests so far"
            # whether there is another one is known when the suite is read
            onward = "What they are worth:" if attempt.is_own else "Go on with"
            out.print(f"{tests} are green. {onward} {again}")
            return
        first = failing[0]
        is_taught = last is not None and first.test in last.taught
        # a file of tests that cannot be read has its own name
        is_own = "::" in first.test and not is_taught
        rule = own_rule(first.test) if is_own else rule_of(first.test)
        show_failure(out, Result(first.test, rule, first.colour, first.why, first.failure))
        of_hint = "" if attempt.is_own else f" A hint: {more}"
        out.print(f"\nMake it green, then {again}.{of_hint}", style="dim")

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


def visible(files: Files) -> Files:
    """Return the files that the page shows: not what we note of the attempt."""
    return {name: file for name, file in files.items() if not name.startswith(b".")}


def shown(light: Light) -> dict[str, object]:
    """Return what the page shows of a light."""
    is_run = isinstance(light, RunLight)
    colour = light.colour if isinstance(light, RunLight) else ""
    return {"number": light.number, "verb": light.verb, "colour": colour, "judged": is_run}


class Buttons:
    """Sentences that name buttons; what a page has no button for is done on a laptop."""

    def verb(self, words: str, typed: str) -> str:
        verb, _, light = words.partition(" TO=")
        if light:
            return f"press {light} in “Your runs”"
        return f"“{NAMES[verb]}”" if verb in NAMES else self.command(typed)

    def command(self, typed: str) -> str:
        if STEP_PAGE.search(typed):
            return f"“{READ}”"
        return f"on a laptop, {typed}"

    def light(self, number: int) -> str:
        # of “Your runs”
        return f"run {number}"

    def path(self, path: Path, _relative: str) -> str:
        # the page has one folder, and the task
        return path.name


class KeptSuites:
    """Collects a suite once, for all runs up to one that does not come to its end."""

    def __init__(self, executor: InPlaceExecutor, session: Session = session) -> None:
        self.executor, self.session = executor, session
        self.opened = ExitStack()
        self.kept: Suite | None = None
        # the story of that suite, and how many runs had not come to their end by then
        self.kept_for: tuple[Story, int] | None = None

    @contextmanager
    def collect(self, story: Story) -> Iterator[Suite]:
        """Give the suite of a story; raises CollectionError."""
        wanted = story, self.executor.faults
        if self.kept is None or self.kept_for != wanted:
            self.close()
            self.kept = self.opened.enter_context(self.session(story, self.executor))
            self.kept_for = wanted
        yield self.kept

    def prepare_disk(self) -> None:
        """Make the folder of the suite that is kept, and go to where its tests run, on a new disk."""
        if self.kept:
            self.kept.places.mkdir(parents=True, exist_ok=True)
            os.chdir(self.kept.story.top)

    def close(self) -> None:
        """Close the suite that is kept."""
        self.opened.close()
        self.kept = None


class Browser:
    """Python in a browser, in the workspace that the room has sent; `alive` is called while tests run."""

    def __init__(self, alive: Callable[[], None]) -> None:
        self.workspace = Workspace(Path.cwd(), speech=Buttons())
        self.suites = KeptSuites(InPlaceExecutor(alive))
        self.columns: where.Columns = json.loads(Path(KNOWN).read_text())
        for story in self.workspace.stories:
            # the page keeps the memory of this Python: with the suite in it, a first run begins at once
            with self.suites.collect(story):
                pass

    def wake(self) -> None:
        """Begin from a memory that has been kept: Python is as it was, and its disk is a new one."""
        # else all who begin from the same memory would share its numbers
        random.seed()
        self.suites.prepare_disk()

    def open(self, kata: str, name: str, saved: str) -> Play:
        """Return a pair's attempt at a kata, with the lights that the page has kept."""
        return Play(self.workspace, kata, name, saved, self.suites.collect, lambda _story: self.columns)

    def try_step(self, story: str, number: int, files: str) -> str:
        """Run the tests up to a step on a reader's code; return what the page shows, as JSON."""
        return try_step(self.workspace.story(story), number, json.loads(files), self.suites.collect)
